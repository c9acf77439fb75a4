"""What is made from files once and kept in the user's cache folder, named after the files' content."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Made = TypeVar("Made")
KEPT = 8
"""Files of one kind that stay in the cache folder: those of rules that are being written soon lie there unused."""


def cache_folder() -> Path:
    """Path of the user's cache folder for SimBa, by the system's custom (``XDG_CACHE_HOME``); it may not exist yet."""
    from platformdirs import user_cache_path

    return user_cache_path("simba")


def private_temporary_folder() -> Path:
    """A folder in the place for temporary files that no one else can write; raises OSError where there is none."""
    folder = Path(tempfile.gettempdir()) / f"simba-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    state = folder.lstat()
    if state.st_uid != os.getuid() or not stat.S_ISDIR(state.st_mode) or state.st_mode & 0o077:
        raise PermissionError(f"{folder} is open to others")
    return folder


def digest(files: Sequence[Path], *extra: str) -> str:
    """A name that changes with the files' content and with the versions that read it; raises OSError."""
    from simba.version import __version__

    state = hashlib.sha256("\0".join([__version__, sys.version, *extra]).encode())
    for path in files:
        if not path.is_file():  # reading a pipe would wait for ever
            raise OSError(f"{path} is no file")
        content = path.read_bytes()
        state.update(f"{path.name} {len(content)} ".encode() + content)
    return state.hexdigest()[:16]


def cached(
    kind: str, files: Sequence[Path], adapter: TypeAdapter[Made], make: Callable[[], Made], *extra: str
) -> Made:
    """What ``make`` returns, or what it returned before for the same files (and ``extra`` that it depends on).

    It is kept as JSON, so that reading it runs no code, and validated by the adapter. A cache that cannot be read or
    written is done without; of one kind the `KEPT` newest stay.
    """
    try:
        path = cache_folder() / f"{kind}-{digest(files, *extra)}.json"
        if path.is_file() and path.stat().st_uid == os.getuid():
            return adapter.validate_json(path.read_bytes())
    except Exception:  # noqa: S110 (missing, truncated, of another version: made anew below)
        pass
    made = make()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(adapter.dump_json(made))
        os.replace(name, path)
        older = sorted(path.parent.glob(f"{kind}-*.json"), key=lambda one: one.stat().st_mtime)
        for one in older[:-KEPT]:
            one.unlink()
    return made
