"""Files of paragraphs: RuBQ's, JSON lines as wikiextractor writes them, plain text; packed or not."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import orjson
from backports import zstd

from simba.building.sources import UNPACKERS
from simba.errors import SourceError
from simba.russian.letters import legible
from simba.texts.paragraph import MAX_UID

MAX_PARAGRAPH = 20_000
"""Characters of a paragraph that are kept."""
MAX_TITLE = 300
MAX_LINE = 64 << 20
"""Bytes of the longest line: a page of wikiextractor's is one."""
MAX_ARRAY = 4 << 30
"""Bytes of the largest JSON array, which is read as a whole; RuBQ's has 60 million."""
MAX_BAD = 10
"""Entries that are no paragraphs and are passed over; more, and the file is another one."""
_LEAD = re.compile(r"([^(—–:;.!?\n]{2,120}?)\s*(?:\([^)]{0,400}\)\s*)?[—–]\s")
"""How the first paragraph of a page begins: with its name, something in brackets, a dash."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A paragraph as a file has it."""

    uid: int
    title: str
    """Of its page, as the file or the page's first words say; may be empty."""
    text: str


def excerpts(paths: Sequence[Path]) -> Iterator[Excerpt]:
    """The paragraphs of all files; one that has no number gets the next that no other had until then.

    Raises `SourceError` for a file that cannot be read or is none of paragraphs, and for a number that comes twice.
    """
    taken: set[int] = set()
    numbers = count(1)
    for path in paths:
        for uid, title, text in _entries(path):
            if uid is None:
                uid = next(number for number in numbers if number not in taken)
            if uid in taken:
                raise SourceError(f"{path}: the uid {uid} comes twice; each paragraph needs its own")
            taken.add(uid)
            yield Excerpt(uid, title, text)


_Entry = tuple[int | None, str, str]


def _entries(path: Path) -> Iterator[_Entry]:
    with _opened(path) as stream:
        begin = stream.peek(64).lstrip()[:1]
        found = _array(stream, path) if begin == b"[" else _lines(stream, path) if begin == b"{" else None
        for uid, title, text in _plain(stream, path) if found is None else found:
            kept = legible(text[:MAX_PARAGRAPH]).strip()
            if kept:
                yield uid, legible(title[:MAX_TITLE]).strip(), kept


@contextmanager
def _opened(path: Path) -> Iterator[io.BufferedReader]:
    try:
        with path.open("rb") as raw:
            unpack = UNPACKERS.get(path.suffix)
            stream: Any = unpack(raw) if unpack else raw
            yield io.BufferedReader(stream, 1 << 20)
    except (OSError, EOFError, zlib.error, zstd.ZstdError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{path}: cannot be read: {reason}") from None


def _array(stream: io.BufferedReader, path: Path) -> Iterator[_Entry]:
    """As `RuBQ_2.0_paragraphs.json` is: objects with uid, ru_wiki_pageid and text; a title is taken, too."""
    content = stream.read(MAX_ARRAY + 1)
    if len(content) > MAX_ARRAY:
        raise SourceError(f"{path}: too large for one JSON array; write JSON lines, one paragraph each")
    try:
        entries = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise SourceError(f"{path}: no JSON: {error}") from None
    del content
    yield from _paragraphs(enumerate(entries, 1), path)


def _lines(stream: io.BufferedReader, path: Path) -> Iterator[_Entry]:
    """Objects with title and text, one a line; each line of the text is a paragraph."""
    yield from _paragraphs(_objects(stream, path), path)


def _objects(stream: io.BufferedReader, path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
        if not line.strip():
            continue
        try:
            yield number, orjson.loads(line)
        except orjson.JSONDecodeError:
            yield number, None


def _paragraphs(entries: Iterator[tuple[int, Any]], path: Path) -> Iterator[_Entry]:
    bad = 0
    titles: dict[object, str] = {}
    for number, entry in entries:
        if not isinstance(entry, dict) or not isinstance(text := entry.get("text"), str):
            bad += 1
            if bad > MAX_BAD:
                raise SourceError(
                    f"{path}: entry {number} is no paragraph, as many before; each is an object with a text"
                )
            continue
        uid, page, title = entry.get("uid"), entry.get("ru_wiki_pageid"), entry.get("title")
        if isinstance(uid, str) and uid.isascii() and uid.isdecimal():
            uid = int(uid[:20])
        if uid is not None and (not isinstance(uid, int) or not 0 <= uid < MAX_UID):
            raise SourceError(f"{path}: entry {number}: the uid is a number, not {str(uid)[:40]!r}")
        if not isinstance(title, str):
            title = titles.setdefault(page, _lead(text)) if isinstance(page, int | str) else ""
        parts = [text] if uid is not None else text.split("\n")
        for part in parts:
            if part.strip() and (uid is not None or part.strip() != title):
                yield uid, title, part


def _lead(text: str) -> str:
    """What a page's first paragraph is about, by its first words; empty where they do not say."""
    found = _LEAD.match(text)
    return found[1] if found else ""


def _plain(stream: io.BufferedReader, path: Path) -> Iterator[_Entry]:
    """Paragraphs between empty lines; the file's name is their title."""
    title = path.name.split(".")[0].replace("_", " ")
    lines: list[str] = []
    length = 0
    for line in iter(lambda: stream.readline(MAX_LINE), b""):
        try:
            text = line.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise SourceError(f"{path}: neither JSON nor text in UTF-8") from None
        if text and length < MAX_PARAGRAPH:
            lines.append(text)
            length += len(text)
        elif not text and lines:
            yield None, title, " ".join(lines)
            lines, length = [], 0
    if lines:
        yield None, title, " ".join(lines)
