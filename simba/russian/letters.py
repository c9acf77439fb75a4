"""Letters that look like others, and signs that look like nothing: what is wrong and cannot be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from simba.russian.morphology import in_dictionary, of_dictionary
from simba.russian.text import clean, fold

_LATIN, _CYRILLIC = "aceopxykABCEHKMOPTXYu", "асеорхукАВСЕНКМОРТХУи"
_ALIKE = dict(zip(_LATIN, _CYRILLIC, strict=True))
_LETTERS = {"латинская": regex.compile(r"[A-Za-z]"), "русская": regex.compile(r"\p{Cyrillic}")}
_KEYS = str.maketrans(
    "`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?&",
    "ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,?",
)
FEWEST_TYPED = 2
"""Russian words that must come out where the keyboard is said to have been left in Latin."""
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
            mixed = any(_mixed(word[0]) for word in _WORD.finditer(text))
            text = _WORD.sub(lambda word: _one_alphabet(word[0]), text) if mixed else text
    return clean(text)


def on_russian_keys(text: str) -> str:
    """Letters that were typed with the keyboard left in Latin, as meant, where most of them are Russian words then.

    Other text is left as it is: hardly an English word makes a Russian one so.
    """
    if not text.isascii():
        return text
    meant = text.rstrip("?").translate(_KEYS) + text[len(text.rstrip("?")) :]
    words = [fold(word[0]) for word in _WORD.finditer(meant) if len(word[0]) > 1]
    russian = len(of_dictionary(words))
    return meant if russian >= FEWEST_TYPED and 2 * russian > len(words) else text


def _mixed(word: str) -> bool:
    return all(letters.search(word) for letters in _LETTERS.values())


def _one_alphabet(word: str) -> str:
    """A word beside mixed ones in the one alphabet that has all its letters or their likes; in Russian if both have.

    One that is of one alphabet already keeps it, unless it looks like a word of the Russian dictionary.
    """
    if not _mixed(word):
        likely = (
            word.isascii() and set(word) <= _ALIKE.keys() and in_dictionary(fold(_mended(word, "латинская")))
        )
        return _mended(word, "латинская") if likely else word
    mended = (_mended(word, other) for other in _LETTERS)
    return next((one for one in mended if not _mixed(one)), word)


def sign_name(char: str) -> str:
    """A sign in quotes, or the Russian name of one that cannot be seen."""
    if char.isprintable():
        return f"«{char}»"
    return _NAMES.get(char) or f"невидимый знак U+{ord(char):04X}"
