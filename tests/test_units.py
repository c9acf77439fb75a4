"""Numbers with their units, dates as precise as Wikidata knows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from handful import knowing

from simba import Simba
from simba.russian.units import counted_unit
from simba.russian.values import date_label

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q1 rdfs:label "Боян Вещий"@ru ; wikibase:sitelinks 9 ; wdt:P31 wd:Q5 ;
  wdt:P569 "1050-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1109-05-01T00:00:00Z"^^xsd:dateTime ;
  p:P569 s:1 ; p:P570 s:2 .
s:1 psv:P569 [ wikibase:timeValue "1050-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:timePrecision 7 ] .
s:2 psv:P570 [ wikibase:timeValue "1109-05-01T00:00:00Z"^^xsd:dateTime ; wikibase:timePrecision 10 ] .
wd:Q2 rdfs:label "Смородина"@ru ; wikibase:sitelinks 9 ; wdt:P31 wd:Q4022 ; wdt:P2043 "22"^^xsd:decimal ; p:P2043 s:3 .
s:3 psv:P2043 [ wikibase:quantityAmount "+22"^^xsd:decimal ; wikibase:quantityUnit wd:Q13 ] .
wd:Q3 rdfs:label "Калинка"@ru ; wikibase:sitelinks 9 ; wdt:P31 wd:Q4022 ; wdt:P2043 "7"^^xsd:decimal ; p:P2043 s:4 .
s:4 psv:P2043 [ wikibase:quantityAmount "7"^^xsd:decimal ; wikibase:quantityUnit wd:Q199 ] .
wd:Q4 rdfs:label "Малинка"@ru ; wikibase:sitelinks 9 ; wdt:P31 wd:Q4022 ; wdt:P2043 "7"^^xsd:decimal .
wd:Q13 rdfs:label "верста"@ru . wd:P2043 wdt:P8111 wd:Q14 .
wd:Q14 rdfs:label "километр"@ru ; wdt:P5061 "km"@en, "км"@ru .
"""


def label(simba: Simba, question: str) -> str:
    (value,) = simba.answer(question).values
    return (value.label or "").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Какой длины Смородина?", "22 версты"),  # by the statement
        ("Какой длины Калинка?", "7"),  # whose statement says that there is none
        ("Какой длины Малинка?", "7 км"),  # by the property
        ("Когда родился Боян Вещий?", "XI век"),
        ("Когда умер Боян Вещий?", "май 1109 года"),
    ],
)
def test_full_values_tell_unit_and_precision(asked: Simba, question: str, expected: str) -> None:
    assert label(asked, question) == expected


def test_json_has_unit_and_precision(asked: Simba) -> None:
    length, born = (
        asked.answer(one).as_dict()["answers"][0] for one in ("Длина Малинки", "Когда родился Боян Вещий?")
    )
    assert length["unit"] == {"id": "Q14", "label": "километр"}
    assert born["precision"] == "century"
    assert "unit" not in born


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Какая высота Эвереста?", "8848,86 м"),
        ("Какова длина Волги?", "3530 км"),
        ("Какова длина «Титаника»?", "269 м"),
        ("Какая площадь столицы Италии?", "1287 км²"),
        ("Насколько Эверест выше Эльбруса?", "3206,86 м"),
        ("Какое население Франции?", "68 042 591"),
    ],
)
def test_the_embedded_knowledge_base_knows_units(demo: Simba, question: str, expected: str) -> None:
    assert label(demo, question) == expected


def heights(**unlike: str) -> str:
    """Three mountains, the first of them the highest, with the heights' units in place of metres."""
    lines = [
        'wd:Q8502 rdfs:label "гора"@ru . wd:Q11573 rdfs:label "метр"@ru . wd:Q3710 rdfs:label "фут"@ru .',
        "wd:Q3710 p:P2370 s:foot . s:foot psv:P2370 _:foot .",
        "_:foot wikibase:quantityAmount 0.3048 ; wikibase:quantityUnit wd:Q11573 .",
    ]
    for number, (name, height) in enumerate({"Белозор": 6000, "Кречет": 5900, "Сапсан": 5800}.items(), 1):
        amount, unit = unlike.get(name, f"{height} Q11573").split()
        lines += [
            f'wd:Q{number} rdfs:label "{name}"@ru ; wikibase:sitelinks 9 ; wdt:P31 wd:Q8502 ; wdt:P2044 {amount} ;'
            f" p:P2044 s:{number} . s:{number} psv:P2044 [ wikibase:quantityAmount {amount} ;"
            f" wikibase:quantityUnit wd:{unit} ] ."
        ]
    return "\n".join(lines)


