"""How tests wait: until something is so, never for a time. A busy machine makes them slower, not wrong."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

PATIENCE = 120.0
"""Seconds after which what has not happened will not: many times what the slowest machine needs."""
Seen = TypeVar("Seen")


def until(condition: Callable[[], Seen], *, every: float = 0.01) -> Seen:
    """What the condition gives once it is true; raises AssertionError where it never is."""
    end = time.monotonic() + PATIENCE
    while not (seen := condition()):
        assert time.monotonic() < end, f"not so within {PATIENCE:g} s"
        time.sleep(every)
    return seen


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port of the loopback that nobody else is given, whatever else runs; a server can listen on it.

    It stays bound here without listening: servers, which reuse addresses, may bind it as well, and who asks the system
    for any free port gets another.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        yield port
