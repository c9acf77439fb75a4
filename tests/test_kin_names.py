"""Kin who are named by first name alone, behind whose kin they are."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q593644 rdfs:label "химик"@ru .
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q2, wd:Q3 ; wdt:P106 wd:Q593644 ;
  wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Николай, граф Лисский"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P22 wd:Q1 ; wdt:P19 wd:Q8 ;
  wdt:P26 wd:Q6 ; wdt:P40 wd:Q11 . wd:Q11 rdfs:label "Марта Лисская"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Пётр Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P22 wd:Q1 ; wdt:P19 wd:Q9 ;
  wdt:P26 wd:Q7 .
wd:Q4 rdfs:label "Вера Беталина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wdt:P22 wd:Q1 .
wd:Q5001 rdfs:label "Ян Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q4 ; wikibase:sitelinks 20 .
wd:Q6 rdfs:label "Анна Лисская"@ru ; wdt:P31 wd:Q5 . wd:Q7 rdfs:label "Мария Беталина"@ru ; wdt:P31 wd:Q5 .
wd:Q8 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 . wd:Q9 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 .
wd:Q10 rdfs:label "Николай"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q9 ; wikibase:sitelinks 40 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Где родился сын Глеба Беталина Николай?", {"Лисс"}),
        ("На ком был женат сын Глеба Беталина Пётр?", {"Мария Беталина"}),
        ("Как звали жену сына Глеба Беталина Николая?", {"Анна Лисская"}),
        ("Где родился сын Глеба Беталина Игорь?", set()),
        # Whose son-in-law somebody was, by what is told of his wife.
        ("Зятем какого химика был Ян Гаммер?", {"Глеб Беталин"}),
        ("Чьим зятем был Ян Гаммер?", {"Глеб Беталин"}),
    ],
)
def test_kin_by_first_name(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    ("question", "label"),
    [("Где родился отец Марты Лисской?", "Лисс"), ("Кто дед Марты Лисской?", "Глеб Беталин")],
)
def test_parents_told_of_their_children(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]
