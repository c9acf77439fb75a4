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
    Path,
    Rank,
    Step,
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
    judge = _Judge(facts, types, readings, interrogative, asked)
    denied: list[Attempt] = []
    only_yes = False  # whether one as good can but say that it is so
    for reading in readings:
        claim = reading.form if isinstance(reading.form, Exists) else None
        if denied and (claim is None or reading.score <= denied[0].reading.score - AS_GOOD):
            break
        attempt = judge.attempt(reading)
        if claim is not None and attempt.accepted and attempt.accepted[0].value == _denial(claim):
            denied.append(replace(attempt, accepted=()) if only_yes else attempt)
            continue
        only_yes |= claim is not None and reading.presupposed == claim.claimed
        yield from (replace(one, accepted=()) for one in denied if attempt.accepted)
        yield attempt
        if attempt.accepted:
            return
    yield from denied


class _Judge:
    """Says which values of the composed readings of one question may be its answer."""

    def __init__(
        self,
        facts: Facts,
        types: AnswerTypes,
        readings: Sequence[Reading],
        interrogative: Interrogative,
        asked: AskedClass | None,
    ) -> None:
        self._facts, self._types, self._readings = facts, types, readings
        self._interrogative, self._asked = interrogative, asked
        noun = interrogative.noun
        self._several = asked if noun is not None and noun.features.get("Number") == "Plur" else None
        self._of_class_in_vain = False
        """Whether a reading before this one found nothing of the class of which several are asked for."""
        self._untrue: set[tuple[str, ...]] = set()
        """By what readings before this one compare two, of which it is the other that is more so."""

    def attempt(self, reading: Reading) -> Attempt:
        """What a reading finds, and what of that is accepted."""
        found = self._facts.values(reading.form)
        accepted = self._expected(reading, found.values)
        if accepted and self._is_in_vain(reading):
            accepted = ()
        for keep in (self._counted, self._not_begun_with, self._called_otherwise, self._called_so):
            accepted = keep(reading.form, accepted)
        accepted = self._of_several(reading.form, accepted)
        if self._several is not None and _says_class(reading.form, self._several):
            self._of_class_in_vain |= not found.values
        if self._is_another(reading, accepted):
            accepted = ()
        return Attempt(reading, reading.form, found.values, accepted, True, found.truncated)

    def _expected(self, reading: Reading, found: tuple[Value, ...]) -> tuple[Value, ...]:
        """What is of the kind that the question asks for, or, whatever it is, one of those that it names."""
        if isinstance(reading.form, More) or _is_one_of_named(reading.form, found):
            return found
        return self._types.expected(found, self._facts, self._interrogative, reading.asks)

    def _is_in_vain(self, reading: Reading) -> bool:
        """Whether what a reading finds tells nothing, by what is known beside it."""
        form, facts = reading.form, self._facts
        if reading.presupposed is not None and not facts.values(reading.presupposed).values:
            self._untrue.add(properties(form))
            return True
        if isinstance(form, Difference) and properties(form) in self._untrue:
            return True  # who is younger is not older than a namesake by so many years
        if UNTOLD in reading.why:  # whatever has parts or people, of which none is called as was asked
            return True
        if isinstance(form, Count) and _may_be_more(form, facts):
            return True
        first = self._readings[0]
        if _is_of_namesake(reading, first, facts) or _picks_otherwise(form, first.form, facts):
            return True
        # That nothing is known to be so does not tell of what it is not so.
        return not all(facts.values(one).values for one in excepted(form))

    def _counted(self, form: Form, accepted: tuple[Value, ...]) -> tuple[Value, ...]:
        """Without a count of nothing, as nothing is known; and less than a day is not told in days, nor than a year."""
        if isinstance(form, Count) or (isinstance(form, Difference) and form.unit in {"days", "years"}):
            return tuple(value for value in accepted if value.value != "0")
        return accepted

    def _not_begun_with(self, form: Form, accepted: tuple[Value, ...]) -> tuple[Value, ...]:
        """Without what the form starts from: what leads back there tells nothing."""
        begun = _started_from(form)
        return tuple(value for value in accepted if entity_id(value.value) not in begun)

    def _called_otherwise(self, form: Form, accepted: tuple[Value, ...]) -> tuple[Value, ...]:
        """Without what is called as the question says already, or as no such person is."""
        kept = _not_so_called(form, accepted, self._facts)
        return _different_names(form, not_called_otherwise(form, kept, self._facts))

    def _called_so(self, form: Form, accepted: tuple[Value, ...]) -> tuple[Value, ...]:
        """Of all that a place lies in, or that may have members, only what is called as was asked."""
        asked, up = self._asked, climbs(form)
        if not up and (asked is None or not _ends_in_ways(form)):
            return accepted
        unmet = asked.unmet(accepted, self._facts) if asked is not None else accepted
        if not up and len(unmet) == len(accepted):
            return accepted
        return tuple(value for value in accepted if value not in unmet)

    def _of_several(self, form: Form, accepted: tuple[Value, ...]) -> tuple[Value, ...]:
        """Nothing of another class where none of the asked one was found: where nothing is known to be an opera, "какие
        оперы" asks for no other works.
        """
        several = self._several
        if several is None or not self._of_class_in_vain or _says_class(form, several):
            return accepted
        return () if len(several.unmet(accepted, self._facts)) == len(accepted) else accepted

    def _is_another(self, reading: Reading, accepted: tuple[Value, ...]) -> bool:
        """Whether what is found is known to be of another class than the asked one, of which the form says nothing."""
        form, asked = reading.form, self._interrogative
        placed = asked.type == CLASSED and not reading.related and not _is_classed(form)
        classed = placed or isinstance(form, Entity)
        return classed and self._types.is_another(accepted, self._facts, asked, self._asked)


