"""The few readings of a phrase that are worth going on with."""

from __future__ import annotations

from collections.abc import Iterable

from simba.stages.composing.parts import Denotation
from simba.stages.composing.scene import Scene

BEAM = 10
"""Readings kept of a phrase."""
DEAD = 3
"""Readings kept though they lead nowhere: they say what was asked."""


def best(scene: Scene, parts: Iterable[Denotation], beam: int = BEAM) -> list[Denotation]:
    """The best different ones: those that explain more, and have less against them."""

    def worth(part: Denotation) -> float:
        return part.score + scene.weights.explained * sum(
            scene.weight(scene.tokens[index]) for index in part.explained
        )

    found: dict[object, Denotation] = {}
    for part in sorted(parts, key=worth, reverse=True):
        found.setdefault((part.form, part.explained), part)
    kept = list(found.values())
    return [*(one for one in kept if not one.dead)][:beam] + [one for one in kept if one.dead][:DEAD]
