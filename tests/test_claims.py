"""Numbers of two, yes or no of dates and numbers, and of what is said in other words; what is rounder is no "no"."""

from __future__ import annotations

import pytest

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
wd:Q27 rdfs:label "Тень луны"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q11 ; wikibase:sitelinks 20 ;
    wdt:P577 "1948-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q19 rdfs:label "Борей"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "1728.2"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Дельтица"@ru ; wdt:P31 wd:Q56 ; wdt:P2046 "90000"^^xsd:decimal ; wikibase:sitelinks 15 .
wd:Q22 rdfs:label "Дзета Омегина"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 5 . wd:Q12 wdt:P40 wd:Q22, wd:Q23 .
wd:Q23 rdfs:label "Йот Омегин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 5 .
wd:Q15 wdt:P1082 "9000000"^^xsd:decimal ; wdt:P2046 "1000"^^xsd:decimal ; wdt:P47 wd:Q18 .
wd:Q18 wdt:P1082 "400000"^^xsd:decimal ; wdt:P2046 "400"^^xsd:decimal ; wdt:P47 wd:Q15 .
wd:Q24 rdfs:label "сигмий"@ru ; wdt:P31 wd:Q11344 ; wdt:P2101 "800"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q42 wdt:P571 "1730-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q1000 rdfs:label "учёный"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q1001 rdfs:label "министр"@ru ; wdt:P31 wd:Q28640 . wd:Q1002 rdfs:label "актёр"@ru ; wdt:P31 wd:Q28640 .
wd:Q28 wdt:P106 wd:Q1000 . wd:Q11 wdt:P106 wd:Q1002 . wd:Q12 wdt:P106 wd:Q1001 .
wd:Q25 rdfs:label "Тау"@ru ; wdt:P31 wd:Q783794 ; wdt:P159 wd:Q42 ; wikibase:sitelinks 20 .
wd:Q26 rdfs:label "штаб-квартира"@ru ; wikibase:sitelinks 3 .
wd:Q28 rdfs:label "Макс Йотин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q43 ; wikibase:sitelinks 20 .
wd:Q43 rdfs:label "Каппск"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q21 rdfs:label "Тень о солнце"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q11 ; wikibase:sitelinks 20 ;
    wdt:P577 "1950-01-01T00:00:00Z"^^xsd:dateTime .
"""


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
        # What offices somebody held, no trade tells.
        ("Был ли Макс Йотин учёным?", ["да"]),
        ("Был ли Макс Йотин актёром?", ["нет"]),
        ("Был ли Лев Омегин министром?", ["да"]),
        ("Был ли Макс Йотин министром?", []),
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
        # "Неужели не" doubts the denial, "разве не" expects a yes.
        ("Неужели Глеб Беталин не родился в Ламбдове?", ["нет"]),
        ("Разве Глеб Беталин не родился в Ламбдове?", ["да"]),
        ("Антар не выше 3000 метров?", ["нет"]),
        ("Разве Антар не выше 3000 метров?", ["да"]),
        # A short form is a predicate.
        ("Ламбдов основан в 1730 году?", ["да"]),
        ("Город Ламбдов был основан в XIX веке?", ["нет"]),
        ("Глеб Беталин родом из Ламбдова?", ["да"]),
        # A measure is no kind of thing, and a name may stand in the nominative after its noun.
        ("Длина Дельтицы больше 800 км?", ["нет"]),
        ("Площадь Гаммии меньше 2 000 кв. км?", ["да"]),
        ("Гаммия занимает больше 700 км²?", ["да"]),
        ("Температура плавления сигмия выше 900 градусов?", ["нет"]),
        # What two have of a measure.
        ("Население Гаммии больше, чем население Эпсилии?", ["да"]),
        ("Правда ли, что площадь Гаммии меньше площади Эпсилии?", ["нет"]),
        ("Глеб Беталин снял «Тень о солнце» раньше, чем «Тень луны»?", ["нет"]),
        ("Правда ли, что Беталин снял «Тень луны» раньше, чем «Тень о солнце»?", ["да"]),
        # A year, and how many there are; fewer may be known than there are.
        ("Год рождения Глеба Беталина — 1801?", ["да"]),
        ("Глеб Беталин 1805 года рождения?", ["нет"]),
        ("«Тень о солнце» — фильм 1950 года?", ["да"]),
        ("У Льва Омегина двое детей?", ["да"]),
        ("У Льва Омегина было трое детей, верно?", []),
        ("У Льва Омегина был 1 ребёнок, да?", ["нет"]),
        # Other words for a border and a seat.
        ("Есть ли у Гаммии граница с Эпсилией?", ["да"]),
        ("Штаб-квартира компании «Тау» находится в Ламбдове?", ["да"]),
        # Of its class no more is known than the name.
        ("Ламбдов — город в Гаммии?", []),
    ],
)
def test_a_claim_holds_or_not(asked: Simba, question: str, expected: list[str]) -> None:
    assert [value.label for value in asked.answer(question).values] == expected


def test_a_day_that_no_month_has_is_no_date(demo: Simba) -> None:
    assert demo.answer("Пушкин родился 6 июня 1799 года?").status == "answered"
    assert demo.answer("Пушкин родился 31 июня 1799 года?").status == "abstained"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Во сколько раз площадь Гаммии больше площади Эпсилии?", "2,5"),
        ("Во сколько раз Гаммия больше Эпсилии по площади?", "2,5"),
        ("На сколько человек население Гаммии больше, чем население Эпсилии?", "8\xa0600\xa0000"),
        ("Насколько Антар выше Борея?", "1728,2"),
        ("На сколько метров Борей ниже Антара?", "1728,2"),
        ("Какова разница в возрасте между Глебом Беталиным и Львом Омегиным?", "133 года"),
        ("Чему равна площадь Гаммии?", "1000"),
        ("До какого года жил Глеб Беталин?", "1961 год"),
        ("Сколько лет продолжалась жизнь Глеба Беталина?", "160 лет"),
        ("К какому веку относится основание Ламбдова?", "XVIII век"),
        ("Что Глеб Беталин снял раньше: «Тень о солнце» или «Тень луны»?", "Тень луны"),
    ],
)
def test_a_number_is_told(asked: Simba, question: str, answer: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [answer]


def test_no_country_is_denied_where_it_is_not_known_in_which_a_town_lies(asked: Simba) -> None:
    told = {
        question: asked.answer(question).values
        for question in (
            "Родился ли Глеб Беталин в Гаммии?",
            "Родился ли Глеб Беталин в Эпсилии?",
            "Родился ли Макс Йотин в Эпсилии?",
            "Родился ли Глеб Беталин в Каппске?",
        )
    }
    assert [[value.label for value in values] for values in told.values()] == [["да"], ["нет"], [], ["нет"]]
