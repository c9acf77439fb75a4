"""Constraints on values: what is compared with what, and whose measure it is; and statements that held at a time."""

from __future__ import annotations

from typing import Any, cast

from rdflib.term import Identifier, Literal, URIRef, Variable

from simba.evaluation.sparql_forms.constants import UnsayableError, constant, scalar
from simba.evaluation.sparql_forms.expressions import (
    ONE_VALUE,
    Expression,
    computed,
    matches,
    template,
    variables,
)
from simba.evaluation.sparql_forms.unfolding import Unfolding
from simba.query import Called, Compares, Date, During, Entity, Form, Has, Or, Text, Where, Year
from simba.query.forms import Comparison

RUSSIAN = Literal("ru")
_TURNED: dict[str, Comparison] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def compare(reader: Unfolding, root: Variable, test: Expression) -> None:
    """Enter a condition where it belongs; raises `UnsayableError` for one that no form says."""
    match test:
        case ("=" | "IN", ("Builtin_LANG", Variable() as name), *languages) if RUSSIAN in languages:
            reader.about(name).members.append(Called(_called(reader, name)))
        case ("!=", ("Builtin_STR", Variable() as name), Literal() as text):
            reader.about(name).excluded.append(Text(str(text)))
        case ("IN", Variable() as name, *options):
            reader.about(name).members.append(Or(*map(constant, options)))
        case ("NOT IN", Variable() as name, *options):
            reader.about(name).excluded += map(constant, options)
        case (sign, left, right) if sign in _TURNED:
            if isinstance(left, (Literal, URIRef)):
                sign, left, right = _TURNED[sign], right, left
            _compared(reader, root, _TURNED[_TURNED[sign]], left, right)
        case _:
            raise UnsayableError("has a condition that no form says")


def _called(reader: Unfolding, name: Variable) -> Form:
    """What is called by a variable's values."""
    edge = next((one for one in reader.unused if one.kind == "name" and one.object == name), None)
    if edge is None:
        raise UnsayableError("has a condition that no form says")
    reader.unused.remove(edge)
    if isinstance(edge.subject, Variable):
        return reader.conditions(edge.subject).form()
    return constant(edge.subject)


def owner(reader: Unfolding, root: Variable, value: Expression) -> Variable:
    """Whose measure a value is: the nearest variable before it that is more than a step on the way."""
    name = next(iter(leaves(reader, value)), root)
    starts = [root, *leaves(reader, root)]
    root = next((one for one in starts if reader.way(one, name)), root)
    way = reader.way(root, name)
    for one in reversed(way[1:-1]):
        if one not in reader.nodes:
            others = [edge.other(one) for edge in reader.group.edges if one in edge.ends]
            if one in reader.extra or one in reader.group.listed or any(end not in way for end in others):
                return cast(Variable, one)
    return root


def leaves(reader: Unfolding, value: Expression) -> list[Variable]:
    """The variables of patterns that an expression is computed from in the end."""
    found = []
    for name in variables(value):
        inner = reader.group.bound.get(name)
        found += [name] if inner is None else leaves(reader, inner)
    return found


def _compared(
    reader: Unfolding, root: Variable, sign: Comparison, left: Expression, right: Expression
) -> None:
    kind, name = _value(reader, left)
    if isinstance(right, (Literal, URIRef)):
        value = scalar(right, kind)
        if isinstance(name, Variable) and _at_once(reader, root, name, sign, value):
            return
    else:
        _, other = _value(reader, right)
        if isinstance(name, Variable) and isinstance(other, Variable) and reader.way(root, other):
            sign, name, other = _TURNED[sign], other, name
        value = (
            reader.conditions(other).form()
            if isinstance(other, Variable) and not reader.way(root, other)
            else reader.measure(owner(reader, root, other), other)
        )
    whose = owner(reader, root, name)
    measure = reader.measure(whose, name)
    reader.about(whose).wrappings.append(lambda found: Where(found, measure, sign, value))


def _at_once(reader: Unfolding, root: Variable, name: Variable, sign: Comparison, value: Form) -> bool:
    """Enter what needs no measure: equality, a difference from an entity, and conditions on qualifiers."""
    if sign == "!=" and isinstance(value, Entity):
        reader.about(name).excluded.append(value)
        return True
    there = [edge for edge in reader.unused if name in edge.ends]
    if len(there) == 1 and there[0].kind == "pq" and there[0].object == name and name != root:
        reader.unused.remove(there[0])
        condition = (
            Has(there[0].name, value)
            if isinstance(value, Entity)
            else Compares(there[0].name, sign, cast(Any, value))
        )
        reader.qualifying.setdefault(there[0].subject, []).append(condition)
        reader.qualified[name] = there[0]
        return True
    if name in reader.qualified:
        edge = reader.qualified[name]
        reader.qualifying[edge.subject].append(Compares(edge.name, sign, cast(Any, value)))
        return True
    if sign == "=" and name not in reader.group.bound:
        reader.about(name).members.append(value)
        return True
    return False


def _value(reader: Unfolding, expression: Expression) -> tuple[str | None, Expression]:
    """What is computed of a value, if anything, and of which."""
    if isinstance(expression, Variable) and expression in reader.group.bound:
        expression = reader.group.bound[expression]
    what = computed(expression) if isinstance(expression, tuple) else None
    if what is not None and what.kind in ONE_VALUE:
        return what.kind, what.first
    return None, expression


_HELD = "(?at >= ?first && ?at <= ?last) || (?since <= ?last && (!BOUND(?end) || ?until >= ?first))"


def periods(reader: Unfolding, tests: list[Expression]) -> list[Expression]:
    """Enter the conditions that say that a statement held at a time; the others."""
    return [test for test in tests if not _held(reader, test)]


def _held(reader: Unfolding, test: Expression) -> bool:
    found: dict[Variable, Expression] = {}
    if not matches(template(_HELD), test, found):
        return False
    first, last, end = (found[Variable(name)] for name in ("first", "last", "end"))
    what = computed(reader.group.bound.get(Variable(str(found[Variable("since")])), ()))
    ends = [edge for group in reader.group.optional for edge in group.edges if edge.object == end]
    if what is None or len(ends) != 1 or not isinstance(first, Literal) or not isinstance(last, Literal):
        return False
    begin, close = (scalar(one, what.kind) for one in (first, last))
    if not isinstance(begin, Year | Date) or not isinstance(close, Year | Date):
        return False
    node: Identifier = ends[0].subject
    reader.qualifying.setdefault(node, []).append(During(begin, None if begin == close else close))
    return True
