"""Normalisation of text that keeps its length, so that spans in it are spans in what the person wrote."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_FOLDED = str.maketrans(
    {
        "ё": "е",
        **dict.fromkeys("«»„“”‟″", '"'),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\t\r\n", " "),
    }
)

_TO_FOLD = re.compile(f"[{re.escape(''.join(map(chr, _FOLDED)))}]")
_ORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

MAX_SHOWN = 500
"""Characters of a text of the knowledge base that people are shown; Wikidata's own labels have at most 250."""


class Span(NamedTuple):
    """Characters ``start`` to ``stop`` (exclusive) of the question."""

    start: int
    stop: int

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share a character."""
        return self.start < other.stop and other.start < self.stop

    def covers(self, other: Span) -> bool:
        """Whether the other span lies within this one."""
        return self.start <= other.start and other.stop <= self.stop


def clean(text: str) -> str:
    """The text with what no writing system needs blanked, one for one: control characters, lone surrogates, and the
    controls that put what stands around them in another order (UAX #9: embeddings, overrides, isolates).
    """
    if text.isprintable():
        return text
    return "".join(
        " " if unicodedata.category(char) in {"Cc", "Cs", "Cn", "Co"} or char in _ORDERING else char
        for char in text
    )


def shorten(text: str, most: int = MAX_SHOWN) -> str:
    """So many characters of a longer text, the last of them an ellipsis for the rest."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def fold(text: str) -> str:
    """The text in lower case, ё as е, with one kind of quotes, dashes and spaces; its length is kept."""
    lowered = text.lower()
    if len(lowered) != len(text):  # "İ" becomes two characters
        lowered = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    if _TO_FOLD.search(lowered) is None:  # as in most
        return lowered
    return lowered.translate(_FOLDED)
