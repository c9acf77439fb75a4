"""How long a question may still take, and the switch that stops its requests; both belong to the running thread."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import Event, Lock
from weakref import WeakSet

_deadline: ContextVar[float] = ContextVar("deadline", default=float("inf"))
_switch: ContextVar[Switch | None] = ContextVar("switch", default=None)


class SwitchedOffError(Exception):
    """The work was called off from another thread."""


class Switch:
    """Stops the requests of all threads that entered it: those that wait, at once, and those to come."""

    def __init__(self) -> None:
        self._off = Event()
        self._sockets: WeakSet[socket.socket] = WeakSet()
        self._lock = Lock()

    @contextmanager
    def governs(self) -> Iterator[None]:
        """What this thread does in the ``with`` block can be stopped."""
        token = _switch.set(self)
        try:
            yield
        finally:
            _switch.reset(token)

    def off(self) -> None:
        """Stop; may be called from any thread, and again."""
        with self._lock:
            self._off.set()
            for connected in list(self._sockets):
                with suppress(OSError):  # a thread that waits for this socket wakes up
                    socket.socket.shutdown(connected, socket.SHUT_RDWR)

    @property
    def is_off(self) -> bool:
        """Whether it was switched off."""
        return self._off.is_set()

    def _sleep(self, seconds: float) -> None:
        self._off.wait(seconds)

    def _holds(self, connected: socket.socket) -> None:
        with self._lock:
            self._sockets.add(connected)

    def _releases(self, connected: socket.socket) -> None:
        with self._lock:
            self._sockets.discard(connected)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Give the block so many seconds (None: any number), or what is left of the time of the block around it."""
    if seconds is None:
        yield
        return
    token = _deadline.set(min(_deadline.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _deadline.reset(token)


def time_left() -> float:
    """The seconds left, more than 0; raises TimeoutError after the last, `SwitchedOffError` when all is called off."""
    check_switch()
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def check_switch() -> None:
    """Raise `SwitchedOffError` if this thread's work is called off."""
    switch = _switch.get()
    if switch is not None and switch.is_off:
        raise SwitchedOffError


def sleep(seconds: float) -> None:
    """Sleep so many seconds, or raise `SwitchedOffError` as soon as all is called off."""
    switch = _switch.get()
    if switch is None:
        time.sleep(seconds)
    else:
        switch._sleep(seconds)
        check_switch()


def stoppable(connected: socket.socket) -> None:
    """Let this thread's switch, if it has one, break the connection; raises `SwitchedOffError` if it is off already."""
    switch = _switch.get()
    if switch is not None:
        switch._holds(connected)
    check_switch()


def released(connected: socket.socket) -> None:
    """Let the thread's switch break the connection no more: it may come to serve another thread."""
    switch = _switch.get()
    if switch is not None:
        switch._releases(connected)
