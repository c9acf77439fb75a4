"""Manifests: the small JSON file that says what a folder of SimBa's holds; it may come from anybody."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Made = TypeVar("Made", bound=DataclassInstance)

MAX_MANIFEST = 16 << 20
"""Bytes of the largest manifest that is read."""
UNREADABLE = (OSError, ValueError, TypeError, KeyError, RecursionError)
"""What reading one raises where it is none."""


def manifest_text(path: Path) -> str:
    """What is in a small file; raises OSError or ValueError."""
    # A pipe would be waited for, a bomb eat memory.
    if not path.is_file() or path.stat().st_size > MAX_MANIFEST:
        raise ValueError(path)
    return path.read_bytes().decode()


def manifest_of(kind: type[Made], content: dict[str, Any]) -> Made:
    """The dataclass of a manifest's content; raises TypeError where a field is missing, unknown or of another type."""
    manifest = kind(**content)
    hints = get_type_hints(kind)
    for one in fields(kind):
        expected = get_origin(hints[one.name]) or hints[one.name]
        if not isinstance(getattr(manifest, one.name), expected):
            raise TypeError(one.name)
    return manifest


def is_simbas(path: Path) -> bool:
    """Whether SimBa wrote a manifest, in whatever format; what a killed build left has none yet."""
    try:
        content = json.loads(manifest_text(path))
        return isinstance(content["format"], int) and isinstance(content["versions"]["simba"], str)
    except UNREADABLE:
        return False
