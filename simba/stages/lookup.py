"""Stage 4, its first half: the entities that have a mention for a name, and by which route each was found.

Routes in the order of the paper's section 5 (exact, by lemmas, in any order, free form) with typos last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, Protocol, get_args

from simba.kb.index import IndexedName, KeyField, LabelIndex
from simba.russian.morphology import lemma_keys
from simba.russian.names import MAX_WORDS, bag_keys, exact_key, words_of
from simba.stages.mentions import Mention
from simba.stages.parse import Parse

Route = Literal["exact", "lemma", "bag", "free", "typo"]
ROUTES: tuple[Route, ...] = get_args(Route)
Found = tuple[Mention, IndexedName, Route]
MAX_FOUND = 2000
"""Entities found for all mentions of a question; ordinary ones have a few dozens."""
MAX_FREE_FORM = 100
"""Words, of all longer names of a question, that are looked for in titles."""
MAX_BEGINNING = 300
"""Names looked at for those that begin with a noun."""
MAX_REPAIRED = 200
"""Letters, of all names of a question, whose misspelling is looked for: each letter may stand for seventy others."""


class Names(Protocol):
    """Where names are looked up: a label index, or a wiki's search."""

    def look_up(self, parse: Parse, mentions: Sequence[Mention], /) -> list[Found]:
        """The entities that are called as a mention is, however inflected; each once a mention, by its best route."""

    def look_further(self, parse: Parse, mentions: Sequence[Mention], /) -> list[Found]:
        """Where no name was found: titles that hold the mention's words among others, then misspelt names."""

    def called(self, noun: str, /) -> frozenset[str]:
        """The entities that a common noun names: for "роман", the class of novels (and whatever else is called so)."""

    def beginning(self, noun: str, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The entities whose names begin with a noun, best known first, each with its classes: "президент США"."""


class IndexNames:
    """Names in a knowledge base's label index; may be shared between threads."""

    def __init__(self, index: LabelIndex) -> None:
        """Take an opened index."""
        self._index = index
        self.called = lru_cache(maxsize=20_000)(self._called)
        self.beginning = lru_cache(maxsize=1_000)(self._beginning)

    def look_up(self, parse: Parse, mentions: Sequence[Mention]) -> list[Found]:
        """Entities by the lemmas of each mention in their order, which finds exact names too, else in any order."""
        keys: list[tuple[KeyField, str]] = []
        owners: list[Mention] = []
        for mention in mentions:
            in_order = lemma_keys(mention.words) if len(mention.words) <= MAX_WORDS else []
            some: list[tuple[KeyField, str]] = [("lemma", key) for key in in_order]
            some += [("bag", key) for key in bag_keys(in_order) if key not in in_order]
            some = some or [("exact", exact_key(mention.words))]
            keys += some
            owners += [mention] * len(some)
        found: dict[tuple[int, int, str], Found] = {}
        found_in_order: set[int] = set()
        for number in self._index.known([key for _, key in keys]):
            field, key = keys[number]
            mention = owners[number]
            if field == "bag" and id(mention) in found_in_order:
                continue
            entities = self._index.find(field, key)
            if entities:
                found_in_order.add(id(mention))
            as_written = exact_key(mention.words)
            for entity in entities:
                exact = field == "exact" or entity.key == as_written
                route: Route = "exact" if exact else "lemma" if field == "lemma" else "bag"
                place = (mention.first, mention.last, entity.id)
                if place not in found or ROUTES.index(route) < ROUTES.index(found[place][2]):
                    found[place] = (mention, entity, route)
            if len(found) >= MAX_FOUND:
                break
        return list(found.values())

    def look_further(self, parse: Parse, mentions: Sequence[Mention]) -> list[Found]:
        """Titles that hold the mention's words among others, then misspelt names."""
        longer = (one for one in mentions if one.source in {"quote", "name"} and len(one.words) > 1)
        found: list[Found] = [
            (mention, entity, "free")
            for mention in _first(longer, lambda one: len(one.words), MAX_FREE_FORM)
            for entity in self._index.find_free_form(mention.words)
        ]
        words = (one for one in mentions if one.first == one.last and is_name(parse, one))
        return found or [
            (mention, entity, "typo")
            for mention in _first(words, lambda one: len(one.words[0]), MAX_REPAIRED)
            for entity in self._index.find_misspelt(mention.words[0])
        ]

    def _called(self, noun: str) -> frozenset[str]:
        return frozenset(entity.id for entity in self._index.find("exact", noun))

    def _beginning(self, noun: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        words = words_of(noun)
        found = self._index.find_free_form(words, MAX_BEGINNING)
        return tuple(
            (one.id, tuple(one.classes)) for one in found if words_of(one.name)[: len(words)] == words
        )


def _first(mentions: Iterable[Mention], cost: Callable[[Mention], int], most: int) -> Iterator[Mention]:
    """The first mentions that cost no more than the most together; those that alone cost more are passed over."""
    for mention in mentions:
        if cost(mention) <= most:
            most -= cost(mention)
            yield mention


def is_name(parse: Parse, mention: Mention) -> bool:
    """Whether quotes or capitals say so; the question's first word has a capital anyway."""
    if mention.source == "quote":
        return True
    return mention.text[:1].isupper() and (mention.first > 0 or parse.words[0].token.pos == "PROPN")
