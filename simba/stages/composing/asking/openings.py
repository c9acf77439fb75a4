"""A claim with one of its names left open, as a question: "Волга впадает в Каспий" as "что впадает"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import And, Entity, Hop, Step
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import PERSON
from simba.stages.composing.question.wordforms import inflected
from simba.stages.composing.question.wordings import Phrasing
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.widening import wider

TRIED = 2
"""Entities that are tried for a name."""
MAX_SORTS = 2


def openings(
    question: SpecialQuestion, heads: list[int], without: frozenset[int]
) -> Iterator[tuple[Denotation, Denotation]]:
    """What the claim says of each of its names, and that name."""
    clauses = question.clauses
    for head in heads:
        for named in question.entities(head)[:TRIED]:
            if named.explained == {head} and _is_kind(question, head):
                continue
            rest = clauses.main - without - named.explained
            rest -= frozenset(_prepositions(question, head))
            for part in clauses.open(rest, _questions(question, head, named, rest)):
                if part.explained & named.explained or not _may_be(question, named, part):
                    continue
                beside = _beside(question, heads, part.explained | named.explained)
                part = part.with_words(beside)
                yield part, named
                if (wide := wider(question.scene, part)) is not None:
                    yield wide, named


def _may_be(question: SpecialQuestion, named: Denotation, part: Denotation) -> bool:
    """Whether what is named may be such a value at all: something has it, or it is of a class of such values."""
    scene = question.scene
    members = part.form.members if isinstance(part.form, And) else (part.form,)
    for one in members:
        step = one.path.steps[0] if isinstance(one, Hop) and len(one.path.steps) == 1 else None
        if not isinstance(one, Hop) or not isinstance(step, Step):
            continue
        if step.inverse and not _is_named(question, named):
            return False  # "есть ли у него прозвище" tells nothing of what is called so
        valued = part._replace(form=one.source) if step.inverse else named
        if not isinstance(valued.form, Entity) or scene.leads(valued.form, step.property, True):
            continue
        values = {
            of
            for held, _ in scene.constructions.holds.every
            if held.property == step.property
            for of in held.values
        }
        if not scene.is_a(question.classes(valued), values):
            return False
    return True


def _is_named(question: SpecialQuestion, named: Denotation) -> bool:
    """Whether capitals or quotes set a name apart, or nothing in the question has any."""
    scene = question.scene
    return any(map(scene.named_outright, named.explained)) or not any(
        map(scene.named_outright, range(len(scene.tokens)))
    )


def _beside(question: SpecialQuestion, heads: list[int], explained: frozenset[int]) -> frozenset[int]:
    """Where something with a name of its own is: "мост Луиша I в Порту"."""
    scene = question.scene
    return frozenset(
        below
        for head in heads
        if scene.named_outright(head) or any(map(scene.named_outright, scene.children(head)))
        for kid in scene.children(head)
        if head in explained and kid not in explained and scene.tokens[kid].relation == "nmod"
        if scene.case(kid) in scene.words.placing and scene.named_outright(kid)
        for below in scene.parse.subtree(kid)
    )


def _is_kind(question: SpecialQuestion, head: int) -> bool:
    """Whether a common noun says of what kind something is rather than what it is: "городе", "году"."""
    scene = question.scene
    if scene.named_outright(head):
        return False
    return bool(scene.classes(head)) or scene.tokens[head].lemma in scene.words.periods


def _prepositions(question: SpecialQuestion, head: int) -> list[int]:
    scene = question.scene
    return [i for i in scene.children(head) if scene.tokens[i].relation in {"case", "fixed"}]


def _questions(
    question: SpecialQuestion, head: int, named: Denotation, rest: frozenset[int]
) -> list[Phrasing]:
    """The wordings that ask for a name by its case, its preposition and its classes."""
    scene = question.scene
    words = scene.words
    case = scene.tokens[head].case
    person, thing = words.asking[case]
    classes = question.classes(named)
    asking = [[person]] if scene.is_a(classes, [PERSON]) or not classes else []
    asking += [[thing]]
    sorts = [noun for noun, of in words.sorts.items() if scene.is_a(classes, of)]
    asking += [[inflected(words.which, case), inflected(noun, case)] for noun in sorts[:MAX_SORTS]]
    before = [scene.tokens[i].folded for i in _prepositions(question, head)]
    asked = [[*before, *some] for some in asking]
    asked += [[place] for place, (said, _, of) in words.places.items() if before == [said] and of == case]
    said = [
        (words.lies if scene.tokens[i].lemma in words.lying else scene.tokens[i].folded, i)
        for i in sorted(rest)
        if scene.tokens[i].is_word
    ]
    return [scene.respoken([*((word, None) for word in some), *said]) for some in asked]
