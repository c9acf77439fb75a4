"""One fact in people's own words: colloquial verbs, idioms, small words for things."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simba import Simba
from simba.stages.heeding.left_out import left_out

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q34770 rdfs:label "язык"@ru .
wd:Q571 rdfs:label "книга"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q7366 rdfs:label "песня"@ru .
wd:Q8142 rdfs:label "валюта"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q11344 rdfs:label "химический элемент"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P413 wd:Q50 ; wdt:P103 wd:Q51 ; wdt:P1412 wd:Q52 ;
  wdt:P19 wd:Q9 ; wdt:P54 wd:Q53 ; wdt:P20 wd:Q9 ; wdt:P551 wd:Q9 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P69 wd:Q56 ; wikibase:sitelinks 20 .
wd:Q9 rdfs:label "Краснолесье"@ru ; wdt:P31 wd:Q515 ; wdt:P6 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Тихий зверь"@ru ; wdt:P31 wd:Q571 ; wdt:P407 wd:Q51 ; wdt:P50 wd:Q1 ;
  wdt:P110 wd:Q2 ; wdt:P170 wd:Q1 ; wdt:P674 wd:Q20 , wd:Q21 ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Синий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Белый дым"@ru ; wdt:P31 wd:Q7366 ; wdt:P175 wd:Q1 ; wdt:P86 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q13 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q54 ; wdt:P36 wd:Q9 ; wikibase:sitelinks 20 .
wd:Q14 rdfs:label "берталий"@ru ; wdt:P31 wd:Q11344 ; wdt:P246 "Be" ; wdt:P61 wd:Q2 ; wdt:P138 wd:Q9 ;
  wikibase:sitelinks 20 .
wd:Q15 rdfs:label "Дальняя башня"@ru ; wdt:P276 wd:Q16 ; wikibase:sitelinks 20 .
wd:Q16 rdfs:label "Тихий двор"@ru .
wd:Q17 rdfs:label "Синий туман"@ru ; wdt:P31 wd:Q215380 ; wdt:P136 wd:Q55 ; wikibase:sitelinks 20 .
wd:Q55 rdfs:label "рок"@ru . wd:Q215380 rdfs:label "группа"@ru .
wd:Q18 rdfs:label "Марк Донцев"@ru ; wdt:P31 wd:Q5 ; wdt:P463 wd:Q17 .
wd:Q19 rdfs:label "Марков, Иван"@ru ; skos:altLabel "Марков"@ru ; wdt:P31 wd:Q5 ; wdt:P800 wd:Q11 .
wd:Q20 rdfs:label "Аист"@ru ; wdt:P31 wd:Q729 . wd:Q21 rdfs:label "Барсук"@ru ; wdt:P31 wd:Q729 .
wd:Q50 rdfs:label "вратарь"@ru . wd:Q51 rdfs:label "зурбаганский"@ru ; wdt:P31 wd:Q34770 .
wd:Q52 rdfs:label "дельтийский"@ru ; wdt:P31 wd:Q34770 . wd:Q53 rdfs:label "Гертон"@ru .
wd:Q56 rdfs:label "Зурбаганский университет"@ru . wd:Q54 rdfs:label "талер"@ru ; wdt:P31 wd:Q8142 .
"""


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Кем нарисованы картинки к книге «Тихий зверь»?", "Яков Ольх"),  # and not who made it
        ("Кто накропал «Тихого зверя»?", "Глеб Гаммер"),
        ("На каком языке Глеб Гаммер написал «Тихого зверя»?", "зурбаганский"),
        ("На каком месте в команде играет Глеб Гаммер?", "вратарь"),  # and not which team
        ("На каком наречии Глеб Гаммер говорил с колыбели?", "зурбаганский"),  # and not what else he speaks
        ("Где произошёл на свет Глеб Гаммер?", "Краснолесье"),
        ("Где отдал богу душу Глеб Гаммер?", "Краснолесье"),
        ("Где обретался Глеб Гаммер?", "Краснолесье"),
        ("Кто градоначальник Краснолесья?", "Яков Ольх"),  # whose name begins as "край" does
        ("Кто отснял «Синий дым»?", "Яков Ольх"),
        ("Кто напел песню «Белый дым»?", "Глеб Гаммер"),
        ("Кто наложил на ноты песню «Белый дым»?", "Яков Ольх"),
        ("Какими бумажками платят в Берталии?", "талер"),
        ("Каким значком обозначают берталий?", "Be"),
        ("Где стоит Дальняя башня?", "Тихий двор"),
        ("Кто участник группы «Синий туман»?", "Марк Донцев"),
        ("Чьими стараниями открыт берталий?", "Яков Ольх"),
        ("Имя какого города спрятано в названии берталия?", "Краснолесье"),
    ],
)
def test_own_words_are_understood(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]


@pytest.mark.parametrize(
    "question",
    [
        "В каком веке заложили Дальнюю башню?",  # where it stands, is no time
        "Кто барабанщик группы «Синий туман»?",  # what he plays, is not known
        "Кто играет на барабанах в группе «Синий туман»?",
        "Какой любимый жанр у «Синего тумана»?",  # what he likes is not what he plays
        "Какую начальную школу окончил Яков Ольх?",
        "Какая спортивная столица Берталии?",
        "Кто по образованию режиссёр фильма «Синий дым»?",
        "О чём спорят герои «Тихого зверя»?",
    ],
)
def test_what_is_not_known_is_not_told(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form


@pytest.mark.parametrize(
    ("question", "left"),
    [("Чем знаменит брат Зурина Марк?", ("брат",)), ("Чем знаменит друг Зурина Марк?", ())],
)
def test_a_mere_first_name_after_whose_kin_it_is_means_nobody_else(
    asked: Simba, question: str, left: tuple[str, ...]
) -> None:
    tried = asked.reason("Чем знаменит Марков?")[1].attempts[0]
    so_far = asked.reason(question)[1]
    unexplained = tuple(word.token.text for word in so_far.parse.words[2:4])
    reading = replace(tried.reading, candidate=so_far.candidates[0], unexplained=unexplained)
    attempt = replace(tried, reading=reading)
    assert left_out(attempt, so_far.parse, so_far.interrogative, (), {"брат"}) == left
