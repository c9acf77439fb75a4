"""Wildcards of phrases that take in more than endings: "снимал*" a reflexive verb, "числ*" the longer "численность"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import regex

from simba.russian.morphology import known_words

_STEM = regex.compile(r"(?<![\w*}\])>-])([а-яё]{4,})\*(?![\w(\[<{-])")
_ENDINGS = ("", "а", "о", "е", "ь", "я", "й")
"""What a noun's dictionary form may add to its stem."""
_DERIVED = regex.compile(r"\w{0,3}(?:ность|тель|ница|ство|щик|изм)")
"""What makes another noun of a stem."""


def tails(phrase: str) -> Iterator[tuple[int, str, str]]:
    """Each wildcard that swallows another word: its place in the phrase, the stem, and the word."""
    for found in _STEM.finditer(phrase):
        if (word := swallowed(found[1])) is not None:
            yield found.start(), found[1], word


@lru_cache(maxsize=10_000)
def swallowed(stem: str) -> str | None:
    """A word of another meaning that a folded stem with ``*`` matches beside its own forms, if there is one."""
    words = frozenset(known_words(stem))
    if stem.endswith("л") and stem in words and f"{stem}а" in words and f"{stem}ся" in words:
        return f"{stem}ся"
    if not any(stem + ending in words for ending in _ENDINGS):
        return None
    longer = (word for word in words if _DERIVED.fullmatch(word, len(stem)))
    return min(longer, key=lambda word: (len(word), word), default=None)
