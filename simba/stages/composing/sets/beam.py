"""The few readings of a phrase that are worth going on with."""

from __future__ import annotations

from collections.abc import Iterable

from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation

BEAM = 10
"""Readings kept of a phrase."""
DEAD = 3
"""Readings kept though they lead nowhere: they say what was asked."""


def best(scene: Scene, parts: Iterable[Denotation], beam: int = BEAM) -> list[Denotation]:
    """The best different ones: those that explain more, and have less against them."""
    parts = list(parts)
    if len(parts) < 2:
        return parts
    per_word, worth = scene.weights.explained, scene.worth
    values = [part.score + per_word * worth[part.explained] for part in parts]
    alive: list[Denotation] = []
    dead: list[Denotation] = []
    first: dict[object, int] = {}
    for place in sorted(range(len(parts)), key=values.__getitem__, reverse=True):
        part = parts[place]
        kept, most = (dead, DEAD) if part.dead else (alive, beam)
        if len(kept) < most and first.setdefault((part.form, part.explained), place) == place:
            kept.append(part)
    return alive + dead
