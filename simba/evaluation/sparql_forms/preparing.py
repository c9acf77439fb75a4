"""Groups made simple before they are read: one name a thing, exclusions told as such, nothing that stands apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rdflib.term import Identifier, Literal, URIRef, Variable

from simba.evaluation.sparql_forms.edges import Edge
from simba.evaluation.sparql_forms.expressions import Expression, computed, replaced, variables
from simba.evaluation.sparql_forms.joined import Joined, Select

Names = dict[Any, Any]


def prepared(group: Joined, root: Variable) -> Joined:
    """The group with each thing under one name, to be read from a variable on."""
    group = _exclusions(_one_name_each(group))
    tests = [one for one in group.filters if not _goes_without_saying(one, group)]
    return _joined(replace(group, filters=tests), root)


def renamed(group: Joined, names: Names) -> Joined:
    """The group with some terms replaced."""

    def new(term: Any) -> Any:
        return names.get(term, term)

    def several(groups: Iterable[Joined]) -> list[Joined]:
        return [renamed(one, names) for one in groups]

    def expression(one: Expression) -> Expression:
        return replaced(one, names)

    def select(one: Select) -> Select:
        return Select(
            renamed(one.group, names),
            tuple(map(new, one.shown)),
            {new(name): expression(value) for name, value in one.computed.items()},
            tuple(map(new, one.by)),
            tuple((expression(value), how) for value, how in one.order),
            one.limit,
            one.offset,
        )

    return Joined(
        [replace(one, subject=new(one.subject), object=new(one.object)) for one in group.edges],
        list(map(expression, group.filters)),
        {new(name): expression(value) for name, value in group.bound.items()},
        {new(name): values for name, values in group.listed.items()},
        list(map(several, group.unions)),
        several(group.optional),
        several(group.excluded),
        list(map(select, group.selects)),
    )


def _one_name_each(group: Joined) -> Joined:
    """What a variable is bound to, or whose number it is, goes by that variable's name, which others may use."""
    while True:
        names: Names = {}
        for name, value in group.bound.items():
            if isinstance(value, Variable):
                names = {value: name}
        for edge in group.edges:
            if edge.kind == "same":
                names = {edge.subject: edge.object}
        if not names:
            return group
        group = renamed(group, names)
        group.bound = {name: value for name, value in group.bound.items() if name != value}
        group.edges = [edge for edge in group.edges if edge.kind != "same" or edge.object != edge.subject]


def _exclusions(group: Joined) -> Joined:
    """What is optional and must not be bound is excluded; what is optional and asked for nowhere may go."""
    rest = list(group.filters)
    excluded = list(group.excluded)
    optional = []
    for one in group.optional:
        names = one.variables()
        unbound = [test for test in rest if _tested(test, "!") in names]
        if unbound:
            rest = [test for test in rest if test not in unbound]
            marks = {name for name, value in one.bound.items() if isinstance(value, Literal)}
            one.bound = {name: value for name, value in one.bound.items() if name not in marks}
            excluded.append(one)
        else:
            optional.append(one)
    return replace(group, filters=rest, excluded=excluded, optional=optional)


def _tested(test: Expression, sign: str) -> Variable | None:
    """The variable whose being bound, or with ``!`` not being bound, a condition is."""
    if isinstance(test, tuple) and test[0] == sign == "!":
        test, sign = test[1], ""
    if isinstance(test, tuple) and not sign and test[0] == "Builtin_BOUND":
        return test[1]  # type: ignore[no-any-return]
    return None


def _goes_without_saying(test: Expression, group: Joined) -> bool:
    """Whether a condition only holds off what a form leaves out anyway: the unknown, and less than nothing."""
    if _tested(test, "") is not None:
        return True
    match test:
        case (">=", Variable() as name, Literal() as least) if name in group.bound and str(least) == "0":
            what = computed(group.bound[name])
            return what is not None and what.kind in ("age", "days")
    return False


def _joined(group: Joined, root: Variable) -> Joined:
    """What stands apart is about the one entity that a listed variable is: a set of one takes the variable's place."""
    alone: dict[Identifier, Variable] = {
        values[0]: name
        for name, values in sorted(group.listed.items(), key=lambda item: item[0] == root)
        if len(values) == 1 and isinstance(values[0], URIRef)
    }
    for test in list(group.filters) if alone else ():
        match test:
            case ("=", Variable() as name, URIRef() as value) if value in alone and name != alone[value]:
                if name not in _reached(group, root):
                    rest = [one for one in group.filters if one is not test]
                    group = renamed(replace(group, filters=rest), {name: alone[value]})
    for number, edge in enumerate(group.edges):
        for end in edge.ends[::-1]:
            if end in alone and not _reached(group, root).intersection(group.edges[number].ends):
                group.edges[number] = _elsewhere(edge, end, alone[end])
    return group


def _elsewhere(edge: Edge, end: Identifier, name: Variable) -> Edge:
    return replace(edge, object=name) if edge.object == end else replace(edge, subject=name)


def _reached(group: Joined, root: Variable) -> set[Variable]:
    """The variables that are joined with one, however."""
    together = [{end for end in edge.ends if isinstance(end, Variable)} for edge in group.edges]
    together += [set(variables(one)) for one in group.filters]
    together += [{name, *variables(value)} for name, value in group.bound.items()]
    together += [set().union(*(one.variables() for one in union)) for union in group.unions]
    together += [one.variables() for one in (*group.optional, *group.excluded)]
    together += [{*select.shown} for select in group.selects]
    reached, before = {root}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= set().union(*(some for some in together if some & reached))
    return reached
