"""Conditions on a measure of each member, superlatives and comparisons as graph patterns."""

from __future__ import annotations

from dataclasses import replace

from simba.query.forms import And, Count, Entity, Form, More, Rank, Statement, Where, Without
from simba.query.scalars import Number, Text
from simba.query.sparql import arithmetic
from simba.query.sparql.comparisons import compared
from simba.query.sparql.groups import Scope, block, computed, constant, is_variable
from simba.query.sparql.sets import either, ordered, outside
from simba.query.sparql.statements import statement_of


def where(form: Where, term: str, scope: Scope) -> list[str]:
    """The members, their measure, and the comparison."""
    return _chosen(form, term, scope)[0]


def _chosen(form: Where, term: str, scope: Scope) -> tuple[list[str], str | None]:
    """The members whose measure compares so, and the variable of the statement that they come from."""
    if form.comparison == "=" and isinstance(form.value, (Entity, Text)):
        members, node = _members(form.source, term, scope)
        inner = replace(scope, member=term, statement=node)
        return members + inner.elements(form.measure, constant(form.value)), node
    value = scope.fresh("value")
    measured, node = _measured(form.source, form.measure, term, value, scope)
    inner = replace(scope, member=term, statement=node)
    if not isinstance(form.measure, Count):
        return measured + compared(value, form.comparison, form.value, inner), node
    if isinstance(form.value, Number):  # as it is, because Virtuoso fails on a condition about aggregates
        return [*measured, f"FILTER({value} {form.comparison} {constant(form.value)})"], node
    other = scope.fresh("value")
    return [
        *measured,
        *inner.elements(form.value, other),
        f"FILTER({value} {form.comparison} {other})",
    ], node


def _measured(
    source: Form, measure: Form, member: str, value: str, scope: Scope
) -> tuple[list[str], str | None]:
    """The members of a set, each with its measure, and the variable of the statement that they come from."""
    members, node = _members(source, member, scope)
    inner = replace(scope, member=member, statement=node)
    if not isinstance(measure, Count):
        return members + inner.elements(measure, value), node
    counted = scope.fresh("counted")
    body = members + inner.elements(measure.source, counted)
    return [_grouped(member, f"COUNT(DISTINCT {counted})", value, body)], None


def _members(source: Form, member: str, scope: Scope) -> tuple[list[str], str | None]:
    """The members of a set, and the variable of the statement that they come from, if there is just one."""
    match source:
        case Statement():
            node = scope.fresh("statement")
            return statement_of(source, node, member, scope), node
        case And(members) if not any(isinstance(one, Entity) for one in members):
            found = [_members(one, member, scope) for one in ordered(members)]
            nodes = [one for _, one in found if one is not None]
            return [element for some, _ in found for element in some], nodes[0] if len(nodes) == 1 else None
        case Without(inside, excluded):
            some, known = _members(inside, member, scope)
            return some + outside(excluded, member, scope, inside), known
        case Where():
            return _chosen(source, member, scope)
    return scope.elements(source, member), None


def rank(form: Rank, term: str, scope: Scope) -> list[str]:
    """The values at the positions in a subquery, and in another the members that have them: so all ties are there."""
    at, own = scope.fresh("best"), scope.fresh("measure")
    window = f"LIMIT {form.limit}" + (f" OFFSET {form.position - 1}" if form.position > 1 else "")
    ranked = block(one_measure(form.source, form, scope.fresh("member"), at, scope))
    return [
        f"{{ SELECT {at} WHERE {ranked} ORDER BY {form.order.upper()}({at}) {window} }}",
        *one_measure(form.source, form, term, own, scope),
        f"FILTER({own} = {at})",
    ]


def one_measure(source: Form, by: Rank | More, member: str, value: str, scope: Scope) -> list[str]:
    """The members of a set, each with one number that orders them.

    Of several dates the earliest counts, of several numbers the one that comes first in the order.
    """
    if isinstance(by.measure, Count):
        return _measured(source, by.measure, member, value, scope)[0]
    each, number = scope.fresh("value"), scope.fresh("number")
    found, _ = _measured(source, by.measure, member, each, scope)
    found += computed(arithmetic.comparable(each), number)
    if by.order == "asc":
        chosen = f"MIN({number})"
    else:  # one expression of aggregates, because Virtuoso fails on a condition about them
        kind = scope.fresh("kind")
        found.append(f"BIND(IF(ISNUMERIC({each}), 1, 0) AS {kind})")
        chosen = f"MIN({number}) + (MAX({number}) - MIN({number})) * MIN({kind})"
    return [_grouped(member, chosen, value, found)]


def _grouped(member: str, chosen: str, value: str, body: list[str]) -> str:
    """A subquery that takes a value for each member, or for the one that is known."""
    if is_variable(member):
        return f"{{ SELECT {member} ({chosen} AS {value}) WHERE {block(body)} GROUP BY {member} }}"
    return f"{{ SELECT ({chosen} AS {value}) WHERE {block(body)} }}"


def more(form: More, term: str, scope: Scope) -> list[str]:
    """No ``IF`` chooses the member, because Virtuoso fails on one about values of subqueries."""
    found = either(form.members, term, scope)
    rivals = [
        (constant(one) if isinstance(one, Entity) else scope.fresh("member"), scope.fresh("measure"))
        for one in form.members
    ]
    for one, (member, value) in zip(form.members, rivals, strict=True):
        found += one_measure(one, form, member, value, scope)
        # A count of none may be one that is missing, and Virtuoso may take nothing to be more than nothing.
        counted = isinstance(form.measure, Count)
        found.append(f"FILTER({value} > 0)" if counted else f"FILTER(BOUND({value}))")
    sign = ">" if form.order == "desc" else "<"
    wins = [
        " && ".join(
            [f"{term} = {member}", *(f"{value} {sign} {other}" for _, other in rivals if other != value)]
        )
        for member, value in rivals
    ]
    return [*found, f"FILTER(({') || ('.join(wins)}))"]
