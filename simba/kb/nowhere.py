"""Forms that have no members because a first step of theirs leads nowhere: told by look-ups, without a query.

A look-up takes a hundredth of a millisecond; a query that joins a path of many alternatives with a class takes forty,
and finds as little.
"""

from __future__ import annotations

from collections.abc import Callable

from simba.query import (
    IT,
    And,
    Difference,
    Entity,
    Form,
    Hop,
    More,
    Part,
    Path,
    Rank,
    Statement,
    Step,
    Where,
    Without,
)
from simba.query.paths import Choice

Leads = Callable[[str, str, bool], bool]
"""Whether an entity has a value of a property or, in reverse, is one."""


def leads_nowhere(form: Form, leads: Leads, *, stated: bool = False) -> bool:
    """Whether some part of the form, without which it has no members, is known to have none.

    Of statements only where they are ``stated`` by the same look-ups, whatever their rank.
    """
    match form:
        case Hop(Entity(entity), path):
            return not _begins(entity, path, leads)
        case Hop(source) | Part(source) | Rank(source) | Where(source) | Without(source):
            return leads_nowhere(source, leads, stated=stated)
        case And(members):
            return any(leads_nowhere(member, leads, stated=stated) for member in members)
        case Difference(first, second):
            ends = (first, second)
            return any(isinstance(end, Hop) and leads_nowhere(end, leads, stated=stated) for end in ends)
        case Statement(name, subject, value) if stated:
            return any(
                not leads(end.id, name, reverse)
                if isinstance(end, Entity)
                else end is not None and leads_nowhere(end, leads, stated=True)
                for end, reverse in ((subject, False), (value, True))
            )
    return False


def lacks_a_measure(form: Form, leads: Leads) -> bool:
    """Whether the form compares entities, of which one is known to have nothing that could be compared.

    That is apart from `leads_nowhere`, by which abstaining tells what a single entity cannot have.
    """
    if not isinstance(form, More):
        return False
    match form.measure:
        case Difference(first, second):
            ends: tuple[object, ...] = first, second
        case measure:
            ends = (measure,)
    paths = [end.path for end in ends if isinstance(end, Hop) and end.source == IT]
    return any(
        isinstance(one, Entity) and not _begins(one.id, path, leads) for one in form.members for path in paths
    )


def _begins(entity: str, path: Path, leads: Leads) -> bool:
    """Whether the first step of a path may lead anywhere."""
    match path.steps[0]:
        case Step(name, inverse, False):
            return leads(entity, name, inverse)
        case Choice(options, False):
            return any(_begins(entity, option, leads) for option in options)
    return True  # any number of times: none too
