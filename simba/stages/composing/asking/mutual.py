"""Whether two are to each other what a noun says: "братья ли X и Y", "X и Y — однопартийцы", "были X и Y соседями"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simba.query import And, Exists, Hop, Path, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.sets.parts import Denotation

TRIED = 2
"""Namesakes tried of each of the two."""


def mutual(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether the relation of a noun that stands in the plural, and of no name, holds between two names."""
    scene = question.scene
    known = scene.constructions.nouns
    for noun in scene.tokens:
        if noun.lemma not in known or noun.index in words or scene.named_outright(noun.index):
            continue
        whose = (scene.tokens[kid] for kid in scene.children(noun.index) if scene.named_outright(kid))
        if noun.features.get("Number") != "Plur" or any(one.relation == "nmod" for one in whose):
            continue
        own = words | {noun.index}
        own |= {t.index for t in scene.tokens if t.lemma in scene.words.copulas}
        pairs = [group for group in question.arguments(own, frozenset({noun.index})) if len(group) == 2]
        for first, second in pairs[:1]:
            for one, other in product(question.entities(first)[:TRIED], question.entities(second)[:TRIED]):
                if one.explained & other.explained:
                    continue
                for number, relation in enumerate(known[noun.lemma][:TRIED]):
                    to = path(relation.path)
                    yield Denotation(
                        Exists(And(Hop(one.form, to), other.form), Hop(one.form, Path(to.steps[:1]))),
                        one.score + other.score + scene.weights.later * number,
                        one.explained | other.explained | own,
                        (*one.why, *other.why, relation.name),
                    )
