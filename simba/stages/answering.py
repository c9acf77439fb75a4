"""Stage 6, its second half: the readings' queries are run in their order, until one returns an acceptable answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from simba.answer import Value
from simba.kb.facts import Facts, FactStore
from simba.query import And, Class, Count, Form, Hop, Part
from simba.stages.answer_type import AnswerTypes
from simba.stages.composing import Composition
from simba.stages.interrogative import Interrogative
from simba.stages.ranking import Reading


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reading that was tried: what was asked, the values it returned, and those of them that can answer."""

    reading: Reading
    form: Form
    """The reading's form or, where values of the class that is asked for were found, that form with this condition."""
    values: tuple[Value, ...]
    accepted: tuple[Value, ...]
    of_class: bool
    """Whether the values are of the class that is asked for, if any."""
    truncated: bool = False


def answer(
    store: FactStore,
    types: AnswerTypes,
    readings: Sequence[Reading],
    composition: Composition,
    interrogative: Interrogative,
    asked: frozenset[str],
) -> tuple[Attempt, ...]:
    """The readings that were tried, the last of them one with values of the asked class if there is any."""
    fitting = [
        reading
        for reading in readings
        if reading.candidate is None
        or reading.proposal is None
        or types.fits(reading.candidate.entity.classes, reading.proposal)
    ]
    facts = store.gather(
        [
            *(reading.form for reading in composition.readings),
            *(form for one in fitting for form in (_narrowed(one.form, asked), one.form) if form),
        ]
    )
    tried: list[Attempt] = []
    for composed in (True, False) if composition.first else (False, True):
        if composed:
            tried += _composed(facts, types, composition.readings, interrogative)
        else:
            some = _attempts(facts, types, fitting, interrogative, asked)
            tried += [replace(one, accepted=()) if _left_out(one, composition) else one for one in some]
        if any(attempt.accepted and attempt.of_class for attempt in tried):
            break
    return tuple(tried)


def _left_out(attempt: Attempt, composition: Composition) -> bool:
    """Whether a one-hop reading leaves out what the composed ones say, and might answer another question."""
    form = attempt.reading.form
    return form in composition.refused or (form in composition.dated and len(attempt.accepted) > 1)


def _composed(
    facts: Facts, types: AnswerTypes, readings: Sequence[Reading], interrogative: Interrogative
) -> Iterator[Attempt]:
    """The composed readings, up to the first that answers."""
    for reading in readings:
        found = facts.values(reading.form)
        accepted = types.expected(found.values, facts, interrogative)
        if isinstance(reading.form, Count):  # that nothing is known is no count
            accepted = tuple(value for value in accepted if value.value != "0")
        yield Attempt(reading, reading.form, found.values, accepted, True, found.truncated)
        if accepted:
            return


def chosen(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that answers: the first of the asked class, else the first with acceptable values."""
    accepted = [attempt for attempt in attempts if attempt.accepted]
    return next((attempt for attempt in accepted if attempt.of_class), None) or next(iter(accepted), None)


def _attempts(
    facts: Facts,
    types: AnswerTypes,
    readings: Sequence[Reading],
    interrogative: Interrogative,
    asked: frozenset[str],
) -> Iterator[Attempt]:
    entity = None
    for reading in readings:
        if entity is not None and reading.candidate and reading.candidate.entity.id != entity:
            continue
        attempt = _try(reading, facts, types, interrogative, asked)
        yield attempt
        if attempt.accepted and attempt.of_class:
            return
        if attempt.accepted:  # the entity is the right one: only its other properties may do better
            entity = reading.candidate.entity.id if reading.candidate else None


def _try(
    reading: Reading, facts: Facts, types: AnswerTypes, interrogative: Interrogative, asked: frozenset[str]
) -> Attempt:
    plain = _run(reading, reading.form, facts, types, interrogative, of_class=not asked)
    narrowed = _narrowed(reading.form, asked)
    if narrowed is None or not (plain.accepted or plain.truncated):
        return plain
    of_class = _run(reading, narrowed, facts, types, interrogative, of_class=True)
    if not of_class.accepted:
        return plain
    # Where all values are of the class anyway, the simpler query says the same.
    same = of_class.accepted == plain.accepted and not plain.truncated
    return replace(plain, of_class=True) if same else of_class


def _run(
    reading: Reading,
    form: Form,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    *,
    of_class: bool,
) -> Attempt:
    found = facts.values(form)
    year = isinstance(form, Part)
    assert reading.proposal is not None  # it is of one hop
    accepted = types.acceptable(found.values, facts, interrogative, reading.proposal, year=year)
    return Attempt(reading, form, found.values, accepted, of_class, found.truncated)


def _narrowed(form: Form, asked: frozenset[str]) -> Form | None:
    """The form with the condition that its values are of the asked class."""
    return And(form, Class(*sorted(asked))) if asked and isinstance(form, Hop) else None
