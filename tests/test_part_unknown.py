"""Where a part of the question means nothing that is known, the rest of it is not answered."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q756 rdfs:label "растение"@ru .
wd:Q4830453 rdfs:label "фирма"@ru .
wd:Q43229 rdfs:label "союз"@ru .
wd:Q42889 rdfs:label "автомобиль"@ru ; wikibase:sitelinks 100 .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q3 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
  wdt:P569 "1940-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q3 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 5 .
wd:Q10 rdfs:label "Альфамотор"@ru ; wdt:P31 wd:Q4830453 ; wdt:P1056 wd:Q42889 ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Бетамотор"@ru ; wdt:P31 wd:Q4830453 ; wdt:P1056 wd:Q42889 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Северный союз"@ru ; wdt:P31 wd:Q43229 ; wikibase:sitelinks 50 .
wd:Q21 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P361 wd:Q20 ; wdt:P47 wd:Q22 , wd:Q23 ; wikibase:sitelinks 40 .
wd:Q22 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q20 ; wikibase:sitelinks 40 .
wd:Q23 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q20 ; wikibase:sitelinks 40 .
wd:Q30 rdfs:label "талер"@ru ; wdt:P31 wd:Q8142 ; wikibase:sitelinks 30 . wd:Q8142 rdfs:label "валюта"@ru .
wd:Q24 rdfs:label "Эпсилония"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q31 ; wikibase:sitelinks 40 .
wd:Q31 rdfs:label "дукат"@ru ; wdt:P31 wd:Q8142 ; wikibase:sitelinks 30 .
wd:Q32 rdfs:label "эпсилонский дукат"@ru ; wdt:P31 wd:Q8142 ; wdt:P138 wd:Q31 ; wikibase:sitelinks 5 .
wd:Q40 rdfs:label "кина"@ru ; wdt:P31 wd:Q756 ; wikibase:sitelinks 10 .
wd:Q60 rdfs:label "Карл Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q62 ; wikibase:sitelinks 90 .
wd:Q61 rdfs:label "Карл Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q63 ; wikibase:sitelinks 60 .
wd:Q62 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P131 wd:Q65 ; wdt:P17 wd:Q21 ; wikibase:sitelinks 40 .
wd:Q63 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P1082 "500"^^xsd:decimal ; wikibase:sitelinks 40 .
wd:Q64 rdfs:label "Альфия"@ru ; wdt:P31 wd:Q35657 ; wdt:P131 wd:Q65 ; wikibase:sitelinks 40 .
wd:Q65 rdfs:label "Альфия"@ru ; wdt:P31 wd:Q35657 ; wikibase:sitelinks 40 . wd:Q35657 rdfs:label "округ"@ru .
wd:Q3957 rdfs:label "район"@ru .
wd:Q50 rdfs:label "Высокая арка"@ru ; wdt:P31 wd:Q41176 ; wdt:P84 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q41176 rdfs:label "здание"@ru . wd:Q8261 rdfs:label "роман"@ru .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какие фирмы производят автомобили?", {"Альфамотор", "Бетамотор"}),
        ("Страны, граничащие с Берталией", {"Гаммерия", "Дельтия"}),
        ("Назовите страны Северного союза, кроме Дельтии", {"Гаммерия"}),
        ("Кто построил «Высокую арку»?", {"Яков Ольх"}),
        ("Кто дети Глеба Гаммера?", {"Марк Гаммер"}),
        ("Кому приходится сыном Марк Гаммер?", {"Глеб Гаммер"}),
        ("В каком городе на свет появился Карл Омегин?", {"Зурбаган"}),
        ("В какой стране город, где родился Карл Омегин?", {"Берталия"}),
        ("Сколько жителей в городе Лисс?", {"500"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Какая фирма производит автомобили марки «Омега»?",  # no such make is known
        "В каких странах Северного союза ездят по левой стороне?",  # those of the union are not all meant
        "Страны, граничащие с Берталией, в которых расплачиваются талерами",  # where one does is not known
        "Назовите страны Северного союза, кроме Дельтии, которые до сих пор не перешли на талер",  # of none is it known
        "Кто родился раньше — Глеб Гаммер или Яков Ольх?",  # of one it is not told, and his children are not asked for
        "Какое растение иначе называют кинзой?",  # that is no slip of the pen
        "Сколько жителей в городе, где родился Карл Омегин?",  # not in that of his namesake, who is less known
        "В каком районе Альфии родился Карл Омегин?",  # not in another of that name
        "В честь кого названа валюта Эпсилонии?",  # not what is named after that
        "Кто написал роман «Высокая арка»?",  # a building has an architect, not a writer
    ],
)
def test_the_rest_is_not_answered(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
