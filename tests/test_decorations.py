"""Words that decorate what a question is about, and change nothing of what is asked."""

from __future__ import annotations

import pytest
from handful import knowing

from simba import Simba
from simba.stages.parse import Parser

FACTS = """
wd:Q1 rdfs:label "Зурбагания"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q2 ; wdt:P38 wd:Q3 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "зурба"@ru ; wdt:P31 wd:Q8142 .
wd:Q4 rdfs:label "Южная Лисса"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q5 ; wdt:P38 wd:Q6 ; wikibase:sitelinks 90 .
wd:Q5 rdfs:label "Покет"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q4 .
wd:Q6 rdfs:label "лисс"@ru ; wdt:P31 wd:Q8142 .
wd:Q40 rdfs:label "Малая Лея"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q43 ; wdt:P974 wd:Q42 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Лея"@ru ; wdt:P31 wd:Q4022 .
wd:Q42 rdfs:label "Гуля"@ru ; wdt:P31 wd:Q4022 .
wd:Q43 rdfs:label "Синее море"@ru ; wdt:P31 wd:Q165 .
wd:Q6256 rdfs:label "страна"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q165 rdfs:label "море"@ru . wd:Q8142 rdfs:label "валюта"@ru . wd:Q5 rdfs:label "человек"@ru .
"""


@pytest.fixture(scope="module")
def decorated(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa over these facts."""
    return knowing(FACTS, tmp_path_factory.mktemp("decorated"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # What marks set off behind a name says what that is: nothing is asked of what it names itself.
        ("Какая валюта у Зурбагании, государства в Южной Лиссе?", "зурба"),
        ("Какой город является столицей Зурбагании (страна к северу от Южной Лиссы)?", "Гертон"),
        # Nor does it ask anything.
        ("Куда впадает Малая Лея, река в Зурбагании, правый приток Леи?", "Синее море"),
    ],
)
def test_a_decoration_changes_nothing(decorated: Simba, question: str, answer: str) -> None:
    assert [value.label for value in decorated.answer(question).values] == [answer]


@pytest.mark.parametrize(
    ("question", "noun", "name"),
    [
        ("Куда впадает Ока, правый приток Волги?", "приток", "Ока"),
        ("Когда умер Марк Твен, популярнейший американский писатель и журналист?", "писатель", "Марк"),
        ("Кто отец Давида IV — царя Грузии?", "царя", "Давида"),
        ("Где Киото, город в Японии?", "город", "Киото"),
        # A noun may lead a name of its own, and of what begins a question something is asked.
        ("Отпрыском какой династии была дщерь Петрова, императрица Елизавета?", "императрица", None),
        ("Гоголь, дата рождения", "дата", None),
    ],
)
def test_what_is_set_off_hangs_on_its_name(question: str, noun: str, name: str | None) -> None:
    parse = Parser().parse(question)
    index = next(token.index for token in parse.tokens if token.text == noun)
    head = parse.told.get(index)
    assert (None if head is None else parse.tokens[head].text) == name
