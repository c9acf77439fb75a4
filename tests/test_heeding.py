"""Words that make it another question: what heeds them answers, what passes over them does not."""

from __future__ import annotations

from typing import Any

import pytest

from simba import Simba
from simba.display.plain import notes


def labels(answer: Any) -> set[str | None]:
    return {value.label for value in answer.values}


@pytest.mark.parametrize(
    "question",
    [
        "В какой день недели родился Жюль Верн?",
        "Какая валюта была во Франции до введения евро?",
        "Какая столица была у Казахстана до революции?",
        "Какая столица была у Казахстана в древности?",
        "Какая валюта была у Франции в прошлом?",
        "Какие романы написал Лев Толстой после эмиграции?",
        "Когда родился Жюль Верн по старому стилю?",
        "Какова высота Эльбруса в футах?",
        "Кто вице-президент Франции?",
        "Кто экс-президент Франции?",
        "Кто исполняет обязанности президента Франции?",
        "Какой роман Льва Толстого лучше всех?",
        "любимые романы Льва Толстого",
        "почти все романы Льва Толстого",
        "Во сколько часов родился Жюль Верн?",
        "В начале какого века родился Жюль Верн?",
        "Сколько лет прожил в эмиграции Жюль Верн?",
        "Сколько лет в эмиграции прожил Жюль Верн?",
        "Сколько времени снимали «Титаник»?",
        "Когда начались съёмки «Титаника»?",
        "съёмки титаника когда начались",
        "В каком году Пушкин окончил лицей?",
        "Кто сыграл Титаника?",  # not all of the film of that name
        "Какую партию основал Авраам Линкольн?",  # not the one that he was in
        "Назовите водолазов, родившихся в Москве",  # not everybody who was
        "Назовите таксидермистов, умерших в Париже",
        "Какой писатель, водолаз по профессии, родился в Москве?",
        "В какой стране официальные языки — немецкий и клингонский?",
        "Сколько лет было мужу Елены Глинской, когда она умерла?",  # he had died
        "Какая опера Чайковского написана по роману Кузякина?",  # not any of his
    ],
)
def test_what_cannot_be_heeded_is_not_passed_over(demo: Simba, question: str) -> None:
    assert demo.answer(question).status == "abstained"


def test_what_is_named_without_capitals_is_no_answer_either(demo: Simba) -> None:
    assert demo.answer("луна год вращения вокруг земли").status == "abstained"
    assert "Луна" in labels(demo.answer("спутник земли"))


def test_whose_pupil_somebody_was_is_not_who_his_are(demo: Simba) -> None:
    assert labels(demo.answer("Чьим учеником был Платон?")) == {"Сократ"}
    assert demo.answer("Чьим учеником был Сократ?").status == "abstained"


def test_what_was_passed_over_is_told(demo: Simba) -> None:
    answer = demo.answer("В какой день недели родился Жюль Верн?")
    assert (answer.reason, answer.unexplained) == ("not_simple", ("день", "недели"))
    assert "Слова «день», «недели» не учтены." in notes(answer)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Какой последний роман написал Лев Толстой?", "Анна Каренина"),
        ("Какой третий фильм снял Джеймс Кэмерон?", "Титаник"),
        ("Какой предпоследний роман написала Джоан Роулинг?", "Гарри Поттер и узник Азкабана"),
    ],
)
def test_one_of_many_is_picked_in_the_asked_phrase(demo: Simba, question: str, title: str) -> None:
    assert labels(demo.answer(question)) == {title}


def test_who_is_known_to_have_died_otherwise_did_not_die_so(demo: Simba) -> None:
    assert labels(demo.answer("Где застрелили Пушкина?")) == labels(demo.answer("Где умер Пушкин?"))
    answer = demo.answer("Когда утонул Пушкин?")
    assert (answer.reason, answer.unexplained) == ("not_simple", ("утонул",))


def test_how_long_ago_asks_when(demo: Simba) -> None:
    assert labels(demo.answer("Как давно умер Жюль Верн?")) == labels(demo.answer("Когда умер Жюль Верн?"))
    assert labels(demo.answer("Сколько лет прожил на свете Жюль Верн?")) == {"77 лет"}


def test_other_questions_are_answered(demo: Simba) -> None:
    assert demo.answer("Какая валюта во Франции?").status == "answered"
    assert demo.answer("Кто президент Франции?").status == "answered"
    assert demo.answer("Где родился Жюль Верн?").status == "answered"
