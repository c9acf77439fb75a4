"""A time of Wikidata's JSON as Wikibase's RDF export writes it (its DateTimeValueCleaner and the Julian one).

Rules: what is below the precision is 1 January; a month above 12 is 12, a day after the month's end its last; years BC
are counted astronomically (44 BC is -0043) from year precision on, and stay as they are where they are rounder; a
Julian day becomes the Gregorian one. What cannot be so written (year 0, a Julian day that there is not) stays a text.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from typing import Any

from simba.common.calendars import gregorian
from simba.common.vocabulary import JULIAN

YEAR, MONTH, DAY = 9, 10, 11
"""Wikidata's precisions of a time."""
_FIRST_JULIAN = (-4713, 1, 2)
"""The first day that PHP's calendars count: of 4713 BC, which is its year -4713."""


@dataclass(frozen=True, slots=True)
class WikibaseTime:
    """A time of the JSON dump, read."""

    text: str
    precision: int
    julian: bool

    @classmethod
    def of(cls, value: dict[str, Any]) -> WikibaseTime:
        """Read it; raises KeyError, TypeError or ValueError where it is none."""
        return cls(str(value["time"]), int(value["precision"]), value.get("calendarmodel") == JULIAN)

    def literal(self) -> str | None:
        """The text of its xsd:dateTime, None where there is none; raises ValueError where it is no time at all."""
        date, clock = self.text[1:].split("T")
        year, month, day = map(int, date.split("-"))
        if year == 0:
            return None
        bc = self.text[0] == "-"
        if self.julian and self.precision >= DAY:
            if not _is_julian(-year if bc else year, month, day):
                return None
            year, month, day = gregorian((1 - year if bc else year, month, day))
            bc, year = year < 0, abs(year)
        else:
            if bc and self.precision >= YEAR:
                year -= 1
            month = min(max(1, month), 12) if self.precision >= MONTH else 1
            day = max(1, day) if self.precision >= DAY else 1
            day = min(day, calendar.monthrange(2000 if calendar.isleap(year) else 2001, month)[1])
        return f"{'-' if bc and year else ''}{year:04}-{month:02}-{day:02}T{clock}"

    @property
    def is_plain(self) -> bool:
        """Whether the literal alone says it all: a year is written as its 1 January, any other day is a day."""
        literal = self.literal() or ""
        if self.precision == YEAR:
            return True
        return self.precision >= DAY and not self.julian and "-01-01T" not in literal


def _is_julian(year: int, month: int, day: int) -> bool:
    """Whether PHP takes it for a Julian day; a month's 31st always is one, and counts on into the next month."""
    return (year, month, day) >= _FIRST_JULIAN and 1 <= month <= 12 and 1 <= day <= 31
