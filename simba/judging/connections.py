"""Which entities statements join: in a few that are known, or in a whole store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from simba.common.vocabulary import is_entity_id, is_property_id
from simba.judging.judgement import Connection
from simba.kb.facts import Facts, entity_ids
from simba.query import And, Entity, Hop, Path, Step

REMEMBERED = 20_000
"""Steps whose ends are remembered."""


class Connections(Protocol):
    """Where steps lead, and whether nothing else is true than what is told here."""

    complete: bool
    """Whether what is not told here is not so."""

    def __hash__(self) -> int:
        """By identity: what they tell is remembered."""

    def beyond(self, entity: str, prop: str, reverse: bool, /) -> Sequence[str]:
        """The entities that a property leads to, or in reverse comes from; of very many, some."""

    def joins(self, source: str, prop: str, target: str, /) -> bool:
        """Whether the first entity has the second as a value of the property."""


class KnownConnections:
    """A handful of connections, as a sample's graph has them: what is not there may be so all the same."""

    complete = False

    def __init__(self, connections: Iterable[Connection]) -> None:
        self._known = frozenset(connections)
        self._forward: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._reverse: dict[tuple[str, str], list[str]] = defaultdict(list)
        for one in sorted(self._known):
            self._forward[one.source, one.property].append(one.target)
            self._reverse[one.target, one.property].append(one.source)

    def beyond(self, entity: str, prop: str, reverse: bool) -> Sequence[str]:
        """The entities that a property leads to, or in reverse comes from."""
        return (self._reverse if reverse else self._forward).get((entity, prop), [])

    def joins(self, source: str, prop: str, target: str) -> bool:
        """Whether they are joined so."""
        return Connection(source, prop, target) in self._known


class StoredConnections:
    """What a store knows."""

    complete = True

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.beyond = lru_cache(maxsize=REMEMBERED)(self._beyond)

    def _beyond(self, entity: str, prop: str, reverse: bool) -> Sequence[str]:
        if not (is_entity_id(entity) and is_property_id(prop)):
            return []
        found = self._facts.values(Hop(Entity(entity), Path((Step(prop, reverse),))))
        return entity_ids(found.values)

    def joins(self, source: str, prop: str, target: str) -> bool:
        """Whether they are joined so; either has few enough statements to be looked through, or the store is asked."""
        if not (is_entity_id(source) and is_entity_id(target) and is_property_id(prop)):
            return False
        form = Hop(Entity(source), Path((Step(prop),)))
        found = self._facts.values(form)
        if not found.truncated:
            return target in self.beyond(source, prop, False)
        return bool(self._facts.values(And(form, Entity(target))).values)
