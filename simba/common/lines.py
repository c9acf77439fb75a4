"""Writing JSON lines that are valid UTF-8 and stay whole, whatever they hold and whoever interrupts."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO


def json_line(data: dict[str, Any]) -> bytes:
    """The data as one line of JSON in UTF-8, with its line feed; lone surrogates (a command line's bytes that are not
    UTF-8) become U+FFFD.

    Raises ValueError for NaN and infinity, TypeError for what JSON has no form for.
    """
    return valid(json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode()


def valid(text: str) -> str:
    """The text with U+FFFD for lone surrogates, which UTF-8 has no bytes for."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def write_line(stream: BinaryIO, line: bytes) -> None:
    """Write all bytes of a line and flush; Ctrl-C (KeyboardInterrupt) waits until they are out. Raises OSError."""
    with _uninterrupted():
        rest = memoryview(line)
        while rest:  # an unbuffered stream (PYTHONUNBUFFERED) takes no more than the pipe has room for
            rest = rest[stream.write(rest) or 0 :]
        stream.flush()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    previous = signal.getsignal(signal.SIGINT)
    if (
        previous is not signal.default_int_handler
        or threading.current_thread() is not threading.main_thread()
    ):
        yield  # Ctrl-C is ignored or handled elsewhere
        return
    pending = False

    def hold(*_: object) -> None:
        nonlocal pending
        pending = True

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
    if pending:
        raise KeyboardInterrupt


def opened_alone(path: Path, error: type[Exception]) -> BinaryIO:
    """A file to add lines to, which nobody else adds to meanwhile; raises `error` where somebody does.

    Where there are no locks (Windows, some file systems) it is not known.
    """
    stream = path.open("ab", buffering=0)
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(stream, LOCK_EX | LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        stream.close()
        raise error(f"{path}: another simba is writing to it; wait for it") from None
    except OSError:
        pass
    return stream
