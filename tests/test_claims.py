"""Yes or no of dates and numbers, and of what is said in other words; what is known less exactly is no "no"."""

from __future__ import annotations

from pathlib import Path

import pytest
from handful import knowing

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q8502 rdfs:label "гора"@ru ; wdt:P279 wd:Q7 .
wd:Q4022 rdfs:label "река"@ru ; wdt:P279 wd:Q7 .
wd:Q515 rdfs:label "город"@ru .
wd:Q77 rdfs:label "город-рынок"@ru .
wd:Q6256 rdfs:label "страна"@ru ; wdt:P279 wd:Q7 .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q11 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q42 ; wikibase:sitelinks 20 ;
    wdt:P569 "1801-02-03T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1961-05-03T00:00:00Z"^^xsd:dateTime .
wd:Q12 rdfs:label "Лев Омегин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P569 "1934-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q13 rdfs:label "Антар"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "3456.4"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q14 rdfs:label "Дельтица"@ru ; wdt:P31 wd:Q4022 ; wdt:P2043 "712"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q15 rdfs:label "Гаммия"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q17 ; wdt:P36 wd:Q42 ; wikibase:sitelinks 90 .
wd:Q16 rdfs:label "гаммийская драхма"@ru .
wd:Q17 rdfs:label "гаммийский талер"@ru .
wd:Q18 rdfs:label "Эпсилия"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q16 ; wikibase:sitelinks 90 .
wd:Q42 rdfs:label "Ламбдов"@ru ; wdt:P31 wd:Q77 ; wdt:P17 wd:Q15 ; wikibase:sitelinks 40 .
wd:Q21 rdfs:label "Тень о солнце"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q11 ; wikibase:sitelinks 20 ;
    wdt:P577 "1950-01-01T00:00:00Z"^^xsd:dateTime .
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    folder: Path = tmp_path_factory.mktemp("claims")
    return knowing(FACTS, folder)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # A year, a century, a limit, a day.
        ("Глеб Беталин родился в 1801 году?", ["да"]),
        ("Родился ли Глеб Беталин в 1802 году?", ["нет"]),
        ("Правда ли, что Глеб Беталин родился до 1800 года?", ["нет"]),
        ("Глеб Беталин родился в XIX веке?", ["да"]),
        ("Фильм «Тень о солнце» вышел в 1950 году?", ["да"]),
        ("Глеб Беталин умер 3 мая 1961 года?", ["да"]),
        ("Глеб Беталин умер 4 мая 1961 года?", ["нет"]),
        # Of another calendar, or known by its year alone, it is no "no".
        ("Глеб Беталин родился 22 января 1801 года?", []),
        ("Глеб Беталин родился 22 января 1803 года?", ["нет"]),
        ("Лев Омегин родился 5 марта 1934 года?", []),
        # A number that is nearly so is none, either.
        ("Высота Антара — 3456 метров?", ["да"]),
        ("Правда ли, что высота горы Антар — 3459 метров?", []),
        ("Высота Антара — 4100 метров?", ["нет"]),
        ("Длина Дельтицы — 712 километров?", ["да"]),
        ("Длина Дельтицы равна 900 км?", ["нет"]),
        ("Длина Дельтицы больше 500 километров?", ["да"]),
        # What is asked for is equated with a name.
        ("Валюта Гаммии — гаммийский талер?", ["да"]),
        ("Валюта Гаммии — гаммийская драхма, верно?", ["нет"]),
        # Other words before and behind it.
        ("Проверь: столица Гаммии — Ламбдов.", ["да"]),
        ("Я слышал, что Глеб Беталин родился в Ламбдове. Это так?", ["да"]),
        ("Можно ли сказать, что Глеб Беталин родился в Ламбдове?", ["да"]),
        ("Говорят, Глеб Беталин родился в Ламбдове. Правда?", ["да"]),
        ("Глеб Беталин — режиссёр фильма «Тень о солнце». Верно или нет?", ["да"]),
        # Of its class no more is known than the name.
        ("Ламбдов — город в Гаммии?", []),
    ],
)
def test_a_claim_holds_or_not(asked: Simba, question: str, expected: list[str]) -> None:
    assert [value.label for value in asked.answer(question).values] == expected


def test_a_day_that_no_month_has_is_no_date(demo: Simba) -> None:
    assert demo.answer("Пушкин родился 6 июня 1799 года?").status == "answered"
    assert demo.answer("Пушкин родился 31 июня 1799 года?").status == "abstained"
