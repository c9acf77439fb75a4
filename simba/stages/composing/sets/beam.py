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
    parts.sort(key=lambda part: part.score + per_word * worth(part.explained), reverse=True)
    alive: list[Denotation] = []
    dead: list[Denotation] = []
    seen: set[object] = set()
    for part in parts:
        kept, most = (dead, DEAD) if part.dead else (alive, beam)
        if len(kept) < most and (key := (part.form, part.explained)) not in seen:
            seen.add(key)
            kept.append(part)
    return alive + dead
