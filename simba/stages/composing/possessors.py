"""Questions for whose something is: "в столице какой страны родился Моцарт", "по роману какого писателя снят фильм".

The clause tells of the thing ("в какой столице родился"), and the thing leads to what has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query import Hop, path
from simba.russian.morphology import inflections
from simba.stages.composing.exclusion import Reader
from simba.stages.composing.parts import Denotation, anchored
from simba.stages.composing.scene import CASES, Scene

OWNED = 0.08
"""For a question that asks whose a thing is, against its being asked for the thing."""
LATER = 0.03
"""Against each way of having it after the first."""
MAX_THINGS, MAX_WAYS = 6, 4


def possessors(scene: Scene, read: Reader) -> Iterator[Denotation]:
    """What the asked noun in the genitive has, taken back to who or what has it."""
    asked = scene.interrogative.noun
    if asked is None or asked.features.get("Case") != "Gen" or asked.head < 0:
        return
    thing = scene.tokens[asked.head]
    if not scene.is_nominal(thing.index) or thing.index > asked.index or scene.named_outright(thing.index):
        return
    ways = list(_ways(scene, thing.index))[:MAX_WAYS]
    if not ways:
        return
    hidden = frozenset(i for i in range(len(scene.tokens)) if scene.asks(i)) | {asked.index}
    case = CASES.get(thing.features.get("Case", ""), "nomn")
    gender = {"Fem": "femn", "Neut": "neut"}.get(thing.features.get("Gender", ""), "masc")
    number = {"plur"} if thing.features.get("Number") == "Plur" else {"sing", gender}
    which = next(iter(inflections("какой", {case, *number})), "какой")
    inner = scene.asking(
        replace(scene.interrogative, noun=thing, type=None, removed=()),
        {thing.index: f"{which} {thing.folded}"},
    ).without(hidden)
    things, _ = read(inner)
    for part in [one for one in things if anchored(one.form) and thing.index in one.explained][:MAX_THINGS]:
        for number_of, (to, why) in enumerate(ways):
            yield Denotation(
                Hop(part.form, path(to).reversed()),
                part.score + OWNED - LATER * number_of,
                part.explained | hidden,
                (*part.why, why),
                dead=part.dead,
                presupposed=part.presupposed,
            )


def _ways(scene: Scene, thing: int) -> Iterator[tuple[str, str]]:
    """The paths from who has a thing to the thing."""
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
