"""One regular expression of a rule, compiled; or what is wrong with it, at its place in what its author wrote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import regex

from simba.errors import PatternError
from simba.grammar.bounds import MAX_SIGNS, layout
from simba.grammar.fragments import fill_in, with_letters

MAX_KNOWN = 20_000
"""Compiled patterns that are kept: two sets of rules have most in common."""
_ADVICE = {
    "missing )": "close this bracket",
    "unbalanced parenthesis": "this ) closes no bracket; delete it, or open one before it",
    "unterminated character set": "close the set with ]",
    "bad set": "close the set with ]",
    "nothing to repeat": "put what is repeated before the sign",
    "multiple repeat": "delete one of the two signs of repetition",
    "bad escape (end of pattern)": "delete the \\ at the end",
    "bad character range": "write a range from its lower to its higher letter: а-я",
}


@lru_cache(maxsize=MAX_KNOWN)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern to match whole words of folded text; raises ``regex.error``."""
    return regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)", cache_pattern=False)


def checked(pattern: str, fragments: Mapping[str, str]) -> str:
    """`fill_in`, and the result compiles; raises `PatternError`."""
    filled = fill_in(pattern, fragments)
    own = layout(with_letters(pattern))
    if layout(filled).signs > MAX_SIGNS:
        message = f"with all repetitions and forms this has more than {MAX_SIGNS:,} signs; make several of it"
        raise PatternError(message, own.place)
    try:
        compile_pattern(filled)
    except regex.error as error:
        said = str(error).partition(" at position")[0]
        advice = f"; {_ADVICE[said]}" if said in _ADVICE else ""
        raise PatternError(said + advice, _own_place(pattern)) from None
    except (OverflowError, ValueError, RecursionError, MemoryError):
        raise PatternError("not a pattern that can be compiled; make it simpler", 0) from None
    return filled


def _own_place(pattern: str) -> int:
    """Where in the author's text the mistake stands: with fragments as single letters the places are the author's."""
    letters = with_letters(pattern)
    try:
        regex.compile(letters)
    except regex.error as own:
        place = min(getattr(own, "pos", None) or 0, len(pattern))
        return _unclosed(letters) if str(own).startswith("missing )") else place
    return 0


def _unclosed(pattern: str) -> int:
    """The place of the last bracket that is never closed."""
    opened = []
    for match in regex.finditer(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()]", pattern):
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] == ")" and opened:
            opened.pop()
    return opened[-1] if opened else len(pattern)
