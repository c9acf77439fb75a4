"""A knowledge base folder: the label index, the triple store and a manifest that says what they were made from."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from simba.common.lazy import cached_property
from simba.common.manifests import UNREADABLE, is_simbas, manifest_of, manifest_text
from simba.common.place import FolderKind
from simba.errors import KnowledgeBaseError
from simba.kb.intact import check, damaged, digests, fingerprints, problems
from simba.version import __version__

if TYPE_CHECKING:
    from simba.kb.classes import ClassHierarchy
    from simba.kb.index import LabelIndex
    from simba.kb.store import Store

FORMAT = 10
"""Raised when a folder made by an earlier SimBa can no longer be read, or one of this by an earlier."""
SEALED = 9
"""The first format whose manifest has a `SEAL`."""
READABLE = (7, 8, SEALED, FORMAT)
"""Formats that this SimBa reads: 7 had a table of contents and no fingerprints, 8 no checksums of whole files and of
the label index's blocks, 9 not how fully items are described; none of them can be updated."""
MANIFEST = "manifest.json"
LABELS = "labels"
STORE = "store"
CLASSES = "classes.npy"
CHANGES = "changes"
"""What an update has changed of the label index."""
SEAL = "checksum"
"""The manifest's last field: the SHA-256 of its text without that."""
Part = TypeVar("Part")


@dataclass(frozen=True)
class Manifest:
    """What a knowledge base was built from, when, with which versions, and how much it holds."""

    format: int
    sources: list[dict[str, str | int]]
    """Each source's file name and, unless it was a pipe, its size in bytes."""
    built: str
    """When, in ISO 8601, UTC."""
    versions: dict[str, str]
    """Of SimBa and of the libraries whose files these are."""
    labels: int
    """Names in the label index."""
    triples: int
    facts: bool
    """Whether there is a triple store; else the facts are an endpoint's."""
    languages: list[str]
    """In which labels and descriptions are told, the preferred first."""
    reading: list[dict[str, Any]]
    """What was kept of each source: the fields of `simba.building.progress.Summary`."""
    unindexed: int = 0
    """Names that are not in the index, because their entity has too many."""
    files: dict[str, str] = field(default_factory=dict)
    """`simba.kb.intact.Fingerprints`."""
    sums: dict[str, str] = field(default_factory=dict)
    """The SHA-256 of each file but the manifest, by its path in the folder."""
    found_by: list[str] = field(default_factory=list)
    """Languages whose names are in the label index, too."""
    statements: str = ""
    """Whose qualifiers and full values are kept: "none", "needed" or "all"; empty where the version did not tell."""
    updates: list[dict[str, Any]] = field(default_factory=list)
    """Of each update: when it was ("updated"), its "sources", and how many triples it "added" and "removed"."""
    schema: dict[str, list[str]] = field(default_factory=dict)
    """The "properties" and "classes" that questions may be asked with, also where no fact is left of them; empty:
    those that occur."""

    @classmethod
    def describe(
        cls, folder: Path, sources: Sequence[Path], *, passing: tuple[str, ...] = (), **content: Any
    ) -> Manifest:
        """The manifest of a knowledge base just built in a folder from these files, with the rest of its content.

        What begins with the paths ``passing`` will not stay there.
        """
        content |= {"files": fingerprints(folder), "sums": digests(folder, passing)}
        return cls(FORMAT, described(sources), now(), versions(), **content)

    def write(self, folder: Path) -> None:
        """Write the manifest; it is the last file of a build, so that a folder without it is half-built."""
        new = folder / f"{MANIFEST}.new"
        content = {
            name: value
            for name, value in asdict(self).items()
            if name not in {"schema", "updates", "found_by", "statements"} or value
        }
        new.write_text(sealed(content), encoding="utf-8")
        os.replace(new, folder / MANIFEST)

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read a folder's manifest; raises `KnowledgeBaseError`."""
        rebuild = f"build one with: simba build SOURCE... --to {folder}"
        if not folder.is_dir():
            raise KnowledgeBaseError(f"{folder}: no such knowledge base folder; {rebuild}")
        if not os.path.lexists(folder / MANIFEST):
            raise KnowledgeBaseError(f"{folder}: not a SimBa knowledge base (no {MANIFEST}); {rebuild}")
        try:
            text = manifest_text(folder / MANIFEST)
            content = json.loads(text)
            if isinstance(found := content["format"], int) and found not in READABLE:
                known = f"{', '.join(map(str, READABLE[:-1]))} and {FORMAT}"
                raise KnowledgeBaseError(
                    f"{folder}: knowledge base of format {found}, this SimBa reads {known}; {rebuild}"
                )
            if (content.pop(SEAL, None) or found >= SEALED) and text != sealed(content):
                raise ValueError(SEAL)  # which this format has, and no earlier one
            return manifest_of(cls, content)
        except UNREADABLE:
            raise KnowledgeBaseError(f"{folder}: its {MANIFEST} is unreadable; {rebuild}") from None


def described(sources: Sequence[Path]) -> list[dict[str, str | int]]:
    """The names of files and, unless they are pipes, their sizes in bytes, as a manifest has them."""
    return [
        {"file": path.name, **({"bytes": path.stat().st_size} if path.is_file() else {})} for path in sources
    ]


def versions() -> dict[str, str]:
    """Those of SimBa and of the libraries that a knowledge base's files depend on."""
    names = ("pyoxigraph", "Whoosh-Reloaded", "pymorphy2-dicts-ru")
    return {"simba": __version__, **{name: version(name) for name in names}}


