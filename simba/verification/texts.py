"""Texts as bags of lemmas."""

from __future__ import annotations

import re
from functools import lru_cache

from simba.russian.morphology import lemma
from simba.russian.text import fold

_WORD = re.compile(r"[^\W_]+")
CYRILLIC = re.compile(r"[\u0400-\u04ff]")


@lru_cache(maxsize=100_000)
def lemma_words(text: str) -> tuple[str, ...]:
    """The lemmas of a text's words; words that are not Russian stay as they are, but for capitals."""
    return tuple(lemma(word) for word in _WORD.findall(fold(text)))


def is_russian(text: str) -> bool:
    """Whether a text has a Cyrillic letter."""
    return CYRILLIC.search(text) is not None
