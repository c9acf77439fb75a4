"""Requests to one server: politely, patiently and, where that is asked for, answered from the cache on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from simba.common.timelimit import SwitchedOffError, sleep, time_left, time_limit
from simba.endpoint import failures
from simba.endpoint.gate import Gate
from simba.endpoint.reply_cache import AnswerCache
from simba.endpoint.settings import EndpointSettings
from simba.errors import EndpointError

if TYPE_CHECKING:
    from tenacity import RetryCallState

FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
"""Seconds before the second try, doubled before each further one; up to as much as the first is added at random."""
SECOND_CHANCE = frozenset({"timeout", "status"})
"""The kinds of failure after which a server is asked only once more: what hangs may be one connection, not the server,
and an internal error (500) one process of it, but the next such request is likely to fail as well."""
Content = TypeVar("Content")


class Courier(Generic[Content]):
    """Brings a server's answers; may be shared between threads."""

    def __init__(
        self,
        settings: EndpointSettings,
        fetch: Callable[[str], bytes],
        read: Callable[[bytes], Content | None],
        expected: str,
    ) -> None:
        """Take what sends one query, and what reads an answer's body: it returns None where that is not what was
        ``expected``, and raises `EndpointError` where it tells a failure."""
        self._settings, self._fetch, self._read, self._expected = settings, fetch, read, expected
        self._gate = Gate(settings.most_in_flight, settings.most_a_second)
        self._cache = AnswerCache(settings) if settings.cache is not None else None

    def ask(self, query: str) -> Content:
        """What the answer holds; raises `EndpointError` where there is none in time."""
        if self._cache is not None:
            body = self._cache.get(query)
            content = None if body is None else self._read(body)
            if content is not None:
                return content
        with time_limit(self._settings.time_limit):
            body, content = self._asked(query)
        if self._cache is not None:
            self._cache.put(query, body)
        return content

    def _asked(self, query: str) -> tuple[bytes, Content]:
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
                min(self._settings.retries, 1) if error.kind in SECOND_CHANCE else self._settings.retries
            ):
                return True
            if error.retry_after is not None and error.retry_after >= time_left():
                raise failures.asks_to_wait(self._settings, error.what, error.retry_after) from None
            return state.upcoming_sleep >= time_left()

        retrying = Retrying(
            stop=stop,
            wait=wait,
            retry=retry_if_exception(lambda error: isinstance(error, EndpointError) and error.transient),
            sleep=sleep,
            reraise=True,
        )
        last: EndpointError | None = None

        def once() -> tuple[bytes, Content]:
            nonlocal last
            try:
                return self._try(query)
            except EndpointError as error:
                last = error
                raise

        try:
            return retrying(once)
        except TimeoutError:
            raise failures.out_of_time(self._settings, last) from None
        except SwitchedOffError:
            raise EndpointError("called off", kind="cancelled", url=self._settings.shown) from None

    def _try(self, query: str) -> tuple[bytes, Content]:
        """Ask once.

        Raises `EndpointError`, TimeoutError where the question's time is over and `SwitchedOffError`.
        """
        closed = self._gate.closed_for
        if closed > time_left():
            raise failures.asks_to_wait(self._settings, "busy", closed)
        with self._gate.passing():
            body = self._fetched(query)
        content = self._read(body)
        if content is None:
            raise failures.invalid(self._settings, body, self._expected)
        return body, content

    def _fetched(self, query: str) -> bytes:
        from simba.endpoint.transport import HTTPException, PartialError, RedirectError, TooLongError

        try:
            with time_limit(self._settings.timeout):
                return self._fetch(query)
        except TooLongError:
            raise failures.too_long(self._settings) from None
        except PartialError:
            raise failures.partial(self._settings) from None
        except RedirectError as error:
            raise failures.elsewhere(self._settings, error.args[0]) from None
        except (OSError, HTTPException, ValueError) as error:
            time_left()  # was it the question's time, or was it called off?
            failed = failures.failure(self._settings, error)
            if failed.retry_after is not None:
                self._gate.close(failed.retry_after)
            raise failed from None


def _error(state: RetryCallState) -> EndpointError:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, EndpointError)
    return error
