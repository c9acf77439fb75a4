"""Yes or no of a date or a number: "Пушкин родился в 1799 году?", "Высота Эвереста — 8848 метров?".

What is known may be rounder than what is said, or of another calendar: it is no "no" unless it clearly differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from simba.query import IT, Count, Date, Entity, Exists, Form, Hop, Number, Or, Where, Without, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import Time, dates_said, times
from simba.stages.composing.sets.thresholds import Scale, number_after, stated_in

TRIED = 3
"""Readings tried of each name."""
OLD_STYLE = 1923
"""The last year of dates that people also tell by the calendar of old."""
CALENDARS = 14
"""Days that may be between the two calendars, and one more."""
CLOSE = Fraction(1, 20)
"""A share of a number by which what is known may differ without a "no"."""
LARGE = 100_000
"""Numbers from here on are told rounded."""
PRECISE = Fraction(1, 1000)
"""The share by which at most it may differ where the answer is yes: what is said is rounded."""


def amounting(question: SpecialQuestion, heads: list[int], words: frozenset[int]) -> Iterator[Denotation]:
    """Whether a named thing has a date or a number that is said."""
    scene = question.scene
    clause = question.clauses.main
    said = times(scene, clause)
    spelt, verbs = dates_said(scene, clause) if len(said) == 1 else ("", frozenset[int]())
    verbs |= {one for one in clause if scene.tokens[one].lemma in scene.words.time_nouns}  # "год основания"
    for head in dict.fromkeys([*heads, *measured_things(scene)]):
        for named in question.entities(head)[:TRIED]:
            if not isinstance(named.form, Entity):
                continue
            for to in spelt.split("|") if spelt else ():
                if scene.leads(named.form, to, False):
                    yield _dated(named, named.form, said[0], to, verbs | words)
            yield from _measured(question, named, named.form, words)


def measured_things(scene: Scene) -> list[int]:
    """What may have a number or a date: what is named, the nouns below that of a measure ("плотность меди"), and what
    stands before a comparative.
    """
    words, measures = scene.constructions.comparatives, scene.constructions.measuring
    return [
        token.index
        for token in scene.tokens
        if scene.named_outright(token.index)
        or (
            token.index in scene.covering
            and (
                any(scene.tokens[one].lemma in measures for one in scene.parse.ancestors(token.index))
                or any(one.folded in words for one in scene.tokens[token.index + 1 : token.index + 2])
            )
        )
    ]


def _dated(named: Denotation, subject: Entity, time: Time, to: str, words: frozenset[int]) -> Denotation:
    dated = time.dated(named, to)
    return dated.remade(Exists(dated.form, _telling(dated.form, subject, time, to)), words)


def _telling(so: Form, subject: Entity, time: Time, to: str) -> Form:
    """What must be known for an answer: that it is so, or a date that speaks for a "no"."""
    known = Hop(subject, path(to))
    first, last = time.first, time.last
    if not isinstance(first, Date) or not isinstance(last, Date):
        return known
    if last.year <= OLD_STYLE:
        measure = Hop(IT, path(to))
        return Or(
            so,
            Where(subject, measure, "<", _moved(first, -CALENDARS)),
            Where(subject, measure, ">", _moved(last, CALENDARS)),
        )
    # A year that is known without its day stands as its first one.
    return Or(so, Without(known, Date(first.year, 1, 1)))


def _moved(day: Date, by: int) -> Date:
    moved = date(day.year, day.month, day.day) + timedelta(days=by)
    return Date(moved.year, moved.month, moved.day)


def _measured(
    question: SpecialQuestion, named: Denotation, subject: Entity, words: frozenset[int]
) -> Iterator[Denotation]:
    """Whether a measure of something is the number that is said."""
    scene = question.scene
    for token in scene.tokens:
        before = scene.tokens[token.index - 1].folded if token.index else ""
        if (
            before in scene.words.over | scene.constructions.comparatives.keys()
            or token.index in named.explained
        ):
            continue
        number, own = number_after(scene, token.index)
        if number is None or token.index - 1 in own or token.folded in scene.words.than:
            continue
        for scale, factor in stated_in(scene, named, question.classes(named), frozenset(own)):
            if isinstance(scale.form, Count) and number.denominator == 1:
                yield _counted(named, subject, scale, number.numerator, words | own)
            if not isinstance(scale.form, Hop):
                continue
            limit = number * factor
            near, far = _near(number) * factor, max(abs(limit) * CLOSE, Fraction(1, 2))
            yes = Where(
                Where(subject, scale.form, ">=", _number(limit - near)),
                scale.form,
                "<=",
                _number(limit + near),
            )
            known = Or(
                yes,
                Where(subject, scale.form, "<", _number(limit - far)),
                Where(subject, scale.form, ">", _number(limit + far)),
            )
            said = own | scale.words | words
            yield named.remade(Exists(yes, known), said, why=f"{number}: {scale.name}")
        return


def _counted(
    named: Denotation, subject: Entity, scale: Scale, number: int, words: frozenset[int]
) -> Denotation:
    """Whether there are as many as is said; that fewer are known is no "no"."""
    yes = Where(subject, scale.form, "=", Number(number))
    form = Exists(yes, Or(yes, Where(subject, scale.form, ">", Number(number))))
    return named.remade(form, scale.words | words, why=f"{number}: {scale.name}")


def _near(number: Fraction) -> Fraction:
    """By how much what is known may differ from a number: a large one was rounded to its last digit but zeros."""
    digit = Fraction(1)
    while number >= LARGE and number % (10 * digit) == 0:
        digit *= 10
    return max(min(abs(number) * PRECISE, digit / 2), Fraction(99, 100))


def _number(value: Fraction) -> Number:
    return Number(Decimal(value.numerator) / Decimal(value.denominator))
