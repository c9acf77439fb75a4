"""What is no more is not ranked with what is: the largest country is not the USSR."""

from __future__ import annotations

from simba.query import IT, Class, Form, Hop, Where, Without, Year, path, walk
from simba.stages.composing.question.scene import Scene

ENDED = "P576"


def lasting(scene: Scene, form: Form) -> Form:
    """A form; where it is of countries, without those that have ended."""
    countries = any(
        isinstance(one, Class) and not scene.sets.countries.isdisjoint(one.ids) for one in walk(form)
    )
    if not countries or not scene.forms.isdisjoint(scene.words.of_past):
        return form
    return Without(form, Where(form, Hop(IT, path(ENDED)), ">=", Year(1)))
