"""What says how, where or with whom something was done picks some of several: a list of all does not answer it."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q8261 rdfs:label "роман"@ru .
wd:Q6256 rdfs:label "страна"@ru . wd:Q2 rdfs:label "книга"@ru . wd:Q8261 wdt:P279 wd:Q2 .
wd:Q10 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 ; wdt:P26 wd:Q11 ; wikibase:sitelinks 20 ;
  wdt:P166 wd:Q40 .
wd:Q36180 rdfs:label "писатель"@ru . wd:Q40 rdfs:label "Орден Клёна"@ru ; wikibase:sitelinks 9 .
wd:Q11 rdfs:label "Анна Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 5 .
wd:Q12 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Тихая заводь"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q10 ; wikibase:sitelinks 8 .
wd:Q21 rdfs:label "Ветер в окно"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q10 ; wikibase:sitelinks 8 .
wd:Q22 rdfs:label "Белый дом"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q12 ; wikibase:sitelinks 8 .
wd:Q23 rdfs:label "Чёрный двор"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q12 ; wikibase:sitelinks 8 .
wd:Q30 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q31 , wd:Q32 ; wikibase:sitelinks 40 .
wd:Q31 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q30 ; wikibase:sitelinks 40 .
wd:Q33 rdfs:label "Омегия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q30 , wd:Q31 , wd:Q32 ; wikibase:sitelinks 40 .
wd:Q32 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q30 ; wikibase:sitelinks 40 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какие романы написал Глеб Гаммер?", {"Тихая заводь", "Ветер в окно"}),
        ("Какие два романа написал Глеб Гаммер?", {"Тихая заводь", "Ветер в окно"}),
        ("В каких фильмах снимался актёр Яков Ольх?", {"Белый дом", "Чёрный двор"}),
        ("С какими странами граничит Берталия?", {"Гаммерия", "Дельтия"}),
        ("Какие награды получил Глеб Гаммер?", {"Орден Клёна"}),
    ],
)
def test_all_are_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Какие романы Глеб Гаммер диктовал жене?",
        "Какие романы Глеб Гаммер написал под псевдонимом?",
        "Какие романы тайно написал Глеб Гаммер?",
        "Какие романы написал Глеб Гаммер с братом?",
        "Какие остальные романы написал Глеб Гаммер?",
        "В каких фильмах Яков Ольх мог сыграть?",
        "В каких фильмах Яков Ольх снимался бесплатно?",
        "В каких фильмах Яков Ольх снимался только один раз?",
        "В каком фильме Яков Ольх впервые сыграл главную роль?",
        "Какие страны граничат с Берталией только по морю?",
        "С какими странами временно граничит Берталия?",
        "Какая из стран, граничащих с Берталией, самая богатая?",
        "В каких фильмах снимался только Яков Ольх?",
        "Какие романы, написанные Глебом Гаммером, скучны?",
        "Какие страны, граничащие с Берталией, богаты?",
        "Какие награды получил Глеб Гаммер посмертно?",  # but one is known
        "Какие иностранные награды получил Глеб Гаммер?",
    ],
)
def test_some_are_not_all(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form


def test_there_are_as_many_as_the_question_says(asked: Simba) -> None:
    assert asked.answer("Какие три романа написал Глеб Гаммер?").status == "answered"  # two of them are known
    assert asked.answer("Какие две страны граничат с Берталией?").status == "answered"
    assert asked.answer("С какими двумя странами граничит Омегия?").values == ()


@pytest.mark.parametrize(
    "question",
    [
        "Какие романы Глеба Гаммера вы знаете?",
        "Какие романы Глеба Гаммера вы можете назвать?",
        "В каких фильмах реально снимался Яков Ольх?",
        "Какие страны непосредственно граничат с Берталией?",
        "Какие романы обязаны своим появлением Глебу Гаммеру?",
    ],
)
def test_some_words_pick_nothing(asked: Simba, question: str) -> None:
    assert len(asked.answer(question).values) == 2
