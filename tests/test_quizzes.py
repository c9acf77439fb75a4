"""Questions as quizzes put them: with asides, set phrases, and answers that a rule itself says to be what is asked."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q2 ; wdt:P40 wd:Q3 ; wdt:P735 wd:Q31 ;
    wdt:P3091 wd:Q4 ; wdt:P27 wd:Q20 ; wdt:P1412 wd:Q22 ; wdt:P39 wd:Q32 ; wdt:P106 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Семён Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q1 ; wdt:P735 wd:Q34 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Пётр Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q1 .
wd:Q4 rdfs:label "Воронок"@ru .
wd:Q10 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Белая тень"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q20 rdfs:label "Зурбагания"@ru ; wdt:P31 wd:Q6256 ; wdt:P37 wd:Q21 ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "зурбаганский"@ru .
wd:Q22 rdfs:label "английский язык"@ru ; wdt:P31 wd:Q34770 .
wd:Q34770 rdfs:label "язык"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q31 rdfs:label "Глеб"@ru .
wd:Q32 rdfs:label "бургомистр Гертона"@ru .
wd:Q33 rdfs:label "кожевник"@ru ; wdt:P31 wd:Q4164871 .
wd:Q34 rdfs:label "Семён"@ru .
wd:Q4164871 rdfs:label "пост"@ru .
wd:Q40 rdfs:label "Малая Лея"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q41 ; wdt:P974 wd:Q42 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Лея"@ru ; wdt:P31 wd:Q4022 .
wd:Q42 rdfs:label "Гуля"@ru ; wdt:P31 wd:Q4022 .
wd:Q4022 rdfs:label "река"@ru .
wd:Q50 rdfs:label "Быстрокрыл"@ru ; wdt:P31 wd:Q11446 ; wdt:P532 wd:Q51 ; wikibase:sitelinks 20 .
wd:Q51 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 .
wd:Q515 rdfs:label "город"@ru .
wd:Q11446 rdfs:label "корабль"@ru .
wd:Q60 rdfs:label "Ян Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q61 rdfs:label "Первый снег"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q60 ; wdt:P2142 "100"^^xsd:decimal ;
    wdt:P577 "1982-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q62 rdfs:label "Второй снег"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q60 ; wdt:P2142 "900"^^xsd:decimal ;
    wdt:P577 "1985-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q5 rdfs:label "человек"@ru .
wd:Q70 rdfs:label "зурбанская лихорадка"@ru ; wdt:P31 wd:Q12136 ; wdt:P924 wd:Q71 ; wikibase:sitelinks 20 .
wd:Q71 rdfs:label "лисский корень"@ru . wd:Q12136 rdfs:label "болезнь"@ru .
wd:Q72 rdfs:label "мореплаватель"@ru . wd:Q73 rdfs:label "прошлое"@ru .
wd:Q80 rdfs:label "Большой гертонский поход"@ru ; wdt:P31 wd:Q2401485 ; wdt:P710 wd:Q81 .
wd:Q81 rdfs:label "Гуго фон Лисс"@ru ; wdt:P31 wd:Q5 . wd:Q2401485 rdfs:label "экспедиция"@ru .
wd:Q82 rdfs:label "Зора"@ru ; wdt:P31 wd:Q523 ; wdt:P215 "A0V" ; wikibase:sitelinks 20 .
wd:Q83 rdfs:label "Зора"@ru ; wdt:P31 wd:Q697175 ; wikibase:sitelinks 25 .
wd:Q523 rdfs:label "звезда"@ru . wd:Q697175 rdfs:label "ракета-носитель"@ru .
wd:Q84 rdfs:label "Олаф Гертонский"@ru ; wdt:P31 wd:Q5 ; wdt:P509 wd:Q85 ; wdt:P22 wd:Q2 ; wdt:P25 wd:Q86 ;
    wikibase:sitelinks 20 .
wd:Q85 rdfs:label "огнестрельная рана"@ru ; wdt:P31 wd:Q12136 .
wd:Q86 rdfs:label "Ассоль Беталина"@ru ; wdt:P31 wd:Q5 .
wd:Q87 rdfs:label "Каперна"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q88 ; wikibase:sitelinks 20 .
wd:Q88 rdfs:label "Гринландское море"@ru . wd:Q89 rdfs:label "Хохотунья"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q87 .
wd:Q90 rdfs:label "симфония"@ru . wd:Q91 rdfs:label "Симфония № 2"@ru ; wdt:P31 wd:Q90 ; wdt:P86 wd:Q2 .
wd:Q95 rdfs:label "ребёнок"@ru ; wdt:P2579 wd:Q96 ; wikibase:sitelinks 20 . wd:Q96 rdfs:label "педология"@ru .
wd:Q97 rdfs:label "замок"@ru . wd:Q98 rdfs:label "вымышленный замок"@ru . wd:Q99 rdfs:label "стол"@ru .
wd:Q100 rdfs:label "Гель-Таль"@ru ; wdt:P31 wd:Q98 ; wdt:P127 wd:Q2 .
wd:Q101 rdfs:label "Вечный стол"@ru ; wdt:P31 wd:Q99 ; wdt:P127 wd:Q2 .
wd:Q102 rdfs:label "скетбол"@ru ; wdt:P31 wd:Q31629 ; wikibase:sitelinks 20 . wd:Q31629 rdfs:label "вид спорта"@ru .
wd:Q84 wdt:P641 wd:Q102 . wd:Q103 rdfs:label "Гертонский кубок"@ru ; wdt:P31 wd:Q99 ; wdt:P641 wd:Q102 .
wd:Q104 rdfs:label "Беталины"@ru ; wdt:P31 wd:Q164950 ; wikibase:sitelinks 20 .
wd:Q164950 rdfs:label "династия"@ru . wd:Q5741069 rdfs:label "рок-группа"@ru .
wd:Q1 wdt:P20 wd:Q51 . wd:Q84 wdt:P20 wd:Q51 . wd:Q1 wdt:P53 wd:Q104 .
wd:Q105 rdfs:label "Дом ветров"@ru ; wdt:P31 wd:Q5741069 ; wikibase:sitelinks 20 .
wd:Q84 wdt:P463 wd:Q105 .
wd:Q106 rdfs:label "Гертонский край"@ru ; wdt:P31 wd:Q82794 ; wdt:P1082 "5000"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q82794 rdfs:label "регион"@ru . wd:Q11 wdt:P407 wd:Q22 ; wdt:P123 wd:Q107 ; wdt:P136 wd:Q8261 .
wd:Q107 rdfs:label "Прибой"@ru ; wdt:P31 wd:Q2085381 . wd:Q2085381 rdfs:label "издательство"@ru .
wd:Q20 wdt:P38 wd:Q108 . wd:Q108 rdfs:label "лисский талер"@ru .
wd:Q109 rdfs:label "вино"@ru ; wdt:P186 wd:Q110 ; wikibase:sitelinks 40 . wd:Q110 rdfs:label "виноград"@ru .
wd:Q111 rdfs:label "лисвей"@ru ; wdt:P31 wd:Q109 ; wikibase:sitelinks 10 .
wd:Q92 rdfs:label "Песнь прибоя"@ru ; wdt:P31 wd:Q8261 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # What a comma sets off behind a name says what it is, whatever it is called there.
        ("Кто отец Глеба Беталина, автора «Синей тени»?", "Семён Беталин"),
        ("В каком порту прописан «Быстрокрыл», единственный сын верфи?", "Гертон"),
        # "Чьим сыном" asks for the father.
        ("Чьим сыном был автор «Синей тени»?", "Семён Беталин"),
        # The beast, not its owner's name.
        ("Как звали тощую лошадь Глеба Беталина?", "Воронок"),
        # What the rule calls so itself, though its class is not known.
        ("На каком языке изъясняются жители Зурбагании?", "зурбаганский"),
        ("Какой пост занимал Глеб Беталин?", "бургомистр Гертона"),
        # A town is a port of registry, and a river that flows into another has tributaries besides.
        ("В каком порту прописан корабль «Быстрокрыл»?", "Гертон"),
        ("В какую реку впадает Малая Лея?", "Лея"),
        # A superlative behind any linking verb, set phrases.
        ("Какой фильм Яна Гаммера оказался самым кассовым?", "Второй снег"),
        ("Какой из фильмов Яна Гаммера стал самым кассовым?", "Второй снег"),
        ("Какой фильм Яна Гаммера вышел на экраны в 1982 году?", "Первый снег"),
        # So does what ends a question behind a common noun.
        ("Чем лечат зурбанскую лихорадку, бич мореплавателей прошлого?", "лисский корень"),
        # Of a namesake, what it is tells nothing of its spectrum.
        ("К какому спектральному классу относится Зора?", "A0V"),
        # What flows into a river, not where that flows.
        ("Какие реки несут свои воды в Каперну?", "Хохотунья"),
        # Of what somebody owns, what is called as was asked; of what has to do with a sport, who plays it.
        ("Какой замок принадлежал Семёну Беталину?", "Гель-Таль"),
        ("Кто играет в скетбол?", "Олаф Гертонский"),
        # Of all who died there, who is of the family, and of the group.
        ("Кто из Беталиных умер в Гертоне?", "Глеб Беталин"),
        ("Кто из «Дома ветров» умер в Гертоне?", "Олаф Гертонский"),
        # The same in other words beside the asked noun.
        ("В каком порту, то есть гавани, прописан корабль «Быстрокрыл»?", "Гертон"),
    ],
)
def test_a_quiz_is_answered(asked: Simba, question: str, answer: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [answer]


def test_parents_are_both(asked: Simba) -> None:
    found = asked.answer("Кого считали родителями Олафа Гертонского?")
    assert {value.label for value in found.values} == {"Семён Беталин", "Ассоль Беталина"}


@pytest.mark.parametrize(
    "question",
    [
        "Кто отец Семёна Беталина, автора «Белой тени»?",  # his son is no answer
        "Как звали тощую лошадь Семёна Беталина?",  # nor is his own name
        "Какие корабли участвовали в Большом гертонском походе?",  # people are no ships
        "В какой симфонии Семёна Беталина зазвучала лисская «Песнь прибоя»?",  # no title merely decorates
        "Кто из детей Глеба Беталина занимается скетболом?",  # nor who studies children
        # What was not so, or was done with it later, is not what it is.
        "Какое издательство отклонило рукопись «Белой тени»?",
        "На какой язык перевели «Белую тень»?",
        "С кем в соавторстве написан роман «Белая тень»?",
        "Кто должен был написать «Белую тень»?",
        "Чем расплачивались в Зурбагании сто лет назад?",
        "Каково население столицы Гертонского края?",  # the capital's, not the land's
        "Из какого материала получают вино лисвей?",  # what all wine is of is not said of this one
        "От чьей руки погиб Олаф Гертонский?",  # a wound has no hand
        "Кто участвовал в Большом гертонском походе с лисской стороны?",  # on either side
    ],
)
def test_what_a_quiz_asks_in_vain_is_not_answered(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.status == "abstained", answer
