"""Walking a form: its parts, what it mentions, and its main hop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from simba.query.forms import (
    And,
    Class,
    Compares,
    Condition,
    Entity,
    Form,
    Has,
    Hop,
    Lacks,
    Or,
    Part,
    Qualifier,
    Statement,
)
from simba.query.paths import Choice, Path, Step

_FORMS = get_args(Form)
_CONDITIONS = frozenset(get_args(Condition))
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(one.name for one in fields(kind)) for kind in (*_FORMS, *_CONDITIONS)
}
_SPREAD = frozenset({"members", "ids"})
"""Fields that a form takes as separate arguments."""
MAX_REMEMBERED = 4_096
"""Forms of which is remembered what they mention: stage after stage asks for it."""


def parts(form: Form) -> list[Form]:
    """The forms that a form is made of, from left to right."""
    found: list[Form] = []
    for name in _FIELDS[type(form)]:
        _add_forms(getattr(form, name), found)
    return found


def _add_forms(value: Any, found: list[Form]) -> None:
    """Enter the forms that a field of a form holds."""
    kind = type(value)
    if kind is tuple:
        for item in value:
            _add_forms(item, found)
    elif kind in _CONDITIONS:
        for name in _FIELDS[kind]:
            _add_forms(getattr(value, name), found)
    elif kind in _FIELDS:
        found.append(value)


def with_parts(form: Form, change: Callable[[Form], Form]) -> Form:
    """The same form with each of its parts changed; the form itself where none is."""

    def changed(value: Any) -> Any:
        kind = type(value)
        if kind is tuple:
            return tuple(map(changed, value))
        if kind is Has and value.value is not None:
            return replace(value, value=change(value.value))
        return change(value) if kind in _FIELDS and kind not in _CONDITIONS else value

    names = _FIELDS[type(form)]
    before = [getattr(form, name) for name in names]
    after = list(map(changed, before))
    if after == before:
        return form  # it need not be checked again
    build: Callable[..., Form] = type(form)
    arguments: list[Any] = []
    for name, value in zip(names, after, strict=True):
        arguments += value if name in _SPREAD else [value]
    return build(*arguments)


@lru_cache(maxsize=MAX_REMEMBERED)
def walk(form: Form) -> tuple[Form, ...]:
    """The form and all that is in it, each before its parts."""
    return (form, *(one for part in parts(form) for one in walk(part)))


@lru_cache(maxsize=MAX_REMEMBERED)
def entities(form: Form) -> tuple[str, ...]:
    """The entities that a form mentions, classes too, each once, from left to right."""
    found: dict[str, None] = {}
    for part in walk(form):
        if isinstance(part, Entity):
            found[part.id] = None
        elif isinstance(part, Class):
            found.update(dict.fromkeys(part.ids))
    return tuple(found)


@lru_cache(maxsize=MAX_REMEMBERED)
def properties(form: Form) -> tuple[str, ...]:
    """The properties of its paths, statements and qualifiers, each once, from left to right."""
    found: dict[str, None] = {}
    for part in walk(form):
        match part:
            case Hop(_, path):
                found.update(dict.fromkeys(path_properties(path)))
            case Qualifier(name):
                found[name] = None
            case Statement(name, conditions=conditions):
                found[name] = None
                for condition in conditions:
                    if isinstance(condition, (Has, Lacks, Compares)):
                        found[condition.property] = None
    return tuple(found)


def speaks_of(form: Form, part: Form) -> bool:
    """Whether all entities and properties of another form occur in a form, of which it may say a part."""
    return {*entities(form)}.issuperset(entities(part)) and {*properties(form)}.issuperset(properties(part))


def lists(form: Form) -> bool:
    """Whether a form lists what has some value: who was born in a place, not where somebody was."""
    return isinstance(form, Hop) and all(isinstance(one, Step) and one.inverse for one in form.path.steps)


def path_properties(path: Path) -> tuple[str, ...]:
    """The properties of a path, from left to right."""
    found: list[str] = []
    for step in path.steps:
        if isinstance(step, Step):
            found.append(step.property)
        else:
            found += [name for option in step.options for name in path_properties(option)]
    return tuple(found)


def is_plain(form: Form) -> bool:
    """Whether it is one step from one entity, be it to a part of a date or to members of a class."""
    match form:
        case Hop(Entity(), Path((Step(transitive=False),))):
            return True
        case Part(source):
            return is_plain(source)
        case And((source, Class())) | And((Class(), source)):
            return is_plain(source)
    return False


Direction = Literal["forward", "reverse"]


def main_hop(form: Form) -> tuple[str, str, Direction] | None:
    """The hop nearest the answer that starts at an entity: its entity, property and direction; None without one.

    Of a longer path it is the first step, which is the one taken from the entity.
    """
    level = [form]
    while level:
        for one in level:
            found = _hop_from_entity(one)
            if found:
                return found
        level = [part for one in level for part in parts(one)]
    return None


def at_once(form: Form) -> dict[str, Hop]:
    """The properties that are asked of the same at once, each with what leads to its values; none of another form."""
    hops: dict[str, Hop] = {}
    starts = set()
    for one in form.members if isinstance(form, Or) else ():
        match one:
            case Hop(source, Path((*before, Step(name, False, False)))):
                hops[name] = one
                starts.add((source, *before))
            case _:
                return {}
    return hops if len(hops) > 1 and len(starts) == 1 else {}


def _hop_from_entity(form: Form) -> tuple[str, str, Direction] | None:
    match form:
        case Hop(Entity(entity), path):
            step = path.steps[0]
            while isinstance(step, Choice):
                step = step.options[0].steps[0]
            return entity, step.property, "reverse" if step.inverse else "forward"
        case Statement(name, Entity(entity)):
            return entity, name, "forward"
        case Statement(name, _, Entity(entity)):
            return entity, name, "reverse"
    return None
