"""What is loaded from folders of rules, shared by all in a process that load the same.

A program that asks several knowledge bases, or opens one again and again, reads the rules once: reading them takes ten
times as long as seeing that they are still what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from simba.common.cache import digest
from simba.common.resources import data_path

Loaded = TypeVar("Loaded")
KEPT = 2
"""Sets of rules of which what was loaded last is kept: SimBa's own, and somebody's over them."""


def shared(load: Callable[[tuple[Path, ...]], Loaded], *more: str) -> Callable[[tuple[Path, ...]], Loaded]:
    """Load what nobody changes from folders of rules, only where they are other folders or hold something else.

    Looks at the files of words and constructions, and at ``more`` of such names.
    """
    names = ("*.yaml", "constructions/*.yaml", *more)

    @lru_cache(maxsize=KEPT)
    def loaded(folders: tuple[Path, ...], _: str) -> Loaded:
        return load(folders)

    def load_shared(folders: tuple[Path, ...]) -> Loaded:
        try:
            files = _files(folders, names)
            state = digest(files, *map(str, files))
        except OSError:  # what cannot be read now is for the loader to tell of
            return load(folders)
        return loaded(folders, state)

    return load_shared


def _files(folders: Sequence[Path], names: Sequence[str]) -> list[Path]:
    every = dict.fromkeys((data_path("rules"), *folders))
    return [path for folder in every for name in names for path in sorted(folder.glob(name))]
