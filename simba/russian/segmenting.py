"""Sentences and tokens of a text, as Razdel has them; it is asked only for those of what is not plain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from razdel import sentenize, tokenize

_LETTERS = "(?:[А-ЯЁа-яё]+|[A-Za-z]+)"
_WORD = rf"{_LETTERS}(?:-{_LETTERS})*"
_PLAIN = re.compile(rf'\s*(?:(?:[«"(]?(?:{_WORD}[»")]?[,.?]?|\d+[»")]?\??)|[—–-])(?:\s+|$))*')
"""Words, numbers and dashes with spaces between them, with few marks: nothing that Razdel joins but by a hyphen."""
_TOKEN = re.compile(rf"{_WORD}|\d+|[^\w\s]")
_SENTENCE_END = re.compile(r"[.?!…]\W+\w")


class RawToken(NamedTuple):
    """A token, and where in the text it stands."""

    start: int
    stop: int
    text: str


def sentences(text: str) -> list[list[RawToken]]:
    """The tokens, sentence by sentence."""
    tokens = _tokens(text)
    if not _SENTENCE_END.search(text):
        return [tokens]
    ends = [sentence.stop for sentence in sentenize(text)]
    return [
        inside
        for start, stop in zip([0, *ends], ends, strict=False)
        if (inside := [token for token in tokens if start <= token.start < stop])
    ]


def _tokens(text: str) -> list[RawToken]:
    if _PLAIN.fullmatch(text):  # as nearly always: a quarter of the time
        return [RawToken(*match.span(), match[0]) for match in _TOKEN.finditer(text)]
    return _whole(RawToken(token.start, token.stop, token.text) for token in tokenize(text))


def _whole(tokens: Iterable[RawToken]) -> list[RawToken]:
    """The tokens, with letters and the number right after them as one word, as names have them: "К2"."""
    found: list[RawToken] = []
    for token in tokens:
        last = found[-1] if found else None
        if last is not None and last.stop == token.start and last.text.isalpha() and token.text.isdecimal():
            found[-1] = RawToken(last.start, token.stop, last.text + token.text)
        else:
            found.append(token)
    return found
