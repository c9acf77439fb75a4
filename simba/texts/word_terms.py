"""The words that texts are searched by: all lemmas of each, without those that only join the others."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from simba.russian.morphology import MAX_LEMMAS, readings
from simba.russian.names import words_of

LIGHT = ("PREP", "CONJ", "PRCL", "NPRO", "INTJ")
"""OpenCorpora's parts of speech of words that say nothing by themselves."""
MAX_WORD = 60
"""Letters of the longest word that is searched by."""
MANY_WORDS = 200_000
"""Words that are remembered: a language has not many more in use."""


@lru_cache(maxsize=MANY_WORDS)
def terms_of(word: str) -> tuple[str, ...]:
    """The lemmas, likeliest first, of a folded word, of which each may be meant; none of a preposition and the like."""
    if len(word) > MAX_WORD:
        return ()
    if not word.isalpha() or word.isascii():
        return (word,)
    found = readings(word)
    if found[0][1].startswith(LIGHT):
        return ()
    return tuple(dict.fromkeys(lemma for lemma, _ in found))[:MAX_LEMMAS]


def text_terms(text: str) -> list[tuple[str, ...]]:
    """The terms of each of a text's words in its order, those left out that have none."""
    return [terms for word in words_of(text) if (terms := terms_of(word))]


def joined(words: Iterable[tuple[str, ...]]) -> str:
    """The terms as the index takes them."""
    return " ".join(term for terms in words for term in terms)
