"""Stage 4 without a label index: mentions are searched for in the wiki itself.

The wiki finds names by their beginning and knows no inflection, so a mention is searched for as it is written, in the
nominative and by its lemmas; what comes back counts where its lemmas are the mention's, as in the index. A search is a
request: names and phrases come first, and other runs of words only where those are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from simba.common.parallel import together
from simba.endpoint.nominative import nominatives
from simba.endpoint.search import EntitySearch, SearchMatch
from simba.kb.indexed import HUMAN, IndexedName, NameKind
from simba.russian.morphology import lemma_keys
from simba.russian.names import MAX_WORDS, bag_keys, exact_key, words_of
from simba.stages.editions import Edition
from simba.stages.lookup import ROUTES, Found, Route, is_name
from simba.stages.mentions import Mention
from simba.stages.parse import Parse

MAX_MENTIONS = 6
"""Mentions searched for at once, those that are likeliest to be names."""
MAX_FORMS = 3
"""Searches for one mention."""
JOBS = 5
"""Searches under way at once, as many as Wikimedia allows."""


class SearchNames:
    """Names in a wiki's search; may be shared between threads. Its methods raise `EndpointError`."""

    def __init__(self, search: EntitySearch) -> None:
        """Take the wiki's search."""
        self._search = search
        self.called = lru_cache(maxsize=20_000)(self._called)
        self.beginning = lru_cache(maxsize=1_000)(self._beginning)

    def look_up(self, parse: Parse, mentions: Sequence[Mention]) -> list[Found]:
        """Entities called as the likeliest mentions are or, where there are none, as the next likeliest are."""
        likely = sorted(
            (mention for mention in mentions if len(mention.words) <= MAX_WORDS),
            key=lambda mention: (not is_name(parse, mention), mention.source == "ngram", -len(mention.words)),
        )
        for first in (0, MAX_MENTIONS):
            some = likely[first : first + MAX_MENTIONS]
            found = self._linked(self._searched(parse, some))
            if found:
                return found
        return []

    def look_further(self, parse: Parse, mentions: Sequence[Mention], strange: frozenset[int]) -> list[Found]:
        """Titles that begin as a longer name does; the wiki forgives no typos."""
        named = [
            mention
            for mention in mentions
            if mention.source in {"quote", "name"}
            and len(mention.words) > 1
            and not strange.isdisjoint(range(mention.first, mention.last + 1))
        ]
        return self._named(
            _Hit(mention, match, "free", "label" if match.is_label else "alias")
            for mention, matches in self._searched(parse, named[:MAX_MENTIONS])
            for match in matches
            if tuple(words_of(match.name)[: len(mention.words)]) == mention.words
        )

    def editions(self, parse: Parse, mentions: Sequence[Mention]) -> list[Edition]:
        """None: the wiki finds names by their beginning."""
        return []

    def named(self, word: str) -> bool:
        """No: a search for each strange word is too much."""
        return False

    def _called(self, noun: str) -> frozenset[str]:
        return frozenset(match.id for match in self._search.search(noun) if words_of(match.name) == [noun])

    def _beginning(self, noun: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        words = words_of(noun)
        found = [one.id for one in self._search.search(noun) if words_of(one.name)[: len(words)] == words]
        described = self._search.describe(found)
        return tuple((one, tuple(described[one].classes)) for one in found if one in described)

    def _searched(self, parse: Parse, mentions: Sequence[Mention]) -> list[tuple[Mention, list[SearchMatch]]]:
        forms = [_forms(parse, mention) for mention in mentions]
        texts = list(dict.fromkeys(form for some in forms for form in some))
        found = dict(zip(texts, together(self._search.search, texts, jobs=JOBS), strict=True))
        return [
            (mention, [match for form in some for match in found[form]])
            for mention, some in zip(mentions, forms, strict=True)
        ]

    def _linked(self, searched: Iterable[tuple[Mention, list[SearchMatch]]]) -> list[Found]:
        best: dict[tuple[int, int, str], _Hit] = {}
        for mention, matches in searched:
            keys = lemma_keys(mention.words)
            for match in matches:
                place = (mention.first, mention.last, match.id)
                hit = _hit(mention, keys, match)
                if hit and (place not in best or ROUTES.index(hit.route) < ROUTES.index(best[place].route)):
                    best[place] = hit
        return self._named(best.values())

    def _named(self, hits: Iterable[_Hit]) -> list[Found]:
        """What the linker weighs, with what the wiki says of the entities."""
        hits = list(hits)
        described = self._search.describe([hit.match.id for hit in hits])
        named: list[Found] = []
        for mention, match, route, kind in hits:
            entity = described.get(match.id)
            if entity is None or (kind == "short" and HUMAN not in entity.classes):
                continue  # "Москва, я люблю тебя" is not called Москва
            key = exact_key(words_of(match.name))
            about = (entity.sitelinks, entity.classes, entity.description)
            named.append((mention, IndexedName(match.id, match.name, kind, *about, key), route))
        return named


class _Hit(NamedTuple):
    mention: Mention
    match: SearchMatch
    route: Route
    kind: NameKind


def _forms(parse: Parse, mention: Mention) -> list[str]:
    """What to search for, in the order of hope; the lemmas of several words seldom agree with one another."""
    written = mention.text.lower()
    forms = [*nominatives(parse, mention)[:2], written]
    if len(mention.words) == 1 or forms[0] == written:
        forms += lemma_keys(mention.words)
    return list(dict.fromkeys(forms))[:MAX_FORMS]


def _hit(mention: Mention, keys: Sequence[str], match: SearchMatch) -> _Hit | None:
    """The match if it is called as the mention is.

    Of a person's "Кутузов, Михаил Илларионович", what stands before the comma is a short name.
    """
    kinds: tuple[NameKind, NameKind] = ("label" if match.is_label else "alias", "short")
    for name, kind in zip((match.name, match.name.partition(", ")[0]), kinds, strict=True):
        words = words_of(name)
        if not 0 < len(words) <= MAX_WORDS:
            continue
        own = lemma_keys(words)
        if tuple(words) == mention.words:
            return _Hit(mention, match, "exact", kind)
        if not set(own).isdisjoint(keys):
            return _Hit(mention, match, "lemma", kind)
        if not set(bag_keys(own)).isdisjoint(bag_keys(keys)):
            return _Hit(mention, match, "bag", kind)
    return None
