"""The triples of an Oxigraph store, by their parts or by a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from simba.answer import Value
from simba.common.locks import ForkSafeWork
from simba.common.timelimit import time_left
from simba.common.vocabulary import PREFIXES
from simba.kb.intact import damaged

Node = ox.NamedNode | ox.BlankNode


class Triples:
    """Oxigraph's store, which finds damaged files as it reads them; that becomes `KnowledgeBaseError`."""

    def __init__(self, store: ox.Store, shown: Path) -> None:
        self._store = store
        self._shown = shown
        self._work = ForkSafeWork()  # queries let other threads run, which may fork

    def hold(self) -> None:
        """Copy them into memory, where finding some takes a quarter of the time that Oxigraph's files do.

        They are found in the same order there, which what is told by a sample depends on.
        """
        copy = ox.Store()
        try:
            copy.extend(reversed(list(self._store)))  # those that came last are found first
        except (OSError, RuntimeError) as error:
            raise damaged(self._shown, error) from None
        self._store = copy

    def having(
        self,
        subject: Node | None,
        predicate: ox.NamedNode | None,
        value: Node | None,
        most: int | None = None,
    ) -> list[ox.Quad]:
        """Those with these parts, None standing for any; at most so many of them."""
        try:  # dozens of times a question: no context manager
            return list(islice(self._store.quads_for_pattern(subject, predicate, value), most))
        except (OSError, RuntimeError) as error:
            raise damaged(self._shown, error) from None

    def any(self, subject: ox.NamedNode | None, predicate: ox.NamedNode, value: ox.NamedNode | None) -> bool:
        """Whether there is one of them."""
        try:  # thousands of times a second: no context manager
            return next(self._store.quads_for_pattern(subject, predicate, value), None) is not None
        except (OSError, RuntimeError) as error:
            raise damaged(self._shown, error) from None

    def about(self, node: ox.NamedNode, *, reverse: bool) -> Iterator[ox.Quad]:
        """Those whose subject a node is; in reverse, whose value."""
        with self._told():
            subject, value = (None, node) if reverse else (node, None)
            yield from self._store.quads_for_pattern(subject, None, value)

    def rows(self, sparql: str) -> list[ox.QuerySolution]:
        """What a SELECT query finds."""
        with self._told(), self._work:
            solutions = self._store.query(sparql, prefixes=PREFIXES)
            assert isinstance(solutions, ox.QuerySolutions)
            return list(solutions)

    def results(
        self, sparql: str, most: int, value: Callable[[object], Value | None]
    ) -> bool | tuple[tuple[str, ...], list[tuple[Value | None, ...]]]:
        """What a SELECT or ASK query returns, at most so many rows; raises ValueError for another."""
        with self._told(), self._work:
            try:
                found = self._store.query(sparql)
            except SyntaxError as error:
                raise ValueError(" ".join(str(error).split())) from None
            if isinstance(found, ox.QueryBoolean):
                return bool(found)
            if not isinstance(found, ox.QuerySolutions):
                raise ValueError("neither SELECT nor ASK")
            rows = []
            for solution in islice(found, most):
                time_left()
                rows.append(tuple(map(value, solution)))
            return tuple(variable.value for variable in found.variables), rows

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError:
            raise  # the question's time is over
        except (OSError, RuntimeError) as error:
            raise damaged(self._shown, error) from None
