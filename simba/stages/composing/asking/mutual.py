"""Whether two are to each other what a noun or verb says: "братья ли X и Y", "X и Y — соседи", "X и Y граничат?"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simba.query import And, Exists, Hop, Path, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.sets.parts import Denotation

TRIED = 2
"""Namesakes tried of each of the two."""


def mutual(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether what holds both ways, or the relation of a noun in the plural and of no name, holds between two names."""
    scene = question.scene
    said = {(one.property, one.words) for one in question.held()}
    said |= {(one.rule.property, one.words) for one in question.stated()}
    for name, told in sorted(said, key=lambda one: (one[0], sorted(one[1]))):
        own = (
            frozenset(one for one in told if not scene.named_outright(one))
            if name in scene.sets.mutual
            else ()
        )
        if own:
            yield from _between(question, words | own, [(name, name)])
    known = scene.constructions.nouns
    for noun in scene.tokens:
        if noun.lemma not in known or noun.index in words or scene.named_outright(noun.index):
            continue
        whose = (scene.tokens[kid] for kid in scene.children(noun.index) if scene.named_outright(kid))
        if noun.features.get("Number") != "Plur" or any(one.relation == "nmod" for one in whose):
            continue
        relations = [(relation.path, relation.name) for relation in known[noun.lemma][:TRIED]]
        yield from _between(question, words | {noun.index}, relations)


def _between(
    question: SpecialQuestion, said: frozenset[int], relations: list[tuple[str, str]]
) -> Iterator[Denotation]:
    """Whether one of the paths, with its name, leads from one to the other of the two whom "и" joins."""
    scene = question.scene
    own = said | scene.with_lemma(scene.words.copulas | scene.words.having)
    nouns = frozenset(one for one in said if scene.tokens[one].pos == "NOUN")
    pairs = [group for group in question.arguments(own, nouns) if len(group) == 2]
    for first, second in pairs[:1]:
        for one, other in product(question.entities(first)[:TRIED], question.entities(second)[:TRIED]):
            if one.explained & other.explained:
                continue
            for number, (to, name) in enumerate(relations):
                steps = path(to)
                form = Exists(And(Hop(one.form, steps), other.form), Hop(one.form, Path(steps.steps[:1])))
                score = scene.weights.hint + scene.weights.later * number
                yield one.with_other(other, form, own, score, (name,))
