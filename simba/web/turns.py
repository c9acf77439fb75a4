"""How many things go on at once: requests that take a thread for long must leave some to the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock

from flask import request

from simba.web.problems import HttpProblem

SOON = "1"
"""Seconds after which a client that was refused may ask again."""


class Turns:
    """Places for requests of one kind in this process, so many in all and for each client; may be shared by threads."""

    def __init__(self, most: int, each: int) -> None:
        """Let ``most`` go on at once, ``each`` of one client."""
        self._most, self._each = most, each
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self) -> Callable[[], None]:
        """Take a place for the client of this request; gives what frees it, which may be called more than once.

        Raises `HttpProblem`: 503 where all places are taken, 429 where the client has its share.
        """
        client = request.remote_addr or ""
        with self._lock:
            if self._taken[client] >= self._each:
                raise HttpProblem(429, f"at most {self._each} of these requests at once", wait=SOON)
            if self._taken.total() >= self._most:
                raise HttpProblem(503, "too many of these requests at once", wait=SOON)
            self._taken[client] += 1
        held = [client]

        def free() -> None:
            with self._lock:
                if held:
                    self._taken[held.pop()] -= 1
                    self._taken += Counter()  # forgets who has none

        return free
