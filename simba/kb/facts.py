"""Where facts come from: what the stages ask of a store, be it the embedded one or a remote endpoint.

A question asks twice: for the facts of all its queries at once, then for the texts of what it shows. A store that is at
hand looks each of them up as it is needed; one that is far away sends a request for all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from simba.answer import Value
from simba.query import Form

MAX_VALUES = 1000
"""Values taken of one query; of a longer list, which ones is the store's choice."""

MAX_NEIGHBOURS = 500
"""Statements looked at from an entity, and as many to it; where there are more, what is among them is no evidence."""


class Found(NamedTuple):
    """The different values of a form, in the same order from every store, and whether it has more than those."""

    values: tuple[Value, ...]
    truncated: bool = False


def found(rows: Collection[Value | None]) -> Found:
    """Put the values of different rows in order, the shorter first (so entities come by their numbers), and cut them.

    A query is asked for one row more than `MAX_VALUES`, to see whether it has more; a row of an unknown value is None.
    """
    ordered = sorted(
        {value for value in rows if value is not None},
        key=lambda value: (len(value.value), value.value, value.datatype or ""),
    )
    return Found(tuple(ordered[:MAX_VALUES]), len(rows) > MAX_VALUES)


class Neighbour(NamedTuple):
    """An entity one step away from another: by which property, and whether that leads from it to the other."""

    source: str
    property: str
    reverse: bool
    entity: str
    classes: frozenset[str]
    """What it is an instance of, and its occupations."""


class Facts(Protocol):
    """What some forms denote; of what is unknown, nothing."""

    def values(self, form: Form, /) -> Found:
        """The values that the form's SPARQL returns."""

    def classes(self, identifier: str, /) -> frozenset[str]:
        """The classes that an entity among the values is an instance of."""


class Texts(Protocol):
    """What people read of some entities; None where there is no such text."""

    def label(self, identifier: str, /) -> str | None:
        """The label in Russian, else in English, else in any language."""

    def description(self, identifier: str, /) -> str | None:
        """The description in Russian, else in English, else in any language."""


class FactStore(Facts, Texts, Protocol):
    """Facts, labels and classes of all entities."""

    def select(self, sparql: str, /) -> tuple[Value, ...]:
        """The values of the query's only variable, without labels."""

    def gather(self, forms: Sequence[Form], /) -> Facts:
        """The facts of these forms, to be asked for them and for the classes of what they lead to."""

    def neighbours(self, identifiers: Collection[str], /) -> tuple[Neighbour, ...]:
        """The entities one step away from these, either way: of each, at most `MAX_NEIGHBOURS` a way."""

    def describe(self, identifiers: Collection[str], /) -> Texts:
        """The texts of these entities, to be asked for no others."""

    def usual(self, classes: Collection[str], prop: str, /, *, reverse: bool) -> float | None:
        """The share, 0 to 1, of entities of these classes that have the property; None where that is not known."""
