"""What is asked of one is not told of another, nor denied of what is not known."""

from __future__ import annotations

import pytest
from handful import knowing

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru .
wd:Q3918 rdfs:label "университет"@ru . wd:Q11344 rdfs:label "химический элемент"@ru .
wd:Q169470 rdfs:label "физик"@ru .
wd:Q142 rdfs:label "Франция"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 300 .
wd:Q183 rdfs:label "Германия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 300 .
wd:Q38872 rdfs:label "Пруссия"@ru ; wdt:P31 wd:Q6256 ; wdt:P576 "1947-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q10 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q142 ; wikibase:sitelinks 40 .
wd:Q11 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q142 ; wikibase:sitelinks 40 .
wd:Q12 rdfs:label "Гель-Гью"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q13 rdfs:label "Каперна"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q183 ; wikibase:sitelinks 40 .
wd:Q14 rdfs:label "Зурбаганский университет"@ru ; wdt:P31 wd:Q3918 ; wikibase:sitelinks 40 .
wd:Q15 rdfs:label "Первая зурбаганская гимназия"@ru ; wikibase:sitelinks 4 .
wd:Q20 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q10 ; wdt:P25 wd:Q24 ; wdt:P27 wd:Q142 ;
  wdt:P69 wd:Q14 ;
  wdt:P106 wd:Q169470 ; wdt:P569 "1840-05-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q11 ; wdt:P27 wd:Q38872 ; wdt:P69 wd:Q15 ;
  wdt:P106 wd:Q169470 ; wdt:P569 "1840-06-02T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q22 rdfs:label "Карл Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ; wdt:P20 wd:Q10 ; wdt:P27 wd:Q183 ;
  wikibase:sitelinks 20 .
wd:Q23 rdfs:label "Марк Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q13 ; wdt:P20 wd:Q10 ; wdt:P27 wd:Q183 ;
  wdt:P569 "1840-05-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q20 wdt:P551 wd:Q11 . wd:Q21 wdt:P551 wd:Q10 .
wd:Q24 rdfs:label "Анна Гаммер"@ru ; wdt:P31 wd:Q5 .
wd:Q40 rdfs:label "Урал"@ru ; wdt:P31 wd:Q4022 ; wdt:P2043 "90"^^xsd:decimal ; wikibase:sitelinks 40 .
wd:Q4022 rdfs:label "река"@ru . wd:Q93288 rdfs:label "договор"@ru .
wd:Q41 rdfs:label "Лисский договор"@ru ; wdt:P31 wd:Q93288 ; wdt:P585 "1840-05-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 40 .
wd:Q42 rdfs:label "Утро в порту"@ru ; wdt:P31 wd:Q3305213 ; wdt:P195 wd:Q14 ; wikibase:sitelinks 40 .
wd:Q3305213 rdfs:label "картина"@ru .
wd:Q30 rdfs:label "альфий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q20 ; wikibase:sitelinks 50 .
wd:Q31 rdfs:label "бетий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q21 ; wikibase:sitelinks 50 .
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa over a handful of things that no other knowledge base has."""
    return knowing(FACTS, tmp_path_factory.mktemp("another"))


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какой француз открыл альфий?", {"Глеб Гаммер"}),
        ("Какой французский физик открыл альфий?", {"Глеб Гаммер"}),
        ("Какой немец открыл бетий?", {"Яков Ольх"}),  # of a state that is no more
        ("Какую гимназию окончил Яков Ольх?", {"Первая зурбаганская гимназия"}),
        ("Глеб Гаммер и Яков Ольх родились в одной стране?", {"да"}),
        ("Глеб Гаммер и Марк Дельтин родились в одной стране?", {"нет"}),
        ("Марк Дельтин и Глеб Гаммер родились в один день?", {"да"}),
        ("Глеб Гаммер и Яков Ольх родились в один день?", {"нет"}),
        ("Глеб Гаммер и Яков Ольх родились в одном веке?", {"да"}),
        ("Карл Омегин и Марк Дельтин умерли в одном городе?", {"да"}),
        ("Жил ли Глеб Гаммер в Лиссе?", {"да"}),
        ("Родился ли Глеб Гаммер в Лиссе?", {"нет"}),
        ("Какой длины река Урал?", {"90"}),
        ("Какой длины реки Урала?", {"90"}),
        ("В каком году был подписан Лисский договор?", {"1840 год"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Какой немец открыл альфий?",  # he is known to be French
        "Какой немецкий физик открыл альфий?",
        "Какую гимназию окончил Глеб Гаммер?",  # a university is none
        "В каком городе умерла мать Глеба Гаммера?",  # it is not where he was born
        "Глеб Гаммер и Карл Омегин родились в одной стране?",  # where the town lies is not known
        "Карл Омегин и Яков Ольх родились в один день?",
        "Жил ли Глеб Гаммер в Каперне?",  # he may have lived in many a town
        "Правда ли, что Глеб Гаммер не жил в Каперне?",
        "Какой длины приток Урала?",  # not how long that river is itself
        "В каком году был расторгнут Лисский договор?",
        "Кто владел картиной «Утро в порту» до Зурбаганского университета?",
    ],
)
def test_what_is_not_known_is_not_told(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
