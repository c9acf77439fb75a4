"""Comparisons of values with constants and with one another, alike on every engine."""

from __future__ import annotations

from simba.query.forms import Comparison, Entity, Form
from simba.query.scalars import Date, Number, Text, Year
from simba.query.sparql import arithmetic
from simba.query.sparql.groups import Scope, constant


def compared(variable: str, comparison: Comparison, value: Form, scope: Scope) -> list[str]:
    """What says that a variable compares so with a member of a set."""
    match value:
        case Entity() | Text():
            return [f"FILTER({variable} {comparison} {constant(value)})"]
        case Year() | Date() | Number():
            convert = {Year: arithmetic.year, Date: arithmetic.day, Number: arithmetic.number}[type(value)]
            left, right = scope.fresh("number"), number(value)
            return [f"BIND({convert(variable)} AS {left})", f"FILTER({left} {comparison} {right})"]
    other, left, right = scope.fresh("value"), scope.fresh("number"), scope.fresh("number")
    return [
        *scope.elements(value, other),
        f"BIND({arithmetic.comparable(variable)} AS {left})",
        f"BIND({arithmetic.comparable(other)} AS {right})",
        f"FILTER({left} {comparison} {right})",
    ]


def number(value: Year | Date | Number) -> str:
    """A constant as the number that such values are compared by."""
    return str(arithmetic.day_of(value)) if isinstance(value, Date) else constant(value)
