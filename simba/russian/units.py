"""A number with its unit: "8848,86 м" where the unit has a Russian symbol, else "3530 километров"."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from simba.russian.declension import declined
from simba.russian.morphology import readings
from simba.russian.text import clean, fold

if TYPE_CHECKING:
    from simba.answer import Unit

COUNTED = {"годов": "лет", "людей": "человек"}
"""What stands behind numbers instead of the genitive plural."""
CLOSE = ("°", "%", "′", "″")
"""Symbols that stand right behind the number; "°C" does not."""


def measured(value: str, written: str, unit: Unit) -> str:
    """A number, as it is ``written`` for people, with its unit; without one where the unit has no Russian name."""
    space = "\N{NO-BREAK SPACE}"
    if unit.symbol:
        symbol = clean(unit.symbol)
        return f"{written}{'' if symbol in CLOSE else space}{symbol}"
    if not unit.label:
        return written
    return f"{written}{space}{counted_unit(value, clean(unit.label))}"


def counted_unit(value: str, label: str) -> str:
    """The unit's label as the number wants it: "километр", "километра", "квадратных километров"; else as it is."""
    one, many = declined(label, "gent"), declined(label, "gent", "plur")
    try:
        number = abs(Decimal(value))
    except InvalidOperation:
        return label
    if one is None or many is None or len(one.split()) != len(many.split()):
        return f"({label})"
    if number != number.to_integral_value():
        return one  # "8,5 метра"
    last = int(number) % 100
    if last % 10 == 1 and last != 11:
        return label
    if last % 10 in {2, 3, 4} and last not in {12, 13, 14}:
        adjectives = _adjectives(label)
        return " ".join([*many.split()[:adjectives], *one.split()[adjectives:]])
    return " ".join(COUNTED.get(word, word) for word in many.split())


def _adjectives(label: str) -> int:
    """How many words stand before the noun."""
    words = label.split()
    nouns = (place for place, word in enumerate(words) if _is_noun(word))
    return next(nouns, 0)


def _is_noun(word: str) -> bool:
    return any(tag.startswith("NOUN") and "nomn" in tag for _, tag in readings(fold(word)))
