"""Questions for whose something is: "в столице какой страны родился Моцарт", "по роману какого писателя снят фильм".

The clause tells of the thing ("в какой столице родился"), and the thing leads to what has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.russian.morphology import inflection
from simba.stages.composing.asking.exclusion import Reader
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import CASES
from simba.stages.composing.sets.having import owners, ways
from simba.stages.composing.sets.parts import Denotation, anchored

MAX_THINGS = 6


def possessors(scene: Scene, read: Reader) -> Iterator[Denotation]:
    """What the asked noun in the genitive has, taken back to who or what has it."""
    asked = scene.interrogative.noun
    if asked is None or asked.features.get("Case") != "Gen" or asked.head < 0:
        return
    thing = scene.tokens[asked.head]
    if not scene.is_nominal(thing.index) or thing.index > asked.index or scene.named_outright(thing.index):
        return
    if not ways(scene, thing.index):
        return
    hidden = frozenset(i for i in range(len(scene.tokens)) if scene.asks(i)) | {asked.index}
    case = CASES.get(thing.features.get("Case", ""), "nomn")
    gender = {"Fem": "femn", "Neut": "neut"}.get(thing.features.get("Gender", ""), "masc")
    number = {"plur"} if thing.features.get("Number") == "Plur" else {"sing", gender}
    which = inflection("какой", {case, *number}) or "какой"
    inner = scene.asking(
        replace(scene.interrogative, noun=thing, type=None, removed=()),
        {thing.index: f"{which} {thing.folded}"},
    ).without(hidden)
    things, _ = read(inner)
    for part in [one for one in things if anchored(one.form) and thing.index in one.explained][:MAX_THINGS]:
        yield from owners(scene, part, thing.index, hidden, scene.weights.hint)
