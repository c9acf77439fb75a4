"""Compiled expressions, kept for later processes in the user's cache folder.

Compiling one takes the `regex` package most of a millisecond; making a pattern of what it had compiled, a fiftieth of
that. What is kept are the plain arguments that the package itself pickles a pattern by; reading them runs no code.
"""

from __future__ import annotations

import copyreg
import hashlib
import io
import pickle
import platform
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import regex

from simba.common import plainpickle
from simba.common.cache import (
    digest,
    private_folder,
    private_folders,
    prune,
    read_private,
    write_private,
)

WRITTEN_AFTER = 100
"""Newly compiled expressions after which they are written: a single question compiles a dozen, a batch hundreds."""
MAX_KEPT = 20_000
VERSIONS = 3
"""Files that stay: each version of Python, of SimBa and of the package has one."""
_CHECKSUM = 32
_reduced = cast(
    "Callable[[regex.Pattern[str]], tuple[Callable[..., regex.Pattern[str]], tuple[Any, ...]]]",
    copyreg.dispatch_table[regex.Pattern],
)


class Programs:
    """What was compiled, in this process or before; may be shared between threads."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._build = _reduced(regex.compile(""))[0]
        self._kept: dict[str, tuple[Any, ...]] | None = None
        self._new: dict[str, tuple[Any, ...]] = {}
        self._limit = WRITTEN_AFTER
        self._lock = threading.Lock()

    def get(self, pattern: str) -> regex.Pattern[str] | None:
        """The compiled expression, if it is kept."""
        if self._kept is None:
            self._kept = _read()
        program = self._kept.get(pattern)
        return self._build(*program) if program is not None else None

    def add(self, pattern: str, compiled: regex.Pattern[str]) -> None:
        """Keep what was compiled."""
        self._new[pattern] = _reduced(compiled)[1]
        if len(self._new) >= self._limit:
            self.write()

    def write(self) -> None:
        """Write what was newly compiled, unless another thread does or it cannot be written."""
        if self._new and self._lock.acquire(blocking=False):
            try:
                new, self._new = self._new, {}
                programs = {**_read(), **new}  # another process may have written meanwhile
                self._limit = max(WRITTEN_AFTER, len(programs) // 4)
                with suppress(OSError):
                    _write(programs if len(programs) <= MAX_KEPT else new)
            finally:
                self._lock.release()


def programs_name() -> str:
    """The name of their file in the cache folder."""
    return f"programs-{digest([], regex.__version__, platform.machine())}.bin"


def _read() -> dict[str, tuple[Any, ...]]:
    for folder in private_folders():
        with suppress(Exception):  # missing, damaged, open to others
            content = read_private(folder / programs_name())
            body = content[_CHECKSUM:]
            if hashlib.sha256(body).digest() == content[:_CHECKSUM]:
                return dict(plainpickle.load(io.BytesIO(body)))
    return {}


def _write(programs: dict[str, tuple[Any, ...]]) -> None:
    folder, body = private_folder(), pickle.dumps(programs)
    write_private(folder / programs_name(), hashlib.sha256(body).digest() + body)
    prune(folder, "programs-*.bin", keep=VERSIONS)
