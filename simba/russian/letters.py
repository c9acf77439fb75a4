"""Letters that look like others, and signs that look like nothing: what is wrong and cannot be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from simba.russian.text import clean

_LATIN, _CYRILLIC = "aceopxykABCEHKMOPTXu", "асеорхукАВСЕНКМОРТХи"
_ALIKE = dict(zip(_LATIN, _CYRILLIC, strict=True))
_LETTERS = {"латинская": regex.compile(r"[A-Za-z]"), "русская": regex.compile(r"\p{Cyrillic}")}
# Without á, ó and the like, which show the stress: Боготá.
_WORD = regex.compile(r"[A-Za-z\p{Cyrillic}]+")
_UNSEEN = regex.compile(
    "[\u00ad\u0300\u0301\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]"
)
"""Soft hyphens, stress marks, spaces of no width, marks of direction: copied along from web pages and books."""
_NAMES = {"\u00a0": "неразрывный пробел", "\u200b": "пробел нулевой ширины", "\u00ad": "мягкий перенос"}


@dataclass(frozen=True, slots=True)
class Mixed:
    """A letter of another alphabet in a word, at a place counted from 0, and the word without such letters."""

    offset: int
    message: str
    mended: str


def mixed_letters(text: str) -> Iterator[Mixed]:
    """The first letter of each word that is of another alphabet than most of the word."""
    for word in _WORD.finditer(text):
        places = {
            name: [one.start() for one in letters.finditer(word[0])] for name, letters in _LETTERS.items()
        }
        if all(places.values()):
            other = "русская" if len(places["русская"]) < len(places["латинская"]) else "латинская"
            first = places[other][0]
            message = f"{other} {word[0][first]} в слове {word[0]}"
            yield Mixed(word.start() + first, message, _mended(word[0], other))


def _mended(word: str, other: str) -> str:
    """The word with the other alphabet's letters replaced by those that look like them."""
    pairs = _ALIKE if other == "латинская" else {cyrillic: latin for latin, cyrillic in _ALIKE.items()}
    return "".join(pairs.get(char, char) for char in word)


def legible(text: str) -> str:
    """A question as a reader sees it: composed letters, no stress marks nor invisible signs, and look-alikes of the
    other alphabet put right in words that are of one alphabet otherwise. What no writing system uses is blanked.
    """
    if not text.isascii():
        composed = unicodedata.normalize("NFC", text)
        text = _UNSEEN.sub("", composed if len(composed) < len(text) else text)
        if _LETTERS["латинская"].search(text):
            text = _WORD.sub(lambda word: _one_alphabet(word[0]) if _mixed(word[0]) else word[0], text)
    return clean(text)


def _mixed(word: str) -> bool:
    return all(letters.search(word) for letters in _LETTERS.values())


def _one_alphabet(word: str) -> str:
    """The word in the one alphabet that has all its letters or their likes; in Russian if both have."""
    mended = (_mended(word, other) for other in _LETTERS)
    return next((one for one in mended if not _mixed(one)), word)


def sign_name(char: str) -> str:
    """A sign in quotes, or the Russian name of one that cannot be seen."""
    if char.isprintable():
        return f"«{char}»"
    return _NAMES.get(char) or f"невидимый знак U+{ord(char):04X}"
