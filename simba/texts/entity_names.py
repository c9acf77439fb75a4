"""What entities are called, and which of them a page is about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from simba.answer import Value
from simba.common.vocabulary import INSTANCE_OF, OCCUPATION, entity_id, is_entity_id
from simba.kb.index import LabelIndex
from simba.kb.indexed import HUMAN, IndexedName
from simba.russian.declension import natural_order
from simba.russian.morphology import lemma_keys
from simba.russian.names import bag_keys, exact_key, short_names, words_of
from simba.texts.word_terms import text_terms

MAX_NAMES = 60
"""Names of an entity that are used, the label first."""
MAX_REMEMBERED = 20_000
ARTICLE = "https://ru.wikipedia.org/wiki/"
_UNSAFE = frozenset('<>"{}|^`\\') | frozenset(map(chr, range(33)))
"""What no address in SPARQL has."""
Select = Callable[[str], tuple[Value, ...]]
"""Runs a query of one variable (`simba.kb.facts.FactStore.select`)."""


class EntityNames:
    """Names of entities by a knowledge base or an endpoint; may be shared between threads."""

    def __init__(self, select: Select) -> None:
        self._select = select
        self.of = lru_cache(maxsize=MAX_REMEMBERED)(self._names)
        """The Russian and the international names of an entity: its label, its aliases, then short forms of a person's
        names; empty where none is known. Raises what the store does."""

    def _names(self, identifier: str) -> tuple[str, ...]:
        if not is_entity_id(identifier):
            return ()
        labels, aliases = self._texts(identifier, "rdfs:label"), self._texts(identifier, "skos:altLabel")
        short: list[str] = []
        if labels and self._is_human(identifier):
            for label in labels:
                short += short_names(natural_order(label))
        return tuple(dict.fromkeys([*labels, *map(natural_order, labels), *aliases, *short]))[:MAX_NAMES]

    def kinds(self, identifier: str) -> tuple[str, ...]:
        """The Russian labels of the entity's classes and occupations."""
        if not is_entity_id(identifier):
            return ()
        found = self._select(
            f"SELECT ?name WHERE {{ wd:{identifier} wdt:{INSTANCE_OF}|wdt:{OCCUPATION} ?class . "
            f'?class rdfs:label ?name . FILTER(LANG(?name) = "ru") }} LIMIT {MAX_NAMES}'
        )
        return tuple(value.value for value in found)

    def _texts(self, identifier: str, predicate: str) -> list[str]:
        found = self._select(
            f"SELECT ?name WHERE {{ wd:{identifier} {predicate} ?name . "
            'FILTER(LANG(?name) IN ("ru", "en", "mul", "")) '
            f'BIND(IF(LANG(?name) = "ru", 0, 1) AS ?rank) }} ORDER BY ?rank ?name LIMIT {MAX_NAMES}'
        )
        return [value.value for value in found]

    def _is_human(self, identifier: str) -> bool:
        found = self._select(f"SELECT ?class WHERE {{ wd:{identifier} wdt:{INSTANCE_OF} ?class }} LIMIT 20")
        return any(entity_id(value.value) == HUMAN for value in found)


class Pages:
    """Which entity a page is about, by its sitelink where the knowledge base has these, or by its title."""

    def __init__(self, index: LabelIndex, select: Select | None) -> None:
        """Take a knowledge base's names and, where it has facts, what queries them."""
        self._index = index
        self._select = select
        self._linked = select is not None and bool(
            select("SELECT ?page WHERE { ?page <http://schema.org/about> ?one } LIMIT 1")
        )
        self.entity = lru_cache(maxsize=MAX_REMEMBERED)(self._entity)
        """The identifier of the entity that the page of a title is about; None where none is known."""

    def _entity(self, title: str) -> str | None:
        return (self._by_sitelink(title) or self._by_title(title)) if title else None

    def _by_sitelink(self, title: str) -> str | None:
        address = ARTICLE + title.replace(" ", "_")
        if not self._linked or self._select is None or not _UNSAFE.isdisjoint(address):
            return None
        found = self._select(f"SELECT ?one WHERE {{ <{address}> <http://schema.org/about> ?one }} LIMIT 1")
        return entity_id(found[0].value) if found else None

    def _by_title(self, title: str) -> str | None:
        name, bracket, remark = title.partition(" (")
        words = words_of(name)
        if not words:
            return None
        found = list(self._index.find("exact", exact_key(words)))
        if not found and "," in name:
            found = list(self._index.find("exact", exact_key(words_of(natural_order(name)))))
            keys = bag_keys(lemma_keys(words)) if not found else []
            found += [one for key in keys for one in self._index.find("bag", key)]
        found = [one for one in found if one.kind != "short"]
        if bracket:
            found = [one for one in found if _described(one, remark)]
        best = min(found, key=lambda one: (one.kind != "label", -one.sitelinks), default=None)
        return best.id if best else None


def _described(named: IndexedName, remark: str) -> bool:
    """Whether what stands in brackets behind a title is said of the entity, too: "Лена (река)"."""
    said = {term for terms in text_terms(named.description) for term in terms}
    return any(not said.isdisjoint(terms) for terms in text_terms(remark))
