"""Dates of Wikidata's JSON become those of its RDF by Wikibase's own rules."""

from __future__ import annotations

import calendar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simba.building.wikibase_time import WikibaseTime
from simba.common.calendars import gregorian, julian
from simba.common.vocabulary import JULIAN

BILLION, MILLION, MILLENNIUM, CENTURY, DECADE, YEAR, MONTH, DAY, SECOND = 0, 3, 6, 7, 8, 9, 10, 11, 14


def literal(text: str, precision: int, *, old_style: bool = False) -> str | None:
    return WikibaseTime.of(
        {"time": text, "precision": precision, "calendarmodel": JULIAN if old_style else "the other"}
    ).literal()


@pytest.mark.parametrize(
    ("text", "precision", "expected", "reason"),
    [
        ("+1799-06-06T00:00:00Z", DAY, "1799-06-06T00:00:00Z", "a day as it is, without its sign"),
        ("+00000001799-06-06T00:00:00Z", DAY, "1799-06-06T00:00:00Z", "old dumps write eleven digits"),
        ("+0862-06-06T00:00:00Z", DAY, "0862-06-06T00:00:00Z", "a year has four digits at least"),
        ("+12026-01-02T00:00:00Z", DAY, "12026-01-02T00:00:00Z", "or more"),
        ("+2001-02-03T04:05:06Z", SECOND, "2001-02-03T04:05:06Z", "the hour stays"),
        ("+1949-01-01T00:00:00Z", DAY, "1949-01-01T00:00:00Z", "a first of January that is one"),
        ("+1949-00-00T00:00:00Z", DAY, "1949-01-01T00:00:00Z", "no month and no day are the first"),
        ("+1949-05-00T00:00:00Z", DAY, "1949-05-01T00:00:00Z", "no day is the first"),
        ("+1949-05-00T00:00:00Z", MONTH, "1949-05-01T00:00:00Z", "a month has no day"),
        ("+1949-05-23T00:00:00Z", MONTH, "1949-05-01T00:00:00Z", "even if one is written"),
        ("+1949-00-23T00:00:00Z", MONTH, "1949-01-01T00:00:00Z", "and is January without a month"),
        ("+1949-00-00T00:00:00Z", YEAR, "1949-01-01T00:00:00Z", "a year is its first of January"),
        ("+1949-05-23T00:00:00Z", YEAR, "1949-01-01T00:00:00Z", "even if month and day are written"),
        ("+1840-07-01T00:00:00Z", DECADE, "1840-01-01T00:00:00Z", "and so is a decade"),
        ("+1750-12-31T00:00:00Z", CENTURY, "1750-01-01T00:00:00Z", "a century"),
        ("+1000-00-00T00:00:00Z", MILLENNIUM, "1000-01-01T00:00:00Z", "a millennium"),
        ("+2014-13-02T00:00:00Z", DAY, "2014-12-02T00:00:00Z", "a thirteenth month is the twelfth"),
        ("+2014-99-02T00:00:00Z", MONTH, "2014-12-01T00:00:00Z", "as is any month after it"),
        ("+2014-13-32T00:00:00Z", YEAR, "2014-01-01T00:00:00Z", "but not of a year"),
        ("+2015-02-30T00:00:00Z", DAY, "2015-02-28T00:00:00Z", "a day too many is the month's last"),
        ("+2016-02-30T00:00:00Z", DAY, "2016-02-29T00:00:00Z", "of a leap year"),
        ("+1900-02-29T00:00:00Z", DAY, "1900-02-28T00:00:00Z", "which 1900 was not"),
        ("+2015-04-31T00:00:00Z", DAY, "2015-04-30T00:00:00Z", "April has thirty days"),
        ("+2015-05-99T00:00:00Z", DAY, "2015-05-31T00:00:00Z", "May has one more"),
        (
            "-0044-03-15T00:00:00Z",
            DAY,
            "-0043-03-15T00:00:00Z",
            "there is a year 0 in XSD 1.1, so 44 BC is -43",
        ),
        ("-0044-03-15T00:00:00Z", MONTH, "-0043-03-01T00:00:00Z", "also of a month"),
        ("-0044-03-15T00:00:00Z", YEAR, "-0043-01-01T00:00:00Z", "and of a year"),
        ("-0001-05-06T00:00:00Z", DAY, "0000-05-06T00:00:00Z", "1 BC is year 0, which has no sign"),
        ("-0005-02-29T00:00:00Z", DAY, "-0004-02-29T00:00:00Z", "5 BC was a leap year"),
        (
            "-0200-05-03T00:00:00Z",
            DECADE,
            "-0200-01-01T00:00:00Z",
            "what is rounder than a year is not moved",
        ),
        ("-0100-00-00T00:00:00Z", CENTURY, "-0100-01-01T00:00:00Z", "nor a century"),
        ("-13798000000-00-00T00:00:00Z", MILLION, "-13798000000-01-01T00:00:00Z", "nor the Big Bang"),
        ("-4540000000-00-00T00:00:00Z", BILLION, "-4540000000-01-01T00:00:00Z", "nor the Earth"),
        ("+0000-01-01T00:00:00Z", DAY, None, "there is no year 0 in Wikidata"),
        ("-0000-00-00T00:00:00Z", CENTURY, None, "at no precision"),
    ],
)
def test_gregorian_times_are_written_as_wikibase_does(
    text: str, precision: int, expected: str | None, reason: str
) -> None:
    assert literal(text, precision) == expected, reason


