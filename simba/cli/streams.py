"""The streams of a command."""

from __future__ import annotations

from typing import BinaryIO, TextIO

from simba.errors import SimbaError


def bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    """The bytes below a standard stream of that name; raises `SimbaError` where it is closed."""
    if stream is None:
        raise SimbaError(f"{name} is closed")
    return stream.buffer
