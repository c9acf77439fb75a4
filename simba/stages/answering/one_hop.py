"""Readings of one hop are tried in their order, up to the first that returns an acceptable answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from simba.answer import Value
from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF, entity_id
from simba.kb.facts import Facts
from simba.query import And, Class, Form, Hop, Part
from simba.russian.morphology import lemmas, may_be
from simba.russian.text import fold
from simba.stages.answer_type import LITERALS, AnswerTypes
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import CLASSED, LITERALS_ASKED, Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.ranking import Reading

FEW = 2
"""So many people may be told though none is known for what the question calls them: a poet may be "певец Клондайка"."""


def try_one_hop(
    facts: Facts,
    types: AnswerTypes,
    readings: Sequence[Reading],
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Iterator[Attempt]:
    """The readings of one hop, up to the first that answers with values of the asked class, if any is."""
    entity, unknown = None, False
    for reading in readings:
        if entity is not None and reading.candidate and reading.candidate.entity.id != entity:
            continue
        if unknown and reading.sister and reading.proposal and not reading.proposal.rule.answer:
            continue  # where the firm sits may well be a town: what is one is rather where it was founded
        attempt = _try(reading, facts, types, interrogative, asked)
        yield attempt
        if attempt.accepted and tells_kind(reading):
            continue  # of what kind a namesake is, may be no answer to what was asked
        if attempt.accepted and attempt.of_class:
            return
        if attempt.accepted:  # the entity is the right one: only its other properties may do better
            entity = reading.candidate.entity.id if reading.candidate else None
            unknown |= not reading.sister and not any(_is_something(one, facts) for one in attempt.accepted)


def _try(
    reading: Reading,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Attempt:
    classes = asked.classes if asked is not None else frozenset()
    untold = asked is None or not (asked.classes or asked.exact)
    plain = _run(reading, reading.form, facts, types, interrogative, of_class=untold)
    narrowed = narrow(reading.form, classes)
    if narrowed is not None and (plain.accepted or plain.truncated):
        of_class = _run(reading, narrowed, facts, types, interrogative, of_class=True)
        if of_class.accepted:
            # Where all values are of the class anyway, the simpler query says the same.
            same = of_class.accepted == plain.accepted and not plain.truncated
            return replace(plain, of_class=True) if same else of_class
    if asked is None or not plain.accepted or interrogative.type in LITERALS_ASKED:
        return plain
    return _told_by_noun(plain, facts, types, interrogative, asked)


def _told_by_noun(
    plain: Attempt,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass,
) -> Attempt:
    """The attempt with what the asked noun says of its values, none of them of the class by the class tree.

    A rule that spells the noun out knows what its values are called, and a value of which nothing is known may be
    anything; but the other properties of a group hold other things as well, and so do those that lead backwards.
    """
    reading, noun = plain.reading, interrogative.noun
    assert reading.proposal is not None  # it is of one hop
    assert noun is not None
    backwards = reading.proposal.rule.direction == "reverse"
    spelled = reading.proposal.explains(noun.span) and not reading.sister and not backwards
    another = types.is_another(plain.accepted, facts, interrogative, asked)
    # Mountains and islands in the plural are called by one of their class or by all of it.
    classed = interrogative.type in {CLASSED, "place"} and noun.features.get("Number") != "Plur"
    known = not asked.classes or all(_is_something(one, facts) for one in plain.accepted)
    classed = (classed and not reading.proposal.is_named_by(noun.lemma)) or (asked.exact and known)
    if spelled and not (another and classed):
        # What the rule calls so itself is no worse than what a sister finds of that class: "какой пост занимал X".
        told = any(may_be(fold(word), "VERB", 1) for word in reading.unexplained)
        sure = not told and interrogative.type not in {CLASSED, "person", "group"}
        return replace(plain, of_class=plain.of_class or sure)
    unmet = asked.unmet(plain.accepted, facts)
    if not unmet:
        return replace(plain, of_class=True)
    if interrogative.type == "person" and not (spelled or interrogative.covers(noun.span)):
        # "Кто из муз": not all whose father is known; but what people do is seldom all told.
        others = [one for one in unmet if types.is_nobody(one, facts)]
        if len(plain.accepted) > 1 and others:
            return replace(plain, accepted=tuple(one for one in plain.accepted if one not in others))
    if backwards and interrogative.type == "person" and len(unmet) == len(plain.accepted) > FEW:
        return replace(
            plain, accepted=()
        )  # of all who were born in a place, none is known for a chess player
    if noun.features.get("Number") == "Sing" and len(unmet) < len(plain.accepted):
        # Of a castle and a table, the castle is the one.
        met = tuple(one for one in plain.accepted if one not in unmet or not _is_something(one, facts))
        plain = replace(plain, accepted=met, of_class=len(met) + len(unmet) == len(plain.accepted))
    nobody = interrogative.type is None and noun.features.get("Animacy") == "Inan" and not spelled
    if (
        reading.sister
        or another
        or too_many(plain.accepted, interrogative, asked)
        or (nobody and types.are_people(plain.accepted, facts))  # "какие корабли участвовали"
    ):
        return replace(plain, accepted=())
    return plain


def too_many(values: Sequence[Value], interrogative: Interrogative, asked: AskedClass) -> bool:
    """Whether any of several values may be the one asked for: nothing is called what it is ("какой галоген")."""
    noun = interrogative.noun
    one = noun is not None and noun.features.get("Number") == "Sing"
    return one and not asked.classes and len(values) > 1


def unmet_of(attempt: Attempt, facts: Facts, asked: AskedClass) -> list[Value]:
    """The values that neither their classes nor what they are called show to be of the asked class."""
    return asked.unmet(attempt.accepted, facts)


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
    company = reading.candidate.company if reading.candidate is not None else ()
    if company and all(entity_id(value.value) in company for value in accepted):
        accepted = ()  # what the question says is no answer to it
    if (
        interrogative.type == "name"
        and reading.proposal.rule.answer
        and reading.proposal.rule.answer <= LITERALS
    ):
        accepted = ()  # under what name somebody was born is no date, whatever the verb alone may ask for
    if (
        reading.sister and interrogative.type == "person" and interrogative.noun is None
    ):  # no author said that these answer "who"
        accepted = types.somebody(accepted, facts)
    answer = reading.proposal.rule.answer
    if len(accepted) > 1 and interrogative.type == "person" and (not answer or "person" in answer):
        accepted = types.apart_from_things(accepted, facts)
    if accepted and interrogative.noun is not None:
        accepted = _unnamed(accepted, reading, facts)
    return Attempt(reading, form, found.values, accepted, of_class, found.truncated)


def _unnamed(values: tuple[Value, ...], reading: Reading, facts: Facts) -> tuple[Value, ...]:
    """The values but those that the question names beside what it is about: "с какой страной Бразилия делит ..." asks
    for another.
    """
    names = [lemmas(fold(word)) for word in reading.unexplained if word[:1].isupper()]
    said = frozenset(chain.from_iterable(names))

    def named(value: Value) -> bool:
        label = facts.label(one) if (one := entity_id(value.value)) else None
        return label is not None and all(not said.isdisjoint(lemmas(word)) for word in fold(label).split())

    return tuple(value for value in values if not named(value)) if said else values


def _is_something(value: Value, facts: Facts) -> bool:
    """Whether it is known of what class a value is."""
    return bool(facts.classes(entity_id(value.value) or ""))


def tells_kind(reading: Reading) -> bool:
    """Whether a reading says of what kind a thing is."""
    rule = reading.proposal.rule if reading.proposal is not None else None
    return rule is not None and rule.direction == "forward" and rule.property in {INSTANCE_OF, SUBCLASS_OF}


def narrow(form: Form, asked: frozenset[str]) -> Form | None:
    """The form with the condition that its values are of the asked class."""
    return And(form, Class(*sorted(asked))) if asked and isinstance(form, Hop) else None
