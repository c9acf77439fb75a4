"""Items that have been merged into others: their names and facts become those of what they are now.

Wikidata leaves a redirect behind (`owl:sameAs`); sources of different days may still name, describe or point to the old
item.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain

import pyoxigraph as ox

from simba.building.records import TEXTS, Kind, Record, size_of
from simba.building.runs import SortedRuns
from simba.common.vocabulary import ALIAS, DESCRIPTION, ENTITY, LABEL, SAME_AS, SITELINKS

MAX_CHAIN = 20
"""Redirects that are followed one after another; Wikidata's own bots leave none that lead to another."""
BATCH = 10_000
_TEXT_KINDS = frozenset(TEXTS.values())
_LINK_KINDS = frozenset({Kind.CLASS.value, Kind.SUBCLASS.value})
_SAME_AS = ox.NamedNode(SAME_AS)


class Redirects:
    """Which item each of those is now that were merged."""

    def __init__(self, old: array[int], new: array[int]) -> None:
        """Take the numbers of old items in ascending order, and of the new ones beside them."""
        self._old, self._new = old, new

    def __len__(self) -> int:
        """How many there are."""
        return len(self._old)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The numbers of an item and of what it is in the end; none of those that lead in a circle."""
        return ((old, new) for old in self._old if (new := self.now(old)) != old)

    def now(self, number: int) -> int:
        """The item's number, or that of the one it has been merged into; of a circle, its own."""
        found = number
        for _ in range(MAX_CHAIN):
            place = bisect_left(self._old, found)
            if place == len(self._old) or self._old[place] != found:
                return found
            found = self._new[place]
        return number


def followed(
    records: SortedRuns[Record], runs: SortedRuns[Record], languages: int
) -> tuple[Iterable[Record], Redirects]:
    """The sorted records with the names and classes of merged items told of what they are now, and the redirects.

    ``runs`` is where to sort them anew; ``languages`` are so many, and names that are taken over come after the own.
    """
    stream = iter(records)
    old, new = array("q"), array("q")
    first: list[Record] = []
    for record in stream:
        if record[0] >= 0:
            first.append(record)
            break
        old.append(-record[0])
        new.append(int(record[3]))
    old.reverse()
    new.reverse()
    redirects = Redirects(old, new)
    if not len(redirects):
        return chain(first, stream), redirects
    batch: list[Record] = []
    for record in chain(first, stream):
        batch.append(_followed(record, redirects, languages))
        if len(batch) == BATCH:
            runs.add(batch, size_of(batch))
            batch = []
    runs.add(batch, size_of(batch))
    return runs, redirects


def _followed(record: Record, redirects: Redirects, languages: int) -> Record:
    number, kind, place, value = record
    now = redirects.now(number)
    if kind in _LINK_KINDS:
        value = redirects.now(int(value))
    if now != number and kind in _TEXT_KINDS:
        place += languages
    return now, kind, place, value


def follow(store: ox.Store, redirects: Redirects) -> None:
    """Tell in a triple store, too, all that is said of merged items of what they are now; the redirects stay."""
    for old, new in redirects:
        was, now = ox.NamedNode(f"{ENTITY}Q{old}"), ox.NamedNode(f"{ENTITY}Q{new}")
        for quad in list(store.quads_for_pattern(None, None, was)):
            if quad.predicate != _SAME_AS:
                store.remove(quad)
                store.add(ox.Quad(quad.subject, quad.predicate, now))
        for quad in list(store.quads_for_pattern(was, None, None)):
            if quad.predicate != _SAME_AS:
                store.remove(quad)
                if (predicate := _taken_over(store, now, quad)) is not None:
                    store.add(ox.Quad(now, predicate, quad.object))


def _taken_over(store: ox.Store, now: ox.NamedNode, quad: ox.Quad) -> ox.NamedNode | None:
    """What a triple of the old item says of the new one: its label is another name, where that has one of its own."""
    predicate = quad.predicate
    if predicate.value not in {LABEL, DESCRIPTION, SITELINKS}:
        return predicate
    language = getattr(quad.object, "language", None)
    own = store.quads_for_pattern(now, predicate, None)
    if all(getattr(one.object, "language", None) != language for one in own):
        return predicate
    return ox.NamedNode(ALIAS) if predicate.value == LABEL else None
