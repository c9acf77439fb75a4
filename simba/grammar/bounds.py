"""How large a phrase or pattern may be: what is refused before it is compiled, which could take gigabytes."""

from __future__ import annotations

from typing import NamedTuple

import regex

from simba.errors import PatternError

MAX_PATTERN = 4000
"""Longest pattern, in characters after its fragments were filled in."""
MAX_DEPTH = 50
"""Brackets within brackets in one pattern."""
MAX_SIGNS = 20_000
"""Signs of a pattern with its lemmas' forms, each as often as it must repeat: so often it is laid out in memory."""
_PIECE = regex.compile(
    r"""(?P<comment> \(\?\#[^)]*\)?)
      | (?P<refused> \(\? (?: (?P<flags> [a-zA-Z01-]*[xV]) | R | & | P> | [+-]?\d))
      | (?P<open> \( (?: \? (?: [:>=!|] | <[=!] | P?<\w+> | \([^)]*\) | [a-zA-Z01-]+[:)] ))? )
      | (?P<close> \))
      | \{ (?P<times> \d+) ,? \d* \}
      | \\. | \[ \^?+ \]?+ (?: [^]\\]++ | \\. )*+ \] | .""",
    regex.VERBOSE | regex.DOTALL,
)


def check_size(text: str) -> None:
    """Refuse a pattern or phrase that is too long or too deep to work with; raises `PatternError`."""
    if len(text) > MAX_PATTERN:
        raise PatternError(
            f"длиннее {MAX_PATTERN} знаков", MAX_PATTERN, advice="сделайте из этого несколько выражений"
        )
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if depth > MAX_DEPTH:
            raise PatternError(f"больше {MAX_DEPTH} скобок в скобках", place, advice="напишите проще")


class Layout(NamedTuple):
    """How many signs a pattern is laid out as when it is compiled, and where most of them come about."""

    signs: int
    place: int


def layout(pattern: str) -> Layout:
    """What becomes of a pattern when every repetition is written out as often as it must be.

    Raises `PatternError` for recursion, which may fill the memory while it matches, and for the flags x and V.
    """
    sums, last, most, place = [0], 0, 0, 0
    for piece in _PIECE.finditer(pattern):
        kind = piece.lastgroup
        if kind == "refused":
            what = f"флаг {piece['flags'][-1]}" if piece["flags"] else "рекурсия"
            raise PatternError(
                f"{what} в образцах не допускается", piece.start(), advice="выпишите образец целиком"
            )
        if kind == "open":
            if not piece[0].endswith(")"):  # as flags do
                sums.append(0)
        elif kind == "close":
            if len(sums) > 1:
                last = sums.pop()
                sums[-1] += last
        elif kind == "times":
            more = last * (int(piece["times"]) - 1)
            if more > most:
                most, place = more, piece.start()
            last += max(more, 0)
            sums[-1] += max(more, 0)
        elif kind != "comment":
            last = 1
            sums[-1] += 1
    return Layout(sum(sums), place)
