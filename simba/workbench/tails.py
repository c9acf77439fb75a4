"""Wildcards of phrases that take in more than endings: "снимал*" a reflexive verb, "числ*" the longer "численность".

Almost every stem begins some longer word of the dictionary; only those do harm that people ask with. So a wildcard is
told of where the examples of other rules have a word that it swallows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

import regex

from simba.russian.morphology import in_dictionary, lemma

_STEM = regex.compile(r"(?<![\w*}\])>-])([а-яё]{4,})\*(?![\w(\[<{-])")
_DERIVED = regex.compile(r"\w{0,3}(?:ность|тель|ница|ство|щик|изм)")
"""What makes another noun of a stem."""
_REFLEXIVE = regex.compile(r"\w*(?:ся|сь)")


def tails(phrase: str, heard: Sequence[str], own: Collection[str]) -> Iterator[tuple[int, str, str]]:
    """Each wildcard that swallows another word: its place in the phrase, the stem, and the word.

    Of the folded words ``heard`` in examples, in order; those of the rule's ``own`` examples are meant.
    """
    for found in _STEM.finditer(phrase):
        stem = found[1].replace("ё", "е")
        for place in range(bisect_left(heard, stem), len(heard)):
            word = heard[place]
            if not word.startswith(stem):
                break
            if word not in own and _is_another(stem, word):
                yield found.start(), stem, word
                break


def _is_another(stem: str, word: str) -> bool:
    """Whether a word that begins with a stem is not one of its forms."""
    if _REFLEXIVE.fullmatch(word, len(stem)):
        return stem.endswith("л") and in_dictionary(stem) and in_dictionary(f"{stem}а")
    known = lemma(word)
    return known.startswith(stem) and _DERIVED.fullmatch(known, len(stem)) is not None
