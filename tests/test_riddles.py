"""A riddle is put as the question that it is; of a work that is said to be another's, nothing is told."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q8261 rdfs:label "роман"@ru .
wd:Q11173 rdfs:label "химическое соединение"@ru . wd:Q36180 rdfs:label "писатель"@ru .
wd:Q1 rdfs:label "Павел Зорин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q10 ; wdt:P40 wd:Q2 ; wikibase:sitelinks 40 ;
  wdt:P569 "1840-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P106 wd:Q36180 ; wdt:P21 wd:Q6581097 .
wd:Q2 rdfs:label "Анна Зорина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 40 .
wd:Q10 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q20 rdfs:label "берталин"@ru ; wdt:P31 wd:Q11173 ; wdt:P61 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q30 rdfs:label "Медный колос"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wdt:P4969 wd:Q43 ; wikibase:sitelinks 20 ;
  wdt:P577 "1871-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q31 rdfs:label "Северный ветер"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q3 ; wikibase:sitelinks 20 ;
  wdt:P577 "1880-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q40 rdfs:label "Олег Громов"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Антон Маркин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q42 rdfs:label "Гроза над Лиссом"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q40 ; wikibase:sitelinks 20 .
wd:Q43 rdfs:label "Колосья"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q41 ; wdt:P144 wd:Q30 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Именно этот химик открыл берталин. Кто он?", {"Павел Зорин"}),
        ("Этот человек открыл берталин. Назовите его.", {"Павел Зорин"}),
        ("Он открыл берталин. О ком идёт речь?", {"Павел Зорин"}),
        ("Его дочерью была Анна Зорина. Кто он?", {"Павел Зорин"}),
        ("В этом городе родился Павел Зорин. Назовите город.", {"Зурбаган"}),
        ("Этот роман написал Яков Ольх. Как он называется?", {"Северный ветер"}),
        ("Есть такой роман — «Медный колос». Кто его написал?", {"Павел Зорин"}),
        ("Когда вышел «Медный колос» Зорина?", {"1871 год"}),
        ("Когда вышел роман Якова Ольха «Северный ветер»?", {"1880 год"}),
        ("Какой фильм Антона Маркина вырос из романа «Медный колос»?", {"Колосья"}),
        ("Где родился автор «Медного колоса» Павел Зорин?", {"Зурбаган"}),
        ("Где родился создатель «Медного колоса» Павел Зорин?", {"Зурбаган"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Когда вышел «Медный колос» Якова Ольха?",  # that is Zorin's
        "Когда вышел роман Зорина «Северный ветер»?",
        "Какой фильм Олега Громова вырос из романа «Медный колос»?",  # not another's film
        "Зурбаган стоит на море. Кто он?",  # nothing stands for the answer
    ],
)
def test_the_rest_is_not_answered(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
