"""How long a pattern can take: it is timed on texts that are hard for it."""

from __future__ import annotations

import time
from collections.abc import Iterable

import regex

from simba.literals import LiteralFinder
from simba.patterns import TIME_LIMIT
from simba.text import fold

MAX_TEXT = 1000
"""Characters of the hardest texts: the longest question that is answered."""
GIVEN_UP = 1.0
"""Seconds after which a pattern is not waited for any longer."""
_TRIES = 3


def longest_time(compiled: regex.Pattern[str], texts: Iterable[str]) -> float:
    """The longest processor time, in seconds, that finding all matches in one of the texts takes."""
    return max((_time(compiled, text) for text in texts), default=0.0)


def hard_texts(pattern: str, examples: Iterable[str]) -> list[str]:
    """The pattern's own words, and questions that it is made for, over and over; and words with, out of reach behind
    them, what it requires: without that it would not even be tried.
    """
    words = regex.findall(r"[а-я]{2,}", regex.sub(r"\\\w|\?P<gap>", " ", pattern)) or ["а"]
    pieces = (" ".join(words), words[0], *map(fold, examples))
    required = " ".join(min(texts).strip() for texts in LiteralFinder().required(pattern))
    behind = f"! {required}"
    room = max(0, MAX_TEXT - len(behind))
    return [
        *(over_and_over(piece) for piece in dict.fromkeys(pieces)),
        *((piece * room)[:room] + behind for piece in ("слово ", "о")),
    ]


def over_and_over(piece: str) -> str:
    """The piece again and again up to `MAX_TEXT`; what stands last keeps a pattern from ending well."""
    return (f"{piece} " * MAX_TEXT)[: MAX_TEXT - 1] + "!"


def _time(compiled: regex.Pattern[str], text: str) -> float:
    """The least of some tries where the first is slow: the machine may have been busy."""
    least = GIVEN_UP
    for _ in range(_TRIES):
        start = time.process_time()
        try:
            for _ in compiled.finditer(text, timeout=GIVEN_UP):
                pass
        except TimeoutError:
            return GIVEN_UP
        least = min(least, time.process_time() - start)
        if least < TIME_LIMIT / 2:
            break
    return least
