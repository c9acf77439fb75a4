"""What is near to a question, but not what it asks: where the asked fact is not known, nothing is answered."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P735 wd:Q2 ; wikibase:sitelinks 20 ;
    wdt:P570 "1901-02-03T00:00:00Z"^^xsd:dateTime ; wdt:P20 wd:Q12 .
wd:Q2 rdfs:label "Глеб"@ru .
wd:Q3 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q6 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Ян Гаммер"@ru ; wdt:P31 wd:Q5 .
wd:Q6 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 .
wd:Q7 rdfs:label "берталий"@ru ; wdt:P61 wd:Q1 .
wd:Q8 rdfs:label "самолий"@ru ; wdt:P61 wd:Q1 .
wd:Q9 rdfs:label "Тёмная Воронка"@ru ; wdt:P31 wd:Q318 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "тёмная галактика"@ru ; wdt:P279 wd:Q9 .
wd:Q318 rdfs:label "галактика"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q11 rdfs:label "Синяя опера"@ru ; wdt:P31 wd:Q1344 ; wdt:P86 wd:Q4 ; wikibase:sitelinks 20 .
wd:Q1344 rdfs:label "опера"@ru .
wd:Q5 rdfs:label "человек"@ru .
wd:Q12 rdfs:label "Бетинск"@ru ; wdt:P31 wd:Q515 .
wd:Q515 rdfs:label "город"@ru .
wd:Q13 rdfs:label "Гамрия"@ru ; wdt:P31 wd:Q6256 ; wdt:P35 wd:Q4 ; wikibase:sitelinks 20 .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q14 rdfs:label "Бертапром"@ru ; wdt:P31 wd:Q783794 ; wdt:P112 wd:Q15 ; wikibase:sitelinks 20 .
wd:Q15 rdfs:label "Гаммабанк"@ru ; wdt:P31 wd:Q783794 .
wd:Q783794 rdfs:label "компания"@ru .
wd:Q6 wdt:P1066 wd:Q4 .
wd:Q4 wdt:P166 wd:Q16 ; wdt:P1884 wd:Q19 .
wd:Q3 wdt:P2130 "100000"^^xsd:decimal ; wdt:P577 "1999-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q12 wdt:P2196 "100"^^xsd:decimal .
wd:Q19 rdfs:label "русые волосы"@ru ; wdt:P31 wd:Q20 .
wd:Q20 rdfs:label "цвет волос"@ru .
wd:Q7 wdt:P575 "1801-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q16 rdfs:label "премия Беталина"@ru ; wdt:P31 wd:Q618779 .
wd:Q618779 rdfs:label "премия"@ru .
wd:Q17 rdfs:label "орден"@ru .
wd:Q18 rdfs:label "орден Синей Тени"@ru ; wdt:P31 wd:Q17 .
"""


@pytest.mark.parametrize(
    ("asks", "near"),
    [
        ("Как звали Глеба Беталина?", "Как звали персонажа Глеба Беталина?"),
        ("Кто сочинил музыку к «Синей опере»?", "Кто сочинил слова к «Синей опере»?"),
        ("Кто снялся в фильме «Синяя тень»?", "Какая компания сняла фильм «Синяя тень»?"),
        ("Кто снялся в фильме «Синяя тень»?", "Какая группа снялась в фильме «Синяя тень»?"),
        ("Что открыл Глеб Беталин?", "Какой галоген открыл Глеб Беталин?"),
        (
            "Как называется город, в котором умер Глеб Беталин?",
            "Как называется город, в котором умерла жена Глеба Беталина?",
        ),
        ("Назовите президента Гамрии.", "Назовите президента Гамрии 1990 года."),
        ("Сколько стоил фильм «Синяя тень»?", "Сколько стоил билет на «Синюю тень»?"),
        ("Кто снялся в фильме «Синяя тень»?", "Кто снялся в «Синей тени» в паре с Дельтиным?"),
        ("Кто снялся в фильме «Синяя тень» 1999 года?", "Кто снялся в фильме «Синяя тень» 1980 года?"),
        ("Сколько студентов в Бетинске?", "Сколько студентов исключили из Бетинска?"),
        ("Где умер в 1901 году Глеб Беталин?", "Где умер в 1950 году Глеб Беталин?"),
        ("Кто учился у Яна Гаммера?", "Кто учил Яна Гаммера?"),
        ("Какого цвета волосы у Яна Гаммера?", "Какого цвета глаза у Яна Гаммера?"),
        ("Кто открыл берталий в 1801 году?", "Кто открыл берталий в 1899 году?"),
        ("Какая компания основала «Бертапром»?", "Какую компанию основал «Бертапром»?"),
        ("Какую премию получил Ян Гаммер?", "Какой орден получил Ян Гаммер?"),
        ("Что такое Тёмная Воронка?", "С какой галактикой столкнётся Тёмная Воронка?"),
    ],
)
def test_a_fact_beside_the_asked_one_is_no_answer(asked: Simba, asks: str, near: str) -> None:
    assert asked.answer(asks).status == "answered", "the fact is known to whoever asks for it"
    answer = asked.answer(near)
    assert answer.status == "abstained", answer
