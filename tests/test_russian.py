"""Dates and numbers as Russian writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simba.common.vocabulary import WKT_LITERAL, XSD
from simba.russian.text import MAX_SHOWN
from simba.russian.values import counted, date_part_label, literal_label

NBSP = "\u00a0"


def date(text: str) -> str:
    return literal_label(text, f"{XSD}dateTime")


def number(text: str) -> str:
    return literal_label(text, f"{XSD}decimal")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1799-06-06T00:00:00Z", "6 июня 1799 года"),
        ("1945-05-09T00:00:00Z", "9 мая 1945 года"),
        ("+1961-04-12T00:00:00Z", "12 апреля 1961 года"),
        ("2000-02-29T00:00:00Z", "29 февраля 2000 года"),
        ("0988-08-15T00:00:00Z", "15 августа 988 года"),
        ("12024-03-02T00:00:00Z", "2 марта 12024 года"),
    ],
)
def test_a_day(text: str, label: str) -> None:
    assert date(text) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1147-01-01T00:00:00Z", "1147 год"),  # Wikidata's way to write a bare year
        ("1147-00-00T00:00:00Z", "1147 год"),
        ("1812-09-00T00:00:00Z", "сентябрь 1812 года"),
        ("1812-13-05T00:00:00Z", "1812 год"),
        ("1812-02-31T00:00:00Z", "1812 год"),
    ],
)
def test_no_more_precision_than_the_date_has(text: str, label: str) -> None:
    assert date(text) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("-0043-03-15T00:00:00Z", "15 марта 44 года до н. э."),
        ("-0043-01-01T00:00:00Z", "44 год до н. э."),
        ("0000-01-01T00:00:00Z", "1 год до н. э."),
        ("-0752-04-21T00:00:00Z", "21 апреля 753 года до н. э."),
        ("0001-01-01T00:00:00Z", "1 год"),
    ],
)
def test_before_our_era(text: str, label: str) -> None:
    assert date(text) == label


@pytest.mark.parametrize(
    ("number", "years"),
    [
        ("1", "1 год"),
        ("3", "3 года"),
        ("11", "11 лет"),
        ("14", "14 лет"),
        ("67", "67 лет"),
        ("101", "101 год"),
        ("x", "x"),
    ],
)
def test_years_are_counted(number: str, years: str) -> None:
    assert counted(number, "years") == years


def test_days_are_counted() -> None:
    assert [counted(text, "days") for text in ("21", "−", "12345", "-2")] == [
        "21 день",
        "−",
        "12\u00a0345 дней",
        "−2 дня",
    ]


@pytest.mark.parametrize(
    ("number", "part", "label"),
    [
        ("1799", "year", "1799 год"),
        ("19", "century", "XIX век"),
        ("-4", "century", "IV век до н. э."),
        ("6", "month", "июнь"),
        ("13", "month", "13"),
        ("9", "day", "9"),
        ("?", "century", "?"),
    ],
)
def test_parts_of_dates(number: str, part: str, label: str) -> None:
    assert date_part_label(number, part) == label


def test_truths_are_yes_and_no() -> None:
    assert [literal_label(text, f"{XSD}boolean") for text in ("true", "false", "1")] == ["да", "нет", "1"]


def test_a_year_that_was_asked_for() -> None:
    assert literal_label("1846", f"{XSD}integer", year=True) == "1846 год"
    assert literal_label("-43", f"{XSD}integer", year=True) == "44 год до н. э."
    assert literal_label("1846", f"{XSD}integer") == "1846"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("0", "0"),
        ("1147", "1147"),
        ("17098246", f"17{NBSP}098{NBSP}246"),
        ("+8849", "8849"),
        ("12345", f"12{NBSP}345"),
        ("-89.2", "−89,2"),
        ("3.50", "3,5"),
        ("5895.0", "5895"),
        ("5.972E24", f"5{NBSP}972{NBSP}000{NBSP}000{NBSP}000{NBSP}000{NBSP}000{NBSP}000{NBSP}000"),
        ("NaN", "NaN"),
        ("INF", "INF"),
        ("1e999999", "1e999999"),
        ("-1e-999999", "-1e-999999"),
        ("9" * 5000, "9" * (MAX_SHOWN - 1) + "…"),
        ("около 5", "около 5"),
    ],
)
def test_a_number(text: str, label: str) -> None:
    assert number(text) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Point(37.617777777 55.755833333)", "55,7558° с. ш., 37,6178° в. д."),
        ("POINT(-70.65 -33.45)", "33,45° ю. ш., 70,65° з. д."),
        ("Point(0 0)", "0° с. ш., 0° в. д."),
    ],
)
def test_coordinates_are_told_latitude_first(text: str, label: str) -> None:
    assert literal_label(text, WKT_LITERAL) == label


def test_other_text_stays_as_it_is() -> None:
    assert literal_label("+7", None) == "+7"
    assert literal_label("1799-06-06", None) == "1799-06-06"
    assert literal_label("POINT(30 60)", None) == "POINT(30 60)"
    assert literal_label("<http://www.wikidata.org/entity/Q405> Point(30 60)", WKT_LITERAL).endswith(
        "(30 60)"
    )
    assert literal_label("что-то", f"{XSD}dateTime") == "что-то"


def test_a_year_of_thousands_of_digits_is_only_text() -> None:
    assert literal_label("9" * 5000, None, year=True).startswith("999")
    assert literal_label(f"{'9' * 5000}-01-01", f"{XSD}dateTime").startswith("999")


@given(
    st.one_of(st.text(), st.from_regex(r"[-+]?[0-9]{1,5}(\.[0-9]{0,3})?(e-?[0-9]{1,9})?", fullmatch=True)),
    st.sampled_from([None, *(XSD + kind for kind in ("dateTime", "decimal", "date", "gYear", "x"))]),
)
def test_any_literal_has_a_label(text: str, datatype: str | None) -> None:
    assert len(literal_label(text, datatype)) <= MAX_SHOWN


@given(st.integers(-(10**30), 10**30))
def test_a_number_keeps_its_digits(value: int) -> None:
    assert int(number(str(value)).replace(NBSP, "").replace("−", "-")) == value
