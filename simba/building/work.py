"""The folder in which a build works, beside the one that it makes, so that it appears whole or not at all.

Of "kb" it is ".kb.building". One build at a time makes a folder, which a lock in ".kb.lock" sees to: a lock vanishes
with the process that holds it, so that what another build finds in the work folder is what a killed one has left.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simba.building.checkpoint import CHECKPOINT, Checkpoint
from simba.errors import KnowledgeBaseError
from simba.kb.folder import KIND, MANIFEST, aside

WAIT = 0.1
"""Seconds between looks whether another build is done."""


def work_folder(folder: Path) -> Path:
    """Where a build of a folder works."""
    folder = Path(os.path.realpath(folder))
    return folder.with_name(f".{folder.name}.building")


def left_behind(folder: Path) -> Path | None:
    """The work folder of an interrupted build of ``folder`` that another may go on with."""
    work = work_folder(folder)
    return work if (work / CHECKPOINT).is_file() else None


@contextmanager
def claimed(folder: Path, *, wait: float = 0) -> Iterator[None]:
    """Keep other builds of a folder away while the block runs.

    Raises `KnowledgeBaseError` where one is at work for so many more seconds, or where nothing can be written.
    """
    lock = folder.with_name(f".{folder.name}.lock")
    deadline = time.monotonic() + wait
    while (descriptor := _locked(lock, folder)) is None:
        if time.monotonic() >= deadline:
            raise KnowledgeBaseError(f"{folder}: another build of it is at work; wait for it")
        time.sleep(WAIT)
    try:
        yield
    finally:
        if not os.fstat(descriptor).st_size:  # else it is somebody's file
            with suppress(OSError):
                lock.unlink()
        os.close(descriptor)


def _locked(lock: Path, folder: Path) -> int | None:
    """The lock's file, or None where another process has it, or has just removed it."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(descriptor), os.stat(lock)):
                return descriptor
        except (BlockingIOError, FileNotFoundError):
            pass
        os.close(descriptor)
    except OSError as error:
        raise KnowledgeBaseError(f"{folder}: cannot be written: {error.strerror}") from None
    return None


@contextmanager
def new_folder(folder: Path, start: Checkpoint, *, resume: bool) -> Iterator[tuple[Path, Checkpoint]]:
    """A work folder that takes the name ``folder`` when the block ends well, and the checkpoint to go on from.

    Else it vanishes, unless there is a checkpoint in it. With ``resume`` that of an interrupted build is gone on with.
    Only for who has `claimed` the folder. Raises `KnowledgeBaseError` where something else is in the way, or where
    there is nothing to resume but a knowledge base.
    """
    work, old = work_folder(folder), aside(folder)
    for place in (work, old):
        if place.is_symlink() or (os.path.lexists(place / MANIFEST) and not KIND.is_one(place)):
            raise KnowledgeBaseError(f"{place}: is in the way, and SimBa did not write it; move it away")
    if KIND.is_one(old) and not folder.exists():  # a build was killed as it put a new one in place
        os.rename(old, folder)
    KIND.check(folder)
    KIND.remove(old)
    checkpoint = _interrupted(folder, start) if resume else start
    try:
        if checkpoint is start:
            KIND.remove(work)
            work.mkdir()
    except OSError as error:
        raise KnowledgeBaseError(f"{folder}: cannot be written: {error.strerror}") from None
    finished = False
    try:
        yield work, checkpoint
        finished = (work / MANIFEST).is_file()
        try:
            KIND.put(work, folder, old)
        except KnowledgeBaseError as error:
            raise KnowledgeBaseError(
                f"{error}; the new one is in {work}" if work.exists() else str(error)
            ) from None
    finally:
        if not finished and not (work / CHECKPOINT).is_file():
            with suppress(KnowledgeBaseError):
                KIND.remove(work)


def _interrupted(folder: Path, start: Checkpoint) -> Checkpoint:
    """How far an interrupted build of the same sources with the same options has come; ``start`` if there is none."""
    work = left_behind(folder)
    if work is None:
        if (folder / MANIFEST).is_file():
            raise KnowledgeBaseError(
                f"{folder}: is finished, there is nothing to resume; build it without --resume to replace it"
            )
        return start
    with suppress(OSError, TypeError, ValueError, KeyError, AttributeError):
        found = Checkpoint.read(work)
        if (found.sources, found.wanted) == (start.sources, start.wanted):
            return found
    raise KnowledgeBaseError(
        f"{work}: an interrupted build of other sources or options; build without --resume to begin anew"
    )
