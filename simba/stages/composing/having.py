"""What has a thing: "страна, столица которой Варшава", "по роману какого писателя": owner to thing, turned round."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Hop, path
from simba.stages.composing.parts import Denotation
from simba.stages.composing.scene import Scene

MAX_WAYS = 4


def owners(
    scene: Scene, part: Denotation, thing: int, words: frozenset[int], score: float
) -> Iterator[Denotation]:
    """Who or what has what a part denotes, as the noun for it says; ``words`` are the construction's."""
    for number, (to, why) in enumerate(ways(scene, thing)):
        reverse = path(to).reversed()
        yield Denotation(
            Hop(part.form, reverse),
            part.score + score + scene.weights.next_way * number,
            part.explained | words,
            (*part.why, why),
            dead=part.dead or not scene.leads_along(part.form, str(reverse)),
            presupposed=part.presupposed,
            kinds=part.kinds,
        )


def ways(scene: Scene, thing: int) -> list[tuple[str, str]]:
    """The paths from who has a thing to the thing, with their names."""
    return list(dict(_ways(scene, thing)).items())[:MAX_WAYS]


def _ways(scene: Scene, thing: int) -> Iterator[tuple[str, str]]:
    for relation in scene.constructions.nouns.get(scene.tokens[thing].lemma, []):
        if not relation.beside and not relation.adjectives:
            yield relation.path, relation.name
    for fired in scene.fired:
        if fired.words == {thing}:
            yield f"{'^' if fired.reverse else ''}{fired.rule.property}", fired.rule.name
    classes = scene.classes(thing)
    for relation in scene.constructions.relations:
        if relation.genitive and classes and relation.of and scene.is_a(classes, relation.of):
            yield relation.path, relation.name
