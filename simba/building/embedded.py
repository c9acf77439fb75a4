"""The embedded knowledge base, which every installation has: a few thousand facts to try SimBa with."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from time import time

from simba.common.cache import digest, private_folders
from simba.common.resources import data_path
from simba.errors import KnowledgeBaseError
from simba.kb.folder import FORMAT, KIND, KnowledgeBase

UNUSED = 30 * 24 * 3600.0
"""Seconds after which the embedded knowledge base of another version is removed."""


def embedded() -> Path:
    """The folder of the embedded knowledge base, built the first time it is asked for: that takes about a second.

    It stands in the user's cache folder or, where that cannot be written, in a private temporary one. Its name changes
    with the source and with what reads it. Of several processes that want it at once, one builds it.

    Raises `KnowledgeBaseError` where no folder can be written.
    """
    source = data_path("index/demo.ttl")
    name = f"embedded-{digest([source], str(FORMAT), version('pyoxigraph'), version('Whoosh-Reloaded'))}"
    for folder in private_folders():
        with suppress(OSError, KnowledgeBaseError):
            if not _is_intact(folder / name):
                from simba.building.build import build

                build([source], folder / name, replace=False)
                _forget_others(folder, name)
            with suppress(OSError):
                os.utime(folder / name)
            return folder / name
    raise KnowledgeBaseError(
        "no folder for the embedded knowledge base can be written; set XDG_CACHE_HOME or use --kb DIR"
    )


def _forget_others(folder: Path, name: str) -> None:
    """Remove those that other versions built and nobody has opened for long."""
    for other in folder.glob("embedded-*"):
        if other.name != name and time() - other.stat().st_mtime > UNUSED:
            with suppress(KnowledgeBaseError):
                KIND.remove(other)


def _is_intact(folder: Path) -> bool:
    try:
        KnowledgeBase(folder).check()
    except KnowledgeBaseError:
        return False
    return True
