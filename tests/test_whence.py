"""What is known to lie elsewhere than the adjective of what is asked for says, is no answer."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru .
wd:Q4022 rdfs:label "река"@ru . wd:Q8502 rdfs:label "гора"@ru . wd:Q476028 rdfs:label "клуб"@ru .
wd:Q15 rdfs:label "Африка"@ru ; wdt:P31 wd:Q5107 ; wikibase:sitelinks 90 .
wd:Q46 rdfs:label "Европа"@ru ; wdt:P31 wd:Q5107 ; wdt:P47 wd:Q48 ; wikibase:sitelinks 90 .
wd:Q48 rdfs:label "Азия"@ru ; wdt:P31 wd:Q5107 ; wdt:P47 wd:Q46 ; wikibase:sitelinks 90 .
wd:Q34 rdfs:label "Швеция"@ru ; wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 ; wdt:P47 wd:Q33 ; wikibase:sitelinks 80 .
wd:Q33 rdfs:label "Финляндия"@ru ; wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 ; wdt:P47 wd:Q34 ; wikibase:sitelinks 80 .
wd:Q38 rdfs:label "Италия"@ru ; wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 ; wikibase:sitelinks 80 .
wd:Q901 rdfs:label "Гора Верхняя"@ru ; wdt:P31 wd:Q8502 ; wdt:P17 wd:Q34 ; wikibase:sitelinks 20 .
wd:Q902 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q34 ; wdt:P206 wd:Q904 ; wikibase:sitelinks 40 .
wd:Q903 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q904 rdfs:label "Тёмная"@ru ; wdt:P31 wd:Q4022 ; wdt:P17 wd:Q34 ; wikibase:sitelinks 20 .
wd:Q910 rdfs:label "Карл Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q902 ; wdt:P20 wd:Q903 ;
  wdt:P54 wd:Q920 , wd:Q921 , wd:Q922 ; wikibase:sitelinks 50 .
wd:Q911 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P54 wd:Q921 , wd:Q922 ; wikibase:sitelinks 50 .
wd:Q920 rdfs:label "Буран"@ru ; wdt:P31 wd:Q476028 ; wdt:P17 wd:Q38 ; wikibase:sitelinks 30 .
wd:Q921 rdfs:label "Вьюга"@ru ; wdt:P31 wd:Q476028 ; wdt:P17 wd:Q34 ; wikibase:sitelinks 30 .
wd:Q922 rdfs:label "Град"@ru ; wdt:P31 wd:Q476028 ; wikibase:sitelinks 30 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("В какой европейской стране находится Гора Верхняя?", {"Швеция"}),
        ("В какой азиатской стране находится Гора Верхняя?", {"Швеция"}),  # some states are on two that touch
        ("На какой шведской реке стоит Зурбаган?", {"Тёмная"}),
        ("В каком шведском городе родился Карл Омегин?", {"Зурбаган"}),
        ("В каком финском городе родился Карл Омегин?", {"Зурбаган"}),  # it may have been
        ("В каком итальянском городе умер Карл Омегин?", {"Лисс"}),  # of which nothing is known
        ("В каком итальянском клубе играл Карл Омегин?", {"Буран"}),
        ("В каких клубах играл Карл Омегин?", {"Буран", "Вьюга", "Град"}),
    ],
)
def test_what_may_be_from_there_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "В какой африканской стране находится Гора Верхняя?",
        "На какой финской реке стоит Зурбаган?",
        "В каком итальянском городе родился Карл Омегин?",
        "В каком итальянском клубе играл Яков Ольх?",
    ],
)
def test_what_is_from_elsewhere_is_not_told(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
