"""Numbers in words and digits: "второй", "сорок четвёртый", "16-й", "XVI"; "двух", "восемьдесят"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from simba.russian.morphology import ORDINALS, lemma, readings

_TENS = {
    "двадцать": 20,
    "тридцать": 30,
    "сорок": 40,
    "пятьдесят": 50,
    "шестьдесят": 60,
    "семьдесят": 70,
    "восемьдесят": 80,
    "девяносто": 90,
    "сто": 100,
}
_ORDINALS = {word: number for number, word in enumerate(ORDINALS, 1)} | {
    "семнадцатый": 17,
    "восемнадцатый": 18,
    "девятнадцатый": 19,
    "двадцатый": 20,
    "тридцатый": 30,
    "сороковой": 40,
    "пятидесятый": 50,
    "шестидесятый": 60,
    "семидесятый": 70,
    "восьмидесятый": 80,
    "девяностый": 90,
    "сотый": 100,
    "двухтысячный": 2000,
}
_CARDINALS = _TENS | {
    "один": 1,
    "два": 2,
    "двое": 2,
    "три": 3,
    "трое": 3,
    "четыре": 4,
    "четверо": 4,
    "пять": 5,
    "шесть": 6,
    "семь": 7,
    "восемь": 8,
    "девять": 9,
    "десять": 10,
    "одиннадцать": 11,
    "двенадцать": 12,
    "тринадцать": 13,
    "четырнадцать": 14,
    "пятнадцать": 15,
    "шестнадцать": 16,
    "семнадцать": 17,
    "восемнадцать": 18,
    "девятнадцать": 19,
    "двести": 200,
    "триста": 300,
    "четыреста": 400,
    "пятьсот": 500,
    "шестьсот": 600,
    "семьсот": 700,
    "восемьсот": 800,
    "девятьсот": 900,
    "сотня": 100,
    "дюжина": 12,
    "десяток": 10,
}
_DIGITS = re.compile(r"([1-9][0-9]{0,2})-?(?:ы?й|[ио]й|а?я|о?е|о?го|о?му|[ыо]?м|у?ю|в?ы[ехм])")
_ROMAN = re.compile(r"(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})")
_LETTERS = {"i": 1, "v": 5, "x": 10}
_ROMAN_TENS = ("", "x", "xx", "xxx")
_ROMAN_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_HIGHEST = 39
_ORDER = "|".join(sorted({word[:-2] for word in _ORDINALS}))
_MAY_ORDER = re.compile(rf"\d|[{''.join(_LETTERS)}]|\b(?:наи)?(?:{_ORDER})")
"""Digits, letters of Roman numerals, and what ordinals begin with in every form."""


def roman(text: str) -> int | None:
    """The value of a folded Roman numeral up to 39; None for other texts."""
    if not _ROMAN.fullmatch(text):
        return None
    values = [_LETTERS[letter] for letter in text]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


def may_order(text: str) -> bool:
    """Whether some words of a folded text may be digits or an ordinal, at a quick look."""
    return _MAY_ORDER.search(text) is not None


@lru_cache(maxsize=20_000)
def cardinal(word: str) -> int | None:
    """The number that a folded word says in any case ("двух"); None for other words."""
    return next((_CARDINALS[lemma] for lemma, _ in readings(word) if lemma in _CARDINALS), None)


def ordinal(lemmas: Sequence[str]) -> tuple[int, int] | None:
    """The ordinal number that folded lemmas begin with, and how many of them it takes; None where they do not."""
    if not lemmas:
        return None
    first = lemmas[0]
    if first in _TENS:
        unit = _ORDINALS.get(lemmas[1], 0) if len(lemmas) > 1 else 0
        return (_TENS[first] + unit, 2) if 0 < unit < 10 else None
    if first in _ORDINALS:
        return _ORDINALS[first], 1
    if first[:1] in _LETTERS and (number := roman(first)) is not None:
        return number, 1
    digits = _DIGITS.fullmatch(first) if first[:1].isdecimal() else None
    return (int(digits[1]), 1) if digits else None


def ordinals_in(words: Sequence[str]) -> list[tuple[int, int, int]]:
    """The ordinals up to 39 among folded words: the place, the number, and how many words say it ("11", "м")."""
    found = ((place, *_ordinal_at(words, place)) for place, word in enumerate(words) if _may_begin(word))
    return [(place, number, taken) for place, number, taken in found if 0 < number <= _HIGHEST]


@lru_cache(maxsize=20_000)
def _may_begin(word: str) -> bool:
    """Whether an ordinal may begin with a folded word; most say no number at all."""
    first = lemma(word)
    return word.isdecimal() or first in _TENS or ordinal([first]) is not None


def _ordinal_at(words: Sequence[str], place: int) -> tuple[int, int]:
    word, following = words[place], words[place + 1] if place + 1 < len(words) else ""
    if word.isdecimal():
        ended = _DIGITS.fullmatch(f"{word}-{following}")
        return (int(ended[1]), 2) if ended else (int(word[:3]), 1)
    return ordinal([lemma(word), lemma(following)] if following else [lemma(word)]) or (0, 0)


def written(number: int) -> tuple[str, str]:
    """A number up to 39 as names have it: in digits, and as a folded Roman numeral."""
    return str(number), _ROMAN_TENS[number // 10] + _ROMAN_UNITS[number % 10]
