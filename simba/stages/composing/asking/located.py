"""Claims on where something was: no denial where it is not known in what country, or in what region, the place lies."""

from __future__ import annotations

from simba.query import And, Entity, Exists, Hop, Or, Path, Step, Without, entities, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import PERSON
from simba.stages.composing.sets.parts import Denotation

UP, COUNTRY, CONTINENT = "P131", "P131*/P17", "P131*/P17/P30"


def located(question: SpecialQuestion, part: Denotation) -> Denotation:
    """The part; a place is denied only where it is known what the place that is told lies in: of a town nothing need be
    known but that it is another.
    """
    match part.form:
        case Exists(source, Hop(Entity() as subject, Path((Step(name, False, False),)))) if (
            UP in question.scene.sets.wider.get(name, "")
        ):
            place = next((one for one in entities(source) if one != subject.id), None)
        case _:
            return part
    scene = question.scene
    classes = question.classes(part._replace(form=Entity(place))) if place is not None else frozenset()
    if not classes or scene.is_a(classes, [PERSON, *scene.sets.settlements]):
        return part
    if scene.is_a(classes, scene.sets.countries):
        way = COUNTRY
    else:
        way = CONTINENT if scene.is_a(classes, scene.sets.continents) else UP
    so = And(source.source, source.excluded) if isinstance(source, Without) else source
    return part._replace(form=Exists(source, Or(so, Hop(subject, path(f"{name}/{way}")))))
