"""The embedded knowledge base answers a hundred natural questions and more, and abstains on those it cannot know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from simba import Answer, Simba, Value
from simba.common.vocabulary import XSD, entity_id

QUESTIONS = Path(__file__).parent / "questions"
DATE = re.compile(r"(-?\d{4})(-\d\d-\d\d)?")


def read(name: str) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = yaml.safe_load((QUESTIONS / name).read_text(encoding="utf-8"))
    return content


ANSWERED = read("answered.yaml")
ABSTAINED = read("abstained.yaml")
GAPS: dict[str, list[dict[str, Any]]] = yaml.safe_load((QUESTIONS / "gaps.yaml").read_text(encoding="utf-8"))


def matches(value: Value, expected: str) -> bool:
    """Whether a value is the expected one: "1858" is any date of that year, and a year is any date in it."""
    if value.type == "uri":
        return entity_id(value.value) == expected
    date = DATE.fullmatch(expected)
    if date is None or value.value == expected:
        return value.value == expected
    if value.datatype == f"{XSD}integer":
        return int(value.value) == int(date[1])
    return value.value.startswith(expected)


def is_right(answer: Answer, expected: list[str]) -> bool:
    """At least one of the expected values, and no other."""
    return answer.status == "answered" and all(
        any(matches(value, one) for one in expected) for value in answer.values
    )


def test_the_lists_are_broad() -> None:
    assert len({item["question"].casefold() for item in ANSWERED}) >= 120
    assert len({item["property"] for item in ANSWERED}) >= 60
    assert len({item["question"].casefold() for item in ABSTAINED}) >= 40
    assert not {item["question"] for item in ANSWERED} & {item["question"] for item in ABSTAINED}


@pytest.mark.slow
def test_what_it_can_know_is_answered(demo: Simba) -> None:
    answers = {item["question"]: demo.answer(item["question"]) for item in ANSWERED}
    wrong = [item for item in ANSWERED if not is_right(answers[item["question"]], item["answers"])]
    assert not wrong, [str(answers[item["question"]]) for item in wrong]


@pytest.mark.slow
def test_what_it_cannot_know_is_not_answered(demo: Simba) -> None:
    answers = [demo.answer(item["question"]) for item in ABSTAINED]
    assert not [str(answer) for answer in answers if answer.status == "answered"]


@pytest.mark.xfail(
    strict=True, reason="a gap that is known; should it close, the question moves to answered.yaml"
)
@pytest.mark.parametrize("item", GAPS["missed"], ids=lambda item: item["question"])
def test_known_gaps(demo: Simba, item: dict[str, Any]) -> None:
    assert is_right(demo.answer(item["question"]), item["answers"])


@pytest.mark.xfail(
    strict=True, reason="a wrong answer that is known; mended, the question moves to abstained.yaml"
)
@pytest.mark.parametrize("item", GAPS["answered_wrongly"], ids=lambda item: item["question"])
def test_known_wrong_answers(demo: Simba, item: dict[str, Any]) -> None:
    assert demo.answer(item["question"]).status == "abstained"


@pytest.mark.parametrize(
    ("question", "year"), [("В каком году открыли Нептун?", 1846), ("в каком году вышла Матрица", 1999)]
)
def test_who_asks_for_a_year_gets_an_integer(demo: Simba, question: str, year: int) -> None:
    (value,) = demo.answer(question).values
    assert (value.value, value.datatype, value.label) == (str(year), f"{XSD}integer", f"{year} год")


def test_who_asks_when_gets_the_day(demo: Simba) -> None:
    (value,) = demo.answer("Когда родился Юрий Гагарин?").values
    assert (value.value, value.label) == ("1934-03-09T00:00:00Z", "9 марта 1934 года")


def test_where_is_told_by_the_place_and_then_its_country(demo: Simba) -> None:
    answer = demo.answer("Где находится Эйфелева башня?")
    assert [value.label for value in answer.values] == ["Париж", "Франция"]
    assert answer.query == "SELECT DISTINCT ?answer WHERE { wd:Q243 (wdt:P17|wdt:P276) ?answer }"
    assert answer.property
    assert answer.property.id == "P276"
    assert [value.label for value in demo.answer("В каком городе находится Эйфелева башня?").values] == [
        "Париж"
    ]


def test_what_the_question_names_is_no_answer_to_it(demo: Simba) -> None:
    answer = demo.answer("С какими странами Россия омывается Каспийским морем?")
    assert answer.values
    assert "Россия" not in [value.label for value in answer.values]
