"""What is computed of dates and numbers in a store at hand, as SPARQL computes it: parts of dates, the years between
them, what orders them.

A query for the years between two births takes Oxigraph most of a millisecond, mostly to read and plan it; looking up
the two dates, a twentieth of that. Whatever is no plain day (`days_of`) is left to the query.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal, InvalidOperation
from itertools import product

import regex

from simba.answer import Value
from simba.common.vocabulary import XSD
from simba.query.forms import DatePart, Unit

Day = tuple[int, int, int]
"""Year, month and day."""
_DAY = regex.compile(r"(-?\d{4})-(\d\d)-(\d\d)T00:00:00Z")
_NO_LEAP_YEAR = 2001
_EXACT = frozenset({f"{XSD}integer", f"{XSD}decimal"})


def first_of(year: int) -> Value:
    """The day as which a year counts."""
    return Value("literal", f"{year:0{4 + (year < 0)}d}-01-01T00:00:00Z", f"{XSD}dateTime", None)


def parts(dates: Iterable[Value], which: DatePart) -> frozenset[Value] | None:
    """The year, month or day of each; of a first of January the year alone, because Wikidata writes bare years so.

    None where a query must tell.
    """
    days = days_of(dates)
    if days is None or which == "century":
        return None
    place = ("year", "month", "day").index(which)
    return frozenset(_number(day[place]) for day in days if not place or day[1:] != (1, 1))


def between(first: Iterable[Value], second: Iterable[Value], unit: Unit) -> frozenset[Value] | None:
    """The years between each of the first dates and each of the second: the difference of the ``years``, or an ``age``
    in completed ones. None where a query must tell.
    """
    begun, ended = days_of(first), days_of(second)
    if begun is None or ended is None or unit not in ("years", "age"):
        return None
    pairs = product(begun, ended)
    if unit == "years":
        return frozenset(_number(abs(end[0] - start[0])) for start, end in pairs)
    ages = (end[0] - start[0] - (end[1:] < start[1:]) for start, end in pairs)
    return frozenset(_number(age) for age in ages if age >= 0)


def in_order(values: Iterable[Value]) -> list[Decimal] | None:
    """A number for each that orders days, or numbers; None where there are both, or a query must tell."""
    some = list(values)
    days = days_of(some)
    if days is not None:
        return [Decimal(year * 10_000 + month * 100 + day) for year, month, day in days]
    if not all(value.datatype in _EXACT for value in some):
        return None
    try:
        return [Decimal(value.value) for value in some]
    except InvalidOperation:
        return None


def days_of(dates: Iterable[Value]) -> list[Day] | None:
    """The days of dates; None where one is something else, or not of every year's calendar."""
    found: list[Day] = []
    for value in dates:
        match = _DAY.fullmatch(value.value) if value.datatype == f"{XSD}dateTime" else None
        if match is None:
            return None
        year, month, day = map(int, match.groups())
        try:
            date(_NO_LEAP_YEAR, month, day)
        except ValueError:
            return None
        found.append((year, month, day))
    return found


def _number(number: int) -> Value:
    return Value("literal", str(number), f"{XSD}integer", None)
