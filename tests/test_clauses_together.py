"""Questions for more than one fact with several clauses, with phrases that are compared or offered, with passives."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.display.plain import value_lines

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q7725634 rdfs:label "книга"@ru .
wd:Q33999 rdfs:label "актёр"@ru .
wd:Q90 rdfs:label "экранизация"@ru ; wdt:P279 wd:Q11424 .
wd:Q19 rdfs:label "Бурый дым"@ru ; wdt:P31 wd:Q90 .
wd:Q36834 rdfs:label "композитор"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36834 ; wikibase:sitelinks 20 ;
    wdt:P569 "1930-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P19 wd:Q50 .
wd:Q2 rdfs:label "Семён Шварцман"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P569 "1940-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P19 wd:Q51 .
wd:Q3 rdfs:label "Марк Донцев"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P569 "1955-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q205375 rdfs:label "изобретатель"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q30 rdfs:label "Лев Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q205375 ; wdt:P19 wd:Q50 ; wdt:P20 wd:Q51 ;
  wdt:P569 "1930-05-02T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1990-03-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P737 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q618779 rdfs:label "премия"@ru . wd:Q80 rdfs:label "Золотая сова"@ru ; wdt:P31 wd:Q618779 .
wd:Q81 rdfs:label "Серая сова"@ru ; wdt:P31 wd:Q618779 . wd:Q12 wdt:P166 wd:Q80 . wd:Q3 wdt:P166 wd:Q81 .
wd:Q60 wdt:P35 wd:Q2 .
wd:Q21 rdfs:label "Ближний порт"@ru ; wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q30 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P569 "1960-05-01T00:00:00Z"^^xsd:dateTime .
wd:Q10 rdfs:label "Синий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P161 wd:Q2 , wd:Q3 , wd:Q4 ; wdt:P86 wd:Q4 ;
    wdt:P144 wd:Q20 ; wdt:P577 "1970-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Белый дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P161 wd:Q2 ; wdt:P86 wd:Q3 ;
    wdt:P577 "1980-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Серый дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q3 ; wdt:P161 wd:Q3 , wd:Q2 ;
    wdt:P577 "1990-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Дальний порт"@ru ; wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 20 ;
    wdt:P577 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q50 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q60 ; wikibase:sitelinks 20 .
wd:Q51 wdt:P1448 "Лисс"@ru , "Старый Лисс"@ru , "Лиссбург"@ru .
wd:Q51 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q61 ; wikibase:sitelinks 20 .
wd:Q60 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q50 ; wdt:P47 wd:Q61 , wd:Q62 , wd:Q63 ;
    wdt:P1082 "900"^^xsd:decimal ; wdt:P2046 "120"^^xsd:decimal ; wikibase:sitelinks 40 .
wd:Q61 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q51 ; wdt:P47 wd:Q60 , wd:Q62 ;
    wdt:P1082 "500"^^xsd:decimal ; wikibase:sitelinks 40 .
wd:Q62 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q60 , wd:Q61 ; wikibase:sitelinks 40 .
wd:Q63 rdfs:label "Эпсилия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q60 ; wikibase:sitelinks 40 .
wd:Q7071 rdfs:label "Тихий омут"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q7073 ; wikibase:sitelinks 9 ;
    wdt:P577 "1901-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q7072 rdfs:label "Тихий омут"@ru ; wdt:P31 wd:Q11424 ; wdt:P86 wd:Q7074 ; wikibase:sitelinks 9 ;
    wdt:P577 "1971-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q7073 rdfs:label "Пров Каппин"@ru ; wdt:P31 wd:Q5 . wd:Q7074 rdfs:label "Юлий Ламбдин"@ru ; wdt:P31 wd:Q5 .
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # Clauses that "и" joins, each with a pronoun of its own.
        ("Назовите фильмы, в которых играл Марк Донцев и которые снял Глеб Гаммер.", {"Синий дым"}),
        ("Перечислите фильмы, где играл Марк Донцев и где играл Яков Ольх.", {"Синий дым"}),
        ("Назовите актёров, снимавшихся в «Синем дыме» и которые играли в «Белом дыме».", {"Семён Шварцман"}),
        (
            "Назовите фильмы, поставленные тем, кто снял «Синий дым», и в которых снялся Шварцман.",
            {"Белый дым"},
        ),
        # Two verbs, each with a date or a name of its own.
        ("Кто играл в «Синем дыме» и родился после 1950 года?", {"Марк Донцев", "Яков Ольх"}),
        ("Кто родился после 1957 года и играл в «Синем дыме»?", {"Яков Ольх"}),
        ("Какие фильмы сняты Глебом Гаммером и вышли после 1975 года?", {"Белый дым"}),
        # An object before "который", and one clause after another.
        ("Назовите фильмы с Семёном Шварцманом, музыку к которым написал Марк Донцев.", {"Белый дым"}),
        ("Назовите фильмы, в которых снялся Шварцман, музыку к которым написал Донцев.", {"Белый дым"}),
        # A plural looks back at the plural, not at whose that is.
        ("Назовите соседей страны, в которой находится Зурбаган, которые граничат с Гаммерией.", {"Дельтия"}),
        ("Какие соседи страны, где находится Зурбаган, которые граничат с Гаммерией?", {"Дельтия"}),
        # A clause beside the main one, by the same property.
        ("Какие актёры, которые играли в «Белом дыме», снимались в «Сером дыме»?", {"Семён Шварцман"}),
        ("Какие страны, с которыми граничит Берталия, граничат с Гаммерией?", {"Дельтия"}),
        # Who did what a passive says.
        ("Назовите фильмы с Семёном Шварцманом, которые сняты Марком Донцевым.", {"Серый дым"}),
        ("Назовите фильмы, которые сняты композитором «Белого дыма».", {"Серый дым"}),
        ("Какой из фильмов, снятых Глебом Гаммером, самый ранний?", {"Синий дым"}),
        # A request for what a noun asks of another that a clause describes.
        ("Назовите столицу страны, с которой граничит Эпсилия.", {"Зурбаган"}),
        ("Год рождения режиссёра, которым снят «Синий дым»?", {"1 мая 1930 года"}),
        # A film of a book, by a noun or a clause.
        ("Когда вышла экранизация книги «Дальний порт»?", {"1970 год"}),
        ("Год выхода экранизации книги «Дальний порт»?", {"1970 год"}),
        ("В каком году вышел фильм, в основе которого лежит книга «Дальний порт»?", {"1970 год"}),
        ("Год выхода книги, по которой снят фильм «Синий дым»?", {"1950 год"}),
        ("Какие страны граничат со страной со столицей в Лиссе?", {"Берталия", "Дельтия"}),
        ("Фильмы Глеба Гаммера, вышедшие позже 1975 года?", {"Белый дым"}),
        # Phrases that are compared.
        ("Кто старше: режиссёр «Серого дыма» или тот, кто написал музыку к «Синему дыму»?", {"Марк Донцев"}),
        ("Где больше население: в Гаммерии или в стране, в которой находится Зурбаган?", {"Берталия"}),
        ("Что вышло раньше: «Белый дым» или экранизация «Дальнего порта»?", {"Синий дым"}),
        ("На сколько лет Яков Ольх моложе человека, который снял «Серый дым»?", {"5 лет"}),
        # Phrases that are offered, with and without a word that asks.
        ("Зурбаган находится в Гаммерии или в Берталии?", {"Берталия"}),
        ("Режиссёр «Синего дыма» родился в Лиссе или в Зурбагане?", {"Зурбаган"}),
        ("Где находится Лисс: в Гаммерии или в Берталии?", {"Гаммерия"}),
        ("Кто снял «Серый дым»: режиссёр, который снял «Синий дым», или Марк Донцев?", {"Марк Донцев"}),
        ("Фильм, который снят по книге «Дальний порт», снял Марк Донцев или Глеб Гаммер?", {"Глеб Гаммер"}),
        # Claims on what clauses and nouns describe.
        ("Правда ли, что режиссёр фильма «Синий дым» снял «Белый дым»?", {"да"}),
        ("Правда ли, что Семён Шварцман — автор книги, по которой снят «Синий дым»?", {"да"}),
        ("Правда ли, что город, который является столицей Берталии, находится в Берталии?", {"да"}),
        ("Город, в котором родился Глеб Гаммер, находится в Гаммерии?", {"нет"}),
        # Two verbs that ask for one thing each; a noun for people that asks for nobody's.
        ("Когда родился и умер Лев Омегин?", {"2 мая 1930 года", "1 марта 1990 года"}),
        ("Где родился и умер Лев Омегин?", {"Зурбаган", "Лисс"}),
        ("Кто снял «Серый дым» и сыграл в нём?", {"Марк Донцев"}),
        ("Кто снял и сыграл в «Сером дыме»?", {"Марк Донцев"}),
        ("Какую премию получил фильм Марка Донцева?", {"Золотая сова"}),
        ("Какую премию получил Марк Донцев?", {"Серая сова"}),
        ("Кто президент Берталии?", {"Семён Шварцман"}),
        ("Какие изобретатели родились в Зурбагане?", {"Лев Омегин"}),
        ("Кто из композиторов повлиял на автора книги «Ближний порт»?", {"Глеб Гаммер"}),
    ],
)
def test_all_that_is_said_counts(asked: Simba, question: str, answers: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label or value.value for value in answer.values} == answers, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Музыку к каким фильмам, в которых играл Яков Ольх, написал Марк Донцев?",
        "Кем был человек, который снял «Серый дым», по профессии?",
        "Кем был режиссёр «Синего дыма» по профессии?",
        "Какие страны граничат с Берталией и любят пиво?",
        "Кто играл в «Синем дыме» и женился на балерине?",
        "Какие фильмы Глеба Гаммера раскрашены?",
        "Какой фильм Глеба Гаммера переведён на английский?",
        "Когда родился и умер Глеб Гаммер?",  # when he died is not told
        "Сколько экранизаций снял Глеб Гаммер?",  # none of his films is known to be one
        "Кто снял и озвучил «Синий дым»?",  # who dubbed it is not told
        "Кто был президентом Берталии, когда родился Марк Донцев?",  # not who is now
    ],
)
def test_what_a_clause_says_is_not_left_out(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("столица и население Берталии", {"Зурбаган", "900"}),
        ("место и дата рождения Глеба Гаммера", {"Зурбаган", "1 мая 1930 года"}),
        ("Назовите режиссёра и композитора фильма «Белый дым»", {"Глеб Гаммер", "Марк Донцев"}),
        ("Кто режиссёр и композитор фильма «Белый дым»?", {"Глеб Гаммер", "Марк Донцев"}),
        ("Когда и где родился Глеб Гаммер?", {"Зурбаган", "1 мая 1930 года"}),
        ("Кто и когда снял «Белый дым»?", {"Глеб Гаммер", "1980 год"}),
        ("Кто снял и когда вышел «Белый дым»?", {"Глеб Гаммер", "1980 год"}),
        ("Где родился и когда умер Лев Омегин?", {"Зурбаган", "1 марта 1990 года"}),
        ("Где родился Лев Омегин и когда он умер?", {"Зурбаган", "1 марта 1990 года"}),
        ("В каком городе и в каком году родился Глеб Гаммер?", {"Зурбаган", "1 мая 1930 года"}),
        ("Кто снял «Белый дым» и когда?", {"Глеб Гаммер", "1980 год"}),
        ("Кто написал роман «Тихий омут» и когда?", {"Пров Каппин", "1901 год"}),
        ("режиссёр, композитор и год выхода фильма «Белый дым»", {"Глеб Гаммер", "Марк Донцев", "1980 год"}),
    ],
)
def test_nouns_or_asking_words_that_are_joined_are_all_answered(
    asked: Simba, question: str, answers: set[str]
) -> None:
    assert {value.label for value in asked.answer(question).values} == answers


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Кто и когда снял «Белый дым»?", ["режиссёр: Глеб Гаммер", "дата публикации: 1980 год"]),
        ("Когда и кто снял «Белый дым»?", ["дата публикации: 1980 год", "режиссёр: Глеб Гаммер"]),
        ("площадь и население Берталии", ["площадь: 120", "численность населения: 900"]),
        (
            "композитор и актёры фильма «Синий дым»",
            [
                "композитор и в ролях: Яков Ольх",
                "в ролях: Семён Шварцман",
                "в ролях: Марк Донцев",
            ],
        ),
    ],
)
def test_of_what_is_asked_at_once_each_value_says_what_it_tells(
    asked: Simba, question: str, told: list[str]
) -> None:
    answer = asked.answer(question)
    assert value_lines(answer) == [", ".join(told)]
    assert all(value["properties"] for value in answer.as_dict()["answers"])


@pytest.mark.parametrize(
    "question",
    [
        "столица и президент Гаммерии",  # who has no president
        "дата рождения и причина смерти Глеба Гаммера",
        "Какие столица и валюта у Берталии?",
        "столица, валюта и население Берталии",
        "режиссёр и персонажи фильма «Белый дым»",
        "Где и когда родился Марк Донцев?",
        "Когда и где умер Глеб Гаммер?",
        "Где родился и когда умер Глеб Гаммер?",
        "Кто написал «Дальний порт» и кто снял по нему фильм?",
        "Какую премию и когда получил Марк Донцев?",  # not when he was born
        "Где родился Глеб Гаммер и где родился Марк Донцев?",
        "Кто написал «Тихий омут» и когда?",  # the novel, or the music of the film
    ],
)
def test_half_of_what_is_asked_is_no_answer(asked: Simba, question: str) -> None:
    assert asked.answer(question).values == ()


@pytest.mark.parametrize(
    "question", ["Как раньше назывался Лисс?", "прежнее название Лисса", "бывшее имя Лисса"]
)
def test_the_present_name_is_no_former_one(asked: Simba, question: str) -> None:
    assert {value.label for value in asked.answer(question).values} == {"Старый Лисс", "Лиссбург"}
