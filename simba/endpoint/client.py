"""Questions to a SPARQL endpoint: politely, patiently and, where that is asked for, from the cache on disk."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from simba.endpoint import failures
from simba.endpoint.cache import AnswerCache
from simba.endpoint.gate import Gate
from simba.endpoint.settings import EndpointSettings
from simba.errors import EndpointError
from simba.timelimit import SwitchedOffError, sleep, time_left, time_limit
from simba.vocabulary import PREFIXES

if TYPE_CHECKING:
    from tenacity import RetryCallState

Row = dict[str, dict[str, str]]
"""A solution: the bound variables with their terms as SPARQL's JSON results write them."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
"""Seconds before the second try, doubled before each further one; up to as much as the first is added at random."""
TIMEOUT_TRIES = 2
"""A server that did not answer in time is asked once more: what hangs may be one connection, not the server."""


class SparqlClient:
    """One endpoint; may be shared between threads."""

    def __init__(self, endpoint: str | EndpointSettings, *, timeout: float | None = None) -> None:
        """Take the endpoint's URL or settings; nothing is asked yet. Raises `EndpointError` where they make no sense.

        ``timeout``, in seconds, replaces the settings' own.
        """
        from simba.endpoint.transport import (
            Transport,  # it loads SPARQLWrapper: not at the first question's expense
        )

        settings = endpoint_settings(endpoint)
        self.settings = settings if timeout is None else replace(settings, timeout=timeout)
        self.url = self.settings.shown
        self._prologue = "".join(
            f"PREFIX {name}: <{iri}>\n" for name, iri in self.settings.namespaces.items()
        )
        self._foreign = {
            iri: PREFIXES[name] for name, iri in self.settings.prefixes.items() if iri != PREFIXES[name]
        }
        self._transport = Transport(self.settings)
        self._gate = Gate(self.settings.most_in_flight, self.settings.most_a_second)
        self._cache = AnswerCache(self.settings) if self.settings.cache is not None else None

    def select(self, sparql: str) -> list[Row]:
        """The solutions of a SELECT query, which may use the prefixes wd: and wdt:.

        IRIs are Wikidata's own in the query and in the solutions, whatever the endpoint's are. It takes no longer than
        the time limit of the settings or of the question it is for. Raises `EndpointError` where the endpoint does not
        answer as one.
        """
        query = self._prologue + self._to_foreign(sparql)
        if self._cache is not None:
            body = self._cache.get(query)
            rows = None if body is None else _rows(body)
            if rows is not None:
                return self._from_foreign(rows)
        with time_limit(self.settings.time_limit):
            body, rows = self._ask(query)
        if self._cache is not None:
            self._cache.put(query, body)
        return self._from_foreign(rows)

    def _ask(self, query: str) -> tuple[bytes, list[Row]]:
        """Try until there is an answer, or no hope for one in time."""
        from tenacity import Retrying, retry_if_exception, wait_exponential, wait_random

        backoff = wait_exponential(multiplier=FIRST_WAIT, max=LONGEST_WAIT) + wait_random(0, FIRST_WAIT)

        def wait(state: RetryCallState) -> float:
            asked = _error(state).retry_after or 0.0
            return max(backoff(state), asked)

        def stop(state: RetryCallState) -> bool:
            error, tries = _error(state), state.attempt_number
            error.tries = tries
            if tries > (
                min(self.settings.retries, TIMEOUT_TRIES - 1)
                if error.kind == "timeout"
                else self.settings.retries
            ):
                return True
            if error.retry_after is not None and error.retry_after >= time_left():
                raise failures.asks_to_wait(self.settings, error.what, error.retry_after) from None
            return state.upcoming_sleep >= time_left()

        retrying = Retrying(
            stop=stop,
            wait=wait,
            retry=retry_if_exception(lambda error: isinstance(error, EndpointError) and error.transient),
            sleep=sleep,
            reraise=True,
        )
        last: EndpointError | None = None

        def once() -> tuple[bytes, list[Row]]:
            nonlocal last
            try:
                return self._try(query)
            except EndpointError as error:
                last = error
                raise

        try:
            return retrying(once)
        except TimeoutError:
            raise failures.out_of_time(self.settings, last) from None
        except SwitchedOffError:
            raise EndpointError("called off", kind="cancelled", url=self.url) from None

    def _try(self, query: str) -> tuple[bytes, list[Row]]:
        """Ask once.

        Raises `EndpointError`, TimeoutError where the question's time is over and `SwitchedOffError`.
        """
        closed = self._gate.closed_for
        if closed > time_left():
            raise failures.asks_to_wait(self.settings, "busy", closed)
        with self._gate.passing():
            body = self._fetch(query)
        rows = _rows(body)
        if rows is None:
            raise failures.invalid(self.settings, body)
        return body, rows

    def _fetch(self, query: str) -> bytes:
        from simba.endpoint.transport import HTTPException, RedirectError, TooLongError

        try:
            with time_limit(self.settings.timeout):
                return self._transport.fetch(query)
        except TooLongError:
            raise failures.too_long(self.settings) from None
        except RedirectError as error:
            raise failures.elsewhere(self.settings, error.args[0]) from None
        except (OSError, HTTPException, ValueError) as error:
            time_left()  # was it the question's time, or was it called off?
            failed = failures.failure(self.settings, error)
            if failed.retry_after is not None:
                self._gate.close(failed.retry_after)
            raise failed from None

    def _to_foreign(self, sparql: str) -> str:
        for theirs, ours in self._foreign.items():
            sparql = sparql.replace(f"<{ours}", f"<{theirs}")
        return sparql

    def _from_foreign(self, rows: list[Row]) -> list[Row]:
        if self._foreign:
            for row in rows:
                for term in row.values():
                    if term["type"] == "uri":
                        term["value"] = self._ours(term["value"])
        return rows

    def _ours(self, iri: str) -> str:
        for theirs, ours in self._foreign.items():
            if iri.startswith(theirs):
                return ours + iri[len(theirs) :]
        return iri


def endpoint_settings(endpoint: str | EndpointSettings) -> EndpointSettings:
    """The settings themselves, or a URL's with what the environment says."""
    return EndpointSettings.from_environment(endpoint) if isinstance(endpoint, str) else endpoint


def _rows(body: bytes) -> list[Row] | None:
    """The solutions in a complete, valid answer; None where it is none."""
    try:
        rows: list[Row] = json.loads(body)["results"]["bindings"]
        parts = [
            part
            for row in rows
            for term in row.values()
            for part in (term["type"], term["value"], *term.values())
        ]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return rows if all(isinstance(part, str) for part in parts) else None


def _error(state: RetryCallState) -> EndpointError:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, EndpointError)
    return error
