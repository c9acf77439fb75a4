"""One-hop forms, as most tests ask a store for facts."""

from __future__ import annotations

from simba.answer import Value
from simba.kb.facts import Facts
from simba.query import Entity, Hop, path


def one_hop(entity: str, prop: str, *, reverse: bool = False) -> Hop:
    """An entity's values of a property, or in reverse the entities that have it as a value."""
    return Hop(Entity(entity), path("^" * reverse + prop))


def neighbours(facts: Facts, entity: str, prop: str, *, reverse: bool = False) -> tuple[Value, ...]:
    """What a one-hop form denotes."""
    return facts.values(one_hop(entity, prop, reverse=reverse)).values
