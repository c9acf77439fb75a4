"""What a noun's own words tell of which is meant: participles before it, what it is said to be, what picks one."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.russian.attributes import behind_nouns

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q11344 rdfs:label "химический элемент"@ru ; skos:altLabel "элемент"@ru .
wd:Q36180 rdfs:label "писатель"@ru .
wd:Q39631 rdfs:label "врач"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q6581072 rdfs:label "женский пол"@ru . wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 20 ;
  wdt:P19 wd:Q62 ; wdt:P119 wd:Q63 ; wdt:P40 wd:Q3 , wd:Q4 .
wd:Q2 rdfs:label "Яна Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 20 ;
  wdt:P106 wd:Q36180 , wd:Q39631 ; wdt:P19 wd:Q63 ; wdt:P119 wd:Q63 .
wd:Q3 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P39 wd:Q70 ;
  wikibase:sitelinks 5 ; wdt:P40 wd:Q6 .
wd:Q4 rdfs:label "Инна Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 5 .
wd:Q6 rdfs:label "Лев Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 5 .
wd:Q70 rdfs:label "царь"@ru ; wdt:P31 wd:Q4164871 ; wikibase:sitelinks 20 . wd:Q4164871 rdfs:label "должность"@ru .
wd:Q62 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q63 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q20 rdfs:label "грейий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q1 , wd:Q2 ; wdt:P1086 "20"^^xsd:decimal ;
  wdt:P2067 "40"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "ассолий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q1 ; wdt:P1086 "30"^^xsd:decimal ;
  wdt:P2067 "65"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q22 rdfs:label "лонгренит"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "50"^^xsd:decimal ;
  wdt:P2067 "90"^^xsd:decimal ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "read"),
    [
        (
            "Какой из открытых Гаммером химических элементов самый лёгкий?",
            "Какой из химических элементов, открытых Гаммером, самый лёгкий?",
        ),
        (
            "Кто из похороненных на Старом кладбище писателей родился в Лиссе?",
            "Кто из писателей, похороненных на Старом кладбище, родился в Лиссе?",
        ),
        ("Какие не входящие в ЕС страны состоят в НАТО?", "Какие страны, не входящие в ЕС, состоят в НАТО?"),
        ("Столица граничащей с Россией страны", "Столица страны, граничащей с Россией"),
        ("Снятый Ольх в 1968 году фильм «Лисс»", "Фильм «Лисс», снятый Ольх в 1968 году"),
        # There it stands already, or nothing hangs on it, or it belongs to a name.
        ("Какой из элементов, открытых Гаммером, самый лёгкий?", None),
        ("Какие открытые элементы названы в честь Гаммера?", None),
        ("Кто автор романа, вышедшего в Лиссе книгой?", None),
        ("На каком острове высятся буреющие в засуху Шоколадные холмы?", None),
        (
            "Как называются лежащие у Лисса Шоколадные холмы?",
            "Как называются Шоколадные холмы, лежащие у Лисса?",
        ),
        ("Кто снял фильм «Пришедшие в Лисс корабли»?", None),
    ],
)
def test_participles_stand_behind_their_noun(question: str, read: str | None) -> None:
    assert behind_nouns(question) == (read or question)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какой из открытых Гаммером элементов самый тяжёлый?", {"ассолий"}),
        ("Какой самый тяжёлый элемент открыл Гаммер?", {"ассолий"}),
        ("Какой элемент имеет наибольшую атомную массу?", {"лонгренит"}),
        ("У какого из элементов, открытых Гаммером, наибольшая атомная масса?", {"ассолий"}),
        ("Кто из похороненных в Лиссе писателей родился в Зурбагане?", {"Глеб Гаммер"}),
        ("Кто из открывателей грейия был врачом?", {"Яна Ольх"}),
        ("Кто из открывателей грейия — врач?", {"Яна Ольх"}),
        ("Кто из детей Глеба Гаммера — женщина?", {"Инна Гаммер"}),
        ("Кто из детей Глеба Гаммера был царём?", {"Марк Гаммер"}),
    ],
)
def test_one_of_them_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels
