"""How long a pattern can take: it is timed on texts that are hard for it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import regex

from simba.grammar.literals import LiteralFinder
from simba.grammar.patterns import TIME_LIMIT
from simba.russian.text import fold

MAX_TEXT = 1000
"""Characters of the hardest texts: the longest question that is answered."""
GIVEN_UP = 0.5
"""Seconds after which a pattern is not waited for any longer."""
_TRIES = 3
_LITERALS, _BEFORE = 8, 2
"""Of a pattern that repeats groups, the literals that are repeated, shortest first, and how many stand before them."""
_REQUIRED = LiteralFinder().required
_REPEATS = regex.compile(r"(?:\)|[а-я]|\])(?:[*+]|\{\d*,\})")


def longest_time(compiled: regex.Pattern[str], texts: Iterable[str]) -> float:
    """The longest processor time, in seconds, that finding all matches in one of the texts takes."""
    longest = 0.0
    for text in texts:
        longest = max(longest, _time(compiled, text))
        if longest >= GIVEN_UP:
            break
    return longest


def slowness(seconds: float) -> tuple[str, str]:
    """The message and the advice for an expression that takes so long."""
    return (
        f"на вопросе из {MAX_TEXT} знаков это занимает {seconds:.2f} с, а предел — {TIME_LIMIT} с",
        "пишите {слова} для слов посередине, и ничего повторяющегося внутри повторяющегося",
    )


def hard_texts(pattern: str, examples: Iterable[str]) -> list[str]:
    """The pattern's own words, and questions that it is made for, over and over; and words with, out of reach behind
    them, what its first alternative requires (`LiteralFinder.required`): without that it would not even be tried.
    """
    words = regex.findall(r"[а-я]{2,}", regex.sub(r"\\\w|\?P<gap>", " ", pattern)) or ["а"]
    pieces = (" ".join(words), words[0], *map(fold, examples))
    required = " ".join(min(texts).strip() for texts in _REQUIRED(pattern)[0].ordered)
    behind = f"! {required}"
    room = max(0, MAX_TEXT - len(behind))
    return [
        *(over_and_over(piece) for piece in dict.fromkeys(pieces)),
        *((piece * room)[:room] + behind for piece in ("слово ", "о")),
        *((text * room)[: room - len(start)].join((start, behind)) for start, text in _repeated(pattern)),
    ]


def _repeated(pattern: str) -> Iterator[tuple[str, str]]:
    """Where a pattern repeats more than a class of letters: each of its literals, after those that stand before it."""
    if not _REPEATS.search(pattern):
        return
    literals = list(dict.fromkeys(regex.findall(r"[а-я]+", regex.sub(r"\\\w|\?P<gap>", " ", pattern))))
    for place, literal in sorted(enumerate(literals), key=lambda one: len(one[1]))[:_LITERALS]:
        start = " ".join([*literals[: min(place, _BEFORE)], ""])
        yield start, f"{literal} "
        yield start, literal


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
