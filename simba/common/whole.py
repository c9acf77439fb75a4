"""What appears whole or not at all: files and folders that are written beside their place, then renamed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, error: type[Exception] | None = None) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of a file when the block ends well; a link stays a link.

    The file keeps the rights that it had. Where it cannot be written, raises ``error`` with a line that says so, if
    there is one, else OSError.
    """
    place = path.resolve()
    new = place.with_name(f".{place.name}-{os.getpid()}.new")
    try:
        with new.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if place.exists():
            shutil.copymode(place, new)
        os.replace(new, place)
    except OSError as fault:
        if error is None:  # what could not be written is the file, whatever stands beside it till it is whole
            raise OSError(fault.errno, fault.strerror, str(path)) from None
        raise error(f"{path}: cannot be written: {fault.strerror}") from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


@contextmanager
def workplace(folder: Path, error: type[Exception]) -> Iterator[Path]:
    """A folder beside another, in which that is made as "new"; raises `error` where nothing can be written there.

    It vanishes, unless what the other had before, which waits in it as "old", could not be removed.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as fault:
        raise error(f"{folder}: cannot be written: {fault.strerror}") from None
    try:
        yield work
    finally:
        for path in work.iterdir():
            if path.name != "old":
                shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):  # holds the earlier one where something else came into that
            work.rmdir()
