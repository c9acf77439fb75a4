"""Where many things have the same name, as in all of Wikidata, what is asked is answered as if they were not there."""

from __future__ import annotations

from collections import Counter

import pytest
from handful import knowing

from simba import Simba
from simba.query import expression
from simba.stages.ranking import MAX_NAMESAKES

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q486972 rdfs:label "населённый пункт"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q16560 rdfs:label "дворец"@ru .
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q2 ; wikibase:sitelinks 90 .
wd:Q2 rdfs:label "Бетинск"@ru ; wdt:P31 wd:Q486972 ; wdt:P17 wd:Q3 ; wikibase:sitelinks 90 .
wd:Q3 rdfs:label "Гамрия"@ru ; wdt:P31 wd:Q6256 .
wd:Q4 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 .
wd:Q6 rdfs:label "десятиборье"@ru ; wdt:P527 wd:Q7 , wd:Q8 ; wikibase:sitelinks 300 .
wd:Q7 rdfs:label "бег трусцой"@ru . wd:Q8 rdfs:label "прыжки в мешке"@ru .
wd:Q349 rdfs:label "спорт"@ru .
wd:Q9 rdfs:label "бетоновый пирог"@ru ; wdt:P495 wd:Q3 ; wikibase:sitelinks 90 .
wd:Q10 rdfs:label "Высокий дворец"@ru ; wdt:P31 wd:Q16560 ; wdt:P84 wd:Q1 ; wikibase:sitelinks 90 .
"""
NAMESAKES = 30


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """Beside the facts, villages called "Родина", films called "Спорт", and palaces by somebody."""
    crowd = "".join(
        f'wd:Q{100 + n} rdfs:label "Родина"@ru ; wdt:P31 wd:Q486972 ; wdt:P17 wd:Q4 ; wikibase:sitelinks {n} .\n'
        f'wd:Q{200 + n} rdfs:label "Спорт"@ru ; wdt:P31 wd:Q11424 ; wikibase:sitelinks {n} .\n'
        f'wd:Q{300 + n} rdfs:label "Дворец {n}"@ru ; wdt:P31 wd:Q16560 ; wdt:P170 wd:Q1 .\n'
        for n in range(NAMESAKES)
    )
    return knowing(FACTS + crowd, tmp_path_factory.mktemp("crowded"))


def labels(simba: Simba, question: str) -> set[str | None]:
    """What the values of the answer are called."""
    return {value.label for value in simba.answer(question).values}


def test_what_is_somebodys_is_no_village(crowded: Simba) -> None:
    assert labels(crowded, "В какой стране находится деревня Родина?") == {"Дельтия"}
    assert "Дельтия" not in labels(crowded, "В какой стране находится Родина Глеба Беталина?")


def test_a_noun_that_asks_is_not_taken_for_what_villages_are_called(crowded: Simba) -> None:
    assert labels(crowded, "Какая страна считает себя родиной бетонового пирога?") == {"Гамрия"}


def test_namesakes_leave_room_for_what_else_is_asked(crowded: Simba) -> None:
    _, reasoning = crowded.reason("Какие виды спорта входят в десятиборье?")
    asked = Counter(expression(one.form).split()[2] for one in reasoning.ranking.readings)
    assert asked["^P171)"] <= 1 + MAX_NAMESAKES, "of decathlon, and of some that are called sport"
    assert asked["P641)"] == 1


def test_that_others_have_it_said_by_another_property_is_not_held_against_an_answer(crowded: Simba) -> None:
    found = crowded.answer("Кто создал Высокий дворец?")  # its architect; the others have a creator
    assert [value.label for value in found.values] == ["Глеб Беталин"]
    assert not any(sign["value"] for sign in found.trace["confidence"]["signs"] if sign["sign"] == "missing")
