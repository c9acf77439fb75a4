"""Questions for who or what has a named thing: "у каких стран высшая точка — Монблан", "чьей столицей служит Рим".

So does "зятем какого химика был X".
"""

from __future__ import annotations

from collections.abc import Iterator

from simba.russian.morphology import readings
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.having import owners, told_by, ways
from simba.stages.composing.sets.parts import Denotation, anchored

BELONGS = "belonging"
"""What such a reading is marked by."""
KINDS, THINGS = 2, 3
"""Readings tried of the asked noun and of the named thing."""


def belonging(clauses: Clauses) -> Iterator[Denotation]:
    """Who or what has the one thing that a clause without a verb of its own names."""
    scene = clauses.scene
    asking = scene.interrogatives if scene.noun is None else scene.interrogatives | {scene.noun}
    if not _asks_owner(scene, asking):
        return
    copulas = scene.with_lemma(scene.words.copulas)
    for thing in sorted(clauses.main - asking):
        if thing == scene.noun or not scene.is_nominal(thing) or scene.named_outright(thing):
            continue
        own = told_by(scene, thing)
        if not ways(scene, thing, asking):
            continue
        below = frozenset() if scene.noun is None else frozenset(_own_words(scene, scene.noun))
        groups = arguments(scene, clauses.main - own - asking - below - copulas, own)
        if len(groups) != 1 or len(groups[0]) != 1:
            continue
        inner = Clauses(scene.without(own | asking | below | copulas)).nouns
        things = [one for one in inner.parts(groups[0][0]) if anchored(one.form) and not one.explained & own]
        for part in things[:THINGS]:
            words = own | asking | copulas
            for found in owners(scene, part, thing, words, scene.weights.marked, asking):
                owner = found._replace(why=(*found.why, BELONGS))
                if scene.noun is None:
                    yield owner
                    continue
                for kind in clauses.nouns.parts(scene.noun)[:KINDS]:
                    if not kind.explained & part.explained:
                        yield owner.also(kind)


def _asks_owner(scene: Scene, asking: frozenset[int]) -> bool:
    """Whether it is asked whose something is, or for, at or in what it is."""
    if scene.noun is not None:
        return scene.case(scene.noun) in scene.words.owning or _is_whose(scene, scene.noun)
    return any(
        scene.case(i) in scene.words.had_by
        or any(lemma in scene.words.whose for lemma, _ in readings(scene.tokens[i].folded))
        for i in asking
    )


def _is_whose(scene: Scene, noun: int) -> bool:
    """Whether it is asked whose kin somebody was: "зятем какого химика"."""
    token = scene.tokens[noun]
    kin = scene.tokens[token.head] if token.head >= 0 else token
    return (
        token.features.get("Case") == "Gen"
        and kin.features.get("Case") == "Ins"
        and kin.lemma in scene.constructions.kin
    )


def _own_words(scene: Scene, noun: int) -> Iterator[int]:
    """The asked noun with what agrees with it or stands in the genitive below it."""
    yield noun
    for kid in scene.children(noun):
        if scene.tokens[kid].relation in {"amod", "det", "case"} or (
            scene.tokens[kid].relation == "nmod" and kid > noun and scene.case(kid) is None
        ):
            yield from scene.parse.subtree(kid)
