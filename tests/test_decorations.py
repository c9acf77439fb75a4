"""Words that decorate what a question is about, and change nothing of what is asked."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.common.resources import data_path
from simba.stages.framing.decorations import Decorations
from simba.stages.lexicon import load_words
from simba.stages.parse import Parser

DECORATIONS = Decorations(load_words([data_path("rules")]))

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
wd:Q7 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P20 wd:Q2 ; wdt:P19 wd:Q10 ; wdt:P26 wd:Q9 ;
    wdt:P569 "1801-02-03T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q8 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q7 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Каперна"@ru ; wdt:P31 wd:Q515 .
wd:Q9 rdfs:label "Анна Беталина"@ru ; wdt:P31 wd:Q5 .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q11 rdfs:label "папа римский"@ru ; skos:altLabel "папа"@ru ; wdt:P31 wd:Q4164871 ; wikibase:sitelinks 90 .
wd:Q12 rdfs:label "Ян Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q11 ; wikibase:sitelinks 20 .
wd:Q13 rdfs:label "Тирс"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q7 ; wdt:P569 "1850-02-03T00:00:00Z"^^xsd:dateTime ;
    wikibase:sitelinks 20 .
wd:Q14 rdfs:label "Отверженные"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q12 ; wdt:P161 wd:Q13, wd:Q9 ;
    wikibase:sitelinks 20 .
wd:Q15 rdfs:label "Второй снег"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q7 ; wdt:P161 wd:Q9 ; wikibase:sitelinks 20 .
wd:Q4164871 rdfs:label "пост"@ru . wd:Q11424 rdfs:label "фильм"@ru .
wd:Q19 rdfs:label "порт"@ru .
wd:Q16 rdfs:label "Новый Гертон"@ru ; wdt:P31 wd:Q19 ; wdt:P571 "1718-02-03T00:00:00Z"^^xsd:dateTime ;
    wikibase:sitelinks 20 .
wd:Q18 rdfs:label "США"@ru ; wdt:P31 wd:Q6256 ; wdt:P571 "1776-02-03T00:00:00Z"^^xsd:dateTime ;
    wikibase:sitelinks 300 .
wd:Q17 rdfs:label "Остап Тирсин"@ru ; wdt:P31 wd:Q15632617 ; wdt:P170 wd:Q7 ; wikibase:sitelinks 20 .
wd:Q15632617 rdfs:label "персонаж"@ru .
wd:Q2 wdt:P6 wd:Q12 ; wdt:P571 "1703-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q20 rdfs:label "король Зурбагании"@ru ; wdt:P31 wd:Q4164871 ; wdt:P1001 wd:Q1 ; wikibase:sitelinks 90 .
wd:Q12 wdt:P39 wd:Q20 ; p:P39 s:Q12-1, s:Q12-2 .
s:Q12-1 ps:P39 wd:Q20 ; pq:P580 "1830-02-03T00:00:00Z"^^xsd:dateTime .
s:Q12-2 ps:P39 wd:Q11 ; pq:P580 "1840-02-03T00:00:00Z"^^xsd:dateTime ; pq:P1545 "1" .
wd:Q6256 rdfs:label "страна"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q165 rdfs:label "море"@ru . wd:Q8142 rdfs:label "валюта"@ru . wd:Q5 rdfs:label "человек"@ru .
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # What marks set off behind a name says what that is: nothing is asked of what it names itself.
        ("Какая валюта у Зурбагании, государства в Южной Лиссе?", "зурба"),
        ("Какой город является столицей Зурбагании (страна к северу от Южной Лиссы)?", "Гертон"),
        # Nor does it ask anything.
        ("Куда впадает Малая Лея, река в Зурбагании, правый приток Леи?", "Синее море"),
        ("Куда впадает Малая Лея (река в Зурбагании, Покете и Лиссе, правый приток Леи)?", "Синее море"),
        # One of many who is named is he, and what he did before his name is said of him.
        ("В каком городе умер один из самых знаменитых поэтов Глеб Беталин?", "Гертон"),
        ("Кто написал один из величайших романов «Синяя тень»?", "Глеб Беталин"),
        ("В каком городе умер родившийся в Каперне Глеб Беталин?", "Гертон"),
        ("Как звали жену родившегося в Каперне поэта Глеба Беталина?", "Анна Беталина"),
        # A clause that tells nothing leaves the question as it is.
        ("В каком году родился Глеб Беталин, о котором все слышали?", "1801 год"),
        ("Кто папа Тирса, о котором все слышали?", "Глеб Беталин"),
        # Who plays in it is told, not asked.
        ("Кто режиссёр фильма «Отверженные» с Анной Беталиной в главной роли?", "Ян Гаммер"),
        # Nor is it asked of where it lies, of what it is, or of the year of which something else is told.
        ("Когда был основан город Новый Гертон в США?", "3 февраля 1718 года"),
        ("Кто придумал знаменитого персонажа «Остап Тирсин»?", "Глеб Беталин"),
        ("Кто мэр города Гертона, основанного в 1703 году?", "Ян Гаммер"),
        # Nor do the years of his life date what is asked, or who says so.
        ("Кто жена Глеба Беталина (1801—1870)?", "Анна Беталина"),
        ("Где, согласно энциклопедии, умер Глеб Беталин?", "Гертон"),
    ],
)
def test_a_decoration_changes_nothing(asked: Simba, question: str, answer: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [answer]


def test_two_ordinals_of_one_man_are_no_error(asked: Simba) -> None:
    """What is of two statements has no date of its own by which it might be the first."""
    answer = asked.answer("Последний король Зурбагании, первый папа римский, как звали его отца?")
    assert answer.status == "abstained"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Кто написал один из лучших романов «Идиот»?", "Кто написал роман «Идиот»?"),
        ("Когда основан один из красивейших городов Суздаль?", "Когда основан город Суздаль?"),
        (
            "Когда умер снявший «Сталкера» Андрей Тарковский?",
            "Когда умер Андрей Тарковский, снявший «Сталкера»?",
        ),
        (
            "Кто жена родившегося в Москве писателя Александра Герцена?",
            "Кто жена писателя Александра Герцена, родившегося в Москве?",
        ),
        (
            "Где родился написавший «Войну и мир» Лев Толстой и когда?",
            "Где родился Лев Толстой, написавший «Войну и мир», и когда?",
        ),
        ("Когда умер Пушкин (род. 1799)?", "Когда умер Пушкин?"),
        ("Что открыли Мария и Пьер Кюри?", "Что открыли Мария Кюри и Пьер Кюри?"),
        ("Что написали Борис и Аркадий Стругацкие?", "Что написали Борис Стругацкий и Аркадий Стругацкий?"),
    ],
)
def test_names_come_first(question: str, plain: str) -> None:
    assert DECORATIONS.plain(question) == plain


@pytest.mark.parametrize(
    "question",
    [
        "Как зовут одного из главных героев «Матрицы»?",  # of whom it is one
        "Как звали одного из учеников Пушкина?",
        "Когда умер один из авторов «Двенадцати стульев»?",
        "Когда родился выдающийся русский писатель Лев Толстой?",  # an adjective like others
        "На какой реке стоит расположенный на севере город Дарвин?",  # a noun tells namesakes apart
        "Где находится открытый для посетителей Юсуповский дворец?",
        "Кто снял фильм «Убитый на дуэли Пушкин»?",  # so it is called
        "Когда вышел «Титаник» (1997)?",  # the year tells namesakes apart
        "Кто написал «Руслан и Людмила Глинки»?",
        "Что открыли Дирк Костер и Дьёрдь Хевеши?",  # each has a surname of his own
        "Кто поставил балет Ромео и Джульетта Прокофьева?",  # whose it is
    ],
)
def test_what_tells_something_stays(question: str) -> None:
    assert DECORATIONS.plain(question) == question


@pytest.mark.parametrize(
    ("question", "noun", "name"),
    [
        ("Куда впадает Ока, правый приток Волги?", "приток", "Ока"),
        ("Когда умер Марк Твен, популярнейший американский писатель и журналист?", "писатель", "Марк"),
        ("Кто отец Давида IV — царя Грузии?", "царя", "Давида"),
        ("Какова дата рождения Петра I, отца Елизаветы Петровны?", "отца", "Петра"),
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


@pytest.mark.parametrize(
    "question", ["Когда умер Пушкин, поэт", "Где находится Париж, столица", "Подтверди, что Париж — город"]
)
def test_a_question_may_end_with_what_decorates_and_no_mark(question: str) -> None:
    assert Simba().answer(question).status in {"answered", "abstained"}
