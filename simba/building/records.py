"""What the label index needs of a triple: small records, which sorted make up entities."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

import pyoxigraph as ox

from simba.building.leftout import is_left_out
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    ENTITY,
    INSTANCE_OF,
    LABEL,
    SAME_AS,
    SITELINKS,
    SUBCLASS_OF,
    is_entity_id,
)
from simba.kb.indexed import IndexEntry, detail_of


class Kind(IntEnum):
    """What a record says of its item."""

    LABEL = 0
    ALIAS = 1
    DESCRIPTION = 2
    CLASS = 3
    SUBCLASS = 4
    SITELINKS = 5
    REDIRECT = 6
    FURTHER = 7
    """A label or an alias in a language that is not told."""
    CLAIMS = 8
    """How many direct claims there are of it in one place."""


Statements = Literal["none", "needed", "all"]
"""Which statements are kept as nodes, with rank, qualifiers and full values (`simba.building.wikibase_statements`)."""
Record = tuple[int, int, int, str | int]
"""The item's number, the number of a `Kind`, the place of the text's language in the order of preference, and a text or
a number. That an item has been merged into another is said of its negative number, so that it comes first in order."""
_ITEM = f"{ENTITY}Q"
RECORD_SIZE = 250
"""Bytes that a record takes in memory beyond its text."""
MAX_NAME = 1_000
"""Longest name that is indexed, in characters; Wikidata's own limit is 250."""
TEXTS = {LABEL: Kind.LABEL.value, ALIAS: Kind.ALIAS.value, DESCRIPTION: Kind.DESCRIPTION.value}
LINKS = {DIRECT + INSTANCE_OF: Kind.CLASS.value, DIRECT + SUBCLASS_OF: Kind.SUBCLASS.value}
_OTHERS = frozenset({SITELINKS, SAME_AS})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is kept of the sources: names in these languages, the preferred first, and facts or only the index."""

    languages: tuple[str, ...]
    facts: bool
    statements: Statements = "needed"
    found_by: tuple[str, ...] = ()
    """Languages whose names find what has one in the languages above, too, but are not told."""

    def keeps(self, triple: ox.Triple | ox.Quad) -> bool:
        """Whether the triple goes into the triple store: of labels and descriptions, those in these languages do."""
        predicate, value = triple.predicate.value, triple.object
        if predicate in TEXTS and isinstance(value, ox.Literal) and value.language:
            return value.language in self.languages or (
                predicate != DESCRIPTION and value.language in self.found_by
            )
        subject = getattr(triple.subject, "value", "")
        return not is_left_out(
            subject, predicate, getattr(value, "value", ""), nodes=self.statements != "none"
        )


def records_of(triples: Iterable[ox.Triple | ox.Quad], wanted: Wanted) -> list[Record]:
    """The records of those triples that say something for the index; properties are not linked to."""
    records: list[Record] = []
    for triple in triples:
        predicate = triple.predicate.value
        text, link = TEXTS.get(predicate), LINKS.get(predicate)
        if text is None and link is None and predicate not in _OTHERS:
            continue
        item, value = item_number(triple.subject), triple.object
        if item is None:
            continue
        if predicate == SAME_AS:
            if (number := item_number(value)) is not None:
                records.append((-item, Kind.REDIRECT.value, 0, number))
        elif link is not None:
            if (number := item_number(value)) is not None:
                records.append((item, link, 0, number))
        elif not isinstance(value, ox.Literal):
            continue
        elif text is None:
            if value.value.isascii() and value.value.isdecimal():
                records.append((item, Kind.SITELINKS.value, 0, min(int(value.value[:9]), 1_000_000)))
        elif len(value.value) > MAX_NAME:
            continue
        elif value.language in wanted.languages:
            records.append((item, text, wanted.languages.index(value.language), value.value))
        elif value.language in wanted.found_by and predicate != DESCRIPTION:
            records.append((item, Kind.FURTHER.value, 0, value.value))
    return records


def claims_of(triples: Iterable[ox.Triple | ox.Quad]) -> list[Record]:
    """How many direct claims of each item are among those triples: how fully an item is described tells namesakes apart
    (Delpeuch, OpenTapioca, 2019).
    """
    subjects = [one.subject for one in triples if one.predicate.value.startswith(DIRECT)]
    counted = ((item_number(subject), count) for subject, count in Counter(subjects).items())
    return [(item, Kind.CLAIMS.value, 0, count) for item, count in counted if item is not None]


def size_of(records: list[Record]) -> int:
    """About how many bytes they take."""
    return sum(RECORD_SIZE + (len(value) if isinstance(value, str) else 0) for _, _, _, value in records)


def item_number(node: object) -> int | None:
    """The number of an item, as "Q42" has it; None where a node is none."""
    iri = getattr(node, "value", "")
    number = iri[len(_ITEM) :] if iri.startswith(_ITEM) else ""
    return int(number) if number.isdecimal() and is_entity_id(f"Q{number}") else None


Values = dict[int, list[Any]]
Ranked = tuple[int, str, bytes]
"""An entity that sorts by popularity, then by identifier."""


def entities(records: Iterable[Record], subclasses: array[int]) -> Iterator[Ranked]:
    """The items that have a name, from sorted records; pairs of class and superclass go into ``subclasses``."""
    for number, group in groupby(records, key=itemgetter(0)):
        values = values_of(group)
        for above in dict.fromkeys(values[Kind.SUBCLASS]):
            subclasses.extend((number, above))
        entity = entry_of(number, values)
        if entity.has_names:
            yield *entity.order, entity.to_bytes()


def values_of(records: Iterable[Record]) -> Values:
    """What sorted records say of their item, by the number of the kind."""
    values: Values = {kind: [] for kind in Kind}
    for _, kind, _, value in records:
        values[kind].append(value)
    return values


def entry_of(number: int, values: Values) -> IndexEntry:
    """What the label index holds of an item, which may have no name."""
    labels, aliases = values[Kind.LABEL], values[Kind.ALIAS]
    further = values[Kind.FURTHER] if labels or aliases else []
    return IndexEntry(
        f"Q{number}",
        labels[0] if labels else None,
        tuple(dict.fromkeys([*labels[1:], *sorted([*aliases, *further])])),
        max(values[Kind.SITELINKS], default=0),
        tuple(sorted({f"Q{one}" for one in values[Kind.CLASS]})),
        next(iter(values[Kind.DESCRIPTION]), ""),
        detail_of(sum(values[Kind.CLAIMS])),
    )
