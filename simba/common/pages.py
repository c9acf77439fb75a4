"""Pages that need nothing but themselves, made from templates of Jinja2, which the caller has seen to be installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


def templates(folder: Path, finalize: Callable[[Any], Any] | None = None) -> Environment:
    """The templates of a folder, which escape whatever is put into them; what they name has to be there."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
    )
