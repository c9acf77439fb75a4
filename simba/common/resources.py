"""Where the data lies that travels with the package: rules and the embedded knowledge base's source."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def data_path(name: str) -> Path:
    """Path of ``rules`` or ``index/demo.ttl``: inside an installed wheel, or in the checkout beside the package.

    It is not looked whether a file of another name exists.
    """
    installed = _PACKAGE / "data" / name
    return installed if installed.exists() else _PACKAGE.parent / name
