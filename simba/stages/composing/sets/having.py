"""What has a thing: "страна, столица которой Варшава", "по роману какого писателя": owner to thing, turned round."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Hop, path
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.parts import Denotation

MAX_WAYS = 4


def owners(
    scene: Scene,
    part: Denotation,
    thing: int,
    words: frozenset[int],
    score: float,
    asking: frozenset[int] | None = None,
) -> Iterator[Denotation]:
    """Who or what has what a part denotes, as the noun for it says; ``words`` are the construction's."""
    for number, (to, why) in enumerate(ways(scene, thing, asking)):
        reverse = path(to).reversed()
        yield Denotation(
            Hop(part.form, reverse),
            part.score + score + scene.weights.later * number,
            part.explained | words,
            (*part.why, why),
            dead=part.dead or not scene.leads_along(part.form, str(reverse)),
            presupposed=part.presupposed,
            kinds=part.kinds,
        )


def told_by(scene: Scene, thing: int) -> frozenset[int]:
    """The noun for a thing with its adjectives: "самая высокая точка"."""
    near = (i for i in scene.children(thing) if scene.tokens[i].relation in {"amod", "det"})
    return frozenset({thing, *(word for i in near for word in scene.parse.subtree(i))})


def ways(scene: Scene, thing: int, asking: frozenset[int] | None = None) -> list[tuple[str, str]]:
    """The paths from who has a thing to the thing, with their names.

    Where it is known which words ask for the owner, rules may spell them out too, and a class of things will not do.
    """
    return list(dict(_ways(scene, thing, asking)).items())[:MAX_WAYS]


def _ways(scene: Scene, thing: int, asking: frozenset[int] | None) -> Iterator[tuple[str, str]]:
    told = told_by(scene, thing)
    lemmas = {scene.tokens[index].lemma for index in told}
    for relation in scene.constructions.nouns.get(scene.tokens[thing].lemma, []):
        if not relation.beside and (not relation.adjectives or not lemmas.isdisjoint(relation.adjectives)):
            yield relation.path, relation.name
    for fired in scene.fired:
        words = fired.words - (asking or frozenset())
        if thing in words and (words == {thing} or (asking is not None and words <= told)):
            whose = (
                scene.noun is None and words != fired.words
            )  # "чьим сыном": the owner is what the rule answers
            yield f"{'^' if fired.reverse != whose else ''}{fired.rule.property}", fired.rule.name
    if asking is not None:
        return
    noun, classes = scene.tokens[thing], scene.classes(thing)
    person = is_animate(noun)
    for relation in scene.constructions.governing(None):
        if PERSON in relation.of if person else scene.is_kind(noun, classes, relation.of):
            yield relation.path, relation.name
