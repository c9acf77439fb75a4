"""A lock for what threads share and a forked process shall go on using."""

from __future__ import annotations

import os
import threading
from types import TracebackType
from weakref import WeakSet

_all: WeakSet[ForkSafeLock] = WeakSet()


class ForkSafeLock:
    """A lock that is free in a forked process, even where another thread held it: that thread is not there.

    The thread that holds it may take it again.
    """

    def __init__(self) -> None:
        self._renew()
        _all.add(self)

    def _renew(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()


def _renew_all() -> None:
    for lock in list(_all):
        lock._renew()


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_renew_all)
