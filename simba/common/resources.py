"""Where the data lies that travels with the package: rules and the embedded knowledge base's source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def data_path(name: str) -> Path:
    """Path of ``rules`` or ``index/demo.ttl``: inside an installed wheel, or in the checkout beside the package.

    It is not looked whether a file of another name exists.
    """
    installed = _PACKAGE / "data" / name
    return installed if installed.exists() else _PACKAGE.parent / name


def last_file(folders: Sequence[Path], name: str) -> Path:
    """The file of that name in the last folder that has one, else in SimBa's own rules."""
    paths = [folder / name for folder in (data_path("rules"), *folders)]
    return next((path for path in reversed(paths) if path.exists()), paths[0])
