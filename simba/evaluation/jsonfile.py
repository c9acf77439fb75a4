"""Files of JSON that come from elsewhere, their faults said in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simba.errors import SourceError


def read_bytes(path: Path) -> bytes:
    """The content of a file; raises `SourceError` where it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from None


def parse_json(name: object, content: bytes) -> Any:
    """What the bytes of a file of that name hold; raises `SourceError` with the place of the fault."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=refuse)
    except UnicodeDecodeError as error:
        raise SourceError(f"{name}: not UTF-8 (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise SourceError(
            f"{name}:{error.lineno}: not valid JSON: {error.msg} (column {error.colno})"
        ) from None
    except RecursionError:
        raise SourceError(f"{name}: not valid JSON: nested too deeply") from None
    except ValueError as error:
        raise SourceError(f"{name}: not valid JSON: {error}") from None
