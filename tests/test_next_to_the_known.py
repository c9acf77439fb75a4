"""What lies next to a known fact is not told by it: another time, another person, another part of a deed."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q7278 rdfs:label "партия"@ru . wd:Q41176 rdfs:label "здание"@ru .
wd:Q1 rdfs:label "Глеб Лодочников"@ru ; skos:altLabel "Лодочников"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33 ;
  wdt:P569 "1940-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1990-05-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P102 wd:Q10 ; wdt:P108 wd:Q41 ; wdt:P19 wd:Q20 ; wdt:P551 wd:Q20 ; wdt:P21 wd:Q6581097 ;
  wikibase:sitelinks 30 .
wd:Q2 rdfs:label "Ада Омегина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 30 .
wd:Q3 rdfs:label "Марк Синицын"@ru ; skos:altLabel "Синицын"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ;
  wikibase:sitelinks 30 .
wd:Q10 rdfs:label "Партия садов"@ru ; wdt:P31 wd:Q7278 ; wdt:P571 "1975-01-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q21 ; wdt:P1082 "500"^^xsd:decimal ;
  wikibase:sitelinks 40 .
wd:Q21 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q20 ; wdt:P38 wd:Q22 ; wdt:P35 wd:Q2 ;
  wdt:P571 "1960-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 60 .
wd:Q22 rdfs:label "талер"@ru ; wikibase:sitelinks 30 .
wd:Q30 rdfs:label "Медный гвоздь"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P161 wd:Q1 , wd:Q2 ;
  wdt:P577 "1980-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 30 .
wd:Q31 rdfs:label "Вторая заря"@ru ; wdt:P31 wd:Q11424 ; wdt:P577 "2000-01-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 30 .
wd:Q34 rdfs:label "император Берталии"@ru ; skos:altLabel "император"@ru , "императрица"@ru ; wdt:P31 wd:Q4164871 ;
  wdt:P1001 wd:Q21 . wd:Q3 wdt:P39 wd:Q34 .
wd:Q33 rdfs:label "режиссёр"@ru . wd:Q41 rdfs:label "Альфамотор"@ru ; wikibase:sitelinks 20 .
wd:Q40 rdfs:label "Высокая арка"@ru ; wdt:P31 wd:Q41176 ; wdt:P112 wd:Q1 ; wikibase:sitelinks 20 ;
  wdt:P571 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q50 rdfs:label "Верна"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q21 ; wikibase:sitelinks 20 .
wd:Q51 rdfs:label "Альта-река"@ru ; wdt:P31 wd:Q4022 ; wdt:P17 wd:Q21 ; wikibase:sitelinks 20 .
wd:Q52 rdfs:label "Альта"@ru ; wdt:P31 wd:Q515 ; wdt:P571 "1100-01-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 90 .
wd:Q4022 rdfs:label "река"@ru .
wd:Q6581097 rdfs:label "мужской пол"@ru . wd:Q6581072 rdfs:label "женский пол"@ru .
"""


@pytest.mark.parametrize(
    "question",
    [
        # another time
        "В какой партии Лодочников состоял в 1965 году?",
        "В какой стране находился Зурбаган в 1900 году?",
        "Валюта Берталии в 1970 году",
        "Где работал Лодочников в 1970 году?",
        "Где работал Лодочников в молодости?",
        "Кто тогдашний президент Берталии?",
        "Население Зурбагана в будущем",
        "Какой президент Берталии был ранен в 1968 году?",
        "Какая столица Берталии была взята в 1970 году?",
        "Сколько лет было Лодочникову, когда вышла «Вторая заря»?",
        # another person
        "Кто дублёр режиссёра фильма «Медный гвоздь»?",
        "Режиссёр ремейка фильма «Медный гвоздь»",
        "Главный злодей фильма «Медный гвоздь»",
        "Где родились Синицыны?",
        "Основательница Высокой арки",
        "Какая императрица родилась в Зурбагане?",
        "Будущий режиссёр фильма «Медный гвоздь»",
        "Неофициальная столица Берталии",
        "Какие русские снялись в фильме «Медный гвоздь»?",
        # another deed, another thing
        "С кем работал Лодочников?",
        "О чём фильмы Лодочникова?",
        "В каком доме родился Лодочников?",
        "В каком городе женился Лодочников?",
        "Какую партию поддерживал Лодочников?",
        "Кто мешал снимать фильм «Медный гвоздь»?",
        "Кто почти снял фильм «Медный гвоздь»?",
        "Дата начала съёмок фильма «Медный гвоздь»",
        "Когда закончили строить Высокую арку?",
        "Какая погода в стране, где основали Высокую арку?",
        "Сколько серий снял Лодочников?",
        "Адрес Лодочникова",
        "Сколько человек родилось в Зурбагане?",
        # another name
        "Кто основал Альту III?",
        "В какой стране находится Вера?",
        "В каком году основана Альта-река?",
    ],
)
def test_it_is_not_told(asked: Simba, question: str) -> None:
    assert asked.answer(question).status == "abstained"


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("В какой партии Лодочников состоял в 1980 году?", {"Партия садов"}),
        ("В какой стране находился Зурбаган в 1970 году?", {"Берталия"}),
        ("Валюта Берталии", {"талер"}),
        ("Где работал Лодочников?", {"Альфамотор"}),
        ("Кто сейчас президент Берталии?", {"Ада Омегина"}),
        ("Сколько лет было Лодочникову, когда вышел «Медный гвоздь»?", {"39 лет"}),
        ("Режиссёр фильма «Медный гвоздь»", {"Глеб Лодочников"}),
        ("Знаменитый режиссёр фильма «Медный гвоздь»", {"Глеб Лодочников"}),
        ("Столица Берталии", {"Зурбаган"}),
        ("В какой партии состоял Лодочников?", {"Партия садов"}),
        ("Где родился Синицын?", {"Зурбаган"}),
        ("Актриса фильма «Медный гвоздь»", {"Ада Омегина"}),
        ("Какие актрисы снимались в фильме «Медный гвоздь»?", {"Ада Омегина"}),
        ("Актёры фильма «Медный гвоздь»", {"Ада Омегина", "Глеб Лодочников"}),
        ("Кто основал Высокую арку?", {"Глеб Лодочников"}),
        ("Сколько фильмов снял Лодочников?", {"1"}),
        ("Сколько человек живёт в Зурбагане?", {"500"}),
        ("В какой стране находится Верна?", {"Берталия"}),
        ("В какой стране Альта-река?", {"Берталия"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels
