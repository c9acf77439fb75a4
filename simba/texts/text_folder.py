"""A folder of indexed paragraphs: Tantivy's files and a manifest that says what they were made from."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simba.common.manifests import UNREADABLE, is_simbas, manifest_of, manifest_text
from simba.common.place import FolderKind
from simba.errors import TextError
from simba.kb.folder import described, now
from simba.kb.intact import Fingerprints, fingerprints
from simba.version import __version__

TEXT_FORMAT = 2
"""Raised when a folder made by an earlier SimBa can no longer be read."""
TEXT_MANIFEST = "texts.json"
"""Not the name that a knowledge base's has: neither is taken for the other."""
INDEX = "index"
CHECKED = (f"{INDEX}/[0-9a-f]*", f"{INDEX}/meta.json")
"""What does not change after the build."""
REBUILD = "build it with: simba build-text SOURCE... --to"


@dataclass(frozen=True)
class TextManifest:
    """What texts were indexed, when, with which versions and with which knowledge base's names."""

    format: int
    sources: list[dict[str, str | int]]
    """Each source's file name and its size in bytes."""
    built: str
    """When, in ISO 8601, UTC."""
    versions: dict[str, str]
    names: str
    """The knowledge base whose names the pages were found by."""
    paragraphs: int
    linked: int
    """Paragraphs of pages whose entity is known."""
    files: dict[str, str]
    """`simba.kb.intact.Fingerprints`."""

    @classmethod
    def describe(cls, folder: Path, sources: Sequence[Path], **content: Any) -> TextManifest:
        """The manifest of texts just indexed in a folder, with the rest of its content."""
        versions = {name: version(name) for name in ("tantivy", "pymorphy2-dicts-ru")}
        return cls(
            TEXT_FORMAT,
            described(sources),
            now(),
            {"simba": __version__, **versions},
            **content,
            files=fingerprints(folder, CHECKED),
        )

    def write(self, folder: Path) -> None:
        """Write the manifest, the last file of a build."""
        new = folder / f"{TEXT_MANIFEST}.new"
        new.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        os.replace(new, folder / TEXT_MANIFEST)

    @classmethod
    def read(cls, folder: Path) -> TextManifest:
        """Read a folder's manifest; raises `TextError`, which says how to rebuild."""
        rebuild = f"{REBUILD} {folder}"
        if not folder.is_dir():
            raise TextError(f"{folder}: no such folder of texts; {rebuild}")
        if not os.path.lexists(folder / TEXT_MANIFEST):
            raise TextError(f"{folder}: no folder of texts (it has no {TEXT_MANIFEST}); {rebuild}")
        try:
            content = json.loads(manifest_text(folder / TEXT_MANIFEST))
            if isinstance(found := content["format"], int) and found != TEXT_FORMAT:
                raise TextError(
                    f"{folder}: texts of format {found}, this SimBa reads {TEXT_FORMAT}; {rebuild}"
                )
            return manifest_of(cls, content)
        except UNREADABLE:
            raise TextError(f"{folder}: its {TEXT_MANIFEST} is unreadable; {rebuild}") from None


def check_files(folder: Path, written: Fingerprints) -> None:
    """Raise `TextError` where a file is not as it was built, as far as a look of a few milliseconds tells."""
    try:
        found = fingerprints(folder, CHECKED)
        wrong = [name for name, known in written.items() if found.get(name) != known]
    except (OSError, ValueError) as error:
        wrong = [str(error)]
    if wrong or not written:
        raise damaged_texts(folder, f"{wrong[0]} is not as it was built" if wrong else "no files")


def damaged_texts(folder: Path, reason: object) -> TextError:
    """What to tell of a folder with something wrong in it; the reason may hold anything."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)[:200]
    return TextError(f"{folder}: damaged texts ({shown}); {REBUILD} {folder}")


KIND = FolderKind(
    "a folder of texts",
    re.compile(
        r"texts\.json(\.new)?"
        rf"|{INDEX}/((\.managed\.json|meta\.json|\.tantivy-(meta|writer)\.lock|\.tmp\w+|[0-9a-f]{{32}}\.[\w.]+)?)"
    ),
    lambda folder: is_simbas(folder / TEXT_MANIFEST),
    TextError,
)
"""What there is in a folder of texts, and while it is built."""


def engine() -> Any:
    """Tantivy, the engine of the index; raises `TextError` where it is not installed."""
    try:
        import tantivy
    except ModuleNotFoundError:
        raise TextError("texts need Tantivy; install it in the checkout: pip install '.[text]'") from None
    return tantivy
