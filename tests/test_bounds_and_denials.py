"""Numbers that bound how long something took, claims that go through other things, and what is known of neither."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q8502 rdfs:label "гора"@ru . wd:Q198 rdfs:label "война"@ru . wd:Q11424 rdfs:label "фильм"@ru .
wd:Q28640 rdfs:label "профессия"@ru .
wd:Q36180 rdfs:label "писатель"@ru ; wdt:P31 wd:Q28640 . wd:Q33999 rdfs:label "актёр"@ru ; wdt:P31 wd:Q28640 .
wd:Q2526255 rdfs:label "режиссёр"@ru ; wdt:P31 wd:Q28640 .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 20 ; wdt:P26 wd:Q2 ;
  wdt:P569 "1800-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1837-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q2 rdfs:label "Яна Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 20 ;
  wdt:P569 "1800-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1890-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q3 rdfs:label "Марта Руст"@ru ; wdt:P31 wd:Q5 ; wdt:P27 wd:Q38 ; wdt:P26 wd:Q4 ; wikibase:sitelinks 5 .
wd:Q4 rdfs:label "Пётр Руст"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q3 ; wikibase:sitelinks 5 .
wd:Q38 rdfs:label "Италия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 90 .
wd:Q36 rdfs:label "Польша"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 90 .
wd:Q17 rdfs:label "Япония"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 90 .
wd:Q50 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q62 ; wikibase:sitelinks 40 .
wd:Q62 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P206 wd:Q64 ; wikibase:sitelinks 40 .
wd:Q64 rdfs:label "Каперна"@ru ; wdt:P31 wd:Q4022 ; wikibase:sitelinks 20 .
wd:Q66 rdfs:label "Пик Грэя"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "5600"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q70 rdfs:label "Лисская война"@ru ; wdt:P31 wd:Q198 ; wdt:P580 "1700-01-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P582 "1721-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q71 rdfs:label "Гертонская война"@ru ; wdt:P31 wd:Q198 ; wdt:P580 "1750-01-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P582 "1754-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q80 rdfs:label "Алые паруса"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q90 ; wdt:P161 wd:Q91 ; wdt:P86 wd:Q93 ;
  wdt:P272 wd:Q95 ; wikibase:sitelinks 20 .
wd:Q81 rdfs:label "Золотая цепь"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q90 ; wdt:P161 wd:Q92 ; wdt:P86 wd:Q94 ;
  wikibase:sitelinks 20 .
wd:Q90 rdfs:label "Акира Мидзухара"@ru ; wdt:P31 wd:Q5 ; wdt:P27 wd:Q17 ; wdt:P106 wd:Q2526255 ; wikibase:sitelinks 20 .
wd:Q91 rdfs:label "Артур Грэй"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 20 .
wd:Q92 rdfs:label "Томас Гарвей"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 20 .
wd:Q93 rdfs:label "Фёдор Звонов"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q94 rdfs:label "Лука Звонов"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q95 rdfs:label "Лиссфильм"@ru ; wdt:P31 wd:Q43229 . wd:Q43229 rdfs:label "студия"@ru .
wd:Q96 rdfs:label "Юзеф Вайс"@ru ; wdt:P31 wd:Q5 ; wdt:P27 wd:Q36 ; wikibase:sitelinks 5 .
wd:Q97 rdfs:label "Юрий Лонгренов"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q62 ; wikibase:sitelinks 5 .
wd:Q98 rdfs:label "Виталий Лонгренов"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q99 ; wikibase:sitelinks 5 .
wd:Q99 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q82 rdfs:label "Серая книга"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q97 , wd:Q98 ; wikibase:sitelinks 20 .
wd:Q11344 rdfs:label "химический элемент"@ru ; skos:altLabel "элемент"@ru .
wd:Q100 rdfs:label "грейий"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "1"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q101 rdfs:label "ассолий"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "2"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q10873124 rdfs:label "шахматист"@ru ; wdt:P31 wd:Q28640 .
wd:Q103 rdfs:label "Гель-Гью"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q104 rdfs:label "Карл Гель"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q103 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 5 .
wd:Q105 rdfs:label "Отто Гель"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q103 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 5 .
wd:Q106 rdfs:label "Рудольф Гель"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q103 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 5 .
wd:Q10693 rdfs:label "периодическая таблица"@ru ; skos:altLabel "таблица Менделеева"@ru ; wikibase:sitelinks 90 .
wd:Q102 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q99 ; wikibase:sitelinks 40 ;
  wdt:P2046 "100"^^xsd:decimal ; wdt:P1082 "900"^^xsd:decimal .
wd:Q50 wdt:P2046 "250"^^xsd:decimal ; wdt:P1082 "300"^^xsd:decimal .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("В каком фильме сыграли Юрий и Виталий Лонгреновы?", {"Серая книга"}),
        ("Назовите столицы Берталии и Гаммерии", {"Зурбаган", "Лисс"}),
        ("Какой элемент стоит под номером 2 в таблице Менделеева?", {"ассолий"}),
        ("Первый элемент таблицы Менделеева", {"грейий"}),
        ("Во сколько раз Берталия больше Гаммерии?", {"2,5"}),
        ("Кто из писателей прожил меньше 40 лет?", {"Глеб Гаммер"}),
        ("Какие писатели прожили больше 80 лет?", {"Яна Ольх"}),
        ("Прожил ли Глеб Гаммер больше 40 лет?", {"нет"}),
        ("Дожила ли Яна Ольх до 80 лет?", {"да"}),
        ("Какие войны длились больше 10 лет?", {"Лисская война"}),
        ("Выше ли Пик Грэя 5000 метров?", {"да"}),
        ("Находится ли столица Берталии на Каперне?", {"да"}),
        ("Какая река через столицу Берталии протекает?", {"Каперна"}),
        ("Кто снимался в фильмах Мидзухары?", {"Артур Грэй", "Томас Гарвей"}),
        ("Какие актёры снимались у Мидзухары?", {"Артур Грэй", "Томас Гарвей"}),
        ("Снимался ли Артур Грэй у Мидзухары?", {"да"}),
        ("Кто написал музыку к фильмам Мидзухары?", {"Фёдор Звонов", "Лука Звонов"}),
        ("Какой японский режиссёр снял «Алые паруса»?", {"Акира Мидзухара"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Был ли Глеб Гаммер женат на итальянке?",  # of what state she was is not known
        "Кто режиссёр «Алых парусов» по национальности?",  # he is, but he is not asked for
        "С какими городами побратим столица Берталии?",
        "Где родились Юрий Лонгренов и Виталий Лонгренов?",  # not where one of them was
        "Какой шахматист родился в Гель-Гью?",  # whoever was, none is known for one
        "Какой польский режиссёр снял «Алые паруса»?",  # nor is it the studio that made them
    ],
)
def test_nothing_is_denied_that_is_not_known(asked: Simba, question: str) -> None:
    assert asked.answer(question).values == ()
