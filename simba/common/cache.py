"""What is made from files once and kept in the user's cache folder, named after the files' content."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")


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


def cached(kind: str, files: Sequence[Path], make: Callable[[], Made], *extra: str) -> Made:
    """What ``make`` returns, or what it returned before for the same files (and ``extra`` that it depends on).

    A cache that cannot be read or written is done without. Only the user's own folder is trusted.
    """
    try:
        path = cache_folder() / f"{kind}-{digest(files, version('regex'), *extra)}.pickle"
        if path.is_file() and path.stat().st_uid == os.getuid():
            with path.open("rb") as stream:
                return pickle.load(stream)  # type: ignore[no-any-return] # noqa: S301 (our own file)
    except Exception:  # noqa: S110 (missing, truncated, of another version: made anew below)
        pass
    made = make()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as stream:
            pickle.dump(made, stream, protocol=pickle.HIGHEST_PROTOCOL)
        os.replace(name, path)
    return made
