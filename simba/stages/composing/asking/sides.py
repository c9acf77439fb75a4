"""The noun phrases on either side of "или": "кто старше: режиссёр «Сталкера» или тот, кто написал к нему музыку"."""

from __future__ import annotations

from simba.query import Entity
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.scales import is_measure

MARKS = frozenset({":", ",", "-", "—"})
"""What may part two things that are offered from what is asked of them."""
TRIED = 3
"""Readings tried of each side."""


def sides(question: SpecialQuestion) -> tuple[list[Denotation], list[Denotation]] | None:
    """What the two sides denote; None where both are plain names, or either is not understood or a measure."""
    scene = question.scene
    joint = next((t.index for t in scene.tokens if _joins(scene, t.index)), None)
    if joint is None:
        return None
    first, second = _head(scene, _start(scene, joint), joint), _head(scene, joint + 1, len(scene.tokens))
    if first is None or second is None or is_measure(scene, first) or is_measure(scene, second):
        return None
    left = _parts(question, first, range(joint))
    right = _parts(question, second, range(joint + 1, len(scene.tokens)))
    plain = all(isinstance(part.form, Entity) for part in (*left[:1], *right[:1]))
    return (left, right) if left and right and not plain else None


def _joins(scene: Scene, index: int) -> bool:
    token = scene.tokens[index]
    return token.folded in scene.words.either and not scene.quoted(token)


def _start(scene: Scene, joint: int) -> int:
    """Where the first side begins: behind the mark that follows what asks, or right behind a comparative."""
    degrees = [t.index for t in scene.tokens[:joint] if t.folded in scene.constructions.comparatives]
    last = max([*degrees, *(i for i in range(joint) if scene.asks(i))], default=-1)
    colon = next((t.index for t in scene.tokens[:joint] if t.folded == ":" and not scene.quoted(t)), None)
    if colon is not None:
        return colon + 1
    marks = (t.index for t in scene.tokens[last + 1 : joint] if t.folded in MARKS and not scene.quoted(t))
    return next(marks, last) + 1 if degrees else joint


def _head(scene: Scene, start: int, end: int) -> int | None:
    """The noun that a phrase begins with, adjectives and prepositions aside."""
    return next((i for i in range(start, end) if scene.is_nominal(i)), None)


def _parts(question: SpecialQuestion, head: int, side: range) -> list[Denotation]:
    """The readings of a side that explain the most of it."""
    found = [
        part
        for part in question.nouns.parts(head)
        if anchored(part.form) and not part.dead and all(i in side for i in part.explained)
    ]
    whole = max((len(part.explained) for part in found), default=0)
    return [part for part in found if len(part.explained) == whole][:TRIED]
