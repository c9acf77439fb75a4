"""Who or what is asked about is told by another name, a number or a title, and the words for that are heeded."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q4022 rdfs:label "река"@ru .
wd:Q2977 rdfs:label "собор"@ru .
wd:Q44613 rdfs:label "монастырь"@ru .
wd:Q11344 rdfs:label "химический элемент"@ru ; skos:altLabel "элемент"@ru .
wd:Q10 rdfs:label "Пётр Ольхов"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q11 ; wdt:P40 wd:Q12, wd:Q13, wd:Q14 ;
    wdt:P119 wd:Q30 ; wdt:P175 wd:Q17 ; wdt:P569 "1800-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 40 .
wd:Q11 rdfs:label "Анна Ольхова"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q12, wd:Q13 ; wdt:P21 wd:Q6581072 ;
    wdt:P569 "1802-02-02T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Глеб Ольхов"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 .
wd:Q13 rdfs:label "Дарья Ольхова"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 .
wd:Q14 rdfs:label "Яков Ольхов"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 .
wd:Q15 rdfs:label "Тимур Ольхов"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q12 ; wdt:P21 wd:Q6581097 .
wd:Q17 rdfs:label "Семён Бетальцев"@ru ; wdt:P31 wd:Q5 .
wd:Q20 rdfs:label "Бетальское море"@ru .
wd:Q21 rdfs:label "Гаммера"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q20 ; wdt:P2043 700 .
wd:Q22 rdfs:label "Дельтера"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q20 ; wdt:P2043 300 .
wd:Q30 rdfs:label "Зурбаганский собор"@ru .
wd:Q40 rdfs:label "бетальций"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q10, wd:Q11 ; wdt:P1086 200 .
wd:Q31 rdfs:label "Зурбаган"@ru ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        # who is told by title and name
        ("Когда родилась жена первого министра Зурбагана Петра Ольхова?", {"2 февраля 1802 года"}),
        # who bore them to whom
        ("Как звали сыновей, которых родила Петру Ольхову Анна Ольхова?", {"Глеб Ольхов"}),
        ("Как зовут дочь Анны и Петра Ольховых?", {"Дарья Ольхова"}),
        # kin that only the child names
        ("Как звали внука Петра Ольхова?", {"Тимур Ольхов"}),
        # a number with its unit
        ("Какая река длиной 700 километров впадает в Бетальское море?", {"Гаммера"}),
        ("Какая река впадает в Бетальское море и имеет длину 300 километров?", {"Дельтера"}),
        # what is excepted by name
        ("Какие реки, кроме Дельтеры, впадают в Бетальское море?", {"Гаммера"}),
        # of what kind it is, as its name says
        ("В каком соборе похоронен Пётр Ольхов?", {"Зурбаганский собор"}),
        # one surname of two
        ("Какой элемент открыли супруги Анна и Пётр Ольховы?", {"бетальций"}),
    ],
)
def test_what_tells_of_whom_it_is_asked(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Кто сыграл друга Петра Ольхова?",  # not who played himself
        "Когда родился слуга Петра Ольхова?",
        "Какая река длиной 900 километров впадает в Бетальское море?",
        "В каком монастыре похоронен Пётр Ольхов?",  # a cathedral is none
    ],
)
def test_what_tells_of_another_is_not_passed_over(asked: Simba, question: str) -> None:
    assert not asked.answer(question).values
