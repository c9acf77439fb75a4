"""What two verbs that "и" joins ask of one thing: "когда родился и умер X", "кто поставил и спродюсировал X"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import And, Hop, Or, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.parse import Token

ANEW = frozenset({"date", "place"})
"""What each of two verbs asks for anew."""
ASKED = ANEW | {"person"}
"""What two verbs may ask for; who did both is one."""


def twins(question: SpecialQuestion) -> Iterator[Denotation]:
    """What both ask for, where each is known; who is meant by both."""
    scene = question.scene
    verbs = next((pair for token in scene.tokens if len(pair := joined(scene, token)) > 1), ())
    if len(verbs) != 2 or scene.noun is not None:
        return
    first, second = (_properties(scene, verb, aside=frozenset(verbs) - {verb}) for verb in verbs)
    joints = {one.index for one in scene.tokens if one.folded in scene.words.joining}
    own = frozenset({*verbs, *joints, *question.asking()})
    for one, other in ((a, b) for a in first[:2] for b in second[:2] if a != b):
        for part in question.sources(own):
            ends = Hop(part.form, path(one)), Hop(part.form, path(other))
            anew = scene.interrogative.type in ANEW
            known = And(*(Hop(end, end.path.reversed()) for end in ends)) if anew else None
            dead = not all(scene.leads(part.form, name, False) for name in (one, other))
            yield Denotation(
                Or(*ends) if anew else And(*ends),
                part.score,
                part.explained | own,
                (*part.why, one, other),
                dead=dead,
                presupposed=known,
            )


def joined(scene: Scene, token: Token) -> list[int]:
    """A verb with those that "и" joins to it, where rules know another property by each of them; else it alone."""
    if token.pos != "VERB" or scene.interrogative.type not in ASKED:
        return [token.index]
    kids = (kid for kid in scene.children(token.index) if scene.tokens[kid].relation == "conj")
    tree = [*kids, *([token.head] if token.relation == "conj" else [])]
    beside = [  # parsers may hang them apart
        token.index + 2 * way
        for way in (-1, 1)
        if 0 <= token.index + 2 * way < len(scene.tokens)
        and scene.tokens[token.index + way].folded in scene.words.joining
    ]
    others = sorted({one for one in (*tree, *beside) if scene.tokens[one].pos == "VERB"})
    verbs = [token.index, *others]
    alone = [_properties(scene, one, aside=frozenset(verbs) - {one}) for one in verbs] if others else []
    apart = all(alone) and all(map(set(alone[0]).isdisjoint, alone[1:])) if alone else False
    return verbs if apart else [token.index]


def _properties(scene: Scene, verb: int, aside: frozenset[int]) -> list[str]:
    """What a verb asks for, as if the other did not stand beside it, likeliest first."""
    fired = scene.fire(scene.wording(i for i in range(len(scene.tokens)) if i not in aside))
    asked = [
        one
        for one in fired
        if verb in one.words and not one.reverse and scene.interrogative.type in one.rule.answer
    ]
    asked.sort(key=lambda one: -one.merit)
    return list(dict.fromkeys(one.rule.property for one in asked))
