"""Word vectors: how alike two words are by the company they keep (Navec, which Natasha's models bring along)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@cache
def embedding() -> Any:
    """Natasha's embedding, which the tagger and the parser share: 250,000 words, in memory once."""
    from natasha import NewsEmbedding

    return NewsEmbedding()


def vectors(words: Sequence[str]) -> Vectors:
    """A row of length 1 for each folded word, so that a product of two is their cosine; zeros for unknown words."""
    known = embedding()
    rows = np.zeros((len(words), known.pq.dim), np.float32)
    for row, word in zip(rows, words, strict=True):
        found = known.get(word)
        if found is None:
            found = next((known.get(spelled) for spelled in _with_yo(word) if spelled in known), None)
        if found is not None:
            row[:] = found / np.linalg.norm(found)
    return rows


def _with_yo(word: str) -> list[str]:
    """The word with one of its е as ё, which folding took away."""
    return [f"{word[:at]}ё{word[at + 1 :]}" for at, letter in enumerate(word) if letter == "е"]
