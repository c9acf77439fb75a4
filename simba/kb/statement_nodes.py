"""What statements with qualifiers tell, by look-ups: whose they are, what they say, since when.

A query for who held an office in a year takes Oxigraph most of a millisecond, mostly to read and plan it; looking at
the statements of that office takes a few hundredths. What a few look-ups do not tell is left to the query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pyoxigraph as ox

from simba.answer import Value
from simba.common.vocabulary import ONTOLOGY, PREFIXES
from simba.kb.dating import Day, between, days_of, parts
from simba.kb.members import NeedsQueryError, Values
from simba.kb.triples import Node
from simba.query import (
    Condition,
    Date,
    Difference,
    During,
    Form,
    Has,
    Lacks,
    Part,
    Qualifier,
    Statement,
    Year,
)
from simba.query.scalars import Scalar

START, END, POINT = "P580", "P582", "P585"
MOST = 100
"""Members of a set, and statements, that are looked at one by one."""
_RANK, _DEPRECATED = (ox.NamedNode(f"{ONTOLOGY}{name}") for name in ("rank", "DeprecatedRank"))


class Statements:
    """Finds what statements tell; may be shared between threads."""

    def __init__(
        self,
        having: Callable[[Node | None, ox.NamedNode, Node | None], Iterable[ox.Quad]],
        value: Callable[[object], Value | None],
        sets: Callable[[Form], Values | None],
    ) -> None:
        """Take what finds triples by their parts, what reads a term, and what tells a set by look-ups."""
        self._having, self._value, self._sets = having, value, sets

    def of(self, form: Statement) -> Values | None:
        """What is taken of the statements, nothing of it unknown; None where a query must tell."""
        try:
            return frozenset(self._found(form))
        except NeedsQueryError:
            return None

    def _found(self, form: Statement) -> Iterable[Value]:
        subjects, values = (None if one is None else self._known(one) for one in (form.subject, form.value))
        found: set[Value] = set()
        for node in self._nodes(form.property, subjects, values):
            if not all(self._meets(node, one) for one in form.conditions):
                continue
            if form.take == "subject":
                some = self._subjects(node, form.property)
                found |= some if subjects is None else some & subjects
            elif form.take == "value":
                some = self._objects(node, "ps", form.property)
                found |= some if values is None else some & values
            else:
                found |= self._taken(form.take, node)
        return found

    def _known(self, form: Form) -> Values:
        some = self._sets(form)
        if some is None or len(some) > MOST or any(one.type != "uri" for one in some):
            raise NeedsQueryError
        return some

    def _nodes(self, prop: str, subjects: Values | None, values: Values | None) -> list[Node]:
        """The statements of these subjects with these values that are not deprecated."""
        if subjects is not None:
            claims = _name("p", prop)
            quads = [quad for one in subjects for quad in self._having(ox.NamedNode(one.value), claims, None)]
            found = [node for node in dict.fromkeys(quad.object for quad in quads) if isinstance(node, Node)]
        else:
            states = _name("ps", prop)
            quads = [
                quad for one in values or () for quad in self._having(None, states, ox.NamedNode(one.value))
            ]
            found = [node for node in dict.fromkeys(quad.subject for quad in quads) if isinstance(node, Node)]
        if subjects is not None and values is not None:
            found = [node for node in found if not values.isdisjoint(self._objects(node, "ps", prop))]
        if len(found) > MOST:
            raise NeedsQueryError
        return [one for one in found if not any(True for _ in self._having(one, _RANK, _DEPRECATED))]

    def _terms(self, node: Node, kind: str, prop: str) -> list[object]:
        return [quad.object for quad in self._having(node, _name(kind, prop), None)]

    def _objects(self, node: Node, kind: str, prop: str) -> Values:
        """What a statement says, or a qualifier of it; no unknown ones."""
        return frozenset(filter(None, map(self._value, self._terms(node, kind, prop))))

    def _subjects(self, node: Node, prop: str) -> Values:
        quads = self._having(None, _name("p", prop), node)
        return frozenset(filter(None, (self._value(quad.subject) for quad in quads)))

    def _meets(self, node: Node, condition: Condition) -> bool:
        match condition:
            case Lacks(name) | Has(name, None):
                return bool(self._terms(node, "pq", name)) is isinstance(condition, Has)
            case Has(name, value) if value is not None and not isinstance(value, Scalar):
                return not self._known(value).isdisjoint(self._objects(node, "pq", name))
            case During(first, last):
                return self._lasts(node, _bounds(first, last or first))
        raise NeedsQueryError

    def _lasts(self, node: Node, bounds: tuple[Day, Day]) -> bool:
        """Whether a statement held at some time between two days."""
        first, last = bounds
        if any(first <= day <= last for day in self._days(node, POINT)):
            return True
        ends = self._days(node, END)
        return any(day <= last for day in self._days(node, START)) and (
            not ends or any(day >= first for day in ends)
        )

    def _days(self, node: Node, prop: str) -> list[Day]:
        """The days that a qualifier tells; raises NeedsQueryError where one is unknown or no day."""
        terms = self._terms(node, "pq", prop)
        values = [value for value in map(self._value, terms) if value is not None]
        days = days_of(values) if len(values) == len(terms) else None
        if days is None:
            raise NeedsQueryError
        return days

    def _taken(self, form: Form | str, node: Node) -> Values:
        """What a form about the qualifiers of a statement tells."""
        match form:
            case Qualifier(name):
                return self._objects(node, "pq", name)
            case Part(source, which):
                found = parts(self._taken(source, node), which)
            case Difference(first, second, unit):
                found = between(self._taken(first, node), self._taken(second, node), unit)
            case _:
                found = None
        if found is None:
            raise NeedsQueryError  # statements that are counted; what is said of one by something else
        return found


def _bounds(first: Year | Date, last: Year | Date) -> tuple[Day, Day]:
    """The first day of a period and the last."""
    begun = (first.value, 1, 1) if isinstance(first, Year) else (first.year, first.month, first.day)
    ended = (last.value, 12, 31) if isinstance(last, Year) else (last.year, last.month, last.day)
    return begun, ended


def _name(kind: str, prop: str) -> ox.NamedNode:
    return ox.NamedNode(PREFIXES[kind] + prop)
