"""What is said of a work's maker, of its namesakes or of what is written for it, is not told of the work."""

from __future__ import annotations

import pytest
from handful import knowing

from simba import Simba
from simba.common.resources import data_path
from simba.stages.framing.decorations import Decorations
from simba.stages.lexicon import load_words

DECORATIONS = Decorations(load_words([data_path("rules")]))

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q8261 rdfs:label "роман"@ru . wd:Q3305213 rdfs:label "картина"@ru .
wd:Q476028 rdfs:label "футбольный клуб"@ru . wd:Q4498974 rdfs:label "хоккейный клуб"@ru .
wd:Q95074 rdfs:label "персонаж"@ru . wd:Q39614 rdfs:label "кладбище"@ru .
wd:Q1 rdfs:label "Зурбагания"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 90 .
wd:Q2 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q1 ; wikibase:sitelinks 50 .
wd:Q10 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q2 ; wdt:P119 wd:Q12 ; wikibase:sitelinks 20 ;
  schema:description "первый президент Зурбагании"@ru .
wd:Q11 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Старое кладбище"@ru ; wdt:P31 wd:Q39614 .
wd:Q20 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q11 ; wdt:P495 wd:Q1 ; wdt:P840 wd:Q2 ;
  wikibase:sitelinks 30 .
wd:Q21 rdfs:label "Прогулка"@ru ; wdt:P31 wd:Q3305213 ; wdt:P170 wd:Q10 ; wikibase:sitelinks 30 .
wd:Q22 rdfs:label "Тирс Омегин"@ru ; wdt:P31 wd:Q8261 ; wdt:P577 "1905-01-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 40 .
wd:Q23 rdfs:label "Тирс Омегин"@ru ; wdt:P31 wd:Q95074 ; wikibase:sitelinks 40 .
wd:Q24 rdfs:label "Анна Дельтина"@ru ; wdt:P31 wd:Q95074 ; wdt:P170 wd:Q10 ; wikibase:sitelinks 40 .
wd:Q10 wdt:P21 wd:Q6581097 .
wd:Q30 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q476028 ; schema:description "зурбаганский футбольный клуб"@ru ;
  wdt:P286 wd:Q10 ; wikibase:sitelinks 40 .
wd:Q31 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q4498974 ; schema:description "зурбаганский хоккейный клуб"@ru ;
  wikibase:sitelinks 40 .
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa over a handful of things that no other knowledge base has."""
    return knowing(FACTS, tmp_path_factory.mktemp("whose"))


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Кто тренирует футбольный «Лисс»?", "Глеб Гаммер"),
        ("Где похоронен первый президент Зурбагании Глеб Гаммер?", "Старое кладбище"),
        ("Кто написал «Прогулку»?", "Глеб Гаммер"),
        ("Когда вышел «Тирс Омегин»?", "1905 год"),
        ("Из какой страны фильм «Синяя тень»?", "Зурбагания"),
        ("Кто создал героиню по имени Анна Дельтина?", "Глеб Гаммер"),
    ],
)
def test_what_is_asked_of_it_is_told(asked: Simba, question: str, label: str) -> None:
    assert [one.label for one in asked.answer(question).values] == [label]


@pytest.mark.parametrize(
    "question",
    [
        "Кто тренирует хоккейный «Лисс»?",
        "Кто тренирует хоккейный клуб «Лисс»?",
        "Кто написал рецензию на «Прогулку»?",
        "Кто музыку написал к «Прогулке»?",
        "Когда умер Тирс Омегин?",
        "В каком году родился Омегин?",
        "Где родился режиссёр фильма «Синяя тень»?",
        "В каком городе родился режиссёр фильма «Синяя тень» Яков Ольх?",
    ],
)
def test_what_is_asked_of_another_is_not(asked: Simba, question: str) -> None:
    assert asked.answer(question).status == "abstained"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Где жил автор «Идиота» Достоевский?", "Где жил Достоевский, автор «Идиота»?"),
        (
            "Где учился автор поэмы «Мцыри» Лермонтов и когда?",
            "Где учился Лермонтов, автор поэмы «Мцыри», и когда?",
        ),
        (
            "Где умер в 1881 году автор «Идиота» Достоевский?",
            "Где умер в 1881 году Достоевский, автор «Идиота»?",
        ),
    ],
)
def test_a_maker_is_named_before_what_he_made(question: str, plain: str) -> None:
    assert DECORATIONS.plain(question) == plain


@pytest.mark.parametrize(
    "question",
    ["Кто был режиссёром «Цирка» Александрова?", "Кто автор «Идиота»?", "Какой художник «Весны» Боттичелли?"],
)
def test_who_made_it_is_asked(question: str) -> None:
    assert DECORATIONS.plain(question) == question
