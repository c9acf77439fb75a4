"""What a step leads to from several noun phrases that "и" or "или" joins."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from simba.query import Or
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.subclauses import may_be_plural
from simba.stages.composing.sets.parts import Denotation, both

Parts = Callable[[int], list[Denotation]]
"""The sets that the phrase of a noun may denote."""
Along = Callable[[Denotation], Denotation | None]
"""A step from a part; None where it cannot be made."""


def together(scene: Scene, kid: int, parts: Parts, along: Along) -> Iterator[Denotation]:
    """What a step leads to from a noun phrase, or from all that "и" or "или" joins to it.

    Only a noun in the plural names what either has: "столица Грузии или Армении" leaves open whose.
    """
    firsts = [made for source in parts(kid) if (made := along(source)) is not None]
    yield from firsts
    joined = _joined(scene, kid) if firsts else []
    if not joined:
        return
    members = [
        firsts,
        *([made for source in parts(other) if (made := along(source)) is not None] for other in joined),
    ]
    if not all(members):
        return
    chosen = [next((one for one in some if not one.dead), some[0]) for some in members]
    explained = frozenset(i for one in chosen for i in one.explained)
    if sum(len(one.explained) for one in chosen) > len(explained) + len(chosen):
        return  # some name is among those joined to it
    forms = [one.form for one in chosen]
    made = Denotation(
        both(*forms),
        sum(one.score for one in chosen) / len(chosen),
        explained,
        tuple(why for one in chosen for why in one.why),
        dead=any(one.dead for one in chosen),
        kinds=frozenset(i for one in chosen for i in one.kinds),
    )
    union = made._replace(form=Or(*forms), dead=all(one.dead for one in chosen))
    either = any(
        scene.tokens[i].folded in scene.words.either for other in joined for i in scene.children(other)
    )
    if not either:
        yield made
    if may_be_plural(scene.tokens[scene.tokens[kid].head]):
        yield union if either else union._replace(score=union.score + scene.weights.doubt)


def _joined(scene: Scene, kid: int) -> list[int]:
    """The nouns that "и" joins to one."""
    found: list[int] = []
    for one in (kid, *(i for _, inside, _ in scene.covering.get(kid, ())[:1] for i in inside)):
        for other in scene.children(one):
            if (
                scene.tokens[other].relation == "conj"
                and scene.is_nominal(other)
                and other not in found
                and not any(kid in inside for _, inside, _ in scene.covering.get(other, ()))
            ):
                found.append(other)
    return found
