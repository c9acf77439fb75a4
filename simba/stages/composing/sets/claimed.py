"""Relations that words for claims tell where no property rule does: "входящие в НАТО" are its members."""

from __future__ import annotations

from collections.abc import Iterable

from simba.grammar.rules import Rule
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordings import FiredRule

COPULAS = frozenset({"P39", "P106"})
"""Relations that no more than "был" may tell."""


def claimed(scene: Scene, tokens: Iterable[int], without: frozenset[str] = frozenset()) -> list[FiredRule]:
    """What the words of a clause say that the noun it tells of is to what it names."""
    said = scene.wording(tokens)
    found = []
    for one, pattern in scene.constructions.holds.within(said.text):
        if not one.lasting and one.property not in without and (place := pattern.find(said.text)):
            words = said.tokens(place.span, place.gaps)
            rule = Rule(one.property, one.name, "forward", frozenset(), frozenset())
            found.append(
                FiredRule(rule, words, words, scene.weights.doubt, rule.direction != "reverse", turned=True)
            )
    return found
