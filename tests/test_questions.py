"""The embedded knowledge base answers a hundred natural questions and more, and abstains on those it cannot know."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from simba import Answer, Simba, Value
from simba.vocabulary import XSD, entity_id

QUESTIONS = Path(__file__).parent / "questions"
MIN_RIGHT = 0.95
"""The share of the questions, answerable and unanswerable, that must come out right."""
DATE = re.compile(r"(-?\d{4})(-\d\d-\d\d)?")


def read(name: str) -> list[dict[str, Any]]:
    content: list[dict[str, Any]] = yaml.safe_load((QUESTIONS / name).read_text(encoding="utf-8"))
    return content


ANSWERED = read("answered.yaml")
ABSTAINED = read("abstained.yaml")


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


def share_right(
    questions: list[dict[str, Any]], simba: Simba, right: Callable[[Answer, dict[str, Any]], bool]
) -> float:
    """The share of right answers; the others are printed."""
    wrong = []
    for item in questions:
        answer = simba.answer(item["question"])
        if not right(answer, item):
            wrong.append(answer)
            found = ", ".join(str(value.label) for value in answer.values) or answer.reason
            asked = answer.entity and answer.property and f"{answer.entity.id} {answer.property.id}"
            wanted = item.get("why") or f"{item['entity']} {item['property']} {item['answers']}"
            print(f"{answer.question} -> {found} ({asked}); wanted: {wanted}")
    return 1 - len(wrong) / len(questions)


def test_the_lists_are_broad() -> None:
    assert len({item["question"].casefold() for item in ANSWERED}) >= 120
    assert len({item["property"] for item in ANSWERED}) >= 60
    assert len({item["question"].casefold() for item in ABSTAINED}) >= 40
    assert not {item["question"] for item in ANSWERED} & {item["question"] for item in ABSTAINED}


def test_what_it_can_know_is_answered(demo: Simba) -> None:
    assert share_right(ANSWERED, demo, lambda answer, item: is_right(answer, item["answers"])) >= MIN_RIGHT


def test_what_it_cannot_know_is_not_answered(demo: Simba) -> None:
    assert share_right(ABSTAINED, demo, lambda answer, item: answer.status == "abstained") >= MIN_RIGHT


@pytest.mark.parametrize(
    ("question", "year"), [("В каком году открыли Нептун?", 1846), ("в каком году вышла Матрица", 1999)]
)
def test_who_asks_for_a_year_gets_an_integer(demo: Simba, question: str, year: int) -> None:
    (value,) = demo.answer(question).values
    assert (value.value, value.datatype, value.label) == (str(year), f"{XSD}integer", f"{year} год")


def test_who_asks_when_gets_the_day(demo: Simba) -> None:
    (value,) = demo.answer("Когда родился Юрий Гагарин?").values
    assert (value.value, value.label) == ("1934-03-09T00:00:00Z", "9 марта 1934 года")
