"""Where facts come from: what the stages ask of a store, be it the embedded one or a remote endpoint."""

from __future__ import annotations

from typing import Protocol

from simba.answer import Value


class FactStore(Protocol):
    """Facts, labels and classes of entities; of what is unknown, it returns nothing."""

    def select(self, sparql: str, /) -> tuple[Value, ...]:
        """The values of the query's only variable, without labels."""

    def neighbours(self, identifier: str, prop: str, /, *, reverse: bool = False) -> tuple[Value, ...]:
        """The different values of an entity's direct claims, or in reverse the entities that have it as a value."""

    def label(self, identifier: str, /) -> str | None:
        """The label in Russian, else in English, else in any language."""

    def description(self, identifier: str, /) -> str | None:
        """The description in Russian, else in English, else in any language."""

    def classes(self, identifier: str, /) -> frozenset[str]:
        """The classes that the entity is an instance of."""
