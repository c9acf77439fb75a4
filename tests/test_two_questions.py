"""Two questions in one, of which the second asks more of what is named or of what the first tells."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q8261 rdfs:label "роман"@ru . wd:Q515 rdfs:label "город"@ru .
wd:Q1 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wdt:P577 "1901-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q2 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P19 wd:Q3 ; wdt:P20 wd:Q4 ;
  wdt:P22 wd:Q6 ; wdt:P26 wd:Q7 ; wdt:P569 "1850-03-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P570 "1920-04-01T00:00:00Z"^^xsd:dateTime .
wd:Q3 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 . wd:Q4 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 .
wd:Q6 rdfs:label "Семён Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q4 .
wd:Q7 rdfs:label "Вера Беталина"@ru ; wdt:P31 wd:Q5 ; wdt:P20 wd:Q3 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Кто написал «Синюю тень» и где он умер?", {"Глеб Беталин", "Гертон"}),
        ("Кто написал роман «Синяя тень» и как звали его отца?", {"Глеб Беталин", "Семён Беталин"}),
        ("Где родился Глеб Беталин и как звали его отца?", {"Лисс", "Семён Беталин"}),
        ("Как звали жену Глеба Беталина и где она умерла?", {"Вера Беталина", "Лисс"}),
        # It may be either who was born there.
        ("Кто отец Глеба Беталина и где он родился?", set()),
        # She is nobody of whom the question speaks.
        ("Где родился Глеб Беталин и как звали её отца?", set()),
        ("Когда умер Глеб Беталин и сколько ей было лет?", set()),
    ],
)
def test_more_of_it(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "В каком городе умер Глеб Беталин и в каком году это случилось?",
        "Когда умер Глеб Беталин и сколько ему было лет?",
    ],
)
def test_what_happened_then(asked: Simba, question: str) -> None:
    assert len(asked.answer(question).values) == 2


def test_of_whom_the_first_tells(demo: Simba) -> None:
    found = demo.answer("Кто жена Льва Толстого и когда она родилась?").values  # not when he was
    assert {value.label for value in found} == {"Софья Андреевна Толстая", "22 августа 1844 года"}


def test_of_what_the_first_tells(demo: Simba) -> None:
    found = demo.answer("Какой русский музей основал Николай II и в каком году он открылся?").values
    # It opened later than it was founded.
    assert {value.label for value in found} == {"Государственный Русский музей", "19 марта 1898 года"}
