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
            yield _unread(path, f"переименуйте его в {name}")
        else:
            yield _unread(path, f"переместите его в {properties}/{_renamed(path)}")
    for path in _yaml_files((folder / properties).rglob("*")):
        if path.parent != folder / properties:
            yield _unread(path, f"переместите его в саму папку {properties}/{_renamed(path)}")
        elif path.suffix != ".yaml":
            yield _unread(path, f"переименуйте его в {_usual(path)}")


def wrong_place(path: Path, properties: str) -> str:
    """What to do where a path is given that is no folder of rules but one of its parts; else nothing."""
    if path.name == properties and path.is_dir():
        return f"укажите папку над этой: {path.parent}"
    if path.is_file():
        above = path.parent
        return f"укажите папку, а не файл: {above.parent if above.name == properties else above}"
    return ""


def _unread(path: Path, advice: str) -> Problem:
    return Problem(path, "этот файл не читается", advice=advice)


def _yaml_files(paths: Iterable[Path]) -> list[Path]:
    return sorted(
        path for path in paths if _YAML.search(path.name) and path.is_file() and not path.name.startswith(".")
    )


def _usual(path: Path) -> str:
    return _YAML.sub(".yaml", path.name)


def _renamed(path: Path) -> str:
    return "" if path.suffix == ".yaml" else f" под именем {_usual(path)}"
