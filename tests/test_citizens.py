"""Who is asked for as of some country is told by his states, by what came after them, and by his people."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q36180 rdfs:label "писатель"@ru ; wdt:P31 wd:Q28640 .
wd:Q12136 rdfs:label "болезнь"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q159 rdfs:label "Россия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 200 .
wd:Q35 rdfs:label "Дания"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 200 .
wd:Q100 rdfs:label "Дельта"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q159 ; wikibase:sitelinks 50 .
wd:Q101 rdfs:label "Омега"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q35 ; wikibase:sitelinks 50 .
wd:Q110 rdfs:label "Дельтийское княжество"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q100 ;
  wdt:P576 "1500-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q111 rdfs:label "Дельтийское ханство"@ru ; wdt:P31 wd:Q6256 ; wdt:P1366 wd:Q110 , wd:Q159 ;
  wdt:P576 "1400-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q112 rdfs:label "Омегийское графство"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q101 ;
  wdt:P576 "1500-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q120 rdfs:label "русские"@ru . wd:Q121 rdfs:label "датчане"@ru .
wd:Q200 rdfs:label "гнилая горячка"@ru ; wdt:P31 wd:Q12136 ; wikibase:sitelinks 20 .
wd:Q201 rdfs:label "вялая горячка"@ru ; wdt:P31 wd:Q12136 ; wikibase:sitelinks 20 .
wd:Q1 rdfs:label "Глеб Альфин"@ru ; wdt:P27 wd:Q110 .
wd:Q2 rdfs:label "Яков Бетин"@ru ; wdt:P27 wd:Q111 .
wd:Q3 rdfs:label "Марк Гаммин"@ru ; wdt:P172 wd:Q120 .
wd:Q4 rdfs:label "Карл Омегин"@ru ; wdt:P27 wd:Q112 .
wd:Q6 rdfs:label "Ганс Каппин"@ru ; wdt:P172 wd:Q121 .
wd:Q7 rdfs:label "Ганс Ламбдин"@ru ; wdt:P27 wd:Q35 .
wd:Q8 rdfs:label "Лев Йотин"@ru ; wdt:P27 wd:Q159 ; wdt:P509 wd:Q201 .
"""
PEOPLE = "\n".join(
    f"wd:Q{number} wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 9 . "
    + (f"wd:Q{number} wdt:P509 wd:Q200 ." if number != 8 else "")
    for number in (1, 2, 3, 4, 6, 7, 8)
)
FACTS += PEOPLE


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какой русский писатель умер от гнилой горячки?", {"Глеб Альфин", "Яков Бетин", "Марк Гаммин"}),
        ("Какой датский писатель умер от вялой горячки?", set()),
        ("Какой русский писатель умер от вялой горячки?", {"Лев Йотин"}),
    ],
)
def test_whoever_is_of_there_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels
