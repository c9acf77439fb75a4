"""Numbers in words and digits: "второй", "сорок четвёртый", "16-й", "XVI"; "двух", "восемьдесят"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simba.russian.morphology import ORDINALS, readings

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
_DIGITS = re.compile(r"([1-9][0-9]{0,2})-?(?:ы?й|[ио]й|а?я|о?е|о?го|о?му|[ыо]?м|у?ю)")
_ROMAN = re.compile(r"(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})")
_LETTERS = {"i": 1, "v": 5, "x": 10}


def roman(text: str) -> int | None:
    """The value of a folded Roman numeral up to 39; None for other texts."""
    if not _ROMAN.fullmatch(text):
        return None
    values = [_LETTERS[letter] for letter in text]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


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
    if digits := _DIGITS.fullmatch(first):
        return int(digits[1]), 1
    number = roman(first)
    return None if number is None else (number, 1)
