"""Where what a question takes for granted is not so, or a "no" is not sure, it has no answer."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q8502 rdfs:label "гора"@ru .
wd:Q7188 rdfs:label "парламент"@ru .
wd:Q10 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
  wdt:P569 "1840-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1890-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q11 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
  wdt:P569 "1846-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1900-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q12 rdfs:label "Пётр Сидоров"@ru ; skos:altLabel "Сидоров"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q13 rdfs:label "Иван Ильич Сидоров"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 1 .
wd:Q14 rdfs:label "Анна Букова"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Белый двор"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q13 ; wikibase:sitelinks 8 .
wd:Q30 rdfs:label "Альфагор"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "900"^^xsd:decimal ; wikibase:sitelinks 9 .
wd:Q31 rdfs:label "Бетагор"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "1200"^^xsd:decimal ; wikibase:sitelinks 9 .
wd:Q40 rdfs:label "Вече"@ru ; wdt:P31 wd:Q7188 ; wdt:P1342 "77"^^xsd:decimal ; wikibase:sitelinks 9 .
"""


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("На сколько лет Глеб Гаммер старше Якова Ольха?", "6 лет"),
        ("На сколько лет Яков Ольх моложе, чем Глеб Гаммер?", "6 лет"),
        ("На сколько лет раньше Якова Ольха родился Глеб Гаммер?", "6 лет"),
        ("На сколько лет Яков Ольх пережил Глеба Гаммера?", "10 лет"),
        ("На сколько метров Бетагор выше Альфагора?", "300"),
        ("Через сколько лет после рождения Глеба Гаммера родился Яков Ольх?", "6 лет"),
        ("За сколько лет до смерти Якова Ольха умер Глеб Гаммер?", "10 лет"),
        ("Снимался ли Иван Сидоров в фильме «Белый двор»?", "да"),
        ("Снималась ли Анна Букова в фильме «Белый двор»?", "нет"),
        ("Сколько депутатов в Вече?", "77"),
        ("Правда ли, что Иван Сидоров действительно снимался в фильме «Белый двор»?", "да"),
    ],
)
def test_what_is_so(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]


@pytest.mark.parametrize(
    "question",
    [
        "На сколько лет Яков Ольх старше Глеба Гаммера?",
        "На сколько лет Глеб Гаммер моложе, чем Яков Ольх?",
        "На сколько лет раньше Глеба Гаммера родился Яков Ольх?",
        "На сколько лет Глеб Гаммер пережил Якова Ольха?",
        "На сколько метров Альфагор выше Бетагора?",
        "Во сколько раз Альфагор выше Бетагора?",
        "Через сколько лет после рождения Якова Ольха родился Глеб Гаммер?",
        "За сколько лет до смерти Глеба Гаммера умер Яков Ольх?",
        "Снимался ли Сидоров в фильме «Белый двор»?",  # but one of that name did
        "Правда ли, что Иван Сидоров случайно снимался в фильме «Белый двор»?",
        "Правда ли, что Иван Сидоров снимался только в фильме «Белый двор»?",
        "Сколько арабских депутатов в Вече?",
        "Сколько женщин-депутатов в Вече?",
    ],
)
def test_what_is_not(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
