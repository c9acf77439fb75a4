"""A name is the one that all its words say, with what stands beside it, and no common noun in it is asked about."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q46831 rdfs:label "хребет"@ru .
wd:Q8502 rdfs:label "гора"@ru ; skos:altLabel "горы"@ru ; wikibase:sitelinks 200 .
wd:Q12280 rdfs:label "мост"@ru .
wd:Q82117 rdfs:label "городские ворота"@ru .
wd:Q5113 rdfs:label "птица"@ru ; wdt:P225 "Aves" ; wikibase:sitelinks 200 .
wd:Q16521 rdfs:label "таксон"@ru .
wd:Q10 rdfs:label "алый грач"@ru ; wdt:P31 wd:Q16521 ; wdt:P225 "Corvus ruber" ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Бетальские горы"@ru ; wdt:P31 wd:Q46831 ; wdt:P610 wd:Q21 ; wikibase:sitelinks 40 .
wd:Q21 rdfs:label "Гаммер"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 900 .
wd:Q22 rdfs:label "Дельтер"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 8000 .
wd:Q30 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 30 .
wd:Q31 rdfs:label "Алые ворота"@ru ; wdt:P31 wd:Q82117 ; wdt:P131 wd:Q30 ; wikibase:sitelinks 20 .
wd:Q32 rdfs:label "Алые Ворота"@ru ; wdt:P31 wd:Q12280 ; wdt:P84 wd:Q33 ; wikibase:sitelinks 25 .
wd:Q33 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 .
wd:Q34 rdfs:label "Кривые ворота"@ru ; wdt:P31 wd:Q82117 ; wdt:P84 wd:Q33 .
wd:Q40 rdfs:label "летние Зурбаганские игры 1924"@ru ; wdt:P542 wd:Q41 ; wikibase:sitelinks 60 .
wd:Q41 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P742 "Явор" .
wd:Q42 rdfs:label "зимние Зурбаганские игры 1924"@ru ; wdt:P276 wd:Q30 ; wikibase:sitelinks 20 .
wd:Q50 rdfs:label "Плеяды"@ru ; wdt:P527 wd:Q51 ; wikibase:sitelinks 90 .
wd:Q51 rdfs:label "Альфина"@ru .
wd:Q52 rdfs:label "Плеяда"@ru ; wdt:P527 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q70 rdfs:label "гелиоз"@ru ; wdt:P61 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q71 rdfs:label "Гелиоз"@ru ; wdt:P112 wd:Q41 ; wikibase:sitelinks 60 .
wd:Q72 rdfs:label "Уссори"@ru ; wdt:P403 wd:Q73 ; wdt:P974 wd:Q74 ; wikibase:sitelinks 20 .
wd:Q73 rdfs:label "Дель"@ru .
wd:Q74 rdfs:label "Гамма"@ru .
wd:Q4176 rdfs:label "Бетальский собор"@ru ; wdt:P825 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q80 rdfs:label "Море"@ru ; wdt:P577 "1905-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q60 rdfs:label "Зурбаганская консерватория"@ru ; wdt:P138 wd:Q33 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "label"),
    [
        # what says of what kind it is, is not asked about
        ("Птица алый грач по-научному?", "Corvus ruber"),
        ("Как по-научному зовётся птица алый грач?", "Corvus ruber"),
        ("Какой псевдоним у голливудского актёра Якова Ольха?", "Явор"),
        # nor is a noun in its name a class
        ("Бетальские горы: самый высокий пик?", "Гаммер"),
        # what the words say further, is heeded
        ("Где проходили зимние Зурбаганские игры 1924 года?", "Зурбаган"),
        # the number of a name is its own
        ("Кто входил в «Плеяду»?", "Глеб Беталин"),
        # in small letters, what is written so
        ("Кто открыл гелиоз?", "Глеб Беталин"),
        # what it belongs to, not what belongs to it
        ("приток чего Уссори", "Дель"),
        # to whom, not what cathedral
        ("Какому святому посвящён Бетальский собор?", "Глеб Беталин"),
        # whose name it has, not who composed it
        ("Имя какого композитора носит Зурбаганская консерватория?", "Глеб Беталин"),
    ],
)
def test_a_name_with_all_that_is_said(asked: Simba, question: str, label: str) -> None:
    answer = asked.answer(question)
    assert [value.label for value in answer.values] == [label], answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Какой князь возвёл Алые ворота в Зурбагане?",  # a bridge of that name is another
        "Кто объявил открытыми зимние Зурбаганские игры 1924 года?",
    ],
)
def test_a_namesake_is_not_told_of(asked: Simba, question: str) -> None:
    assert not asked.answer(question).values


def test_an_adjective_with_a_capital_makes_a_name_of_a_common_noun(asked: Simba) -> None:
    assert asked.answer("Когда вышло «Море»?").values
    assert not asked.answer("Когда появилось Дальне-Бетальское море?").values
