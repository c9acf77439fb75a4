"""Where facts come from: what the stages ask of a store, be it the embedded one or a remote endpoint.

A question asks up to three times: which steps lead anywhere where it may be composed of several, for the facts of all
its queries at once, and for the texts of what it shows. A store that is at hand looks each of them up as it is needed;
one that is far away sends a request for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.fullvalues import FullValues
from simba.kb.standing import Standing
from simba.query import Form

T = TypeVar("T")
MAX_VALUES = 1000
"""Values taken of one query; of a longer list, which ones is the store's choice."""

MAX_NEIGHBOURS = 500
"""Statements looked at from an entity, and as many to it; where there are more, what is among them is no evidence."""


def _nothing() -> Sequence[Form]:
    return ()


@dataclass(frozen=True, slots=True)
class WantedFacts:
    """What a question wants to know at once."""

    forms: Sequence[Form]
    """Those to be asked for, with the classes of what they lead to; the first are the most important."""
    named: bool = False
    """Whether also for what that and its classes are called in Russian."""
    placed: bool = False
    """Whether also for the countries that it lies in."""
    about: Collection[str] = ()
    """Entities and properties whose texts may be shown, beside those of the forms."""
    beside: Callable[[], Sequence[Form]] = _nothing
    """Forms that a later stage may want: a store that is far away asks for them as well, one request less."""


class Found(NamedTuple):
    """The different values of a form, in the same order from every store, and whether it has more than those."""

    values: tuple[Value, ...]
    truncated: bool = False


def entity_ids(values: Iterable[Value]) -> list[str]:
    """The identifiers of the entities among some values."""
    return [one for value in values if (one := entity_id(value.value)) is not None]


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

    def label(self, identifier: str, /) -> str | None:
        """What an entity among the values, or a class of one, is called in Russian, if that was asked for."""

    def description(self, identifier: str, /) -> str | None:
        """The Russian description of an entity among the values, if that was asked for."""


class Texts(Protocol):
    """What people read of some entities; None where there is no such text."""

    def label(self, identifier: str, /) -> str | None:
        """The label in Russian, else in English, else in any language."""

    def description(self, identifier: str, /) -> str | None:
        """The description in Russian, else in English, else in any language."""


class RankedTexts(Texts, Protocol):
    """What people read of some entities, and how well known they are."""

    def standing(self, identifier: str, /) -> Standing:
        """How well known an entity is and where it lies, if that was asked for."""


class Neighbours(NamedTuple):
    """Entities one step away from others, and what they are called in Russian."""

    found: tuple[Neighbour, ...]
    texts: Texts


class Gatherer(Protocol):
    """What finds the facts of several forms at once."""

    def gather(self, wanted: Callable[[], WantedFacts], /) -> Facts:
        """The facts of the forms, to be asked for them and for the classes of what they lead to.

        What is ``wanted`` is put together only for a store that is far away.
        """

    def joined(self, pairs: Collection[tuple[str, str]], /) -> frozenset[tuple[str, str]]:
        """Those of the pairs of entities that a statement joins, one way or the other."""


class FactStore(Gatherer, Facts, RankedTexts, Protocol):
    """Facts, labels and classes of all entities."""

    def select(self, sparql: str, /) -> tuple[Value, ...]:
        """The values of the query's only variable, without labels."""

    def foresee(self, work: Callable[[Gatherer], object], /) -> None:
        """Ask ahead for all that some work of several steps is about to ask.

        A store that is far away has it done once for that, by a gatherer that knows nothing, and sends one request.
        """

    def full_values(self, form: Form, /) -> FullValues:
        """The units and precisions of a form's values, as far as they are known."""

    def neighbours(self, identifiers: Collection[str], /) -> Neighbours:
        """The entities one step away from these, either way: of each, at most `MAX_NEIGHBOURS` a way."""

    def describe(
        self, identifiers: Collection[str], /, *, ranked: Collection[str] = (), named: Collection[str] = ()
    ) -> RankedTexts:
        """The texts of these entities, the labels of those to be ``named``, and the standing of those to be ranked:
        of several their sitelinks, of a single one also its countries with their labels.

        It is to be asked for no others.
        """


class StepLookup(Protocol):
    """Which steps lead anywhere, for whoever tries many of them."""

    def leads(self, entity: str, name: str, reverse: bool, /) -> bool:
        """Whether an entity has a value of a property, or in reverse is one, as far as is known."""

    def leading(self, entity: str, steps: Collection[tuple[str, bool]], /) -> list[tuple[str, bool]]:
        """Those of many steps from an entity, each a property and whether it is taken in reverse, that `leads`."""

    def lands(self, entity: str, name: str, classes: Collection[str], /) -> bool:
        """Whether an entity has values of a property, and all of them are of the classes, as far as that is at hand."""

    def settled(self, work: Callable[[], T], ahead: Callable[[T], WantedFacts], /) -> T:
        """What some work that asks `leads` comes to when all is known that it asked for.

        What is wanted once it has come to that may be asked for ``ahead``, with what it may come to.
        """
