"""Whom somebody replaced in an office and when, members of a party among those who held it, roles of a character."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q4164871 rdfs:label "должность"@ru .
wd:Q7278 rdfs:label "партия"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q15773347 rdfs:label "киноперсонаж"@ru .
wd:Q7 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 20 .
wd:Q15 rdfs:label "президент Берталии"@ru ; wdt:P31 wd:Q4164871 ; wikibase:sitelinks 20 .
wd:Q16 rdfs:label "посол Берталии"@ru ; wdt:P31 wd:Q4164871 .
wd:Q30 rdfs:label "Морская партия"@ru ; wdt:P31 wd:Q7278 ; wikibase:sitelinks 20 .
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P102 wd:Q30 ; wikibase:sitelinks 20 ;
  wdt:P39 wd:Q15, wd:Q16 ; p:P39 s:Q1-1, s:Q1-2, s:Q1-3 .
s:Q1-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "1950-03-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1954-03-01T00:00:00Z"^^xsd:dateTime ; pq:P1365 wd:Q2 ; pq:P1366 wd:Q3 .
s:Q1-2 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "1958-03-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1962-03-01T00:00:00Z"^^xsd:dateTime ; pq:P1365 wd:Q3 ; pq:P1366 wd:Q4 .
s:Q1-3 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q16 ; pq:P580 "1940-03-01T00:00:00Z"^^xsd:dateTime .
wd:Q2 rdfs:label "Ян Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P102 wd:Q30 . wd:Q3 rdfs:label "Отто Вальден"@ru ; wdt:P31 wd:Q5 .
wd:Q4 rdfs:label "Павел Лисский"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q15 ; p:P39 s:Q4-1 ; wikibase:sitelinks 20 .
s:Q4-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "1962-03-01T00:00:00Z"^^xsd:dateTime ;
  pq:P1365 wd:Q1 .
wd:Q40 rdfs:label "Белый олень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q41, wd:Q42 ; p:P161 s:Q40-1, s:Q40-2 ;
  wdt:P674 wd:Q43 .
s:Q40-1 wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q41 ; pq:P453 wd:Q43 .
s:Q40-2 wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q42 .
wd:Q41 rdfs:label "Вера Шорина"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q50 ; wdt:P106 wd:Q33999 .
wd:Q42 rdfs:label "Анна Лисская"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q51 ; wdt:P106 wd:Q33999 .
wd:Q33999 rdfs:label "актёр"@ru . wd:Q515 rdfs:label "город"@ru .
wd:Q43 rdfs:label "Анна Каренина"@ru ; wdt:P31 wd:Q15773347 ; wikibase:sitelinks 20 .
wd:Q50 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 . wd:Q51 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Кто был президентом Берталии перед Павлом Лисским?", {"Глеб Беталин"}),
        ("Кого Глеб Беталин сменил на посту президента Берталии в 1950 году?", {"Ян Гаммер"}),
        ("Кого Глеб Беталин сменил на посту президента Берталии в 1958 году?", {"Отто Вальден"}),
        ("Кто сменил Глеба Беталина на посту президента Берталии в 1962 году?", {"Павел Лисский"}),
        ("Кто из президентов Берталии состоял в Морской партии?", {"Глеб Беталин"}),
        ("Где родилась актриса, сыгравшая Анну Каренину?", {"Лисс"}),
        ("Где родилась актриса, которая сыграла Анну Каренину?", {"Лисс"}),
    ],
)
def test_turns_parties_and_roles(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels
