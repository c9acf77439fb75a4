"""Questions for whose something is: "в столице какой страны родился Моцарт", "по роману какого писателя снят фильм".

The clause tells of the thing ("в какой столице родился"), and the thing leads to what has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.stages.composing.asking.exclusion import Reader
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import agreeing
from simba.stages.composing.sets.having import owners, ways
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.parse import Token

MAX_THINGS = 6


def possessors(scene: Scene, read: Reader) -> Iterator[Denotation]:
    """What the asked noun in the genitive has, or what "чей" asks of, taken back to who or what has it."""
    thing = _thing_of(scene) or scene.owned
    if thing is None or scene.named_outright(thing.index) or not ways(scene, thing.index):
        return
    whose = scene.noun is None
    asking = (t for t in scene.tokens if scene.asks(t.index) and not (whose and t.pos == "ADP"))
    hidden = frozenset(t.index for t in asking) | (frozenset() if scene.noun is None else {scene.noun})
    inner = scene.asking(
        replace(scene.interrogative, noun=thing, type=None, removed=()),
        {thing.index: f"{agreeing(scene.words.which, thing)} {thing.folded}"},
    ).without(hidden)
    for part in [one for one in read(inner) if anchored(one.form) and thing.index in one.explained][
        :MAX_THINGS
    ]:
        yield from owners(scene, part, thing.index, hidden, scene.weights.hint)


def _thing_of(scene: Scene) -> Token | None:
    """The noun that the asked one hangs on in the genitive: "по роману какого писателя"."""
    asked = scene.interrogative.noun
    if asked is None or asked.features.get("Case") != "Gen" or asked.head < 0:
        return None
    thing = scene.tokens[asked.head]
    return thing if scene.is_nominal(thing.index) and thing.index < asked.index else None
