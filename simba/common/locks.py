"""Locks for what threads share and a forked process shall go on using."""

from __future__ import annotations

import os
import threading
from types import TracebackType
from weakref import WeakSet

_all: WeakSet[ForkSafeLock] = WeakSet()

PATIENCE = 1.0
"""Seconds for which a process that forks waits for a lock."""


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


class ForkSafeWork:
    """What threads do at the same time and a fork waits for, such as a call of a library with locks of its own."""

    def __init__(self) -> None:
        self._thread = threading.local()

    def __enter__(self) -> None:
        lock: ForkSafeLock | None = getattr(self._thread, "lock", None)
        if lock is None:
            lock = self._thread.lock = ForkSafeLock()
        lock.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.lock.__exit__(kind, error, trace)


_held: list[ForkSafeLock] = []
"""What the process that is forking took, so that no thread is at work with what a lock guards."""


def _hold_all() -> None:
    # Libraries have locks of their own (OpenBLAS): who forks waits until nobody is inside. Not for ever: a thread may
    # wait for a lock that the forking one has.
    _held[:] = [lock for lock in list(_all) if lock._lock.acquire(timeout=PATIENCE)]


def _release_all() -> None:
    while _held:
        _held.pop()._lock.release()


def _renew_all() -> None:
    _held.clear()
    for lock in list(_all):
        lock._renew()


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(before=_hold_all, after_in_parent=_release_all, after_in_child=_renew_all)
