"""From a group of joined patterns to the form of one of its variables.

The patterns are taken for a graph, and the form is the tree that unfolds from the variable: what hangs at it are
conditions on it. What joins in a circle, or not at all, no form says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias, cast

from rdflib.term import Identifier, Literal, URIRef, Variable

from simba.evaluation.sparql_forms.constants import UnsayableError, constant
from simba.evaluation.sparql_forms.edges import Edge
from simba.evaluation.sparql_forms.expressions import TWO_VALUES, Computed, Expression, computed
from simba.evaluation.sparql_forms.joined import Joined, Select
from simba.query import (
    IT,
    And,
    Condition,
    Date,
    Difference,
    Form,
    Has,
    Hop,
    Named,
    Number,
    Or,
    Part,
    Qualifier,
    Statement,
    Without,
    Year,
)
from simba.query.tree import with_parts


@dataclass(slots=True)
class Constraints:
    """What is said of a variable."""

    members: list[Form] = field(default_factory=list)
    excluded: list[Form] = field(default_factory=list)
    wrappings: list[Callable[[Form], Form]] = field(default_factory=list)
    """What stands around the set: comparisons, then ranks."""

    @property
    def are_none(self) -> bool:
        """Whether it may be anything."""
        return not (self.members or self.excluded or self.wrappings)

    def form(self) -> Form:
        """The set that they describe; raises `UnsayableError` where they tell no members."""
        if not self.members:
            raise UnsayableError("has a variable that may be anything")
        found = self.members[0] if len(self.members) == 1 else And(*self.members)
        for one in self.excluded:
            found = Without(found, one)
        for wrap in self.wrappings:
            found = wrap(found)
        return found


Ordered: TypeAlias = "tuple[Expression, Callable[[Unfolding, Variable], None]]"
"""What a group is ordered by, and what enters that for the variable whose measure it is."""


class Unfolding:
    """Unfolds one group; every pattern is used once."""

    def __init__(
        self,
        group: Joined,
        inner: Callable[[Joined, Variable, Ordered | None], Form],
        selected: Callable[[Select], Form],
    ) -> None:
        """Take a group as `prepared` gives it, and what reads the groups and subqueries in it."""
        self.group = group
        self.inner, self.selected = inner, selected
        self.unused = list(group.edges)
        self.extra: dict[Identifier, Constraints] = {}
        """What was found out about variables beforehand: comparisons, ranks, excluded sets."""
        self.qualifying: dict[Identifier, list[Condition]] = {}
        """The same of statements."""
        self.qualified: dict[Identifier, Edge] = {}
        """Variables of qualifiers that are in these conditions, with their patterns."""
        self._seen: set[Identifier] = set()
        self._standing: dict[Identifier, Form] = {}
        """What stands for a variable while a measure of it is read."""
        self.nodes = {edge.object for edge in group.edges if edge.kind == "p"} | {
            edge.subject for edge in group.edges if edge.kind in ("ps", "pq")
        }

    def about(self, variable: Identifier) -> Constraints:
        """Where to note what was found out about a variable."""
        return self.extra.setdefault(variable, Constraints())

    def form(self, variable: Variable) -> Form:
        """The form of a variable."""
        return self.conditions(variable).form()

    def conditions(self, variable: Identifier) -> Constraints:
        """All that is said of a variable, by the patterns that were not used before."""
        if variable in self._standing:
            return Constraints([self._standing[variable]])
        if variable in self._seen:
            raise UnsayableError("joins its patterns in a circle")
        self._seen.add(variable)
        if variable in self.nodes:
            return Constraints([self._statement(variable, "statement")])
        found = Constraints()
        if variable in self.group.listed:
            found.members += [_one_of(map(constant, self.group.listed[cast(Variable, variable)]))]
        if variable in self.group.bound:
            found.members.append(self._computed(self.group.bound[cast(Variable, variable)]))
        for edge in self._take(lambda edge: variable in edge.ends):
            found.members += self._across(edge, variable)
        extra = self.extra.pop(variable, Constraints())
        found.members += extra.members
        found.excluded += extra.excluded
        found.wrappings += extra.wrappings
        return found

    def measure(self, owner: Identifier, value: Expression | None) -> Form:
        """What an expression says about the members of a variable: a form about `IT`."""
        if isinstance(value, Variable) and value in self.group.bound:
            value = self.group.bound[value]
        what = computed(value) if isinstance(value, tuple) else None
        if what is not None and what.kind in TWO_VALUES:
            first, second = self.measure(owner, what.first), self.measure(owner, what.second)
            return Difference(first, second, _unit(what))
        if what is not None:
            return self.measure(owner, what.first)
        if not isinstance(value, Variable):
            raise UnsayableError("orders or compares by an expression that no form says")
        return self.seen_from(owner, value, IT)

    def seen_from(self, owner: Identifier, value: Identifier, standing: Form) -> Form:
        """The form of a variable, in which another one stands for the member."""
        before = self._standing
        self._standing = before | {owner: standing}
        try:
            return standing if owner == value else self.conditions(value).form()
        finally:
            self._standing = before

    # --- from one variable to the next ---

    def _take(self, wanted: Callable[[Edge], bool]) -> Iterable[Edge]:
        """The patterns that are wanted, one after the other, as long as no other has used them."""
        while edge := next(filter(wanted, self.unused), None):
            self.unused.remove(edge)
            yield edge

    def _across(self, edge: Edge, here: Identifier) -> list[Form]:
        other = edge.other(here)
        match edge.kind:
            case "path":
                assert edge.path is not None
                steps = edge.path if here == edge.object else edge.path.reversed()
                if isinstance(other, Variable):
                    found = self.conditions(other)
                    if found.are_none:
                        raise UnsayableError("asks whether a property has any value")
                    return [Hop(found.form(), steps)]
                return [Hop(constant(other), steps)]
            case "p" if here == edge.subject:
                return [self._of_statement(other, "subject", edge)]
            case "ps" if here == edge.object:
                return [self._of_statement(other, "value", edge)]
            case "pq" if here == edge.object:
                return [self._of_statement(other, Qualifier(edge.name), edge)]
            case "name" if here == edge.subject:
                return [Named(self._text(other))]
            case "name":
                raise UnsayableError("asks for names")
            case _:
                raise UnsayableError("asks for a statement's rank")

    def _text(self, term: Identifier) -> str:
        texts = self.group.listed.get(term, (term,)) if isinstance(term, Variable) else (term,)
        if isinstance(term, Variable):
            self._seen.add(term)
        different = {str(one) for one in texts}
        if len(different) > 1 or not all(isinstance(one, Literal) for one in texts):
            raise UnsayableError("asks for names")
        return different.pop()

    def _of_statement(self, node: Identifier, take: Any, edge: Edge) -> Form:
        """What is taken of a statement, or of the one that the measured member comes from."""
        standing = [one for one in self.unused if node in one.ends and self._standing.keys() & {*one.ends}]
        if isinstance(take, Qualifier) and (standing or node in self._standing):
            return take
        self._seen.add(node)
        return self._statement(node, take, edge)

    def _statement(self, node: Identifier, take: Any, taken: Edge | None = None) -> Form:
        """A statement with all its patterns; ``taken`` is the one that led here."""
        name = taken.name if taken is not None and taken.kind != "pq" else ""
        ends: dict[str, Form | None] = {"p": None, "ps": None}
        conditions = self.qualifying.pop(node, [])
        for edge in self._take(lambda edge: node in edge.ends):
            if edge.kind == "pq":
                conditions.append(Has(edge.name, self._end(edge.object)))
            elif edge.kind in ends and (not name or edge.name == name):
                name = edge.name
                ends[edge.kind] = self._end(edge.other(node))
            elif edge.kind != "rank" or isinstance(edge.object, Variable):
                raise UnsayableError("asks for a rank, or has a statement of two properties")
        if not name or (ends["p"] is None and ends["ps"] is None):
            raise UnsayableError("has a statement of anything")
        return Statement(name, ends["p"], ends["ps"], tuple(conditions), take)

    def _end(self, term: Identifier) -> Form | None:
        """The set that a statement's end must be in; None for any."""
        if not isinstance(term, Variable):
            return constant(term)
        found = self.conditions(term)
        return None if found.are_none else found.form()

    # --- what is computed ---

    def _computed(self, expression: Expression) -> Form:
        if isinstance(expression, (URIRef, Literal)):
            return constant(expression)
        if expression == ("Builtin_NOW",):
            today = date.today()
            return Date(today.year, today.month, today.day)
        what = computed(expression)
        if what is None:
            raise UnsayableError("computes what no form says")
        if what.kind not in TWO_VALUES:
            if what.kind not in ("year", "month", "day", "century"):
                raise UnsayableError("computes what no form says")
            return Part(self._operand(what.first), cast(Any, what.kind))
        joint = self._joint(what.first, what.second)
        if joint is None:
            ends = self._operand(what.first), self._operand(what.second)
            if what.kind == "years":
                ends = _year(ends[0]), _year(ends[1])
            return Difference(*ends, _unit(what))
        both = Difference(self.measure(joint, what.first), self.measure(joint, what.second), _unit(what))
        if joint in self.nodes:
            self._seen.add(joint)
            return self._statement(joint, both)
        return _about(both, self.conditions(joint).form())

    def _operand(self, operand: Expression | None) -> Form:
        if not isinstance(operand, Variable):
            return constant(cast(Identifier, operand))
        return self.conditions(operand).form()

    def _joint(self, first: Expression | None, second: Expression | None) -> Identifier | None:
        """The variable nearest to two others that both hang at; None where constants part them."""
        if not (isinstance(first, Variable) and isinstance(second, Variable)):
            return None
        there = self.way(first, second)
        return None if not there else there[len(there) // 2]

    def way(self, start: Identifier, end: Identifier) -> list[Identifier]:
        """The variables from one to another, over patterns that were not used; empty where there is no way."""
        ways: list[list[Identifier]] = [[start]]
        met = {start}
        for way in ways:
            if way[-1] == end:
                return way
            for edge in self.unused:
                if way[-1] in edge.ends:
                    other = edge.other(way[-1])
                    if isinstance(other, Variable) and other not in met:
                        met.add(other)
                        ways.append([*way, other])
        return []


def _one_of(forms: Iterable[Form]) -> Form:
    several = tuple(forms)
    return several[0] if len(several) == 1 else Or(*several)


def _year(form: Form) -> Form:
    return Year(int(form.value)) if isinstance(form, Number) else form


def _unit(what: Computed) -> Any:
    return "days" if what.kind == "between" else what.kind


def _about(form: Form, member: Form) -> Form:
    """A form about `IT` as one about a set."""
    return member if form == IT else with_parts(form, lambda part: _about(part, member))
