"""Words that make it another question: what heeds them answers, what passes over them does not."""

from __future__ import annotations

from typing import Any

import pytest

from simba import Simba


def labels(answer: Any) -> set[str | None]:
    return {value.label for value in answer.values}


@pytest.mark.parametrize(
    "question",
    [
        "В какой день недели родился Жюль Верн?",
        "Какая валюта была во Франции до введения евро?",
        "Какая столица была у Казахстана до революции?",
        "Какие романы написал Лев Толстой после эмиграции?",
        "Когда родился Жюль Верн по старому стилю?",
        "Какова высота Эльбруса в футах?",
    ],
)
def test_what_cannot_be_heeded_is_not_passed_over(simba: Simba, question: str) -> None:
    assert simba.answer(question).status == "abstained"


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Какой последний роман написал Лев Толстой?", "Анна Каренина"),
        ("Какой первый роман написал Лев Толстой?", "Война и мир"),
        ("Какой предпоследний роман написал Лев Толстой?", "Война и мир"),
        ("Предпоследний роман Льва Толстого", "Война и мир"),
    ],
)
def test_one_of_many_is_picked_in_the_asked_phrase(simba: Simba, question: str, title: str) -> None:
    assert labels(simba.answer(question)) == {title}


def test_other_questions_are_answered(simba: Simba) -> None:
    assert simba.answer("Какая валюта во Франции?").status == "answered"
    assert simba.answer("Где родился Жюль Верн?").status == "answered"
