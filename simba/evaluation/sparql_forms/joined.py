"""A query's algebra as flat groups: what is joined stands side by side, whatever the order it was written in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import Identifier, Variable

from simba.evaluation.sparql_forms.constants import UnsayableError
from simba.evaluation.sparql_forms.edges import Edge, edges
from simba.evaluation.sparql_forms.expressions import (
    Expression,
    conjuncts,
    expression_of,
    replaced,
    variable_of,
    variables,
)


@dataclass(slots=True)
class Joined:
    """A group graph pattern: everything in it has to hold together."""

    edges: list[Edge] = field(default_factory=list)
    filters: list[Expression] = field(default_factory=list)
    bound: dict[Variable, Expression] = field(default_factory=dict)
    listed: dict[Variable, tuple[Identifier, ...]] = field(default_factory=dict)
    unions: list[list[Joined]] = field(default_factory=list)
    optional: list[Joined] = field(default_factory=list)
    excluded: list[Joined] = field(default_factory=list)
    selects: list[Select] = field(default_factory=list)

    def __add__(self, other: Joined) -> Joined:
        """Both."""
        mine, theirs = ([getattr(one, part.name) for part in fields(Joined)] for one in (self, other))
        return Joined(*((a | b) if isinstance(a, dict) else a + b for a, b in zip(mine, theirs, strict=True)))

    def variables(self) -> set[Variable]:
        """All that are seen from outside."""
        found = {end for edge in self.edges for end in edge.ends if isinstance(end, Variable)}
        found.update(self.bound, self.listed)
        found.update(name for one in (*self.filters, *self.bound.values()) for name in variables(one))
        for inner in (*self.optional, *self.excluded, *(one for union in self.unions for one in union)):
            found |= inner.variables()
        return found.union(*(select.shown for select in self.selects))


@dataclass(slots=True)
class Select:
    """A (sub)query: what it shows of its group, grouped by what, in which order, how many from where on."""

    group: Joined
    shown: tuple[Variable, ...]
    computed: dict[Variable, Expression] = field(default_factory=dict)
    """Aggregates: ``("Aggregate_Count", what)``, or expressions of them."""
    by: tuple[Variable, ...] = ()
    order: tuple[tuple[Expression, str], ...] = ()
    limit: int | None = None
    offset: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether it says no more than its group."""
        return not (self.computed or self.by or self.limit is not None or self.offset)


def select_of(node: CompValue) -> Select:
    """The algebra of a query, from its outermost modifier on; raises `UnsayableError`."""
    found = Select(Joined(), ())
    computed: dict[Variable, Expression] = {}
    while True:
        match node.name:
            case "SelectQuery" | "Distinct" | "Reduced":
                pass
            case "Project":
                found.shown = tuple(node.PV)
            case "Slice":
                found.limit, found.offset = node.length, node.start
            case "OrderBy":
                found.order = tuple((expression_of(one.expr), one.order or "ASC") for one in node.expr)
            case "Extend" if _aggregated(node):
                computed[node.var] = expression_of(node.expr)
            case "AggregateJoin":
                by = node.p.expr or []
                found.by = tuple(one for one in by if isinstance(one, Variable))
                if len(found.by) < len(by):
                    raise UnsayableError("groups by an expression")
                aggregates = {one.res: _aggregate(one) for one in node.A}
                found.computed = {name: replaced(one, aggregates) for name, one in computed.items()}
                found.computed = {name: one for name, one in found.computed.items() if name != one}
                found.order = tuple((replaced(one, aggregates), how) for one, how in found.order)
                found.group = group_of(node.p.p)
                return found
            case _:
                found.group = group_of(node)
                return found
        node = node.p


def _aggregated(node: CompValue) -> bool:
    while node.name == "Extend":
        node = node.p
    return bool(node.name == "AggregateJoin")


def _aggregate(node: CompValue) -> Expression:
    what = expression_of(node.vars)
    return what if node.name == "Aggregate_Sample" else (node.name, what)


def group_of(node: CompValue) -> Joined:
    """The algebra of a pattern as a group; raises `UnsayableError`."""
    found = Joined()
    for part in _parts(node, found):
        _add(part, found)
    return found


def _parts(node: CompValue, found: Joined) -> Iterator[CompValue]:
    """What is joined, and what is not a join of others; what filters and computes goes into the group."""
    match node.name:
        case "Join":
            yield from _parts(node.p1, found)
            yield from _parts(node.p2, found)
        case "Filter":
            yield from _parts(node.p, found)
            for one in conjuncts(expression_of(node.expr)):
                _condition(one, found)
        case "Extend":
            yield from _parts(node.p, found)
            found.bound[node.var] = expression_of(node.expr)
        case "LeftJoin":
            yield from _parts(node.p1, found)
            found.optional.append(group_of(node.p2))
            if isinstance(node.expr, CompValue) and node.expr.name != "TrueFilter":
                found.optional[-1].filters += conjuncts(expression_of(node.expr))
        case "Minus":
            yield from _parts(node.p1, found)
            found.excluded.append(group_of(node.p2))
        case _:
            yield node


def _condition(one: Expression, found: Joined) -> None:
    if isinstance(one, tuple) and one[0] == "Builtin_NOTEXISTS":
        found.excluded.append(group_of(one[1]))
    elif isinstance(one, tuple) and one[0] == "Builtin_EXISTS":
        for part in _parts(one[1], found):
            _add(part, found)
    else:
        found.filters.append(one)


def _add(node: CompValue, found: Joined) -> None:
    match node.name:
        case "BGP":
            for subject, predicate, thing in node.triples:
                found.edges += edges(variable_of(subject), predicate, variable_of(thing))
        case "Union":
            found.unions.append([group_of(one) for one in _branches(node)])
        case "values":
            for name in {name: None for row in node.res for name in row}:
                if len(node.res[0]) > 1 or any(name not in row for row in node.res):
                    raise UnsayableError("lists values of several variables")
                values = tuple(dict.fromkeys(row[name] for row in node.res))
                if found.listed.setdefault(name, values) != values:
                    raise UnsayableError("lists two sets of values for a variable")
        case "ToMultiSet":
            _add_inner(node.p, found)
        case "Project" | "Distinct" | "Slice":
            _add_inner(node, found)
        case _:
            raise UnsayableError(f"has a pattern of the kind {node.name}")


def _add_inner(node: CompValue, found: Joined) -> None:
    if node.name == "values":
        _add(node, found)
        return
    select = select_of(node)
    if not select.is_plain:
        found.selects.append(select)
        return
    joined = found + select.group
    for part in fields(Joined):
        setattr(found, part.name, getattr(joined, part.name))


def _branches(node: Any) -> list[CompValue]:
    if node.name != "Union":
        return [node]
    return [*_branches(node.p1), *_branches(node.p2)]
