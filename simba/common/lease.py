"""Folders for as long as a process and those it forks live, in the user's cache folder.

Whoever claims one removes those of the dead, which could not do so themselves.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from simba.common.cache import private_folder

LOCK = "claimed"
"""A file in the folder, locked by who has it: the lock ends with the last process that holds it, however that ends."""


def claim(kind: str) -> Path:
    """A new empty folder, which goes when this process ends; raises OSError where none can be written."""
    parent = private_folder()
    for other in parent.glob(f"{kind}-*/{LOCK}"):
        with suppress(OSError):
            _remove_if_free(other.parent)
    folder = Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=parent))
    new = folder / f"{LOCK}.new"  # it has its name when it is locked
    descriptor = os.open(new, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    new.rename(folder / LOCK)
    atexit.register(_release, folder, os.getpid())
    return folder


def _release(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # forked processes end too
        shutil.rmtree(folder, ignore_errors=True)


def _remove_if_free(folder: Path) -> None:
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: somebody lives there
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)
