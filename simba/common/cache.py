"""What is made from files once and kept in a folder of the user's, named after the files' content.

What is kept there is believed, so it must be the user's own: nothing is read from a folder or a file that somebody else
owns or may write, nor through a symbolic link to a file.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Made = TypeVar("Made")
NEW = ".new-"
"""How the names of files begin that are being written."""
DAY = 24 * 3600.0
KEPT = 8
"""Files of one kind that stay in the cache folder: those of rules that are being written soon lie there unused."""


def cache_folder() -> Path:
    """Path of the user's cache folder for SimBa, by the system's custom (``XDG_CACHE_HOME``); it may not exist yet."""
    from platformdirs import user_cache_path

    return user_cache_path("simba")


def private_folders() -> Iterator[Path]:
    """Where to keep what is made, the best place first; others cannot write there, and perhaps the user cannot either.

    The cache folder, which is closed to others, unless it is somebody else's; then a folder for temporary files, which
    is made only where the first is not to be had.
    """
    had = False
    with suppress(OSError):
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.lstat().st_uid == os.getuid() and not folder.is_symlink():
            with suppress(OSError):
                folder.chmod(0o700)  # an earlier SimBa left it as open as all that a user makes
        _check_owner(folder, folder.lstat(), stat.S_IFDIR, stat.S_IWGRP | stat.S_IWOTH)
        had = os.access(folder, os.W_OK | os.X_OK)
        yield folder
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"simba-{os.getuid()}"
        if not had:
            folder.mkdir(mode=0o700, exist_ok=True)
        _check_owner(folder, folder.lstat(), stat.S_IFDIR, stat.S_IRWXG | stat.S_IRWXO)
        yield folder


def private_folder() -> Path:
    """The first of them that can be written; raises OSError where there is none."""
    for folder in private_folders():
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    raise PermissionError("no folder of your own to write to; set XDG_CACHE_HOME")


def _check_owner(path: Path, state: os.stat_result, kind: int, forbidden: int) -> None:
    """Raise PermissionError for what is of another kind, somebody else's, or open to others for what is forbidden."""
    if (
        stat.S_IFMT(state.st_mode) != kind
        or state.st_uid not in {0, os.getuid()}  # the administrator can do anything anyway
        or state.st_mode & forbidden
    ):
        raise PermissionError(f"{path} is open to others")


def read_private(path: Path) -> bytes:
    """What is in a file of the user's own that nobody else can write; raises OSError where it is anything else."""
    with open(path, "rb", opener=_without_links) as file:
        _check_owner(path, os.fstat(file.fileno()), stat.S_IFREG, stat.S_IWGRP | stat.S_IWOTH)
        return file.read()


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)  # a pipe would be waited for


def write_private(path: Path, content: bytes) -> None:
    """Write a file that the user alone can read; it is whole or as it was before. Raises OSError."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=NEW)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def prune(folder: Path, pattern: str, *, keep: int = KEPT) -> None:
    """Remove all but the newest files of a name in the cache folder, and what writers that were killed left there."""
    found = sorted((path.stat().st_mtime, path) for path in folder.glob(pattern) if path.is_file())
    yesterday = time() - DAY
    left = (path for path in folder.glob(f"{NEW}*") if path.is_file() and path.stat().st_mtime < yesterday)
    for path in (*(path for _, path in found[: max(0, len(found) - keep)]), *left):
        path.unlink(missing_ok=True)


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


def kept_name(kind: str, files: Sequence[Path], *extra: str) -> str:
    """What the file is called in which `cached` keeps what it made; raises OSError."""
    return f"{kind}-{digest(files, *extra)}.json"


def cached(
    kind: str, files: Sequence[Path], adapter: TypeAdapter[Made], make: Callable[[], Made], *extra: str
) -> Made:
    """What ``make`` returns, or what it returned before for the same files (and ``extra`` that it depends on).

    It is kept as JSON, so that reading it runs no code, and validated by the adapter. A cache that cannot be read or
    written is done without; of one kind the `KEPT` newest stay.
    """
    try:
        name = kept_name(kind, files, *extra)
    except OSError:
        return make()
    for folder in private_folders():
        with suppress(Exception):  # missing, truncated, of another version, open to others
            return adapter.validate_json(read_private(folder / name))
    made = make()
    with suppress(OSError):
        folder = private_folder()
        write_private(folder / name, adapter.dump_json(made))
        prune(folder, f"{kind.partition('-')[0]}-*.json")  # of earlier versions too
    return made