@pytest.mark.parametrize(
    ("text", "precision", "expected", "reason"),
    [
        ("+1745-09-05T00:00:00Z", DAY, "1745-09-16T00:00:00Z", "eleven days in the 18th century"),
        ("+1917-10-25T00:00:00Z", DAY, "1917-11-07T00:00:00Z", "thirteen in the 20th"),
        ("+1900-02-29T00:00:00Z", DAY, "1900-03-13T00:00:00Z", "1900 was a Julian leap year"),
        ("+1917-12-25T00:00:00Z", DAY, "1918-01-07T00:00:00Z", "into the next year"),
        ("+1582-10-05T00:00:00Z", DAY, "1582-10-15T00:00:00Z", "the first Gregorian day"),
        ("-0044-03-15T00:00:00Z", DAY, "-0043-03-13T00:00:00Z", "the Ides of March"),
        ("-0001-12-31T00:00:00Z", DAY, "0000-12-29T00:00:00Z", "1 BC again"),
        ("+0001-01-01T00:00:00Z", DAY, "0000-12-30T00:00:00Z", "from AD 1 into it"),
        ("+1745-09-00T00:00:00Z", MONTH, "1745-09-01T00:00:00Z", "a month is not moved"),
        ("+1745-00-00T00:00:00Z", YEAR, "1745-01-01T00:00:00Z", "nor a year"),
        ("-0500-00-00T00:00:00Z", CENTURY, "-0500-01-01T00:00:00Z", "nor a century"),
        ("+2015-02-30T00:00:00Z", DAY, "2015-03-15T00:00:00Z", "PHP counts on from February into March"),
        ("+1745-09-00T00:00:00Z", DAY, None, "a day that has no number cannot be moved"),
        ("+1745-13-01T00:00:00Z", DAY, None, "nor one of a thirteenth month"),
        ("-4714-01-01T00:00:00Z", DAY, None, "nor one before PHP's calendar begins"),
        ("-4713-01-02T00:00:00Z", DAY, "-4713-11-25T00:00:00Z", "which is the second of January 4713 BC"),
    ],
)
def test_julian_days_become_gregorian_ones(
    text: str, precision: int, expected: str | None, reason: str
) -> None:
    assert literal(text, precision, old_style=True) == expected, reason


@given(
    year=st.integers(-99_999, 99_999).filter(bool),
    month=st.integers(0, 15),
    day=st.integers(0, 40),
    precision=st.integers(0, 14),
    old_style=st.booleans(),
)
def test_every_time_is_a_date_that_there_is_at_its_precision(
    year: int, month: int, day: int, precision: int, old_style: bool
) -> None:
    sign = "-" if year < 0 else "+"
    found = literal(f"{sign}{abs(year):04}-{month:02}-{day:02}T00:00:00Z", precision, old_style=old_style)
    if found is None:
        assert old_style
        assert precision >= DAY
        return
    before, _, date = found.rpartition("T")[0].rpartition("-")[0].rpartition("-")
    found_year, found_month, found_day = int(before), int(date), int(found.partition("T")[0][-2:])
    assert 1 <= found_month <= 12
    assert 1 <= found_day <= calendar.monthrange(2000 + found_year % 400, found_month)[1]
    if precision < MONTH:
        assert (found_month, found_day) == (1, 1)
    if precision == MONTH:
        assert found_day == 1
    moved = old_style and precision >= DAY
    expected = year + 1 if year < 0 and precision >= YEAR else year
    assert abs(found_year - expected) <= (
        3 if moved else 0
    )  # 99,999 years apart, the calendars differ by two


@given(st.integers(-4000, 9999), st.integers(1, 12), st.integers(1, 28))
def test_calendars_lead_back_to_where_they_came_from(year: int, month: int, day: int) -> None:
    assert julian(gregorian((year, month, day))) == (year, month, day)
    assert gregorian(julian((year, month, day))) == (year, month, day)
