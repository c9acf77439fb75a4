"""From a query to its form: what is selected, counted, ordered and limited around the group that it selects from."""

from __future__ import annotations

from dataclasses import replace

from rdflib.term import Variable

from simba.evaluation.sparql_forms.constants import UnsayableError
from simba.evaluation.sparql_forms.joined import Joined, Select, select_of
from simba.evaluation.sparql_forms.preparing import prepared, renamed
from simba.evaluation.sparql_forms.subqueries import Subqueries, is_count, order_of, some
from simba.evaluation.sparql_forms.unfolding import Ordered, Unfolding
from simba.evaluation.sparql_forms.value_conditions import compare, owner, periods
from simba.evaluation.sparql_reading import ReadQuery, UnreadableQueryError, read_query
from simba.query import Count, Exists, Form, Lacks, Or, Rank


def form_of(query: ReadQuery) -> Form:
    """The form of a query, as it is written; raises `UnsayableError`, which says what stands against it."""
    try:
        if query.is_ask:
            group = select_of(query.algebra.p).group
            return Exists(some(Unfolding(group, read, selected), group))
        return selected(select_of(query.algebra))
    except UnsayableError:
        raise
    except (ValueError, RecursionError) as error:  # what forms do not take
        raise UnsayableError(str(error) or "is nested too deeply") from None


def form_of_text(query: str | None) -> Form | None:
    """The form of a query; None where there is none that can be told."""
    try:
        return form_of(read_query(query)) if query else None
    except (UnsayableError, UnreadableQueryError):
        return None


def selected(select: Select) -> Form:
    """The form of a query or subquery that selects one variable."""
    if len(select.shown) != 1:
        raise UnsayableError("asks for several things at once" if select.shown else "asks for no variable")
    root = select.shown[0]
    if select.computed:
        count = select.computed.get(root)
        if (
            select.by
            or not isinstance(count, tuple)
            or not is_count(count)
            or not isinstance(count[1], Variable)
        ):
            raise UnsayableError("computes an aggregate that no form says")
        return Count(read(select.group, count[1]))
    if select.by not in ((), (root,)):
        raise UnsayableError("groups by what it does not select")
    if select.limit is None and not select.offset:
        return read(select.group, root)
    if len(select.order) != 1 or select.limit is None:
        raise UnsayableError("takes some of its results, whichever they are")
    (value, how), position, limit = select.order[0], select.offset + 1, select.limit
    counts = is_count(value)
    if isinstance(value, tuple) and str(value[0]).startswith("Aggregate_"):
        value = value[1]

    def rank(reader: Unfolding, owner: Variable) -> None:
        measure = reader.measure(owner, value)
        measure = Count(measure) if counts else measure
        reader.about(owner).wrappings.append(
            lambda found: Rank(found, measure, order_of(how), position, limit)
        )

    return read(select.group, root, (value, rank))


def read(group: Joined, root: Variable, ordered: Ordered | None = None) -> Form:
    """The form of a variable of a group; ``ordered``: by what it is, and who wraps what is ordered."""
    group = prepared(group, root)
    for union in group.unions:
        others, inside = _apart(group, union)
        if len(inside & (others.variables() | {root})) != 1:
            return Or(*(read(others + branch, root, ordered) for branch in union))
    reader = Unfolding(group, read, selected)
    for union in group.unions:
        others, inside = _apart(group, union)
        (joint,) = inside & (others.variables() | {root})
        reader.about(joint).members.append(Or(*(read(branch, joint) for branch in union)))
    for one in group.excluded:
        _exclude(reader, one)
    tests = Subqueries(reader, periods(reader, list(group.filters))).understood()
    for test in tests:
        compare(reader, root, test)
    if ordered is not None:
        value, wrap = ordered
        wrap(reader, owner(reader, root, value))
    found = reader.form(root)
    if reader.unused or reader.extra or reader.qualifying:
        raise UnsayableError("has patterns that are not joined with what it asks for")
    return found


def _apart(group: Joined, union: list[Joined]) -> tuple[Joined, set[Variable]]:
    """A group without one of its unions, and the variables of that."""
    others = replace(group, unions=[one for one in group.unions if one is not union])
    return others, set().union(*(branch.variables() for branch in union))


def _exclude(reader: Unfolding, group: Joined) -> None:
    """Enter a group that must not match."""
    around = replace(reader.group, excluded=[], filters=[])
    shared = group.variables() & around.variables()
    if not shared:
        group, shared = _of_the_listed(reader, group)
    if len(shared) != 1:
        raise UnsayableError("excludes what no form says")
    (joint,) = shared
    if joint not in reader.nodes:
        reader.about(joint).excluded.append(read(group, joint))
        return
    for edge in group.edges:
        if edge.kind == "pq" and isinstance(edge.object, Variable) and len(group.edges) == 1:
            reader.qualifying.setdefault(joint, []).append(Lacks(edge.name))
        elif edge.kind != "rank":
            raise UnsayableError("excludes statements by more than a qualifier that they have")


def _of_the_listed(reader: Unfolding, group: Joined) -> tuple[Joined, set[Variable]]:
    """What is said of an entity that is a variable's only value is said of the variable."""
    terms = {end for edge in group.edges for end in edge.ends}
    for name, values in reader.group.listed.items():
        if len(values) == 1 and values[0] in terms:
            return renamed(group, {values[0]: name}), {name}
    return group, set()
