"""Whether who is told is known to be of other states than the one he is asked from: "какой немец открыл X"."""

from __future__ import annotations

from collections.abc import Sequence

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts, entity_ids
from simba.query import And, Entity, Form, Hop, path
from simba.stages.ranking import Reading

CITIZENS, OF_THERE = path("^P27"), path("^P172|^P27")
STATES, PEOPLE = path("P27"), path("P172")
ENDED, WITHIN = path("P576"), path("P17|P131|P361")


def foreigners(
    form: Form, found: Sequence[Value], composed: Sequence[Reading], facts: Facts
) -> tuple[Value, ...]:
    """Those that a form found who are known not to be of the state that a composed reading asks of them, in vain.

    Whose heirs the people of a state were that is no more, is not told.
    """
    state = next((one for reading in composed if (one := _state(form, reading)) is not None), None)
    if state is None or not facts.values(Hop(state, CITIZENS)).values:
        return ()
    wider = _entities(Hop(state, WITHIN), facts) | {state.id}

    def is_foreign(value: Value) -> bool:
        person = Entity(entity_id(value.value) or "")
        states = _entities(Hop(person, STATES), facts)
        if not states or not wider.isdisjoint(states) or facts.values(Hop(person, PEOPLE)).values:
            return False
        return not any(facts.values(Hop(Entity(one), ENDED)).values for one in states)

    return tuple(value for value in found if value.type == "uri" and is_foreign(value))


def _state(form: Form, reading: Reading) -> Entity | None:
    """The state whose citizens a reading that leaves out nothing asks for among what a form denotes."""
    if reading.unexplained:
        return None
    own = form.members if isinstance(form, And) else (form,)
    match reading.form:
        case And(members) if all(one in members for one in own):
            return next((state for one in members if one not in own and (state := _whose(one))), None)
    return None


def _whose(form: Form) -> Entity | None:
    """The state of whose citizens, or of whose people, a form is."""
    match form:
        case Hop(Entity() as state, way) if way in (CITIZENS, OF_THERE):
            return state
    return None


def _entities(form: Form, facts: Facts) -> set[str]:
    return set(entity_ids(facts.values(form).values))
