"""Questions for a truth that ask the same, from whichever of their ends."""

from __future__ import annotations

from dataclasses import replace

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF
from simba.query import (
    IT,
    And,
    Choice,
    Class,
    Entity,
    Form,
    Hop,
    More,
    Path,
    Statement,
    Step,
    Where,
    canonical,
    expression,
)
from simba.query.tree import with_parts

_INSTANCE = Step(INSTANCE_OF)


def somewhere(source: Form) -> Form:
    """The set of a question for a truth, seen from the one of its ends that comes first."""
    match source:
        case Where(Entity() as one, measure, "<" | ">" as sign, value):
            for other in _entities_of(value):
                if _about_other(measure, other) == canonical(value):
                    return And(one if sign == "<" else other, More(measure, "asc", one, other))
        case And((More(measure, "desc", (one, other)) as more, which)) | And(
            (which, More(measure, "desc", (one, other)) as more)
        ) if which in more.members:
            return And(other if which == one else one, More(measure, "asc", one, other))
        case And((Entity(), Statement(take="value" | "subject") as statement)) | And(
            (Statement(take="value" | "subject") as statement, Entity())
        ):
            (one,) = [member for member in source.members if isinstance(member, Entity)]
            if statement.take == "value" and statement.value is None:
                return replace(statement, value=one, take="statement")
            if statement.take == "subject" and statement.subject is None:
                return replace(statement, subject=one, take="statement")
    ends = _chain(source)
    if ends is None:
        return source
    (first, steps, last) = ends
    ways = And(last, Hop(first, steps)), And(first, Hop(last, steps.reversed()))
    return min(map(canonical, ways), key=expression)


def _chain(source: Form) -> tuple[Entity, Path, Entity] | None:
    """The two entities that a path joins, if that is all there is."""
    members = source.members if isinstance(source, And) else (source,)
    if len(members) != 2:
        return None
    ends: list[tuple[Entity, tuple[Step | Choice, ...]]] = []
    for one in members:
        match one:
            case Entity():
                ends.append((one, ()))
            case Hop(Entity() as start, path):
                ends.append((start, path.steps))
            case Class((name,)):
                ends.append((Entity(name), (_INSTANCE.reversed(),)))
            case _:
                return None
    (first, there), (last, back) = ends
    if not (there or back):
        return None
    steps = [*there, *(step.reversed() for step in back[::-1])]
    return first, Path(tuple(_unclimbed(_unclimbed(steps)[::-1])[::-1])), last


def _entities_of(form: Form) -> list[Entity]:
    return [form.source] if isinstance(form, Hop) and isinstance(form.source, Entity) else []


def _about_other(measure: Form, entity: Entity) -> Form:
    return canonical(with_parts(measure, lambda part: entity if part == IT else _about_other(part, entity)))


def _unclimbed(steps: list[Step | Choice]) -> list[Step | Choice]:
    """Steps that lead to a class without those that climb there from the class of an instance."""
    end = len(steps)
    while end and str(steps[end - 1]).strip("^*") == SUBCLASS_OF:
        end -= 1
    there = end < len(steps) and end and str(steps[end - 1]).strip("^") == INSTANCE_OF
    return steps[:end] if there else steps
