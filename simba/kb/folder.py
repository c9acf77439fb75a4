"""A knowledge base folder: the label index, the triple store and a manifest that says what they were made from."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.common.cache import cache_folder, digest, private_temporary_folder
from simba.common.resources import data_path
from simba.errors import KnowledgeBaseError

if TYPE_CHECKING:
    from simba.kb.classes import ClassHierarchy
    from simba.kb.index import LabelIndex
    from simba.kb.store import Store

FORMAT = 7
"""Raised when a folder made by an earlier SimBa can no longer be read."""
MANIFEST = "manifest.json"
LABELS = "labels"
STORE = "store"
CLASSES = "classes.npy"
CHECKPOINT = "checkpoint.json"
"""In a work folder, how far an interrupted build has come."""


@dataclass(frozen=True)
class Manifest:
    """What a knowledge base was built from, when, with which versions, and how much it holds."""

    format: int
    sources: list[dict[str, str | int]]
    built: str
    versions: dict[str, str]
    labels: int
    triples: int
    facts: bool
    """Whether there is a triple store; else the facts are an endpoint's."""
    languages: list[str]
    reading: list[dict[str, Any]]
    """What was kept of each source."""

    @classmethod
    def describe(cls, sources: Sequence[Path], **content: Any) -> Manifest:
        """The manifest of a knowledge base just built from these files, with the rest of its content."""
        from simba.version import __version__

        versions = {name: version(name) for name in ("pyoxigraph", "Whoosh-Reloaded", "pymorphy2-dicts-ru")}
        files: list[dict[str, str | int]] = [
            {"file": path.name, **({"bytes": path.stat().st_size} if path.is_file() else {})}
            for path in sources
        ]
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        return cls(FORMAT, files, now, {"simba": __version__, **versions}, **content)

    def write(self, folder: Path) -> None:
        """Write the manifest; it is the last file of a build, so that a folder without it is half-built."""
        (folder / MANIFEST).write_text(
            json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read a folder's manifest; raises `KnowledgeBaseError`."""
        rebuild = f"build one with: simba build SOURCE... --to {folder}"
        if not folder.is_dir():
            raise KnowledgeBaseError(f"{folder}: no such knowledge base folder; {rebuild}")
        try:
            content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise KnowledgeBaseError(
                    f"{folder}: knowledge base of format {content['format']}, this SimBa reads {FORMAT}; {rebuild}"
                )
            return cls(**content)
        except FileNotFoundError:
            raise KnowledgeBaseError(
                f"{folder}: not a SimBa knowledge base (no {MANIFEST}); {rebuild}"
            ) from None
        except (OSError, ValueError, TypeError, KeyError):
            raise KnowledgeBaseError(f"{folder}: its {MANIFEST} is unreadable; {rebuild}") from None


class KnowledgeBase:
    """An opened knowledge base; its parts open on first use."""

    def __init__(self, folder: Path) -> None:
        """Check the folder; raises `KnowledgeBaseError`."""
        self.folder = folder
        self.manifest = Manifest.read(folder)

    @cached_property
    def index(self) -> LabelIndex:
        """The label index."""
        from simba.kb.index import LabelIndex

        with self._explained():
            return LabelIndex(self.folder / LABELS)

    @cached_property
    def classes(self) -> ClassHierarchy:
        """The class hierarchy."""
        from simba.kb.classes import ClassHierarchy

        with self._explained():
            return ClassHierarchy(self.folder / CLASSES)

    @cached_property
    def store(self) -> Store:
        """The triple store; raises `KnowledgeBaseError` where there is none."""
        from simba.kb.store import Store

        if not self.manifest.facts:
            raise KnowledgeBaseError(
                f"{self.folder}: has names but no facts (it was built with --index-only):"
                " give an --endpoint for these, or build it without --index-only"
            )
        with self._explained():
            return Store.open(self.folder / STORE)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise KnowledgeBaseError(
                f"{self.folder}: damaged knowledge base ({reason});"
                f" rebuild it: simba build SOURCE... --to {self.folder}"
            ) from None


@contextmanager
def new_folder(folder: Path, *, replace: bool = True, work: Path | None = None) -> Iterator[Path]:
    """A work folder beside ``folder`` that takes its name when the block ends well.

    Else it vanishes, unless there is a checkpoint in it: then it can be given as ``work`` later.
    Without ``replace``, a knowledge base that another process has put there meanwhile stays.
    """
    if (
        folder.exists()
        and not (folder / MANIFEST).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise KnowledgeBaseError(f"{folder}: is there and is not a knowledge base; name another folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = work or Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise KnowledgeBaseError(f"{folder}: cannot be written: {error.strerror}") from None
    try:
        work.chmod(0o755)
        yield work
        _put_in_place(work, folder, replace=replace)
    finally:
        if not (work / CHECKPOINT).is_file():
            shutil.rmtree(work, ignore_errors=True)


def _put_in_place(work: Path, folder: Path, *, replace: bool) -> None:
    old = None
    if replace and folder.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent)) / "kb"
        with suppress(FileNotFoundError):
            os.rename(folder, old)
    try:
        os.rename(work, folder)
    except OSError as error:
        if (folder / MANIFEST).is_file():
            return  # another process built it at the same time
        raise KnowledgeBaseError(f"{folder}: cannot be written: {error.strerror}") from None
    finally:
        if old is not None:
            shutil.rmtree(old.parent, ignore_errors=True)


def embedded() -> Path:
    """The folder of the embedded knowledge base, built the first time it is asked for.

    It stands in the user's cache folder or, where that cannot be written, in a private temporary one. Its name changes
    with the source and with what reads it. Of several processes that build it at once, the first to finish gives it.
    """
    from simba.building.build import build

    source = data_path("index/demo.ttl")
    name = f"embedded-{digest([source], str(FORMAT), version('pyoxigraph'), version('Whoosh-Reloaded'))}"
    for cache in (cache_folder, private_temporary_folder):
        with suppress(OSError, KnowledgeBaseError):
            folder = cache() / name
            if not (folder / MANIFEST).is_file():
                build([source], folder, replace=False)
            return folder
    raise KnowledgeBaseError(
        "no folder for the embedded knowledge base can be written; set XDG_CACHE_HOME or use --kb DIR"
    )
