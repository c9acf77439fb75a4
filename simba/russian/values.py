"""Literals as Russian writes them: dates at the precision they have, numbers with spaces."""

from __future__ import annotations

import re
from calendar import monthrange
from decimal import Decimal, InvalidOperation

from simba.common.calendars import julian
from simba.common.vocabulary import WKT_LITERAL, XSD
from simba.russian.text import shorten

_DATE = re.compile(r"([+-]?)(\d{4,12})-(\d\d)-(\d\d)")
MONTHS = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split()
MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()
_POINT = re.compile(r"Point\((-?\d{1,3}(?:\.\d+)?) (-?\d{1,3}(?:\.\d+)?)\)", re.IGNORECASE)
"""Well-known text: longitude, then latitude."""
_YEAR = re.compile(r"[+-]?\d{1,12}")
MAX_DIGITS = 50
"""Digits of a number that is written out, before and after its point: "1e999999" would have a million."""


UNITS = {"years": ("год", "года", "лет"), "days": ("день", "дня", "дней")}
"""What is counted, behind 1, behind 2 and behind 5."""
TRUTHS = {"true": "да", "false": "нет"}
ROUND = {
    "decade": 10,
    "century": 100,
    "millennium": 1000,
    "ten_millennia": 10**4,
    "hundred_millennia": 10**5,
    "million_years": 10**6,
    "ten_million_years": 10**7,
    "hundred_million_years": 10**8,
    "billion_years": 10**9,
}
"""Precisions of a date that are rounder than a year, in years."""
JULIAN, BOTH_CALENDARS = " по юлианскому календарю", 1581
"""What is said of a Julian date from this year on, as Wikidata does; before, it is what everybody expects."""
_ROMAN = (("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def counted(value: str, unit: str) -> str:
    """A whole number with its unit (a key of `UNITS`) in the right form: "67 лет"; any other text as it is."""
    if not re.fullmatch(r"-?\d{1,12}", value):
        return shorten(value)
    one, few, many = UNITS[unit]
    last = abs(int(value)) % 100
    noun = many if 11 <= last <= 14 else {1: one, 2: few, 3: few, 4: few}.get(last % 10, many)
    return f"{_number(value)} {noun}"


def date_part_label(value: str, part: str) -> str:
    """A part of a date: "1799 год", "XVIII век", "июнь"; centuries BC are negative. Any other text as it is."""
    number = int(value) if re.fullmatch(r"[+-]?\d{1,12}", value) else None
    if number is None:
        return shorten(value)
    if part == "year":
        return _year(number, "год")
    if part == "century" and 0 < abs(number) < 100:
        return f"{_roman(abs(number))} век" + (" до н. э." if number < 0 else "")
    return MONTHS[number - 1] if part == "month" and 1 <= number <= 12 else value


def _roman(number: int) -> str:
    letters = ""
    for sign, worth in _ROMAN:
        letters += sign * (number // worth)
        number %= worth
    return letters


def date_label(value: str, precision: str, *, old_style: bool = False) -> str:
    """A date of xsd:dateTime as precise as it is known: "XVIII век", "1990-е годы", "июнь 1799 года".

    Years BC that are rounder than a year are counted as people do, because Wikibase writes them so (-0100 is 100 BC). A
    day that is Julian in Wikidata, where ``value`` has the Gregorian one, is told as it is there; of times when both
    calendars were in use, with the calendar's name.
    """
    match = _DATE.match(value)
    if match is None:
        return shorten(value)
    year, month, day = int(match[1] + match[2]), int(match[3]), int(match[4])
    if precision in ROUND:
        return _round_label(year, precision) or literal_label(value, f"{XSD}dateTime")
    match precision:
        case "day" if 1 <= month <= 12 and 1 <= day <= 31:
            if old_style:
                year, month, day = julian((year, month, day))
            calendar = JULIAN if old_style and year >= BOTH_CALENDARS else ""
            return f"{day} {MONTHS_OF[month - 1]} {_year(year, 'года')}{calendar}"
        case "month" if 1 <= month <= 12:
            return f"{MONTHS[month - 1]} {_year(year, 'года')}"
        case "year":
            return _year(year, "год")
    return literal_label(value, f"{XSD}dateTime")


def _round_label(year: int, precision: str) -> str | None:
    """A time that is known to a decade at best; None where Russian has no words for it."""
    era, told, size = " до н. э." if year < 0 else "", max(1, abs(year)), ROUND[precision]
    match precision:
        case "decade":
            return f"{told // 10 * 10}-е годы{era}"
        case "century" | "millennium":
            number = (told + size - 1) // size
            return (
                f"{_roman(number)} {'век' if size == 100 else 'тысячелетие'}{era}" if number < 100 else None
            )
    years = (told + size // 2) // size * size
    for unit, name in ((10**9, "млрд лет"), (10**6, "млн лет"), (1, "лет")):
        if size >= unit:
            return f"{_number(str(years // unit))} {name}{era or ' н. э.'}"
    return None


def literal_label(value: str, datatype: str | None, *, year: bool = False) -> str:
    """What a person reads for a literal: "6 июня 1799 года", "44 год до н. э.", "17 098 246".

    Any other text is as it is, shortened.
    """
    return shorten(_label(value, datatype, year=year))


def _label(value: str, datatype: str | None, *, year: bool) -> str:
    if year and _YEAR.fullmatch(value):
        return _year(int(value), "год")
    match = _DATE.match(value) if datatype and datatype.startswith(f"{XSD}date") else None
    if match:
        return _date(int(match[1] + match[2]), int(match[3]), int(match[4]))
    if datatype == f"{XSD}boolean":
        return TRUTHS.get(value, value)
    if datatype and datatype.startswith(XSD):
        return _number(value)
    if datatype == WKT_LITERAL and (match := _POINT.fullmatch(value)):
        return f"{_degrees(match[2], 'с. ш.', 'ю. ш.')}, {_degrees(match[1], 'в. д.', 'з. д.')}"
    return value


def _date(year: int, month: int, day: int) -> str:
    """Wikidata writes a bare year as its first of January, so that day is not told."""
    if (month, day) == (1, 1) or not 1 <= month <= 12:
        return _year(year, "год")
    if day == 0:
        return f"{MONTHS[month - 1]} {_year(year, 'года')}"
    if day > monthrange(2000, month)[1]:
        return _year(year, "год")
    return f"{day} {MONTHS_OF[month - 1]} {_year(year, 'года')}"


def _year(year: int, noun: str) -> str:
    """The year of XSD 1.1 and SPARQL, in which year 0 is 1 BC."""
    return f"{year} {noun}" if year > 0 else f"{1 - year} {noun} до н. э."


def _degrees(text: str, positive: str, negative: str) -> str:
    """Four decimals are ten metres: more than a person asks for."""
    number = round(Decimal(text), 4)
    return f"{_number(str(abs(number)))}° {negative if number < 0 else positive}"


def _number(text: str) -> str:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if (
        not number.is_finite()
        or abs(number.adjusted()) > MAX_DIGITS
        or len(number.as_tuple().digits) > MAX_DIGITS
    ):
        return text
    whole, _, fraction = f"{number:f}".partition(".")
    fraction = fraction.rstrip("0")
    sign, digits = ("−", whole[1:]) if whole.startswith("-") else ("", whole.lstrip("+"))
    # A no-break space between groups, from five digits on, as Russian typography wants it.
    grouped = f"{int(digits):,}".replace(",", "\u00a0") if len(digits) > 4 else digits
    return f"{sign}{grouped}" + (f",{fraction}" if fraction else "")
