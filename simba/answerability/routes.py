"""The triples that a property path leads over, from a node to another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

import pyoxigraph as ox
from rdflib.paths import AlternativePath, InvPath, MulPath, NegatedPath, Path, SequencePath
from rdflib.term import URIRef

Route: TypeAlias = frozenset[ox.Triple]
"""The triples of one way."""
Node: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Step: TypeAlias = Path | URIRef
"""A property path, or a predicate."""
Place: TypeAlias = tuple[Node, Route]
"""Where a way leads to, and its triples."""
MAX_ROUTES, MAX_STEPS = 1_000, 30
"""Ways that are looked at from one node, and repetitions of a path with ``*`` or ``+``: classes and places in
Wikidata stand at most some twenty levels deep, but have cycles."""


class Routes:
    """Ways over a store, which must not change meanwhile."""

    def __init__(self, store: ox.Store) -> None:
        """Look for ways in a store."""
        self._store = store
        self.starting = lru_cache(maxsize=20_000)(self._starting)

    def between(self, start: Node, path: Step, end: Node) -> list[Route]:
        """The ways of a predicate or property path from a node to another, each once; at most `MAX_ROUTES`."""
        found, complete = self.starting(start, path)
        if str(end) in found or complete:
            return found.get(str(end), [])
        return self.starting(end, InvPath(path))[0].get(str(start), [])  # where many lead away, few lead to

    def _starting(self, start: Node, path: Step) -> tuple[dict[str, list[Route]], bool]:
        """The ways from a node, by where they lead to; and whether that is all of them."""
        found: dict[str, dict[Route, None]] = {}
        ways = self._walk(start, path, inverse=False)
        for end, route in islice(ways, MAX_ROUTES):
            found.setdefault(str(end), {})[route] = None
        return {end: list(routes) for end, routes in found.items()}, next(ways, None) is None

    def _walk(self, start: Node, path: Step, *, inverse: bool) -> Iterator[Place]:
        match path:
            case URIRef():
                yield from self._step(start, ox.NamedNode(str(path)), inverse=inverse)
            case InvPath():
                yield from self._walk(start, path.arg, inverse=not inverse)
            case SequencePath():
                parts = list(path.args)
                yield from self._follow(start, parts[::-1] if inverse else parts, inverse=inverse)
            case AlternativePath():
                for part in path.args:
                    yield from self._walk(start, part, inverse=inverse)
            case MulPath():
                yield from self._repeat(start, path, inverse=inverse)
            case NegatedPath():
                yield from self._others(start, path, inverse=inverse)

    def _step(self, start: Node, predicate: ox.NamedNode | None, *, inverse: bool) -> Iterator[Place]:
        if inverse:
            quads = self._store.quads_for_pattern(None, predicate, start)
        elif isinstance(start, ox.Literal):
            return  # from which nothing leads on
        else:
            quads = self._store.quads_for_pattern(start, predicate, None)
        for triple in sorted((quad.triple for quad in quads), key=str):
            yield (triple.subject if inverse else triple.object), frozenset({triple})

    def _follow(self, start: Node, parts: list[Step], *, inverse: bool) -> Iterator[Place]:
        if not parts:
            yield start, frozenset()
            return
        for middle, route in self._walk(start, parts[0], inverse=inverse):
            for end, rest in self._follow(middle, parts[1:], inverse=inverse):
                yield end, route | rest

    def _repeat(self, start: Node, path: MulPath, *, inverse: bool) -> Iterator[Place]:
        """The shortest first; none comes to the same place twice."""
        if path.zero:
            yield start, frozenset()
        ways: list[tuple[Node, Route, frozenset[str]]] = [(start, frozenset(), frozenset({str(start)}))]
        for _ in range(MAX_STEPS if path.more else 1):
            longer = []
            for place, route, seen in ways:
                for end, step in self._walk(place, path.path, inverse=inverse):
                    if str(end) == str(start) and not path.zero:
                        yield end, route | step  # "+" may come back to where it began
                    if str(end) not in seen:
                        yield end, route | step
                        longer.append((end, route | step, seen | {str(end)}))
            ways = longer[:MAX_ROUTES]

    def _others(self, start: Node, path: NegatedPath, *, inverse: bool) -> Iterator[Place]:
        names = {str(one) for one in path.args}
        for end, route in self._step(start, None, inverse=inverse):
            if not {triple.predicate.value for triple in route} & names:
                yield end, route
