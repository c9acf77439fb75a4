"""A folder of rules as it was at a git revision."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from simba.errors import SimbaError
from simba.grammar.files import FRAGMENTS, GRIDS, INTERROGATIVES, PROPERTIES

_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
"""What git tells its hooks of the repository that they run in; the folder may lie in another."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The files of rules that a commit has, in a folder of their own; ``short`` is how its number begins."""

    folder: Path
    short: str


@contextmanager
def rules_at(folder: Path, revision: str) -> Iterator[Revision]:
    """The rules that stood in ``folder`` at a revision; what the block uses is gone after it.

    Raises `SimbaError` where the folder is in no git repository or the revision has no rules there.
    """
    if not folder.is_dir():
        raise SimbaError(f"{folder}: нет такой папки с правилами")
    _git(folder, "rev-parse", "--git-dir", otherwise=f"{folder}: не под git")
    # A name is looked up, never read as an option, and only the commit's number goes further.
    unknown = f"у папки {folder} нет ревизии {revision!r}"
    if not revision or revision.startswith("-") or "\0" in revision:
        raise SimbaError(unknown)
    commit = _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", otherwise=unknown)
    number = commit.decode().strip()
    archive = _git(
        folder, "archive", "--format=tar", number, otherwise=f"{folder}: в ревизии {revision} её нет"
    )
    with TemporaryDirectory(prefix="simba-rules-") as name:
        _unpack(archive, Path(name))
        if not any(Path(name).rglob("*.yaml")):
            raise SimbaError(f"{folder}: в ревизии {revision} правил нет")
        yield Revision(Path(name), number[:10])


def _git(folder: Path, *arguments: str, otherwise: str) -> bytes:
    """What git prints; raises `SimbaError` with ``otherwise`` and git's own reason."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    try:
        done = subprocess.run(  # noqa: S603 (fixed arguments; a revision cannot begin with a dash)
            ["git", "-C", str(folder), *arguments],  # noqa: S607 (the user's own git)
            capture_output=True,
            env={**environment, "LC_ALL": "C"},
            check=False,
        )
    except FileNotFoundError:
        raise SimbaError("git не установлен: сравнить не с чем") from None
    if done.returncode:
        said = " ".join(done.stderr.decode(errors="replace").split("\n", 1)[0].split())
        raise SimbaError(otherwise + (f" ({said.removeprefix('fatal: ')})" if said else ""))
    return done.stdout


def _unpack(archive: bytes, folder: Path) -> None:
    """Write the files that rules stand in, and nothing else of the archive."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            path = PurePosixPath(member.name)
            ours = str(path) in {FRAGMENTS, INTERROGATIVES, GRIDS} or (
                len(path.parts) == 2 and path.parts[0] == PROPERTIES and path.suffix == ".yaml"
            )
            content = tar.extractfile(member) if ours and member.isfile() else None
            if content is not None:
                target = folder.joinpath(*path.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
