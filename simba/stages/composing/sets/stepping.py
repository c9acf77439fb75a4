"""Steps from a part of the question along a property or a path, and words that a name and a rule both claim."""

from __future__ import annotations

from itertools import islice

from simba.query import Entity, Hop, path
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.climbing import climbs
from simba.stages.composing.sets.parts import Denotation, anchored, step

MANY = 2
"""Nouns that a rule spells out together, so that they say more than one alone ("автор либретто")."""
MAX_SISTERS, LATER = 2, 2
"""Sisters of a property that are tried for it; how many steps they come after it where it leads somewhere itself."""


def along_path(
    scene: Scene, source: Denotation, to: str, explained: frozenset[int], why: str, score: float
) -> Denotation:
    """What a path of the constructions leads to from a part."""
    reverse = to.startswith("^")
    name = to.lstrip("^")
    if name[1:].isdigit():
        dead = not scene.leads(source.form, name, reverse)
        return step(source, name, reverse=reverse, score=score, explained=explained, why=why, dead=dead)
    return Denotation(
        Hop(source.form, path(to)),
        source.score + score,
        source.explained | explained,
        (*source.why, why),
        dead=source.dead or not scene.leads_along(source.form, to),
        presupposed=source.presupposed,
        kinds=source.kinds,
    )


def along_rule(
    scene: Scene, source: Denotation, fired: FiredRule, apart: frozenset[int]
) -> Denotation | None:
    """What the rule that fired on a noun leads to from another; None where that has words of the noun's own.

    Nor is it asked of all that a place lies in, whatever that is: "мэр города, в котором родился X".
    """
    if (
        climbs(source.form)
        or source.explained & apart
        or not anchored(source.form)
        or clash(scene, source, fired.words)
    ):
        return None
    nouns = sum(scene.is_noun(one) for one in fired.words)
    return step(
        source,
        fired.rule.property,
        reverse=fired.reverse,
        score=fired.merit * scene.weights.noun_merit + (scene.weights.doubt if nouns < MANY else 0.0),
        explained=fired.words,
        why=fired.why,
        dead=not scene.leads(source.form, fired.rule.property, fired.reverse),
    )


def clash(scene: Scene, part: Denotation, words: frozenset[int]) -> bool:
    """Whether words would be a name's and a rule's at once; the noun before a name may be both ("фильма «Идиот»")."""
    if words.isdisjoint(part.explained):
        return False
    if not part.kinds.isdisjoint(words) and all(
        scene.asks(i) and i != scene.noun for i in words - part.kinds
    ):
        return True
    shared = (part.explained - part.kinds) & words
    if isinstance(part.form, Entity):
        return any(scene.named_outright(index) for index in shared) or bool(
            shared and shared == part.explained
        )
    return bool(shared)


def by_sisters(scene: Scene, source: Denotation, fired: FiredRule, made: Denotation) -> list[Denotation]:
    """What others lead to that hold the same fact as a rule's property ("победитель": P1346, ^P166).

    They are tried where that leads nowhere or, of some time, where it may not say when.
    """
    if source.dead or not isinstance(source.form, Entity):
        return []
    sisters = scene.sisters(fired.rule.property, reverse=fired.reverse)
    if not sisters:
        return []
    later = 0 if made.dead else LATER
    alive = (
        (name, back)
        for name, back, of_class in sisters
        if not of_class and scene.leads(source.form, name, back)
    )
    return [
        step(
            source,
            name,
            reverse=back,
            score=fired.merit + scene.weights.later * (number + later),
            explained=fired.words,
            why=fired.why,
            named=source.explained,
            asks=made.asks,
        )
        for number, (name, back) in enumerate(islice(alive, MAX_SISTERS), 1)
    ]
