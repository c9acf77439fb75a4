"""A form in Russian words, from the labels of what it mentions: "столица Франции"."""

from __future__ import annotations

from collections.abc import Callable

from simba.query.canonical import expression
from simba.query.forms import (
    And,
    Class,
    Count,
    Entity,
    Form,
    Hop,
    Named,
    Part,
)
from simba.query.paths import Choice, Path, Step
from simba.query.scalars import Date, Number, Text, Year

Labels = Callable[[str], str | None]
"""The label of an entity or property, None where there is none."""
_PARTS = {"year": "год", "month": "месяц", "day": "день", "century": "век"}


def words(form: Form, labels: Labels) -> str:
    """What a form asks for, in Russian, for people to check the reading of their question by."""
    match form:
        case Entity(identifier):
            return labels(identifier) or identifier
        case Named(name):
            return f"то, что называется «{name}»"
        case Class(ids):
            return " или ".join(labels(one) or one for one in ids)
        case Hop(source, path):
            return f"{_path(path, labels)} ({words(source, labels)})"
        case And(members):
            return "; ".join(words(member, labels) for member in members)
        case Count(source):
            return f"сколько: {words(source, labels)}"
        case Part(source, part):
            return f"{_PARTS[part]}: {words(source, labels)}"
        case Text(value):
            return f"«{value}»"
        case Number(value) | Year(value):
            return str(value)
        case Date():
            return str(form)
    return expression(form)


def _path(path: Path, labels: Labels) -> str:
    return " → ".join(_step(step, labels) for step in path.steps)


def _step(step: Step | Choice, labels: Labels) -> str:
    if isinstance(step, Choice):
        return " или ".join(_path(option, labels) for option in step.options)
    name = labels(step.property) or step.property
    return f"чьё свойство «{name}»" if step.inverse else name
