"""Whether statements held at a time, as SimBa's own queries say it: by start, end and point in time, if known."""

from __future__ import annotations

from rdflib.term import Identifier, Literal, Variable

from simba.evaluation.sparql_forms.constants import scalar
from simba.evaluation.sparql_forms.expressions import Expression, computed, matches, template
from simba.evaluation.sparql_forms.unfolding import Unfolding
from simba.query import Date, During, Year

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