def now() -> str:
    """This second, in ISO 8601, UTC."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def sealed(content: dict[str, Any]) -> str:
    """The text of a manifest, with a checksum of the rest at its end."""
    return _text({**content, SEAL: hashlib.sha256(_text(content).encode()).hexdigest()})


def _text(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


KIND = FolderKind(
    "a knowledge base",
    re.compile(
        r"(manifest|checkpoint)\.json(\.new)?|classes\.npy"
        r"|(labels|changes)/((entries\.json|(ends|checksums|blocks|gone|before|lost)\.npy|_?MAIN_\w+\.(trm|pst|toc))?)"
        r"|store/(([A-Z]+([-.][\w.-]+)?|\d+\.\w+)?)"  # RocksDB's
        r"|gathered/((followed/|ranked/|keys/)?(\d+\.run)?)"
        r"|partitions/(\d+/(\.?\d+\.part(\.\w+)?)?)?"
    ),
    lambda folder: is_simbas(folder / MANIFEST),
    KnowledgeBaseError,
)
"""What there is in a knowledge base's folder, and while it is built."""


SMALL = 30_000
"""Triples that are copied into memory in a tenth of a second."""
LOOKS = 10
"""How often a knowledge base is looked for that stands neither in its place nor aside: a build may be moving it."""


class _MovedError(KnowledgeBaseError):
    """Nothing was found, or not what was there a moment ago."""


def aside(folder: Path) -> Path:
    """Where a knowledge base stands for the instant in which a new one takes its place."""
    folder = Path(os.path.realpath(folder))
    return folder.with_name(f".{folder.name}.old")


class KnowledgeBase:
    """An opened knowledge base; its parts open on first use. It may come from anybody: opening it runs nothing of it.

    Should a new one take its place meanwhile, its parts are all of the old one or all of the new one.
    """

    def __init__(self, folder: Path) -> None:
        """Read the folder's manifest; raises `KnowledgeBaseError` for a folder that is none, or of another format."""
        self.folder = folder
        self._held = False
        self._read()

    def _read(self) -> None:
        for look in range(LOOKS):
            try:
                self._place, self._id, self.manifest = self._found()
                return
            except _MovedError:
                if look == LOOKS - 1:
                    raise

    def _found(self) -> tuple[Path, tuple[int, int] | None, Manifest]:
        """Where it stands, what stands there, and its manifest; raises `_MovedError` where that may be just moving."""
        identity = _identity(self.folder)
        try:
            return self.folder, identity, Manifest.read(self.folder)
        except KnowledgeBaseError as error:
            if identity is not None and identity == _identity(self.folder):
                raise
            place = aside(self.folder)  # a build is just being put in place, or was killed at that
            identity = _identity(place)
            if KIND.is_one(place):
                with suppress(KnowledgeBaseError):
                    return place, identity, Manifest.read(place)
            raise _MovedError(str(error)) from None

    @cached_property
    def index(self) -> LabelIndex:
        """The label index."""
        from simba.kb.index import LabelIndex

        def opened(labels: Path) -> LabelIndex:
            changes = labels.with_name(CHANGES) if self.has_changes else None
            return LabelIndex(labels, changes=changes, shown=self.folder)

        return self._open(LABELS, opened)

    @cached_property
    def classes(self) -> ClassHierarchy:
        """The class hierarchy."""
        from simba.kb.classes import ClassHierarchy

        return self._open(CLASSES, ClassHierarchy)

    @cached_property
    def store(self) -> Store:
        """The triple store; raises `KnowledgeBaseError` where there is none."""
        from simba.kb.store import Store

        if not self.manifest.facts:
            raise KnowledgeBaseError(
                f"{self.folder}: has names but no facts (it was built with --index-only):"
                " give an --endpoint for these, or build it without --index-only"
            )
        return self._open(STORE, partial(Store.open, shown=self.folder, languages=self.manifest.languages))

    def hold(self) -> None:
        """Keep the facts of a small knowledge base in memory, for whoever asks many questions.

        Raises `KnowledgeBaseError` where they are damaged.
        """
        if self.manifest.triples <= SMALL and not self._held:
            self._held = True
            self.store.hold()

    @property
    def has_changes(self) -> bool:
        """Whether there are names that an update has changed."""
        return any(name.startswith(f"{CHANGES}/") for name in self.manifest.files)

    def problems(self) -> list[str]:
        """A line for each file that is damaged, missing or not SimBa's; every byte is read.

        Raises `KnowledgeBaseError` where the folder is of a format that has no checksums.
        """
        if not self.manifest.sums:
            raise KnowledgeBaseError(
                f"{self.folder}: knowledge base of format {self.manifest.format}, which has no checksum of each file;"
                f" build it anew: simba build SOURCE... --to {self.folder}"
            )
        return list(problems(self._place, self.manifest.sums, besides=[MANIFEST]))

    def check(self) -> None:
        """Raise `KnowledgeBaseError` where a file is damaged, as far as a look of a few milliseconds tells."""
        for part in (LABELS, CLASSES, *([STORE] if self.manifest.facts else ())):
            self._open(part, lambda path: None)

    def _open(self, name: str, part: Callable[[Path], Part]) -> Part:
        """Open a part; once more where a new knowledge base has just taken the place of this one."""
        try:
            for one in (name, CHANGES) if name == LABELS else (name,):
                check(self._place, one, self.manifest.files)
            opened = part(self._place / name)
            problem = None
        except Exception as error:
            problem = error
        # What stood aside is removed file by file once a new one is in its place.
        leaving = problem is not None and self._place != self.folder and _identity(self.folder) is not None
        if leaving or _identity(self._place) != self._id:
            if {"index", "classes", "store"} & vars(self).keys():
                raise KnowledgeBaseError(
                    f"{self.folder}: was built anew while it was being opened; open it anew"
                )
            self._read()
            return self._open(name, part)
        if problem is not None:
            raise damaged(self.folder, problem)
        return opened


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another that takes its place."""
    try:
        state = folder.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino
