"""Whose kin somebody is said to be must be so, where kin of them is known; else it is another of that name."""

from __future__ import annotations

import pytest
from handful import knowing

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ;
  wdt:P40 wd:Q2 ; wdt:P26 wd:Q6 ; wikibase:sitelinks 90 .
wd:Q2 rdfs:label "Павел Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Яков Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ; wikibase:sitelinks 20 .
wd:Q6 rdfs:label "Анна Смирнова"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q12 ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Бетинск"@ru .
wd:Q13 rdfs:label "Зетан"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 20 .
"""


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """Gleb Betalin has a wife and a son; of the others nobody is kin."""
    return knowing(FACTS, tmp_path_factory.mktemp("family"))


@pytest.mark.parametrize(
    "question",
    [
        "Где родился Павел Беталин, сын Глеба Беталина?",
        "Где родился сын Глеба Беталина Павел Беталин?",
        "Где родилась Анна Смирнова, жена Глеба Беталина?",
        "Где родился Яков Гаммер, брат Петра Дельтина?",  # nothing is known of their kin
        "Где родился Глеб Беталин, отец Зетана?",  # a town has no children: that is some other Zetan
    ],
)
def test_who_is_described_by_kin_is_told_of(family: Simba, question: str) -> None:
    assert [value.label for value in family.answer(question).values] == ["Бетинск"]


@pytest.mark.parametrize(
    "question",
    [
        "Где родился Яков Гаммер, сын Глеба Беталина?",
        "Где родился брат Глеба Беталина Яков Гаммер?",
        "Где родился муж Анны Смирновой Пётр Дельтин?",
    ],
)
def test_a_namesake_who_is_nobodys_kin_is_not_told_of(family: Simba, question: str) -> None:
    answer = family.answer(question)
    assert answer.status == "abstained", answer
