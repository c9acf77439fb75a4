"""One form for all that say the same in another order, and its s-expression: equal strings are an exact match.

Members of `And` and `Or`, classes and the conditions of statements are sorted, and conditions on members
(`Where`, `Without`) stand around what they are about. All of it denotes the same set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from simba.query.forms import (
    IT,
    And,
    Class,
    Compares,
    Condition,
    Difference,
    Entity,
    Form,
    Has,
    Hop,
    More,
    Or,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.notation import written
from simba.query.scalars import Date, Number, Text, Year
from simba.query.tree import parts, with_parts

_Item = TypeVar("_Item")


def expression(form: Form) -> str:
    """The canonical s-expression of a form."""
    return written(canonical(form))


def canonical(form: Form) -> Form:
    """The form that stands for all that differ from it by order alone."""
    if isinstance(form, Hop) and isinstance(form.source, Entity):
        return form  # as most are
    form = with_parts(form, canonical)
    match form:
        case Class(ids):
            return Class(*_sorted(ids, lambda one: (len(one), one)))
        case Hop(Hop(source, before), path):
            return Hop(source, before + path)
        case Or(members):
            return _together(Or, members)
        case And() | Where() | Without():
            return _conditions_outside(form)
        case More(measure, order, members):
            return More(measure, order, *sorted(members, key=written))
        case Difference(first, second, "years" | "amount" | "times" as unit):
            first, second = sorted((first, second), key=written)
            return Difference(first, second, unit)
        case Statement(conditions=conditions):
            return replace(form, conditions=tuple(_sorted(map(_condition, conditions), written)))
    return form


def _sorted(items: Iterable[_Item], key: Callable[[_Item], object]) -> list[_Item]:
    """The items in the order of their keys, one for each key."""
    by_key = {key(item): item for item in items}
    return [by_key[one] for one in sorted(by_key)]  # type: ignore[type-var]


def _condition(condition: Condition) -> Condition:
    match condition:
        case Has(name, Number() | Year() | Date() as value):
            return Compares(name, "=", value)
    return condition


def _together(kind: type[And] | type[Or], members: Iterable[Form]) -> Form:
    flat: list[Form] = []
    for member in members:
        flat += member.members if isinstance(member, kind) else [member]
    ordered = _sorted(flat, written)
    return ordered[0] if len(ordered) == 1 else kind(*ordered)


def _conditions_outside(form: Form) -> Form:
    """What all conditions on its members are about, the conditions in order around it, exclusions outermost."""
    members: list[Form] = []
    conditions: list[Where] = []
    excluded: list[Form] = []
    _take_apart(form, members, conditions, excluded)
    found = _together(And, members)
    for condition in _sorted(conditions, lambda one: written(replace(one, source=IT))):
        found = replace(condition, source=found)
    return Without(found, _together(Or, excluded)) if excluded else found


def _take_apart(form: Form, members: list[Form], conditions: list[Where], excluded: list[Form]) -> None:
    match form:
        case And(several):
            for member in several:
                if _about_its_statement(member):
                    members.append(member)
                else:
                    _take_apart(member, members, conditions, excluded)
        case Where(source, Hop(path=path, source=start), "=", Entity() | Text() as value) if start == IT:
            _take_apart(source, members, conditions, excluded)
            members.append(Hop(value, path.reversed()))
        case Where(source):
            _take_apart(source, members, conditions, excluded)
            conditions.append(form)
        case Without(source, other):
            _take_apart(source, members, conditions, excluded)
            excluded.append(other)
        case _:
            members.append(form)


def _about_its_statement(form: Form) -> bool:
    """Whether a condition is about qualifiers of the statement in its set, which is to stay the only one there."""
    if isinstance(form, (Statement, Rank, More)):
        return False
    return isinstance(form, Qualifier) or any(map(_about_its_statement, parts(form)))
