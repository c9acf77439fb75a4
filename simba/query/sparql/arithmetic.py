"""SPARQL expressions over dates and numbers that every engine computes alike.

Engines order dates before our era differently, compare values of different kinds by rules of their own, and Virtuoso
refuses the whole query where ``YEAR`` meets something else than a date. So values are made numbers before they are
compared, behind a condition; what is no such value stays unbound, and drops out. Years of five digits and more count
among that.
"""

from __future__ import annotations

from simba.query.forms import DatePart, Unit
from simba.query.scalars import Date

NOTHING = "?none"
"""A variable that is never bound."""
_DATE = "^-?[0-9]{3,4}-[01][0-9]-[0-3][0-9]"
"""Virtuoso writes 45 BC with three digits."""


def _is_date(*variables: str) -> str:
    return " && ".join(f'REGEX(STR({variable}), "{_DATE}")' for variable in variables)


def number(variable: str) -> str:
    """The value if it is a number."""
    return f"IF(ISNUMERIC({variable}), {variable}, {NOTHING})"


def year(variable: str) -> str:
    """The year of a date."""
    return f"IF({_is_date(variable)}, YEAR({variable}), {NOTHING})"


def day(variable: str) -> str:
    """The day of a date as a number such as 17990606, which orders days."""
    return f"IF({_is_date(variable)}, {_digits(variable)}, {NOTHING})"


def day_of(date: Date) -> int:
    """The same number of a constant."""
    return date.year * 10000 + date.month * 100 + date.day


def comparable(variable: str) -> str:
    """A number that orders numbers, and dates."""
    return f"IF(ISNUMERIC({variable}), {variable}, {day(variable)})"


def _digits(variable: str) -> str:
    return f"YEAR({variable}) * 10000 + MONTH({variable}) * 100 + DAY({variable})"


def part(date: str, which: DatePart) -> str:
    """The year, century, month or day of a date.

    A first of January has no month and no day, because Wikidata writes bare years so.
    """
    if which == "year":
        return year(date)
    if which == "century":
        after, before = f"FLOOR((YEAR({date}) + 99) / 100.0)", f"0 - FLOOR((100 - YEAR({date})) / 100.0)"
        return f"IF({_is_date(date)}, xsd:integer(IF(YEAR({date}) > 0, {after}, {before})), {NOTHING})"
    known = f"IF(MONTH({date}) = 1 && DAY({date}) = 1, {NOTHING}, {which.upper()}({date}))"
    return f"IF({_is_date(date)}, {known}, {NOTHING})"


def difference(first: str, second: str, unit: Unit) -> str:
    """What lies between two values; negative where they are in the wrong order and that matters."""
    if unit == "amount":
        return f"IF(ISNUMERIC({first}) && ISNUMERIC({second}), ABS({second} - {first}), {NOTHING})"
    if unit == "times":
        larger = f"IF({second} > {first}, {second} / {first}, {first} / {second})"
        both = f"ISNUMERIC({first}) && ISNUMERIC({second}) && {first} > 0 && {second} > 0"
        return f"IF({both}, ROUND(100 * {larger}) / 100.0, {NOTHING})"
    if unit == "years":
        lasted = f"ABS(YEAR({second}) - YEAR({first}))"
    elif unit == "age":
        before = (
            f"MONTH({second}) < MONTH({first})"
            f" || (MONTH({second}) = MONTH({first}) && DAY({second}) < DAY({first}))"
        )
        lasted = f"YEAR({second}) - YEAR({first}) - IF({before}, 1, 0)"
    else:
        lasted = f"{_since_the_epoch(second)} - {_since_the_epoch(first)}"
    return f"IF({_is_date(first, second)}, {lasted}, {NOTHING})"


def _since_the_epoch(date: str) -> str:
    """The number of a day in the Gregorian calendar, by the usual formula, in which years begin in March."""
    begun = f"(YEAR({date}) - IF(MONTH({date}) < 3, 1, 0))"
    month = f"(MONTH({date}) + IF(MONTH({date}) < 3, 9, -3))"
    leap = f"FLOOR({begun} / 4.0) - FLOOR({begun} / 100.0) + FLOOR({begun} / 400.0)"
    return f"xsd:integer(365 * {begun} + {leap} + FLOOR((153 * {month} + 2) / 5.0) + DAY({date}))"
