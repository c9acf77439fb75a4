"""Yes or no: whether it is so, "no" only where the subject has other values of the property."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simba.query import And, Class, Entity, Exists, Form, Hop, More, path
from simba.stages.composing.comparing import comparative
from simba.stages.composing.constructions import Measure
from simba.stages.composing.covering import apart
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import Held, SpecialQuestion
from simba.stages.composing.ranks import measured
from simba.stages.lexicon import ComposingWeights

TRIED = 3
"""Readings tried of each of two noun phrases."""


def claim(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether it is so, of any two noun phrases of the question; ``words`` are those that ask for a yes or no."""
    scene = question.scene
    own = frozenset(i for held in question.held() for i in held.words if scene.tokens[i].pos == "NOUN")
    absorbed = frozenset(index for index in own if not scene.named_outright(index))
    heads = [group[0] for group in question.arguments(words) if len(group) == 1]
    heads += [group[0] for group in question.arguments(words, absorbed) if len(group) == 1]
    groups = list(dict.fromkeys(heads))
    compares = comparative(question)
    if compares:
        yield from _told_apart(question, words, compares)
    for first, second in ((a, b) for a in groups for b in groups if a != b):
        for subject, other in product(
            question.nouns.parts(first)[:TRIED], question.nouns.parts(second)[:TRIED]
        ):
            if subject.explained & other.explained:
                continue
            pair = Denotation(
                other.form,
                subject.score + other.score,
                subject.explained | other.explained | words,
                (*subject.why, *other.why),
            )
            if isinstance(subject.form, Entity):
                yield from _is_what(question, subject.form, other, pair)
                if compares and first < second:
                    yield from _is_more(scene.weights, subject.form, pair, compares)
            if not compares:
                yield from _by_rules(question, subject, other, pair)
                yield from _by_relations(question, subject, other, pair)


def _told_apart(
    question: SpecialQuestion, words: frozenset[int], compares: list[tuple[Measure, bool, frozenset[int]]]
) -> Iterator[Denotation]:
    """Whether the first of two names is more so than the second, however a parser hangs them."""
    scene = question.scene
    names = apart(scene.covering)
    if len(names) != 2:
        return
    (first, ones), (second, others) = names
    for one, other in product(ones[:TRIED], others[:TRIED]):
        subject, compared = Entity(one[0].entity.id), Entity(other[0].entity.id)
        why = (one[0].entity.name, other[0].entity.name)
        pair = Denotation(compared, one[1] + other[1], first | second | words, why)
        if subject != compared:
            yield from _is_more(scene.weights, subject, pair, compares)


def _is_what(
    question: SpecialQuestion, subject: Entity, other: Denotation, pair: Denotation
) -> Iterator[Denotation]:
    """Whether the subject is what a noun says: "президентом США", "столица Германии", "планетой"."""
    scene = question.scene
    own = frozenset(t.index for t in scene.tokens if t.lemma in scene.words.copulas)
    if isinstance(other.form, Class):
        known: Form = Hop(subject, path("P31"))
    elif other.link is not None:
        known = Hop(subject, path(other.link.property)) if other.link.reverse else other.form
    else:
        return
    form = Exists(And(other.form, subject), known)
    yield pair._replace(form=form, score=pair.score + scene.weights.named, explained=pair.explained | own)


def _is_more(
    weights: ComposingWeights,
    subject: Entity,
    pair: Denotation,
    compares: list[tuple[Measure, bool, frozenset[int]]],
) -> Iterator[Denotation]:
    """Whether the subject is more so than the other: "Марс больше Земли"."""
    for measure, most, own in compares:
        more = More(measured(measure), "desc" if most else "asc", subject, pair.form)
        yield Denotation(
            Exists(And(subject, more), more),
            pair.score + weights.compared,
            pair.explained | own,
            (*pair.why, measure.name),
        )


def _by_rules(
    question: SpecialQuestion, subject: Denotation, other: Denotation, pair: Denotation
) -> Iterator[Denotation]:
    """By a property that a rule proposes, of whose values the other may be one."""
    for one in question.stated():
        if one.words & (subject.explained | other.explained):
            continue
        if not question.scene.leads(other.form, one.rule.property, True):
            continue  # nothing has such a value: it is no value of this property
        known = Hop(subject.form, path(one.rule.property))
        yield Denotation(
            Exists(And(known, other.form), known),
            pair.score + one.merit + (question.scene.weights.turned if one.reverse else 0.0),
            pair.explained | one.words,
            (*pair.why, one.why),
        )


def _by_relations(
    question: SpecialQuestion, subject: Denotation, other: Denotation, pair: Denotation
) -> Iterator[Denotation]:
    """By a relation whose words the question has."""
    scene = question.scene
    for held in question.held():
        if not isinstance(other.form, Entity) or not scene.leads(subject.form, held.property, False):
            continue
        heard = scene.leads(other.form, held.property, True)
        if not heard and not _is_value(question, other, held):
            continue
        known = Hop(subject.form, path(held.property))
        wider = Hop(subject.form, path(held.path)) if held.path else known
        if held.path and scene.is_a(question.classes(other), scene.sets.countries):
            known = Hop(subject.form, path(f"{held.property}/P17"))
        value: Form = other.form
        if wide := scene.sets.wider.get(held.property):
            value = Hop(value, path(wide))
        yield Denotation(
            Exists(And(wider, value), known),
            pair.score + scene.weights.unheard * (-1 if heard else 1),
            pair.explained | (held.words - subject.explained - other.explained),
            (*pair.why, held.property),
        )


def _is_value(question: SpecialQuestion, other: Denotation, held: Held) -> bool:
    classes = question.classes(other)
    return bool(classes) and question.scene.is_a(classes, held.values)
