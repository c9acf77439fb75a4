"""Statements as graph patterns: what is taken of them, and the conditions on their qualifiers."""

from __future__ import annotations

from dataclasses import replace

from simba.query.forms import (
    Compares,
    Condition,
    During,
    Entity,
    Has,
    Lacks,
    Member,
    Qualifier,
    Statement,
)
from simba.query.scalars import Date, Number, Text, Year
from simba.query.sparql import arithmetic
from simba.query.sparql.comparisons import compared, number
from simba.query.sparql.groups import Scope, constant, same

START, END, POINT = "P580", "P582", "P585"
_DEPRECATED = "wikibase:rank wikibase:DeprecatedRank"


def qualifier(form: Qualifier, term: str, scope: Scope) -> list[str]:
    """Of the statement that is around."""
    if scope.statement is None:
        raise ValueError("there is no statement here to take a qualifier of")
    return [f"{scope.statement} pq:{form.property} {term}"]


def statement(form: Statement, term: str, scope: Scope) -> list[str]:
    """By its node, which has the conditions."""
    return statement_of(form, scope.fresh("statement"), term, scope)


def statement_of(form: Statement, node: str, term: str, scope: Scope) -> list[str]:
    """What says that a term is what is taken of a statement, whose variable is given."""
    found: list[str] = []
    ends: list[str] = []
    for side, known in (("subject", form.subject), ("value", form.value)):
        if form.take == side:
            ends.append(term)
        elif isinstance(known, Member) and scope.member is not None:
            ends.append(scope.member)
            continue
        else:
            ends.append(constant(known) if isinstance(known, (Entity, Text)) else scope.fresh(side))
        found += scope.elements(known, ends[-1]) if known is not None else []
    found += [f"{ends[0]} p:{form.property} {node}", f"{node} ps:{form.property} {ends[1]}"]
    found.append(f"FILTER NOT EXISTS {{ {node} {_DEPRECATED} }}")
    for condition in form.conditions:
        found += _condition(condition, node, scope)
    if form.take == "statement":
        return found + same(term, node)
    if not isinstance(form.take, str):
        found += replace(scope, statement=node).elements(form.take, term)
    return found


def _condition(condition: Condition, node: str, scope: Scope) -> list[str]:
    match condition:
        case Lacks(name):
            return [f"FILTER NOT EXISTS {{ {node} pq:{name} {scope.fresh('value')} }}"]
        case Has(name, Entity() | Text() as value):
            return [f"{node} pq:{name} {constant(value)}"]
        case Has(name, Number() | Year() | Date() as value):
            return _condition(Compares(name, "=", value), node, scope)
        case Has(name, value):
            variable = scope.fresh("value")
            return [f"{node} pq:{name} {variable}", *(scope.elements(value, variable) if value else ())]
        case Compares(name, comparison, value):
            variable = scope.fresh("value")
            return [f"{node} pq:{name} {variable}", *compared(variable, comparison, value, scope)]
        case During(first, last):
            return _during(first, last or first, node, scope)


def _during(first: Year | Date, last: Year | Date, node: str, scope: Scope) -> list[str]:
    convert = arithmetic.year if isinstance(first, Year) else arithmetic.day
    found: list[str] = []
    for name, moment, when in (
        (START, scope.fresh("start"), since := scope.fresh("since")),
        (END, end := scope.fresh("end"), until := scope.fresh("until")),
        (POINT, scope.fresh("point"), at := scope.fresh("at")),
    ):
        found += [f"OPTIONAL {{ {node} pq:{name} {moment} }}", f"BIND({convert(moment)} AS {when})"]
    begin, close = number(first), number(last)
    then = f"{at} >= {begin} && {at} <= {close}"
    meanwhile = f"{since} <= {close} && (!BOUND({end}) || {until} >= {begin})"
    return [*found, f"FILTER(({then}) || ({meanwhile}))"]
