"""A claim with one of its names left open, as a question: "Волга впадает в Каспий" as "что впадает"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import SpecialQuestion
from simba.stages.composing.scene import PERSON
from simba.stages.composing.wordforms import CASES, inflected
from simba.stages.composing.wordings import Wording

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
                if not part.explained & named.explained:
                    yield part, named


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
) -> list[Wording]:
    """The wordings that ask for a name by its case, its preposition and its classes."""
    scene = question.scene
    words = scene.words
    case = CASES.get(scene.tokens[head].features.get("Case", ""), "nomn")
    person, thing = words.asking[case]
    classes = question.classes(named)
    asking = [[person]] if scene.is_a(classes, [PERSON]) or not classes else []
    asking += [[thing]]
    sorts = [noun for noun, of in words.sorts.items() if scene.is_a(classes, of)]
    asking += [[inflected(words.which, case), inflected(noun, case)] for noun in sorts[:MAX_SORTS]]
    before = [scene.tokens[i].folded for i in _prepositions(question, head)]
    asked = [[*before, *some] for some in asking]
    asked += [[place] for place, (said, _, of) in words.places.items() if before == [said] and of == case]
    said = [(scene.tokens[i].folded, i) for i in sorted(rest) if scene.tokens[i].is_word]
    return [scene.respoken([*((word, None) for word in some), *said]) for some in asked]
