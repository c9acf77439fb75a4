"""Files that lie in or near a folder of rules but where, or under a name with which, nobody reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import regex

from simba.errors import Problem

_YAML = regex.compile(r"\.ya?ml(?:\.txt)?$", regex.IGNORECASE)


def unread(folder: Path, known: tuple[str, ...], properties: str) -> Iterator[Problem]:
    """The files of a folder of rules that look like YAML and are not read, each with what to do.

    ``known`` are the names that are read in the folder itself, all others in its folder ``properties``.
    """
    for path in _yaml_files(folder.glob("*")):
        name = _usual(path)
        if path.name in known:
            continue
        if name in known:
            yield Problem(path, f"this file is not read; rename it to {name}")
        else:
            yield Problem(path, f"this file is not read; move it into {properties}/{_renamed(path)}")
    for path in _yaml_files((folder / properties).rglob("*")):
        if path.parent != folder / properties:
            yield Problem(path, f"this file is not read; move it into {properties}/ itself{_renamed(path)}")
        elif path.suffix != ".yaml":
            yield Problem(path, f"this file is not read; rename it to {_usual(path)}")


def wrong_place(path: Path, properties: str) -> str:
    """What to do where a path is given that is no folder of rules but one of its parts; else nothing."""
    if path.name == properties and path.is_dir():
        return f"give the folder above: {path.parent}"
    if path.is_file():
        above = path.parent
        return f"give the folder, not a file: {above.parent if above.name == properties else above}"
    return ""


def _yaml_files(paths: Iterable[Path]) -> list[Path]:
    return sorted(
        path for path in paths if _YAML.search(path.name) and path.is_file() and not path.name.startswith(".")
    )


def _usual(path: Path) -> str:
    return _YAML.sub(".yaml", path.name)


def _renamed(path: Path) -> str:
    return "" if path.suffix == ".yaml" else f" as {_usual(path)}"
