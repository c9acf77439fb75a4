"""Politeness: how many requests at once, how many a second, and when the server wants none at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import TYPE_CHECKING

from simba.common.timelimit import sleep, time_left

if TYPE_CHECKING:
    from pyrate_limiter import Limiter


class Gate:
    """What every request to one endpoint goes through; shared by threads."""

    def __init__(self, in_flight: int, rate: float | None) -> None:
        """Let so many requests through at once, and so many a second (None: any number)."""
        self._slots = BoundedSemaphore(in_flight)
        self._limiter = _limiter(rate) if rate is not None else None
        self._pause = 0.05 if rate is None else min(0.05, 1 / rate)
        self._closed_until = 0.0
        self._lock = Lock()

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Wait until a request may be made, and hold its place; raises TimeoutError as `time_left` does."""
        if not self._slots.acquire(timeout=min(time_left(), 1e6)):
            raise TimeoutError
        try:
            time_left()  # raises if all was called off meanwhile
            while (wait := self.closed_for) > 0:
                if wait > time_left():
                    raise TimeoutError
                sleep(wait)
            while self._limiter is not None and not self._limiter.try_acquire("request", blocking=False):
                sleep(min(self._pause, time_left()))
            yield
        finally:
            self._slots.release()

    def close(self, seconds: float) -> None:
        """Let nobody through for so long: the server has said when it wants to be asked again."""
        with self._lock:
            self._closed_until = max(self._closed_until, monotonic() + seconds)

    @property
    def closed_for(self) -> float:
        """The seconds until requests may be made again; 0 or less: now."""
        return self._closed_until - monotonic()


def _limiter(rate: float) -> Limiter:
    from pyrate_limiter import Limiter, Rate

    number = max(1, int(rate))
    return Limiter(Rate(number, ceil(1000 * number / rate)))
