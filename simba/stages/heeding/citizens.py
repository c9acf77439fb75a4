"""Whether who is told is known to be of other states than the one he is asked from: "какой немец открыл X"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simba.common.vocabulary import INSTANCE_OF, entity_id
from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.kb.indexed import HUMAN
from simba.query import And, Entity, Form, Hop, entities, path
from simba.stages.attempts import Attempt
from simba.stages.ranking import Reading

CITIZENS, OF_THERE = path("^P27"), path("^P172|^P27")
WAYS = (path("P27"), path("P172"), path("P27/P576"), path("P27/P1366*"), path("P27/P36/P17"))
"""Somebody's states, his people, when those ended, what came after them, and where their capitals lie today."""
KINDS = path(INSTANCE_OF)
WITHIN = path("P17|P131|P361")
ALIKE = 3
"""Letters that a people's name and the adjective have in common."""


def at_home(attempt: Attempt, composed: Sequence[Reading], store: Gatherer) -> Attempt:
    """The attempt without those who are known not to be of the state that a composed reading asks of them, in vain; of
    several of whom nothing is known, without all.

    Of a state that is no more, the heirs tell, or where its capital lies; and a people by its name: "немцы" are who is
    asked for by "немецкий".
    """
    asked = next((one for reading in composed for one in _asked(attempt, reading)), None)
    people = {
        value: Entity(name)
        for value in attempt.accepted
        if value.type == "uri" and (name := entity_id(value.value)) is not None
    }
    if asked is None or not people:
        return attempt
    state, called = asked
    citizens, around = Hop(state, CITIZENS), Hop(state, WITHIN)
    known = {value: [Hop(person, way) for way in (*WAYS, KINDS)] for value, person in people.items()}
    wanted = [citizens, around, *(one for some in known.values() for one in some)]
    facts = store.gather(lambda: WantedFacts(wanted, named=True))
    if not facts.values(citizens).values:
        return attempt
    home = {state.id, *entity_ids(facts.values(around).values)}

    def is_foreign(forms: Sequence[Hop]) -> bool:
        found = [facts.values(one).values for one in forms]
        states, peoples, _, heirs, capitals, _ = map(set, map(entity_ids, found))
        names = [name.lower() for name in map(facts.label, peoples) if name is not None]
        if not home.isdisjoint(states | heirs | capitals) or any(one.startswith(called) for one in names):
            return False
        ended = bool(found[2])
        return bool(names) or (bool(states) and (not ended or heirs > states or bool(capitals)))

    def is_unknown(forms: Sequence[Hop]) -> bool:
        states, peoples, *_, kinds = [facts.values(one).values for one in forms]
        return not states and not peoples and HUMAN in entity_ids(kinds)

    unknown = [value for value, forms in known.items() if is_unknown(forms)]
    away = {value for value, forms in known.items() if is_foreign(forms)} | set(
        unknown if len(unknown) > 1 else ()
    )
    left = tuple([one for one in attempt.accepted if one not in away])
    return attempt if len(left) == len(attempt.accepted) else replace(attempt, accepted=left)


def _asked(attempt: Attempt, reading: Reading) -> Iterator[tuple[Entity, tuple[str, ...]]]:
    """The states whose citizens a reading asks for, and an attempt does not, with how words begin that say so."""
    own, why = entities(attempt.form), attempt.reading.why
    match reading.form:
        case And(members):
            called = tuple([word[:ALIKE] for word in reading.why if word not in why and word.islower()])
            states = (state for one in members if (state := _whose(one)) is not None)
            yield from ((state, called) for state in states if state.id not in own)


def _whose(form: Form) -> Entity | None:
    """The state of whose citizens, or of whose people, a form is."""
    match form:
        case Hop(Entity() as state, way) if way in (CITIZENS, OF_THERE):
            return state
    return None