HIGHEST, HIGHER, ABOVE = (
    "Какая гора самая высокая?",
    "Какая гора выше, Белозор или Сапсан?",
    "Какие горы выше 5850 метров?",
)


@pytest.mark.parametrize(
    ("unlike", "expected"),
    [
        ({}, {HIGHEST: "Белозор", HIGHER: "Белозор", ABOVE: "Белозор, Кречет"}),
        # 19,685 feet are 6000 metres
        ({"Белозор": "19685.1 Q3710"}, {HIGHEST: "Белозор", HIGHER: "Белозор", ABOVE: None}),
        ({"Сапсан": "19028 Q3710"}, {HIGHEST: None, HIGHER: None, ABOVE: None}),
        ({"Кречет": "19356 Q3710"}, {HIGHEST: None, HIGHER: "Белозор", ABOVE: None}),
        ({"Сапсан": "5800 Q13"}, {HIGHEST: None, HIGHER: None, ABOVE: None}),  # of which nothing is known
    ],
)
@pytest.mark.slow
def test_numbers_in_different_units_are_not_compared_as_they_are(
    unlike: dict[str, str], expected: dict[str, str | None], tmp_path: Path
) -> None:
    simba = knowing(heights(**unlike), tmp_path)
    for question, names in expected.items():
        answer = simba.answer(question)
        assert (", ".join(str(one.label) for one in answer.values) or None) == names
        assert answer.reason == (None if names else "incomparable")


@pytest.mark.parametrize(
    ("number", "unit", "expected"),
    [
        ("1", "километр", "километр"),
        ("21", "километр", "километр"),
        ("11", "километр", "километров"),
        ("3", "квадратный километр", "квадратных километра"),
        ("5", "квадратный километр", "квадратных километров"),
        ("0.5", "километр в час", "километра в час"),
        ("25", "световой год", "световых лет"),
        ("5", "человек", "человек"),
        ("5", "furlong", "furlong"),
    ],
)
def test_units_agree_with_their_numbers(number: str, unit: str, expected: str) -> None:
    assert counted_unit(number, unit) == expected


@pytest.mark.parametrize(
    ("date", "precision", "expected"),
    [
        ("1799-06-06T00:00:00Z", "day", "6 июня 1799 года"),
        ("1900-01-01T00:00:00Z", "day", "1 января 1900 года"),
        ("1799-06-01T00:00:00Z", "month", "июнь 1799 года"),
        ("1990-01-01T00:00:00Z", "decade", "1990-е годы"),
        ("1800-01-01T00:00:00Z", "century", "XVIII век"),
        ("-0043-01-01T00:00:00Z", "century", "I век до н. э."),
        ("-0043-01-01T00:00:00Z", "year", "44 год до н. э."),
        ("2000-01-01T00:00:00Z", "millennium", "II тысячелетие"),
        ("-0100-01-01T00:00:00Z", "century", "I век до н. э."),  # not moved: Wikibase does not, either
        ("-0048-01-01T00:00:00Z", "decade", "40-е годы до н. э."),
        ("-40000-01-01T00:00:00Z", "ten_millennia", "40 000 лет до н. э."),
        ("-13798000000-01-01T00:00:00Z", "million_years", "13 798 млн лет до н. э."),
        ("-4540000000-01-01T00:00:00Z", "billion_years", "5 млрд лет до н. э."),
        ("odd", "century", "odd"),
    ],
)
def test_dates_are_told_as_precisely_as_they_are_known(date: str, precision: str, expected: str) -> None:
    assert date_label(date, precision).replace("\N{NO-BREAK SPACE}", " ") == expected


def test_julian_days_are_told_as_julian() -> None:
    told = date_label("1917-11-07T00:00:00Z", "day", old_style=True)
    assert told == "25 октября 1917 года по юлианскому календарю"
    assert date_label("1242-04-12T00:00:00Z", "day", old_style=True) == "5 апреля 1242 года"
