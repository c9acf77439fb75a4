"""«Где» is answered by the place and the thing's country: who asks where a lake lies may want to know either."""

from __future__ import annotations

from simba.query import Choice, Entity, Form, Hop, Path, Step
from simba.stages.interrogative import Interrogative

COUNTRY = Path((Step("P17"),))


def with_country(form: Form, interrogative: Interrogative, placing: frozenset[str]) -> Form | None:
    """The form that asks for the country too, where one of the properties ``placing`` says where a thing lies.

    None where a kind of place is asked for ("в каком городе"), or anything else.
    """
    if interrogative.type != "place" or interrogative.noun is not None:
        return None
    match form:
        case Hop(Entity() as thing, Path((Step(name, False, False) as step,))) if name in placing:
            return Hop(thing, Path((Choice((Path((step,)), COUNTRY)),)))
    return None


def tells_country(form: Form) -> bool:
    """Whether it is such a form."""
    match form:
        case Hop(Entity(), Path((Choice(options),))):
            return COUNTRY in options
    return False
