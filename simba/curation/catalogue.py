"""What a knowledge base knows of entities and properties beside their facts: redirects, labels, whether they occur."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from simba.common.lazy import cached_property
from simba.common.vocabulary import DIRECT, ENTITY, LABEL, entity_id, is_entity_id, is_property_id
from simba.curation.asking import Asker, Results
from simba.evaluation.scoring import normalised
from simba.evaluation.sparql_reading import PREDECLARED

AT_ONCE = 200
"""Entities asked about in one query."""
LONGEST_CHAIN = 8
"""Redirects that are followed one after another."""
MAX_NEAR = 20
"""Properties that are tried in the place of another, and entities in the place of one."""
SHORTEST_PART = 3
"""Letters of the shortest label that counts as contained in another."""
SAME_AS = f"{PREDECLARED['owl']}sameAs"
MERGED = "P2959"
"""Permanent duplicated item: two items that are one thing, which an editor could not merge."""
SUCCESSOR = "P1366"
"""Replaced by."""
_LANGUAGES = '"ru", "en"'


class Catalogue:
    """Asked for as it is needed and kept; where a query fails, nothing is known."""

    def __init__(self, asker: Asker) -> None:
        """Take what runs queries; nothing is asked yet."""
        self._asker = asker
        self._moved: dict[str, str | None] = {}
        self._occurs: dict[str, bool] = {}

    def prepare(self, entities: Iterable[str]) -> None:
        """Ask for the redirects of these entities, many in a query."""
        new = [one for one in dict.fromkeys(entities) if one not in self._moved and is_entity_id(one)]
        for first in range(0, len(new), AT_ONCE):
            some = new[first : first + AT_ONCE]
            self._moved.update(dict.fromkeys(some, None), **self._redirects(some))

    def moved(self, entity: str) -> str | None:
        """The entity that another redirects to (``owl:sameAs`` from one that has no facts of its own); else None."""
        found, one = {entity}, entity
        for _ in range(LONGEST_CHAIN):
            self.prepare([one])
            target = self._moved.get(one)
            if target is None or target in found:
                break
            found.add(target)
            one = target
        return one if one != entity else None

    def _redirects(self, entities: Collection[str]) -> dict[str, str]:
        """Redirects among entities: in Wikidata's dumps "old owl:sameAs new" is all that is left of the old one."""
        listed = " ".join(f"<{ENTITY}{one}>" for one in entities)
        rows = self._rows(
            f"SELECT ?old ?new WHERE {{ VALUES ?old {{ {listed} }}"
            f" {{ ?old <{SAME_AS}> ?new }} UNION {{ ?new <{SAME_AS}> ?old }}"
            f' FILTER NOT EXISTS {{ ?old ?p ?v FILTER(STRSTARTS(STR(?p), "{DIRECT}")) }} }} ORDER BY ?old ?new'
        )
        pairs = ((entity_id(old), entity_id(new)) for old, new in rows)
        return {old: new for old, new in pairs if old and new and old != new}

    def successors(self, entity: str) -> tuple[str, ...]:
        """What may stand for an entity now: its duplicate, or what replaced it."""
        rows = self._rows(
            f"SELECT DISTINCT ?new WHERE {{ {{ <{ENTITY}{entity}> <{DIRECT}{MERGED}>|^<{DIRECT}{MERGED}>|"
            f"<{DIRECT}{SUCCESSOR}> ?new }} }} ORDER BY ?new LIMIT {MAX_NEAR}"
        )
        return tuple(one for (new,) in rows if (one := entity_id(new)) and one != entity)

    def namesakes(self, entity: str) -> tuple[str, ...]:
        """Other entities with one of an entity's labels."""
        rows = self._rows(
            f"SELECT DISTINCT ?new WHERE {{ <{ENTITY}{entity}> <{LABEL}> ?label . ?new <{LABEL}> ?label }}"
            f" ORDER BY ?new LIMIT {MAX_NEAR + 1}"
        )
        return tuple(one for (new,) in rows if (one := entity_id(new)) and one != entity)[:MAX_NEAR]

    def has_facts(self, entity: str) -> bool:
        """Whether a claim is made about an entity, or with it; a label alone is none."""
        return self._any(
            f"{{ <{ENTITY}{entity}> ?p ?v }} UNION {{ ?v ?p <{ENTITY}{entity}> }}"
            f' FILTER(STRSTARTS(STR(?p), "{PREDECLARED["p"]}"))'
        )

    def occurs(self, prop: str) -> bool:
        """Whether any claim or qualifier has a property."""
        ways = (PREDECLARED[short] + prop for short in ("wdt", "p", "pq"))
        return self._any(" UNION ".join(f"{{ ?s <{way}> ?v }}" for way in ways))

    def near(self, prop: str) -> tuple[str, ...]:
        """Properties whose label equals, contains or is contained in a property's, the likest first (QUANT)."""
        own = self._labels.get(prop, frozenset())
        ranked = [
            (min(ranks), one)
            for one, labels in self._labels.items()
            if one != prop
            and (ranks := [rank for mine in own for label in labels for rank in _rank(mine, label)])
        ]
        return tuple(
            one for _, one in sorted(ranked, key=lambda pair: (pair[0], len(pair[1]), pair[1]))[:MAX_NEAR]
        )

    def label(self, identifier: str) -> str | None:
        """A label of an entity or property, in Russian if there is one."""
        rows = self._rows(
            f"SELECT ?label WHERE {{ <{ENTITY}{identifier}> <{LABEL}> ?label }}"
            ' ORDER BY DESC(LANG(?label) = "ru") DESC(LANG(?label) = "en") ?label LIMIT 1'
        )
        return next((label for (label,) in rows), None)

    def told(self, identifier: str) -> str:
        """An identifier with its label, if it has one, for people."""
        label = self.label(identifier)
        return f"{identifier} ({label})" if label else identifier

    @cached_property
    def _labels(self) -> dict[str, frozenset[str]]:
        """The labels of all properties."""
        typed = f"?p a <{PREDECLARED['wikibase']}Property> ; <{LABEL}> ?label"
        named = f'?p <{LABEL}> ?label FILTER(STRSTARTS(STR(?p), "{ENTITY}P"))'
        found: dict[str, set[str]] = {}
        for pattern in (typed, named):
            for prop, label in self._rows(
                f"SELECT ?p ?label WHERE {{ {pattern} FILTER(LANG(?label) IN ({_LANGUAGES})) }}"
            ):
                if (one := entity_id(prop)) and is_property_id(one):
                    found.setdefault(one, set()).add(normalised(label))
            if found:
                break
        return {one: frozenset(labels) for one, labels in found.items()}

    def _any(self, pattern: str) -> bool:
        if pattern not in self._occurs:
            found = self._asker.ask(f"SELECT ?p ?v WHERE {{ {pattern} }} LIMIT 1")
            self._occurs[pattern] = not isinstance(found, Results) or bool(found.rows)
        return self._occurs[pattern]

    def _rows(self, query: str) -> Iterator[tuple[str, ...]]:
        found = self._asker.ask(query)
        if isinstance(found, Results):
            for row in found.rows:
                texts = [value.value for value in row if value is not None]
                if len(texts) == len(row):
                    yield tuple(texts)


def _rank(one: str, other: str) -> list[tuple[int, int]]:
    """How alike two labels are: equal; one within the other, as whole words; within a word. Nothing: not alike."""
    if one == other:
        return [(0, 0)]
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST_PART or short not in long:
        return []
    return [(1 if f" {short} " in f" {long} " else 2, len(long) - len(short))]
