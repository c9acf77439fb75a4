"""Composed readings are tried in their order, up to the first that returns an acceptable answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts
from simba.query import (
    And,
    Called,
    Choice,
    Class,
    Count,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Or,
    Rank,
    Text,
    Without,
    entities,
    prefixes,
    properties,
    walk,
)
from simba.russian.text import fold
from simba.stages.answer_type import AnswerTypes
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import CLASSED, Attempt
from simba.stages.composing.sets.climbing import climbs
from simba.stages.composing.sets.nouns import UNTOLD
from simba.stages.composing.sets.sexes import SEX, not_called_otherwise
from simba.stages.interrogative import Interrogative
from simba.stages.ranking import Reading

TOLD_OF_ALL = frozenset({SEX, "P570"})
"""What is known of everybody whom it is true of: that nobody is left out for it means nothing."""
AS_GOOD = 0.4
"""A reading of a claim that scores so much less than another is worse."""


def try_composed(
    facts: Facts,
    types: AnswerTypes,
    readings: Sequence[Reading],
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Iterator[Attempt]:
    """The composed readings, up to the first that answers; "no" where no reading as good says "yes"."""
    denied: list[Attempt] = []
    noun = interrogative.noun
    several = asked if noun is not None and noun.features.get("Number") == "Plur" else None
    of_class_in_vain = False
    for reading in readings:
        if denied and not (
            isinstance(reading.form, Exists) and reading.score > denied[0].reading.score - AS_GOOD
        ):
            break
        found = facts.values(reading.form)
        accepted = types.expected(found.values, facts, interrogative, reading.asks)
        if isinstance(reading.form, More) or _is_one_of_named(reading.form, found.values):
            accepted = found.values  # one of those that the question names, whatever it is
        if accepted and reading.presupposed is not None and not facts.values(reading.presupposed).values:
            accepted = ()
        if UNTOLD in reading.why:  # whatever has parts or people, of which none is called as was asked
            accepted = ()
        if isinstance(reading.form, Count):  # that nothing is known is no count
            accepted = tuple(value for value in accepted if value.value != "0")
            if accepted and _may_be_more(reading.form, facts):
                accepted = ()
        if accepted and _is_of_namesake(reading, readings[0], facts):
            accepted = ()
        if accepted and not all(facts.values(one).values for one in excepted(reading.form)):
            accepted = ()  # that nothing is known to be so does not tell of what it is not so
        # Less than a day is not told in days.
        if isinstance(reading.form, Difference) and reading.form.unit == "days":
            accepted = tuple(value for value in accepted if value.value != "0")
        begun = _started_from(reading.form)  # what leads back there tells nothing
        accepted = tuple(value for value in accepted if entity_id(value.value) not in begun)
        accepted = _different_names(reading.form, not_called_otherwise(reading.form, accepted, facts))
        up, ways = climbs(reading.form), _ends_in_ways(reading.form)
        if up or (ways and asked is not None):
            # Of all that a place lies in, or that may have members, only what is called as was asked.
            unmet = asked.unmet(accepted, facts) if asked is not None else accepted
            if up or len(unmet) < len(accepted):
                accepted = tuple(value for value in accepted if value not in unmet)
        if several is not None and _says_class(reading.form, several):
            of_class_in_vain |= not found.values
        elif (
            several is not None and of_class_in_vain and len(several.unmet(accepted, facts)) == len(accepted)
        ):
            accepted = ()  # where nothing is known to be an opera, "какие оперы" asks for no other works
        placed = interrogative.type == CLASSED and not reading.related and not _is_classed(reading.form)
        classed = placed or isinstance(reading.form, Entity)
        if classed and types.is_another(accepted, facts, interrogative, asked):
            accepted = ()
        attempt = Attempt(reading, reading.form, found.values, accepted, True, found.truncated)
        if accepted and isinstance(reading.form, Exists) and accepted[0].value == _denial(reading.form):
            denied.append(attempt)
            continue
        yield from (replace(one, accepted=()) for one in denied if accepted)
        yield attempt
        if accepted:
            return
    yield from denied


def _started_from(form: Form) -> frozenset[str]:
    """The entities from which steps lead to what a form denotes."""
    match form:
        case Hop():
            return frozenset(entities(form))
        case And(members):
            return frozenset().union(*map(_started_from, members))
    return frozenset()


def _may_be_more(form: Count, facts: Facts) -> bool:
    """Whether only things of a class are counted, and of some others it is not known of what class they are."""
    every = of_any_class(form)
    things = (entity_id(value.value) for value in facts.values(every).values) if every is not None else ()
    return any(one is not None and not facts.classes(one) for one in things)


def of_any_class(form: Form) -> Hop | None:
    """What a count takes those of some class from, if they are one step away from a thing."""
    match form:
        case Count(And((Class(), Hop(Entity()) as every) | (Hop(Entity()) as every, Class()))):
            return every
    return None


def _is_of_namesake(reading: Reading, first: Reading, facts: Facts) -> bool:
    """Whether it only asks of a namesake what the first reading asks: that came some way, where the town of Chekhov's
    birth is known, but not how many people live there.
    """
    if not set(first.why) <= set(reading.why):
        return False
    match next(prefixes(first.form), None), next(prefixes(reading.form), None):
        case Hop(Entity(meant), path) as begun, Hop(Entity(other), same) if path == same:
            namesake = meant != other and SEX not in properties(begun)
            return namesake and begun != first.form and bool(facts.values(begun).values)
    return False


def _is_one_of_named(form: Form, values: tuple[Value, ...]) -> bool:
    """Whether a form picks one of several that the question names: "кто раньше вступил в НАТО: X или Y"."""
    if not isinstance(form, Rank):
        return False
    named = set(entities(form))
    return bool(values) and all(entity_id(value.value) in named for value in values)


def excepted(form: Form) -> list[Hop]:
    """What a form leaves out that has something to do with a thing: "страны ЕС, которые не перешли на евро"."""
    apart = [one.excluded for one in walk(form) if isinstance(one, Without)]
    parts = [part for one in apart for part in (one.members if isinstance(one, Or) else (one,))]
    return [
        one
        for one in parts
        if isinstance(one, Hop) and isinstance(one.source, Entity) and TOLD_OF_ALL.isdisjoint(properties(one))
    ]


def _different_names(form: Form, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Of what something is called, the names that differ in more than capitals and ё, also from those that the question
    has; of any other form all values.
    """
    parts = walk(form)
    if not any(isinstance(one, Called) for one in parts):
        return values
    asked = {fold(one.value) for one in parts if isinstance(one, Text)}
    names = {fold(value.value): value for value in values}
    return tuple(value for name, value in names.items() if name not in asked)


def _says_class(form: Form, asked: AskedClass) -> bool:
    """Whether a form says itself that its members are of the asked class."""
    return any(isinstance(one, Class) and not asked.classes.isdisjoint(one.ids) for one in walk(form))


def _is_classed(form: Form) -> bool:
    """Whether a form says itself of what class its members are, be it by more than a noun: "регион России"."""
    return isinstance(form, And) and any(isinstance(one, Class) for one in form.members)


def _ends_in_ways(form: Form) -> bool:
    """Whether the last step of a form is any of several: "член какой партии" may tell a conference too."""
    return isinstance(form, Hop) and isinstance(form.path.steps[-1], Choice)


def _denial(form: Exists) -> str:
    """What says that the claim does not hold, or, where it denies something, that this does not."""
    return "true" if isinstance(form.source, Without) else "false"
