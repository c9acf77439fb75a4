"""Where facts come from: what the stages ask of a store, be it the embedded one or a remote endpoint.

A question asks twice: for the facts of all its queries at once, then for the texts of what it shows. A store that is at
hand looks each of them up as it is needed; one that is far away sends a request for all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from simba.answer import Value


class Hop(NamedTuple):
    """A step from an entity along a property: to its values, or in reverse to the entities that have it as a value."""

    entity: str
    property: str
    reverse: bool = False


class Facts(Protocol):
    """What some hops lead to; of what is unknown, it returns nothing."""

    def neighbours(self, identifier: str, prop: str, /, *, reverse: bool = False) -> tuple[Value, ...]:
        """The different values of an entity's direct claims, or in reverse the entities that have it as a value."""

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

    def gather(self, hops: Sequence[Hop], /) -> Facts:
        """The facts of these hops, to be asked for them and for the classes of what they lead to."""

    def describe(self, identifiers: Collection[str], /) -> Texts:
        """The texts of these entities, to be asked for no others."""
