"""Answer paths: for each answer to a query, the sets of triples each of which gives it (GrailQAbility, section 3).

The query's pattern is asked for all its variables at once; a solution says then, pattern by pattern, which triples it
is made of. Property paths are expanded over the store (`simba.answerability.routes`). Of OPTIONAL only what the answer
needs belongs to a path; what NOT EXISTS and MINUS speak of is not there, and belongs to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product

import pyoxigraph as ox
from rdflib.paths import Path
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import Identifier, URIRef, Variable

from simba.answerability.routes import MAX_ROUTES, Node, Route, Routes
from simba.evaluation.sparql_reading import PREDECLARED, ReadQuery
from simba.evaluation.sparql_writing import PatternWriter

MAX_SOLUTIONS = 20_000
"""Solutions of a query that are looked at."""
_SECOND = ox.Literal(1)
"""What marks a union's second branch."""
_AROUND = {"Project", "Distinct", "Reduced", "Slice", "OrderBy"}


@dataclass(frozen=True, slots=True)
class AnswerPath:
    """One way to an answer, by the answer's text in N-Triples; the answer is None where it is made of all paths."""

    answer: str | None
    triples: Route


def pattern_of(query: ReadQuery) -> CompValue:
    """The pattern of a query's WHERE, without what is done with its solutions: grouping, ordering, cutting."""
    outer: CompValue = query.algebra.p
    node = outer
    while "p" in node and node.name not in {"Group", "ToMultiSet"}:
        node = node.p
    if node.name == "Group":
        outer = node.p
    while outer.name in _AROUND:
        outer = outer.p
    return outer


def is_aggregate(query: ReadQuery) -> bool:
    """Whether its answers depend on all solutions together: COUNT and its like, the first of an order."""
    return any(next(query.blocks(name), None) is not None for name in ("Group", "Slice"))


def answer_paths(query: ReadQuery, store: ox.Store, routes: Routes) -> list[AnswerPath]:
    """The paths to all answers of a query, each once; raises `UnwritableQueryError` for what is not rewritten."""
    pattern = pattern_of(query)
    writer = PatternWriter()
    text = writer.pattern(pattern)
    tracing = _Tracing(store, routes, writer, query.answers)
    solutions = store.query(f"SELECT * WHERE {{ {text} }} LIMIT {MAX_SOLUTIONS}", prefixes=PREDECLARED)
    assert isinstance(solutions, ox.QuerySolutions)
    names = [variable.value for variable in solutions.variables]
    found: dict[AnswerPath, None] = {}
    for row in solutions:
        bound = {name: term for name, term in zip(names, row, strict=True) if term is not None}
        answers = [str(bound[str(name)]) for name in query.answers if str(name) in bound]
        for triples in tracing.trace(pattern, bound):
            for answer in answers or (None,):
                found[AnswerPath(answer, triples)] = None
    return list(found)


Solution = dict[str, Node]


@dataclass(frozen=True, slots=True)
class _Tracing:
    """Which triples a solution is made of."""

    store: ox.Store
    routes: Routes
    writer: PatternWriter
    answers: Sequence[Variable]

    def trace(self, node: CompValue, solution: Solution) -> list[Route]:
        """The alternatives, each enough by itself."""
        match node.name:
            case "BGP":
                return _together(self._triple(triple, solution) for triple in node.triples)
            case "Join":
                return _together(self.trace(part, solution) for part in (node.p1, node.p2))
            case "LeftJoin":
                first = self.trace(node.p1, solution)
                asked = any(name in node.p2["_vars"] - node.p1["_vars"] for name in self.answers)
                return _together((first, self.trace(node.p2, solution))) if asked else first
            case "Union":
                chosen = solution.get(str(self.writer.markers[id(node)]))
                return self.trace(node.p2 if chosen == _SECOND else node.p1, solution)
            case "Minus":
                return self.trace(node.p1, solution)
            case "Filter" | "Extend":
                return self.trace(node.p, solution)
            case _:
                return [frozenset()]  # VALUES

    def _triple(
        self, triple: tuple[Identifier, Identifier | Path, Identifier], solution: Solution
    ) -> list[Route]:
        start, predicate, end = triple
        ends = self._node(start, solution), self._node(end, solution)
        if isinstance(predicate, Variable):
            predicate = URIRef(str(solution[str(predicate)])[1:-1])
        if isinstance(predicate, URIRef):
            # As the store has it: numbers and dates that are written differently may be the same there
            there = self.store.quads_for_pattern(ends[0], ox.NamedNode(str(predicate)), ends[1])  # type: ignore[arg-type]
            return [frozenset({quad.triple}) for quad in islice(there, 1)]
        assert isinstance(predicate, Path)
        return self.routes.between(ends[0], predicate, ends[1])

    def _node(self, term: Identifier, solution: Solution) -> Node:
        term = self.writer.variable(term)
        if isinstance(term, Variable):
            return solution[str(term)]
        if isinstance(term, URIRef):
            return ox.NamedNode(str(term))
        language, datatype = getattr(term, "language", None), getattr(term, "datatype", None)
        return ox.Literal(
            str(term),
            language=language,
            datatype=ox.NamedNode(str(datatype)) if datatype and not language else None,
        )


def _together(parts: Iterable[Sequence[Route]]) -> list[Route]:
    """All that comes of one alternative of each part; at most `MAX_ROUTES`."""
    joined = (frozenset().union(*some) for some in product(*parts))
    return list(dict.fromkeys(islice(joined, MAX_ROUTES)))