def _started_from(form: Form) -> frozenset[str]:
    """The entities from which steps lead to what a form denotes."""
    match form:
        case Hop():
            return frozenset(entities(form))
        case And(members):
            return frozenset().union(*map(_started_from, members))
    return frozenset()


def _may_be_more(form: Count, facts: Facts) -> bool:
    """Whether only things of a class, or people of a trade, are counted, and of some others it is not known of what
    class they are, or that they have another trade.
    """
    every = of_any_class(form)
    things = (entity_id(value.value) for value in facts.values(every).values) if every is not None else ()
    return any(one is not None and not facts.classes(one) for one in things)


def of_any_class(form: Form) -> Hop | None:
    """What a count takes those of some class or trade from, if they are one step away from a thing."""
    match form:
        case Count(And((one, Hop(Entity()) as every) | (Hop(Entity()) as every, one))) if _is_kind(one):
            return None if _is_kind(every) else every
    return None


def _is_kind(form: Form) -> bool:
    """Whether a form says of what class, or of what trade, its members are."""
    match form:
        case Class() | Hop(path=Path((*_, Step("P106", inverse=True)))):
            return True
    return False


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


def _picks_otherwise(form: Form, first: Form, facts: Facts) -> bool:
    """Whether a form goes on from another pick by the measure by which the first one picked somebody, of whom no more
    is known: the highest point of the smallest country is not that of another.
    """
    for pick in prefixes(first):
        if isinstance(pick, Rank) and pick != first and facts.values(pick).values:
            others = (one for one in walk(form) if isinstance(one, Rank) and one.measure == pick.measure)
            return any(one != pick and one.order == pick.order for one in others)
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


def _not_so_called(form: Form, values: tuple[Value, ...], facts: Facts) -> tuple[Value, ...]:
    """The values without namesakes of what is left out by name, nor what is named itself, be it a kind: a river
    is meant, not the wine Madeira, and argon, not what is argon.
    """
    if not isinstance(form, Without):
        return values
    apart = form.excluded.members if isinstance(form.excluded, Or) else (form.excluded,)
    names = {facts.label(one.id) for one in apart if isinstance(one, Entity)} - {None}
    kinds = {kind for one in apart if isinstance(one, Class) for kind in one.ids}
    things = ((value, entity_id(value.value) or "") for value in values)
    return tuple(value for value, thing in things if thing not in kinds and facts.label(thing) not in names)


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
