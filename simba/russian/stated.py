"""Dates and numbers where a text says them, in the forms that Russian writes: "6 июня 1799 года", "17 098 246".

Only what leaves no doubt is found: of a day its month and year too, of a year that it is one.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from simba.russian.numerals import cardinal
from simba.russian.text import Span
from simba.russian.values import MAX_DIGITS, MONTHS, MONTHS_OF

_DATE = re.compile(r"([+-]?)(\d{4,12})-(\d\d)-(\d\d)")
_YEAR_AFTER = r"(?:-(?:й|го|му|м|е)\b(?:\s+год\w{0,3}\b)?|\s+год\w{0,3}\b|\s+г(?!\w))"
_MONTH_BEFORE = "|".join((*MONTHS, *MONTHS_OF, *(f"{month[:-1]}е" for month in MONTHS)))
_BC = r"\.?\s+до\s+(?:н\.(?:\s?э\.?)?|нашей эры|рождества|р\.)"
_WORD = re.compile(r"[а-я]+")
LARGEST_IN_WORDS = 20
"""The largest number that is looked for in words."""
LONGEST_YEAR = 4
"""Digits of a year that texts write."""


def date_said(folded: str, value: str, precision: str | None) -> Span | None:
    """Where a folded text says a date of xsd:dateTime with its day, or the year where it is known to no more."""
    match = _DATE.match(value)
    if match is None or int(match[2]) == 0 or len(match[2].lstrip("0")) > LONGEST_YEAR:
        return None
    bc = match[1] == "-"
    year, month, day = int(match[2]) + bc, int(match[3]), int(match[4])
    if precision is None:
        precision = "year" if (month, day) == (1, 1) else "day"
    if precision == "year":
        return year_said(folded, -year if bc else year)
    if bc or precision not in {"day", "month"} or not 1 <= month <= 12:
        return None
    if precision == "month":
        named = rf"(?:{MONTHS[month - 1]}|{MONTHS_OF[month - 1]}|{MONTHS[month - 1][:-1]}е)"
        return _only(rf"(?<!\d\s)\b{named}\s+{year}\b(?:{_YEAR_AFTER})?", folded)
    # Of both calendars: "26 мая (6 июня) 1799", "10 (22) октября 1870".
    own = MONTHS_OF[month - 1]
    days = rf"\b\d\d?\s+(?:{'|'.join(MONTHS_OF)})\s+\({day}\s+{own}\)|\b\d\d?\s\({day}\)\s+{own}|\b0?{day}\s+{own}\)?"
    written = rf"(?:{days}),?\s+{year}\b(?:{_YEAR_AFTER})?"
    return _only(rf"{written}|(?<![\d.]){day:02}\.{month:02}\.{year}\b", folded)


def year_said(folded: str, year: int) -> Span | None:
    """Where a folded text says a year, and that it is one; negative: BC."""
    digits = str(abs(year))
    if year < 0:
        return _only(rf"\b{digits}{_YEAR_AFTER}?{_BC}", folded)
    certain = rf"\b{digits}{_YEAR_AFTER}|\b(?:{_MONTH_BEFORE})\s+{digits}\b(?:{_YEAR_AFTER})?"
    found = _only(rf"(?:{certain})(?!(?:{_YEAR_AFTER})?{_BC})", folded)
    return Span(folded.index(digits, found.start), found.stop) if found else None


def number_said(folded: str, value: str) -> Span | None:
    """Where a folded text says a number once, in digits or, up to `LARGEST_IN_WORDS`, in a word."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number.adjusted()) > MAX_DIGITS or len(value) > MAX_DIGITS:
        return None
    whole, _, fraction = f"{abs(number):f}".partition(".")
    fraction = fraction.rstrip("0")
    groups = f"{int(whole):,}".split(",")
    digits = r"[ .]?".join(groups) + (rf"[,.]{fraction}0*" if fraction else r"(?:,0+)?")
    sign = r"-\s?" if number < 0 else r"(?<![\d-])(?<!\d[ ,.])"
    found = _only(rf"{sign}{digits}(?![\d-])(?!\s?(?:\d{{3}}\b|%))(?![.,]\d)(?!{_YEAR_AFTER})", folded)
    if found is not None or fraction or not 0 < number <= LARGEST_IN_WORDS:
        return found
    said = [word for word in _WORD.finditer(folded) if cardinal(word[0]) == number]
    return Span(*said[0].span()) if len(said) == 1 else None


def _only(pattern: str, folded: str) -> Span | None:
    """The only place that matches; None of several, between which there would be doubt."""
    found = list(re.finditer(pattern, folded))
    return Span(*found[0].span()) if len(found) == 1 else None
