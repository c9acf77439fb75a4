"""How long, how often, since and until when something held: the qualifiers of statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations, product

from simba.query import (
    IT,
    Condition,
    Count,
    Difference,
    Form,
    Has,
    Hop,
    Lacks,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    path,
)
from simba.query.forms import DatePart, Order
from simba.stages.composing.asking.comparing import named_offices
from simba.stages.composing.asking.questions import ENDS, NAMESAKES, OFFICE, STARTS, SpecialQuestion
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.sets.offices import in_office
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import times
from simba.stages.composing.sets.ranks import NUMBER

PREDECESSOR = "P1365"
FOR_WORK = {"P166": "P1686"}
"""The qualifiers that tell what a statement is for."""


def tenure(question: SpecialQuestion) -> Iterator[Denotation]:
    """How long somebody held an office, or was married: completed years, or days where these are asked for; where the
    question says that it is still so, until today.
    """
    in_days = not question.scene.words.days.isdisjoint(token.lemma for token in question.scene.tokens)
    lasted = Difference(Qualifier("P580"), Qualifier("P582"), "days" if in_days else "age")
    over = any(token.features.get("Tense") == "Past" for token in question.scene.tokens)
    for subject in question.sources(question.words("tenure")):
        link = subject.link
        if link is not None and link.property == OFFICE and link.reverse and not link.conditions:
            continue  # all who ever held an office have no one length
        held = question.made(subject, Statement(OFFICE, subject.form, None, (), lasted), "tenure")
        yield held._replace(dead=held.dead or not question.scene.leads(subject.form, OFFICE, False))
    for subject, value, name, words in question.pairs(question.words("tenure")):
        form = Statement(name, subject.form, value.form, (), lasted)
        yield question.paired(subject, value, form, words, "tenure")
        if not over:
            so_far = Difference(Qualifier("P580"), question.today(), lasted.unit)
            alive = question.alive(subject.form)
            form = Statement(name, alive, value.form, (Lacks("P582"),), so_far)
            made = question.paired(subject, value, form, words, "tenure")
            yield made._replace(score=made.score + question.scene.weights.later)


def terms(question: SpecialQuestion) -> Iterator[Denotation]:
    """How many times somebody held an office."""
    scene = question.scene
    said = times(scene, question.clauses.main)[:1]
    for subject, value, name, words in question.pairs(question.words("count")):
        every = Statement(name, subject.form, value.form, (), "statement")
        made = question.paired(subject, value, Count(every), words, "count")
        yield made
        for time in said:
            for number, conditions in enumerate(time.conditions(becoming=False)):
                then = Count(replace(every, conditions=conditions))
                score = made.score + scene.weights.later * number
                yield made._replace(form=then, score=score, explained=made.explained | time.words)


def number(question: SpecialQuestion) -> Iterator[Denotation]:
    """Which in turn somebody was in an office."""
    for subject, value, name, words in question.pairs(question.words("number")):
        if name in question.scene.sets.numbered:
            form = Statement(name, subject.form, value.form, (), Qualifier(NUMBER))
            yield question.paired(subject, value, form, words, "number")


def since(question: SpecialQuestion, kind: Kind) -> Iterator[Denotation]:
    """From or until when something held."""
    part = question.scene.asked_part
    weights = question.scene.weights
    turn, own = question.turn()
    said = question.words(kind) | _year_when(question)
    nouns = frozenset(one for one in said if question.scene.is_noun(one))  # "дата вступления X в должность"
    for subject, value, name, words in question.pairs((said & question.asking()) | nouns | own):
        told = [_told_of_no_more(), *_for_work(question, said, subject.explained | value.explained, name)]
        for number, when in enumerate(ENDS if kind == "until" else STARTS):
            for conditions, explained, cost in told:
                dates = Statement(name, subject.form, value.form, conditions, Qualifier(when))
                form = question.parted(dates, subject.form, name) if kind == "until" else dates
                if turn is not None:
                    form = Rank(form, IT, turn)
                made = question.paired(
                    subject,
                    value,
                    _in_part(form, part),
                    words | own | said | explained,
                    kind,
                )
                yield made._replace(score=made.score + weights.marked + weights.later * number + cost)
    yield from _succeeding(question, said, part)
    yield from _enthroned(question, kind, said & question.asking() | nouns | own)


Told = tuple[tuple[Condition, ...], frozenset[int], float]
"""Conditions on a statement, the words that say them, and what is against them."""


def _told_of_no_more() -> Told:
    return (), frozenset(), 0.0


def _for_work(
    question: SpecialQuestion, said: frozenset[int], apart: frozenset[int], name: str
) -> Iterator[Told]:
    """For which work an award was, where the question names one beside: "получил «Оскар» за «Пианиста»"."""
    if name not in FOR_WORK:
        return
    for group in question.arguments(said & question.asking()):
        if len(group) > 1 or question.scene.case(group[0]) is None:
            continue
        for work in question.entities(group[0])[:NAMESAKES]:
            if not work.explained & apart and any(map(question.scene.named_outright, work.explained)):
                yield (Has(FOR_WORK[name], work.form),), work.explained, work.score


def _succeeding(
    question: SpecialQuestion, said: frozenset[int], asked: DatePart | None
) -> Iterator[Denotation]:
    """When somebody came into an office after another: "когда X сменил Y на посту министра"."""
    scene = question.scene
    verbs = scene.with_lemma(scene.words.succeeding)
    groups = question.arguments((said & question.asking()) | verbs) if verbs else []
    heads = [group[0] for group in groups if len(group) == 1]
    cases = {head: scene.tokens[head].features.get("Case") for head in heads}
    for first, second in permutations(heads, 2):
        if cases[first] != "Nom":
            continue  # who comes is the subject
        for one, other in product(*(question.entities(head)[:NAMESAKES] for head in (first, second))):
            names = one.explained | other.explained
            if one.explained & other.explained or not scene.leads(one.form, OFFICE, False):
                continue
            for office in named_offices(question, names) or [None]:
                value = office.form if office is not None else None
                came = Statement(
                    OFFICE, one.form, value, (Has(PREDECESSOR, other.form),), Qualifier(STARTS[0])
                )
                words = said | verbs | in_office(scene)
                words |= office.explained if office is not None else frozenset()
                marked = scene.weights.marked
                yield one.with_other(other, _in_part(came, asked), words, marked, ("сменил",))


def _enthroned(question: SpecialQuestion, kind: Kind, said: frozenset[int]) -> Iterator[Denotation]:
    """From or until when somebody was in an office at all: "взошёл на престол"."""
    throne = question.enthroned()
    order: Order = "desc" if kind == "until" else "asc"
    for subject in question.sources(said | throne) if throne else ():
        for number, when in enumerate(ENDS if kind == "until" else STARTS):
            form = Rank(Statement(OFFICE, subject.form, None, (), Qualifier(when)), IT, order)
            made = question.made(subject, form, kind)
            score = made.score + question.scene.weights.later * number
            yield made._replace(score=score, explained=made.explained | said | throne)


def throughout(question: SpecialQuestion) -> Iterator[Denotation]:
    """From when until when somebody held an office, was married or lived: both dates."""
    scene = question.scene
    said = question.words("throughout")
    part = scene.asked_part if scene.asked_part == "century" else None
    for subject, value, name, words in question.pairs(said):
        both = (Statement(name, subject.form, value.form, (), Qualifier(when)) for when in (STARTS[0], *ENDS))
        form = _in_part(Or(*both), part)
        made = question.paired(subject, value, form, words | in_office(scene), "throughout")
        yield made._replace(score=made.score + scene.weights.marked)
    reigned = scene.with_lemma(scene.words.thrones)
    throne = in_office(scene) | reigned
    lived = scene.with_lemma(scene.words.living)
    for subject in question.sources(said | throne | lived) if throne or lived else ():
        dates: list[Form] = [Hop(subject.form, path(one)) for one in ("P569", "P570")]
        if throne:
            dates = [Statement(OFFICE, subject.form, None, (), Qualifier(one)) for one in (STARTS[0], *ENDS)]
        made = question.made(subject, _in_part(Or(*dates), part), "throughout")
        yield made.with_words(throne | lived)


def _in_part(date: Form, part: DatePart | None) -> Form:
    return date if part is None else Part(date, part)


def _year_when(question: SpecialQuestion) -> frozenset[int]:
    """The noun before "когда": "год, когда X получил ..."."""
    words = [token for token in question.scene.tokens if token.is_word]
    return frozenset(
        one.index
        for one, after in pairwise(words)
        if after.folded == "когда" and one.lemma in question.scene.words.periods
    )
