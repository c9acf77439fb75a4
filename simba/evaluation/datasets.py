"""Reading files of questions: plain lines, RuBQ's JSON and QALD's JSON, told apart by their content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Literal

from simba.errors import SourceError
from simba.evaluation.jsonfile import parse_json

Format = Literal["rubq", "qald"]
LANGUAGE = "ru"
_JSON_START = re.compile(rb"\s*(?:\[\s*(?:\{|\]|$)|\{\s*(?:\"|\}|$))")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class InputQuestion:
    """A question's text, and its identifier under its file's name for it (RuBQ: "uid", QALD: "id")."""

    id: int | str | None
    text: str
    id_name: Literal["uid", "id"] | None = None


def read_questions(
    source: Path | BinaryIO, skipped: Callable[[str], object] = print
) -> Iterator[InputQuestion]:
    """The questions of a file or of a binary stream, in order; lines are read as they come, JSON at once.

    A QALD question that is not asked in Russian is left out, and ``skipped`` is told in a line. Raises `SourceError`
    where the file, or a question in it, cannot be read.
    """
    name = str(source) if isinstance(source, Path) else "standard input"
    try:
        with source.open("rb") if isinstance(source, Path) else nullcontext(source) as stream:
            lines = iter(stream.readline, b"")
            start = _up_to_text(lines)
            text = start[-1].removeprefix(_BOM) if start else b""
            if name.lower().endswith(".json") or _JSON_START.match(text):
                yield from _from_json(name, parse_json(name, b"".join(chain(start, lines))), skipped)
            else:
                yield from _from_lines(name, chain(start, lines))
    except OSError as error:
        raise SourceError(f"{name}: cannot be read: {error.strerror}") from None


def is_json(path: Path) -> bool:
    """Whether a file is read as JSON rather than as lines; raises OSError."""
    if path.name.lower().endswith(".json"):
        return True
    with path.open("rb") as stream:
        start = _up_to_text(iter(stream.readline, b""))
    return bool(start and _JSON_START.match(start[-1].removeprefix(_BOM)))


def _up_to_text(lines: Iterator[bytes]) -> list[bytes]:
    """The first lines, up to one that is not blank."""
    start = []
    for line in lines:
        start.append(line)
        if line.removeprefix(_BOM).strip():
            break
    return start


def _from_lines(name: str, lines: Iterator[bytes]) -> Iterator[InputQuestion]:
    """Every line is a question, also a blank one, so that the n-th answer is to the n-th line."""
    for number, line in enumerate(lines, 1):
        try:
            text = (line.removeprefix(_BOM) if number == 1 else line).decode()
        except UnicodeDecodeError as error:
            raise SourceError(f"{name}:{number}: not UTF-8 (byte {error.start + 1} of the line)") from None
        yield InputQuestion(None, text.removesuffix("\n").removesuffix("\r"))


def _from_json(name: str, content: Any, skipped: Callable[[str], object]) -> Iterator[InputQuestion]:
    kind, items = items_of(name, content)
    for number, item in enumerate(items, 1):
        question = asked(name, kind, number, item)
        if question is None:
            skipped(f"{name}: question {item['id']!r} has no Russian text; skipped")
        else:
            yield question


def items_of(name: object, content: Any) -> tuple[Format, list[Any]]:
    """Which format the content of a JSON file is in, and its questions; raises `SourceError` where it is in neither."""
    if isinstance(content, list):
        return "rubq", content
    if isinstance(content, dict) and isinstance(content.get("questions"), list):
        return "qald", content["questions"]
    raise SourceError(
        f'{name}: neither a RuBQ file (a list of questions) nor a QALD file ({{"questions": [...]}})'
    )


def asked(name: object, kind: Format, number: int, item: Any) -> InputQuestion | None:
    """What the n-th question of a file asks in Russian; None where it is not asked in Russian. Raises `SourceError`."""
    where = f"{name}: question {number}"
    if kind == "rubq":
        return InputQuestion(_id(where, item, "uid"), _text(where, item, "question_text"), "uid")
    identifier = _id(where, item, "id")
    versions = item.get("question")
    if not isinstance(versions, list):
        raise SourceError(f'{where} has no list "question"')
    texts = (
        _text(where, version, "string")
        for version in versions
        if isinstance(version, dict) and version.get("language") == LANGUAGE
    )
    text = next((text for text in texts if text.strip()), None)
    return None if text is None else InputQuestion(identifier, text, "id")


def _id(where: str, item: Any, key: str) -> int | str:
    found = item.get(key) if isinstance(item, dict) else None
    if isinstance(found, bool) or not isinstance(found, int | str):
        raise SourceError(f'{where} has no "{key}"')
    return found


def _text(where: str, item: dict[str, Any], key: str) -> str:
    text = item.get(key)
    if not isinstance(text, str):
        raise SourceError(f'{where} has no "{key}"')
    return text
