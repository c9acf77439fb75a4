"""Of namesakes, the one is meant that lies in, or comes from, where an adjective before the name says."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 30 .
wd:Q10 rdfs:label "Порт-Гаммер"@ru ; wdt:P31 wd:Q515 ; wdt:P138 wd:Q1 ; wikibase:sitelinks 60 .
wd:Q11 rdfs:label "Порт-Гаммер"@ru ; wdt:P31 wd:Q515 ; wdt:P138 wd:Q2 ; wdt:P131 wd:Q20 ; wikibase:sitelinks 5 .
wd:Q40 rdfs:label "Синий омут"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wdt:P136 wd:Q41 ; wdt:P407 wd:Q42 ;
  wdt:P495 wd:Q43 ; wdt:P577 "1970-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 5 .
wd:Q44 rdfs:label "Синий омут"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 9 .
wd:Q45 rdfs:label "Синий омут"@ru ; wdt:P31 wd:Q11424 ; wdt:P50 wd:Q3 ; wikibase:sitelinks 4 .
wd:Q30 rdfs:label "Тихий берег"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wikibase:sitelinks 60 .
wd:Q31 rdfs:label "Тихий берег"@ru ; wdt:P31 wd:Q11424 ; wdt:P50 wd:Q2 ; wdt:P495 wd:Q20 ; wikibase:sitelinks 5 .
"""


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("В честь кого назван Порт-Гаммер?", "Глеб Гаммер"),
        ("В честь кого назван зурбаганский Порт-Гаммер?", "Яков Ольх"),
        ("В честь кого назван зурбаганский город Порт-Гаммер?", "Яков Ольх"),
        ("В честь кого назван далёкий Порт-Гаммер?", "Глеб Гаммер"),
        (
            "Кто написал зурбаганский роман «Тихий берег»?",
            "Глеб Гаммер",
        ),  # the film that is from there is no novel
    ],
)
def test_an_adjective_tells_namesakes_apart(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]


def test_of_namesakes_of_a_class_the_one_that_is_well_described_is_meant(asked: Simba) -> None:
    """Where both are about as well known; one of another class may always be meant."""
    _, reasoning = asked.reason("Кто написал «Синий омут»?")
    assert [one.entity.id for one in reasoning.links.candidates] == ["Q40", "Q45", "Q44"]
