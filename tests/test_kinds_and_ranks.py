"""Adjectives, trades and plurals that say which of several are meant are not passed over."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q23397 rdfs:label "озеро"@ru .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q1344 rdfs:label "опера"@ru . wd:Q2743 rdfs:label "балет"@ru .
wd:Q112099 rdfs:label "островное государство"@ru .
wd:Q99 rdfs:label "часть Северной Гаммерии"@ru .
wd:Q36834 rdfs:label "композитор"@ru . wd:Q49757 rdfs:label "поэт"@ru . wd:Q36180 rdfs:label "писатель"@ru .
wd:Q43115 rdfs:label "святой"@ru .
wd:Q46 rdfs:label "Альфарика"@ru ; wdt:P31 wd:Q5107 ; wikibase:sitelinks 90 . wd:Q5107 rdfs:label "континент"@ru .
wd:Q21 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 ; wikibase:sitelinks 40 ; wdt:P6 wd:Q2 ;
  wdt:P47 wd:Q22 , wd:Q23 .
wd:Q22 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 , wd:Q112099 ; wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q23 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 , wd:Q99 ; wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q30 rdfs:label "Верхнее Лиссное"@ru ; wdt:P31 wd:Q23397 ; wdt:P17 wd:Q21 ; wdt:P2046 "90"^^xsd:decimal .
wd:Q31 rdfs:label "Нижнее Лиссное"@ru ; wdt:P31 wd:Q23397 ; wdt:P17 wd:Q21 ; wdt:P2046 "80"^^xsd:decimal .
wd:Q32 rdfs:label "Малое Лиссное"@ru ; wdt:P31 wd:Q23397 ; wdt:P17 wd:Q21 ; wdt:P2046 "70"^^xsd:decimal .
wd:Q33 rdfs:label "Мелкое Лиссное"@ru ; wdt:P31 wd:Q23397 ; wdt:P17 wd:Q21 ; wdt:P2046 "60"^^xsd:decimal .
wd:Q34 rdfs:label "Дельтинское"@ru ; wdt:P31 wd:Q23397 ; wdt:P17 wd:Q23 ; wdt:P2046 "60"^^xsd:decimal .
wd:Q40 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q21 ; wikibase:sitelinks 40 .
wd:Q1 rdfs:label "Глеб Омегин"@ru ; skos:altLabel "Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q40 ;
  wdt:P106 wd:Q49757 , wd:Q36180 ; wdt:P27 wd:Q22 ; wikibase:sitelinks 40 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q60 ; wdt:P19 wd:Q40 ; wdt:P27 wd:Q21 ;
  wikibase:sitelinks 20 .
wd:Q60 rdfs:label "федеральный канцлер Берталии"@ru .
wd:Q3 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P27 wd:Q22 ; wdt:P106 wd:Q36834 ; wdt:P800 wd:Q50 , wd:Q51 ;
  wikibase:sitelinks 30 .
wd:Q50 rdfs:label "Лунные гуси"@ru . wd:Q51 rdfs:label "Тихий омут"@ru ; wdt:P31 wd:Q2743 .
wd:Q52 rdfs:label "Зеркало"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wikibase:sitelinks 30 .
wd:Q53 rdfs:label "Горный снег"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Клара Бетова"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q41 ; wdt:P20 wd:Q40 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q23 ; wikibase:sitelinks 40 .
wd:Q6 rdfs:label "Ян Старший"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q7 , wd:Q8 ; wikibase:sitelinks 20 .
wd:Q7 rdfs:label "Пётр Янов"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P40 wd:Q9 , wd:Q10 .
wd:Q8 rdfs:label "Анна Янова"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wdt:P40 wd:Q11 .
wd:Q9 rdfs:label "Вера Петрова"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 .
wd:Q10 rdfs:label "Павел Петров"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 .
wd:Q11 rdfs:label "Ольга Аннина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 .
wd:Q44475 rdfs:label "копьё"@ru ; wdt:P186 wd:Q287 ; wikibase:sitelinks 60 . wd:Q287 rdfs:label "древесина"@ru .
wd:Q70 rdfs:label "Верхняя капелла"@ru ; wdt:P31 wd:Q108325 ; wdt:P84 wd:Q2 ; wikibase:sitelinks 30 .
wd:Q108325 rdfs:label "капелла"@ru .
wd:Q71 rdfs:label "Серые девицы"@ru ; wdt:P31 wd:Q3305213 ; wdt:P170 wd:Q2 ; wikibase:sitelinks 30 .
wd:Q3305213 rdfs:label "картина"@ru .
wd:Q72 rdfs:label "Поход на «Серой чайке»"@ru ; wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q73 rdfs:label "Серая чайка"@ru ; wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 40 .
wd:Q7725634 rdfs:label "литературное произведение"@ru ; skos:altLabel "книга"@ru .
wd:Q75 rdfs:label "Дворец Берталии"@ru ; wdt:P31 wd:Q16560 ; wikibase:sitelinks 20 . wd:Q16560 rdfs:label "дворец"@ru .
wd:Q12 rdfs:label "Лев Учеников"@ru ; wdt:P31 wd:Q5 ; wdt:P1066 wd:Q2 ; wikibase:sitelinks 10 .
"""
FACTS += "".join(
    f'wd:Q{number} rdfs:label "Человек {number}"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36834 ; wdt:P19 wd:Q41 .\n'
    for number in range(100, 110)
)
"""So many composers that one would be known for one."""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("крупнейшие озёра Берталии", {"Верхнее Лиссное", "Нижнее Лиссное", "Малое Лиссное"}),
        ("Какие самые большие озёра в Берталии?", {"Верхнее Лиссное", "Нижнее Лиссное", "Малое Лиссное"}),
        ("Какое самое большое озеро в Берталии?", {"Верхнее Лиссное"}),
        ("Какие страны Альфарики островные?", {"Гаммерия"}),
        ("премьер-министр Берталии", {"Яков Ольх"}),
        ("С кем граничит Берталия?", {"Гаммерия", "Дельтия"}),
        ("Где родился поэт Омегин?", {"Зурбаган"}),
        ("Кто снял «Зеркало»?", {"Глеб Омегин"}),
        ("Какие балеты написал Марк Гаммер?", {"Тихий омут"}),
        ("кто родился в Лиссе, а умер в Зурбагане", {"Клара Бетова"}),
        ("Сколько внуков у Яна Старшего?", {"3"}),
        ("кто внук Яна Старшего", {"Павел Петров"}),
        ("Из чего делают копьё?", {"древесина"}),
        ("Кто написал «Поход на «Серой чайке»»?", {"Глеб Омегин"}),
        ("Кто написал «Поход на „Серой чайке“»?", {"Глеб Омегин"}),
        ("Кто был учеником Якова Ольха?", {"Лев Учеников"}),
        ("Кто спроектировал Верхнюю капеллу?", {"Яков Ольх"}),
    ],
)
def test_what_is_known_of_several_is_told(asked: Simba, question: str, answers: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == answers


@pytest.mark.parametrize(
    "question",
    [
        "крупнейшие озёра Дельтии",  # one is not several
        "Какие страны Альфарики пустынные?",
        "северные страны Альфарики",  # a part of Northern Gammeria is not northern
        "какие святые родились в Зурбагане",
        "Где родился композитор Омегин?",  # many are, but he is known to be something else
        "Кто снял фильм о зеркале?",
        "Какие оперы написал Марк Гаммер?",  # what nobody calls so need not be one
        "В какой стране родился Марк Гаммер?",  # whose citizen somebody is, is another thing
        "мэр Берталии",
        "кто родился в Зурбагане, а умер в Лиссе",  # it was the other way round
        "Какой из фильмов Омегина снят в Гаммерии?",  # not all that he made
        "Из чего сделано копьё Омегина?",
        "Кто расписал Верхнюю капеллу?",  # who built it need not have
        "Кто нашёл «Серых девиц»?",  # nor who painted them
        "С кем граничит Берталия на юге?",  # not all neighbours
        "Чьим учеником был Яков Ольх?",  # who learnt from him did not teach him
    ],
)
def test_what_says_which_are_meant_is_not_passed_over(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.status == "abstained", answer.form


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("Назовите 4 самые большие страны", ["Россия", "Канада", "США", "Китайская Народная Республика"]),
        ("Какие три страны самые маленькие?", ["Ватикан", "Израиль", "Армения"]),
    ],
)
def test_a_top_list_is_told_in_its_order(demo: Simba, question: str, listed: list[str]) -> None:
    """The USA is better known than Russia or Canada."""
    assert [value.label for value in demo.answer(question).values] == listed
