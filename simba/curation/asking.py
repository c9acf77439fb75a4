"""Running reference queries: over a knowledge base folder or an endpoint, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from simba.answer import Value
from simba.common.timelimit import time_limit
from simba.common.vocabulary import XSD
from simba.curation.rewriting import asks, expanded, services, without_service
from simba.endpoint.client import SparqlClient
from simba.endpoint.terms import value_of
from simba.errors import EndpointError
from simba.evaluation.scoring import distinct, matches
from simba.evaluation.sparql_json import as_term
from simba.evaluation.sparql_reading import PREDECLARED

if TYPE_CHECKING:
    from simba.curation.store_process import StoreProcess
    from simba.kb.store import Store

MAX_ROWS = 50_000
"""Rows that are read of a query's results."""
KEPT = 5_000
"""Queries whose outcome is remembered: the same repair is tried more than once."""
LABEL_SERVICE = f"{PREDECLARED['wikibase']}label"
"""Wikidata's service that adds labels: no knowledge of its own, so that a query is run without it."""


@dataclass(frozen=True, slots=True)
class Results:
    """What a SELECT returned, or an ASK."""

    variables: tuple[str, ...]
    rows: tuple[tuple[Value | None, ...], ...]
    boolean: bool | None = None

    @property
    def values(self) -> tuple[Value, ...]:
        """The different values of all variables; what an ASK found is a literal."""
        if self.boolean is not None:
            return (Value("literal", str(self.boolean).lower(), f"{XSD}boolean", None),)
        return distinct(value for row in self.rows for value in row if value is not None)

    def equals(self, answers: Sequence[Value]) -> bool:
        """Whether it is these answers, by value: all that was selected, or one of several variables."""
        return any(same(column, answers) for column in (self.values, *self._columns()))

    def _columns(self) -> list[tuple[Value, ...]]:
        if len(self.variables) < 2:
            return []
        return [
            distinct(value for value in column if value is not None)
            for column in zip(*self.rows, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a query has no results, in one line."""

    message: str


Outcome = Results | Failure


def same(some: Sequence[Value], others: Sequence[Value]) -> bool:
    """Whether two lists of values are the same set, by value (`simba.evaluation.scoring`)."""
    one, other = set(distinct(some)), set(distinct(others))
    if one == other:
        return True
    if not one or not other or len(one) * len(other) > 1_000_000:
        return False
    right, found = matches(list(one), list(other))
    return len(right) == len(one) and len(found) == len(other)


class Asker(Protocol):
    """Runs queries with Wikidata's prefixes declared beforehand."""

    def ask(self, query: str) -> Outcome:
        """What the query returns, or why it does not."""
        ...


class FolderAsker:
    """Asks the triple store of a knowledge base folder, in this process or in one of its own."""

    def __init__(self, store: Store | StoreProcess, seconds: float) -> None:
        """Take the store, and the seconds that a query may take; only in its own process is one given up midway."""
        self._store, self._seconds = store, seconds
        self.ask = lru_cache(maxsize=KEPT)(self._ask)

    def _ask(self, query: str) -> Outcome:
        query = without_service(query, LABEL_SERVICE)
        if services(query):
            return Failure("asks another server (SERVICE or FROM), which a folder cannot; use --endpoint")
        try:
            with time_limit(self._seconds):
                found = self._store.results(expanded(query), MAX_ROWS)
        except TimeoutError:
            return Failure(f"takes more than {self._seconds:g} s; see --time-limit")
        except ValueError as error:
            return Failure(f"does not run: {str(error)[:200]}")
        if isinstance(found, bool):
            return Results((), (), found)
        return Results(found[0], tuple(found[1]))


class EndpointAsker:
    """Asks a SPARQL endpoint."""

    def __init__(self, client: SparqlClient) -> None:
        self._client = client
        self.ask = lru_cache(maxsize=KEPT)(self._ask)

    def _ask(self, query: str) -> Outcome:
        sparql = expanded(without_service(query, LABEL_SERVICE))
        try:
            if asks(sparql):
                return Results((), (), self._client.ask(sparql))
            rows = self._client.select(sparql)
        except EndpointError as error:
            return Failure(str(error))
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        return Results(
            names,
            tuple(
                tuple(value_of(row[name]) if name in row else None for name in names)
                for row in rows[:MAX_ROWS]
            ),
        )


Plain = list[dict[str, Any]]


def as_plain(results: Results) -> Plain:
    """The results as the list "answers" of a QALD file."""
    if results.boolean is not None:
        return [{"head": {}, "boolean": results.boolean}]
    rows = [
        {
            name: as_term(value)
            for name, value in zip(results.variables, row, strict=True)
            if value is not None
        }
        for row in results.rows
    ]
    return [{"head": {"vars": list(results.variables)}, "results": {"bindings": rows}}]
