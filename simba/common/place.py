"""Folders that SimBa writes whole: each takes the place of an earlier one, and never of what SimBa did not write."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FolderKind:
    """A kind of folder that SimBa writes, and how it is told from others."""

    what: str
    """What such a folder is, as "a knowledge base"."""
    paths: re.Pattern[str]
    """The paths in such a folder of all that SimBa puts there; a folder's ends with "/"."""
    is_one: Callable[[Path], bool]
    """Whether SimBa wrote a folder, by what its files say of themselves."""
    error: type[Exception]
    """What to raise, with one line that says what is wrong and what to do."""

    def check(self, folder: Path) -> None:
        """Refuse to replace a folder that is there, unless it is empty or is of this kind and holds nothing else."""
        try:
            if folder.is_symlink() or not folder.is_dir():
                if os.path.lexists(folder):
                    raise self.error(f"{folder}: is there and is not {self.what}; name another folder")
                return
            if os.path.ismount(folder):
                raise self.error(f"{folder}: is a mount point, which cannot be replaced; name a folder in it")
            if any(folder.iterdir()) and not self.is_one(folder):
                raise self.error(
                    f"{folder}: is there and is not {self.what} that SimBa wrote; name another folder"
                )
            if (foreign := self.foreign(folder)) is not None:
                raise self.error(
                    f"{folder}: holds {foreign}, which SimBa did not write; move it away, or name another folder"
                )
        except OSError as error:
            raise self.error(f"{folder}: cannot be read: {error.strerror}") from None

    def foreign(self, folder: Path) -> str | None:
        """The path in a folder of something that SimBa does not write there."""
        return next((path for path in paths_in(folder) if not self.paths.fullmatch(path)), None)

    def remove(self, folder: Path) -> None:
        """Remove what SimBa wrote of a folder; raises `error` where anything is left there."""
        if not os.path.lexists(folder):
            return
        try:
            if not folder.is_symlink():
                for path in sorted(paths_in(folder), reverse=True):  # what is in a folder before the folder
                    if self.paths.fullmatch(path):
                        with suppress(OSError):
                            (folder / path).rmdir() if path.endswith("/") else (folder / path).unlink()
            folder.rmdir()
        except OSError as error:
            foreign = None if folder.is_symlink() else self.foreign(folder)
            what = f"holds {foreign}, which SimBa did not write; move it away" if foreign else error.strerror
            raise self.error(f"{folder}: cannot be removed: {what}") from None

    def put(self, new: Path, folder: Path, old: Path) -> None:
        """Give a finished folder its name; what was there is looked at again, put at ``old``, and removed.

        A process that is killed here leaves one of them: under the name or, for an instant, at ``old``.
        """
        try:
            self.check(folder)
            replaces = folder.is_dir() and any(folder.iterdir())
            if replaces:
                os.rename(folder, old)
            try:
                os.rename(new, folder)  # over an empty folder, and over no other
            except BaseException:  # Ctrl-C too
                if replaces:
                    os.rename(old, folder)
                raise
        except OSError as error:
            raise self.error(f"{folder}: cannot be written: {error.strerror}") from None
        self.remove(old)


def paths_in(folder: Path) -> Iterator[str]:
    """The paths of all that is in a folder; what is neither file nor folder is marked, and links are not followed."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            yield f"{entry.name}/"
            yield from (f"{entry.name}/{path}" for path in paths_in(Path(entry.path)))
        else:
            yield entry.name if entry.is_file(follow_symlinks=False) else f"{entry.name} (no file)"


def having(name: str, *keys: str) -> Callable[[Path], bool]:
    """Tells folders by their file of that name: JSON that has these keys."""

    def is_one(folder: Path) -> bool:
        try:
            return bool(set(keys) <= json.loads((folder / name).read_bytes()).keys())
        except (OSError, ValueError, AttributeError, RecursionError):
            return False

    return is_one
