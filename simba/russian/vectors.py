"""Word vectors: how alike two words are by the company they keep (Navec, which Natasha's models bring along)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from navec import Navec
from navec.meta import Meta
from navec.navec import META, PQ_, VOCAB
from navec.pq import PQ
from navec.tar import Tar
from navec.vocab import Vocab
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def natashas(folder: str, file: str) -> str:
    """Path of a file in Natasha's wheel; she is not imported, with all her own imports, only to be asked for it."""
    found = find_spec("natasha")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).parent / "data" / folder / f"{file}.tar")


class _Codes(PQ):  # type: ignore[misc]
    """An embedding's vectors, without what only Navec's own comparison of two words needs: a fifth of its loading."""

    def precompute(self) -> None:
        self.qdims = np.arange(self.qdim)


@cache
def embedding() -> Any:
    """Natasha's embedding, which the tagger and the parser share: 250,000 words, in memory once."""
    with Tar(natashas("emb", "navec_news_v1_1B_250K_300d_100q")) as tar:
        meta, vocab = Meta.from_file(tar.load(META)), Vocab.from_file(tar.load(VOCAB))
        return Navec(meta, vocab, _Codes.from_file(tar.load(PQ_)))


def vectors(words: Sequence[str]) -> Vectors:
    """A row of length 1 for each folded word, so that a product of two is their cosine; zeros for unknown words."""
    codes, numbers = embedding().pq, [_number(word) for word in words]
    known = [row for row, number in enumerate(numbers) if number is not None]
    chosen = np.array([numbers[row] for row in known], np.intp)
    found = codes.codes[codes.qdims, codes.indexes[chosen]].reshape(len(known), codes.dim)
    rows = np.zeros((len(words), codes.dim), np.float32)
    rows[known] = found / np.sqrt([row.dot(row) for row in found], dtype=np.float32)[:, np.newaxis]
    return rows


def vector(word: str) -> Vectors | None:
    """The same of one word, in a quarter of the time; None where it is unknown."""
    number = _number(word)
    if number is None:
        return None
    codes = embedding().pq
    found: Vectors = codes.codes[codes.qdims, codes.indexes[number]].reshape(-1)
    found /= np.sqrt(found.dot(found))
    return found


def _number(word: str) -> int | None:
    """The embedding's number of a folded word, however its е are written; None for one that it lacks."""
    numbers: dict[str, int] = embedding().vocab.word_ids
    if word in numbers:
        return numbers[word]
    return next((numbers[one] for one in _with_yo(word) if one in numbers), None)


def frequency(word: str) -> int:
    """How often a folded word stands in the news that the embedding was made from; 0 where it is rare."""
    vocab = embedding().vocab
    numbers = (vocab.word_ids.get(one) for one in (word, *_with_yo(word)))
    return sum(int(vocab.counts[number]) for number in numbers if number is not None)


def _with_yo(word: str) -> list[str]:
    """The word with one of its е as ё, which folding took away."""
    return [f"{word[:at]}ё{word[at + 1 :]}" for at, letter in enumerate(word) if letter == "е"]
