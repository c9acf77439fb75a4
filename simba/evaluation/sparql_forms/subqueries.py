"""What SimBa's own queries, and those of others, say by subqueries: counts, measures of each member, superlatives."""

from __future__ import annotations

from typing import Any, cast

from rdflib.term import Identifier, Literal, URIRef, Variable

from simba.common.vocabulary import XSD
from simba.evaluation.sparql_forms.constants import UnsayableError, constant
from simba.evaluation.sparql_forms.expressions import Expression, variables
from simba.evaluation.sparql_forms.joined import Joined, Select
from simba.evaluation.sparql_forms.preparing import renamed
from simba.evaluation.sparql_forms.unfolding import Unfolding
from simba.query import Count, Exists, Form, More, Number, Rank, Where
from simba.query.forms import Order

_MEMBER = Variable("_member")


def is_count(value: Any) -> bool:
    """Whether an aggregate counts."""
    return isinstance(value, tuple) and value[0] == "Aggregate_Count"


def order_of(how: str) -> Order:
    """SPARQL's word for an order in ours."""
    return "desc" if how == "DESC" else "asc"


class Subqueries:
    """The subqueries of a group that are not understood yet, and the conditions on what they compute."""

    def __init__(self, reader: Unfolding, tests: list[Expression]) -> None:
        """Take a group's reader and the conditions that are left."""
        self.reader = reader
        self.tests = tests
        self.selects = list(reader.group.selects)

    def understood(self) -> list[Expression]:
        """Enter all of them; the conditions that are left. Raises `UnsayableError`."""
        self._truths()
        for test in list(self.tests):
            match test:
                case ("=", Variable() as own, Variable() as best):
                    self._rank(test, own, best)
                case ("||", *_):
                    self._more(test)
        for select in list(self.selects):
            if len(select.shown) == 1:
                self.reader.about(select.shown[0]).members.append(self.reader.selected(select))
            else:
                self._measured_members(select)
        return self.tests

    def _computing(self, name: Expression) -> Select | None:
        return next((one for one in self.selects if name in one.computed), None)

    def _take(self, *selects: Select) -> None:
        self.selects = [one for one in self.selects if not any(one is taken for taken in selects)]

    def _truths(self) -> None:
        """Exists: whether a count is more than none; the count of what is known is more than none, too."""
        for name, value in list(self.reader.group.bound.items()):
            match value:
                case (function, (">", Variable() as count, Literal())) if function == f"{XSD}boolean":
                    asked = self._counted(count)
                    known = [test for test in self.tests if isinstance(test, tuple) and test[0] == ">"]
                    others = [self._counted(test[1]) for test in known]
                    self.tests = [test for test in self.tests if test not in known]
                    del self.reader.group.bound[name]
                    self.reader.about(name).members.append(Exists(asked, *others))

    def _counted(self, name: Expression) -> Form:
        select = self._computing(name)
        if select is None:
            raise UnsayableError("has a condition that no form says")
        self._take(select)
        return some(self.reader, select.group)

    def _rank(self, test: Expression, own: Variable, best: Variable) -> None:
        """Rank: the members whose measure is the best, which another subquery finds."""
        members = self._computing(own)
        window = next((one for one in self.selects if best in one.shown and one.order), None)
        if members is None or window is None or not members.by:
            return
        source, measure = self._measured(members, own)
        order = order_of(window.order[0][1])
        rank = Rank(source, measure, order, window.offset + 1, window.limit or 1)
        self.reader.about(members.by[0]).members.append(rank)
        self._take(members, window)
        self.tests.remove(test)

    def _more(self, test: tuple[Any, ...]) -> None:
        """More: one of several entities, each of which has its measure in a subquery."""
        named: dict[Identifier, Variable] = {}
        sign = ""
        for branch in test[1:]:
            match branch:
                case ("&&", ("=", Variable() as root, URIRef() as member), (sign, Variable() as own, _), *_):
                    named[member] = own
                case _:
                    return
        selects = [self._computing(own) for own in named.values()]
        if not sign or None in selects:
            return
        measures = [
            self._measured(cast(Select, select), own, member)[1]
            for select, (member, own) in zip(selects, named.items(), strict=True)
        ]
        order: Order = "desc" if sign == ">" else "asc"
        self.reader.group.listed.pop(root, None)
        self.reader.about(root).members.append(More(measures[0], order, *map(constant, named)))
        self._take(*cast("list[Select]", selects))
        names = {*named.values()}
        self.tests = [one for one in self.tests if not names & {*variables(one)}]

    def _measured_members(self, select: Select) -> None:
        """Where: the members whose count compares so."""
        if len(select.by) != 1 or len(select.computed) != 1:
            raise UnsayableError("has a subquery that no form says")
        (own,) = select.computed
        source, measure = self._measured(select, own)
        for test in list(self.tests):
            match test:
                case (sign, Variable() as left, right) if left == own:
                    value = (
                        self.reader.conditions(right).form()
                        if isinstance(right, Variable)
                        else constant(right)
                    )
                    if not isinstance(value, Number) and not isinstance(right, Variable):
                        raise UnsayableError("compares a count with no number")
                    source = Where(source, measure, sign, value)
                    self.tests.remove(test)
        self.reader.about(select.by[0]).members.append(source)
        self._take(select)

    def _measured(
        self, select: Select, name: Variable, member: Identifier | None = None
    ) -> tuple[Form, Form]:
        """The set that a subquery groups by, and the measure of it; ``member``: it is about one entity instead."""
        aggregate = select.computed[name]
        value = next(variables(aggregate), None)
        if value is None:
            raise UnsayableError("computes an aggregate that no form says")
        group, root = select.group, select.by[0] if select.by else _MEMBER
        if member is not None:
            group = renamed(group, {member: root})
            group.listed[root] = (member,)
        found: list[Form] = []

        def note(reader: Unfolding, owner: Variable) -> None:
            found.append(reader.measure(owner, value))

        source = self.reader.inner(group, root, (value, note))
        return source, Count(found[0]) if is_count(aggregate) else found[0]


def some(reader: Unfolding, group: Joined) -> Form:
    """A set that has a member if and only if a pattern has a match.

    SimBa's own queries call what they count a member. Else it is of any variable, best of no statement; or of an
    entity that something is said of.
    """
    names = sorted(group.variables(), key=lambda name: (not name.startswith("member"), len(name), name))
    nodes = {edge.object for edge in group.edges if edge.kind == "p"}
    compared = {name for test in group.filters for name in variables(test)}
    names = [name for name in names if name not in nodes and name not in group.bound]
    good = [name for name in names if name not in compared or name.startswith("member")]
    if good:
        return reader.inner(group, good[0], None)
    ends = [end for edge in group.edges for end in edge.ends[::-1] if isinstance(end, URIRef)]
    if not compared and nodes:
        return reader.inner(group, cast(Variable, min(nodes)), None)
    if not ends:
        raise UnsayableError("asks whether there is anything")
    about = ends[-1] if compared else ends[0]
    apart = [edge for edge in group.edges if about in edge.ends]
    group.edges = [edge for edge in group.edges if edge not in apart[:1]]
    group.edges += renamed(Joined(apart[:1]), {about: _MEMBER}).edges
    group.listed[_MEMBER] = (about,)
    return reader.inner(group, _MEMBER, None)
