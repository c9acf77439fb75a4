"""Constants in questions that are no entities: numbers, years, dates, texts."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Number:
    """A number, in the unit of what it is compared with."""

    value: Decimal | int

    def __post_init__(self) -> None:
        if not Decimal(self.value).is_finite():
            raise ValueError(f"not a finite number: {self.value!r}")


@dataclass(frozen=True, slots=True)
class Year:
    """A year of XSD 1.1 and SPARQL, in which 0 is 1 BC."""

    value: int


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the proleptic Gregorian calendar, with years as in `Year`."""

    year: int
    month: int
    day: int

    def __post_init__(self) -> None:
        if not (1 <= self.month <= 12 and 1 <= self.day <= 31):
            raise ValueError(f"not a date: {self}")

    def __str__(self) -> str:
        return f"{'-' * (self.year < 0)}{abs(self.year):04}-{self.month:02}-{self.day:02}"


@dataclass(frozen=True, slots=True)
class Text:
    """A string as Wikidata has it, such as the symbol of an element."""

    value: str

    def __post_init__(self) -> None:
        check_text(self.value)


def check_text(text: str) -> None:
    """Raise ValueError for what is no text: nothing, or half of a surrogate pair."""
    if not text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"not a text: {text!r}")


Scalar = Number | Year | Date | Text
