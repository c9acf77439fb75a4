"""Questions for more than one fact: what a word narrows is narrowed, whatever else is known beside it."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q6581072 rdfs:label "женский пол"@ru .
wd:Q11 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 20 ;
    wdt:P40 wd:Q12 , wd:Q13 , wd:Q14 ; wdt:P569 "1801-02-03T00:00:00Z"^^xsd:dateTime ;
    wdt:P26 wd:Q15 ; p:P26 wd:Q11-a .
wd:Q11-a ps:P26 wd:Q15 ; pq:P580 "1825-05-06T00:00:00Z"^^xsd:dateTime .
wd:Q12 rdfs:label "Анна Беталина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ;
    wdt:P569 "1830-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q13 rdfs:label "Ян Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ;
    wdt:P569 "1832-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q14 rdfs:label "Лев Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ;
    wdt:P569 "1834-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q15 rdfs:label "Ольга Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 .
wd:Q16 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q2526255 ; wikibase:sitelinks 20 .
wd:Q2526255 rdfs:label "режиссёр"@ru .
wd:Q17 rdfs:label "Иван Эпсилонов"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q18 rdfs:label "капитан Сигмин"@ru ; wdt:P31 wd:Q15773347 ; wikibase:sitelinks 5 .
wd:Q19 rdfs:label "Сигма-премия"@ru ; wdt:P31 wd:Q618779 ; wikibase:sitelinks 20 .
wd:Q618779 rdfs:label "награда"@ru .
wd:Q15773347 rdfs:label "киноперсонаж"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q21 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q16 ; wdt:P86 wd:Q17 ; wdt:P2047 100 ;
    wdt:P161 wd:Q11 ; wikibase:sitelinks 20 ; p:P161 wd:Q21-a ; wdt:P577 "1850-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q21-a ps:P161 wd:Q11 ; pq:P453 wd:Q18 .
wd:Q22 rdfs:label "Красная тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q16 ; wdt:P2047 160 ;
    wikibase:sitelinks 20 ; wdt:P577 "1860-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q16 wdt:P166 wd:Q19 ; p:P166 wd:Q16-a , wd:Q16-b .
wd:Q16-a ps:P166 wd:Q19 ; pq:P1686 wd:Q21 ; pq:P585 "1851-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q16-b ps:P166 wd:Q19 ; pq:P1686 wd:Q22 ; pq:P585 "1861-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q31 rdfs:label "Бета-Сити"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q32 , wd:Q33 ; wikibase:sitelinks 20 .
wd:Q32 rdfs:label "Гаммия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q34 ; wdt:P47 wd:Q31 ; wikibase:sitelinks 20 .
wd:Q33 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q31 ; wikibase:sitelinks 20 .
wd:Q34 rdfs:label "Сигма-союз"@ru ; wdt:P31 wd:Q43229 ; wikibase:sitelinks 20 .
wd:Q43229 rdfs:label "организация"@ru .
wd:Q41 rdfs:label "Университет Беты"@ru ; wdt:P31 wd:Q3918 ; wikibase:sitelinks 20 .
wd:Q42 rdfs:label "Бетаполь"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 20 .
wd:Q515 rdfs:label "город"@ru .
wd:Q3918 rdfs:label "университет"@ru .
wd:Q11 wdt:P69 wd:Q41 .
wd:Q51 rdfs:label "берталий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q11 ; wdt:P138 wd:Q42 ; wikibase:sitelinks 20 .
wd:Q52 rdfs:label "самолий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q11 ; wikibase:sitelinks 20 .
wd:Q53 rdfs:label "долголий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q17 ; wikibase:sitelinks 20 .
wd:Q11344 rdfs:label "химический элемент"@ru .
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Кто дочь Глеба Беталина?", {"Анна Беталина"}),
        ("Как звали сыновей Глеба Беталина?", {"Ян Беталин", "Лев Беталин"}),
        ("Какие сыновья были у Глеба Беталина, кроме Яна Беталина?", {"Лев Беталин"}),
        ("Кто был вторым ребёнком Глеба Беталина?", {"Ян Беталин"}),
        ("Как звали старшего сына Глеба Беталина?", {"Ян Беталин"}),
        ("Когда родился старший сын Глеба Беталина?", {"2 января 1832 года"}),
        ("Каков был возраст Глеба Беталина на момент женитьбы?", {"24 года"}),
        ("К какому веку относится рождение Глеба Беталина?", {"XIX век"}),
        ("Какие фильмы Петра Дельтина длятся дольше двух часов?", {"Красная тень"}),
        ("Какие фильмы Петра Дельтина длятся дольше двух с половиной часов?", {"Красная тень"}),
        ("Какие фильмы Петра Дельтина вышли в период с 1855 по 1865 год?", {"Красная тень"}),
        ("Какие фильмы Петра Дельтина без музыки Ивана Эпсилонова?", {"Красная тень"}),
        ("Какие фильмы Петра Дельтина с музыкой Ивана Эпсилонова?", {"Синяя тень"}),
        ("Кто сыграл капитана Сигмина у Петра Дельтина?", {"Глеб Беталин"}),
        ("В каком году Пётр Дельтин получил «Сигма-премию» за «Красную тень»?", {"1861 год"}),
        ("Какие страны граничат с Бета-Сити, но не входят в Сигма-союз?", {"Дельтия"}),
        ("Какие соседи у Бета-Сити?", {"Гаммия", "Дельтия"}),
        ("В каком году вышел первый фильм Петра Дельтина?", {"1850 год"}),
        ("Назван ли берталий в честь Бетаполя?", {"да"}),
        ("Кто открыл больше всего химических элементов?", {"Глеб Беталин"}),
        ("Пётр Дельтин — это кто?", {"Пётр Дельтин"}),
    ],
)
def test_what_a_word_narrows(asked: Simba, question: str, expected: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label or value.value for value in answer.values} == expected, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Учился ли Глеб Беталин в Бетаполе?",  # nobody has a city for his school: that he has another is no "no"
        "Кто из детей Глеба Беталина пережил его?",
        "Какие государства Бета-Сити с левосторонним движением не входят в Сигма-союз?",
    ],
)
def test_what_cannot_be_narrowed_so(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.status == "abstained", answer
