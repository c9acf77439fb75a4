"""Which rule to write next: ``simba rules gaps`` lists the questions that no rule covers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from commands import invoke

from simba.common.vocabulary import ENTITY


@pytest.fixture
def gaps(kb: Path, few_rules: Path) -> Callable[..., Result]:
    """Run the command in the tiny world, with its few rules."""

    def run(*arguments: str | Path) -> Result:
        return invoke("rules", "gaps", "--kb", kb, *arguments)

    return run


def asked(uid: int, text: str, entity: str, prop: str, *answers: str) -> dict[str, Any]:
    return {
        "uid": uid,
        "question_text": text,
        "question_uris": [ENTITY + entity],
        "question_props": [f"wdt:{prop}"],
        "query": f"SELECT ?answer WHERE {{ wd:{entity} wdt:{prop} ?answer }}",
        "answers": [{"type": "uri", "value": ENTITY + answer} for answer in answers],
        "tags": ["1-hop"] if answers else ["no-answer"],
    }


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """Questions whose reference names the property; no rule knows of three."""
    path = tmp_path / "questions.json"
    questions = [
        asked(1, "Где похоронен Кутузов?", "Q185801", "P119", "Q656"),
        asked(2, "Какую резиденцию выбрала Франция?", "Q142", "P36", "Q90"),
        asked(3, "Резиденция Франции?", "Q142", "P36", "Q90"),
        asked(4, "В каком городе прах Кутузова?", "Q185801", "P119", "Q656"),
        asked(5, "Какая у Кутузова была лошадь?", "Q185801", "P99999"),
    ]
    path.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    return path


def test_gold_properties_that_no_rule_proposes_most_frequent_first(
    gaps: Callable[..., Result], reference: Path
) -> None:
    result = gaps(reference)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "   2  столица (P36): резиденция 2, выбрать 1"
    assert lines[1] == "        2: Какую резиденцию выбрала Франция?"
    assert lines[3] == "   1  место захоронения (P119): прах 1"
    assert "Правила нет для 3 из 4 вопросов" in lines
    assert "Не в счёт вопросы, на которые не ответит ни одно правило: 1" in lines, (
        "nobody need answer the unanswerable"
    )


def test_a_property_without_any_rule_is_marked(gaps: Callable[..., Result], tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    questions = [
        asked(1, "Какая у Кутузова была лошадь?", "Q185801", "P99999", "Q656"),
        asked(2, "Резиденция Франции?", "Q142", "P36", "Q90"),
    ]
    path.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    lines = [line for line in gaps(path).stdout.splitlines() if line[3:4].isdigit()]
    assert sorted("[правила нет]" in line for line in lines) == [False, True]
    assert "P99999 [правила нет]: " in "".join(lines)
    found = json.loads(gaps(path, "--json").stdout)["gaps"]
    assert {gap["property"]: gap["ruled"] for gap in found} == {"P99999": False, "P36": True}


def test_the_same_as_data(gaps: Callable[..., Result], reference: Path) -> None:
    found = json.loads(gaps(reference, "--json").stdout)
    assert (found["questions"], found["skipped"], found["uncovered"]) == (5, 1, 3)
    first = found["gaps"][0]
    assert (first["property"], first["direction"], len(first["questions"])) == ("P36", "forward", 2)
    assert first["words"] == [["резиденция", 2], ["выбрать", 1]]
    assert [one["id"] for one in first["questions"]] == ["2", "3"]


def test_without_a_reference_by_the_words_that_no_rule_explains(
    gaps: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "log.txt"
    path.write_text(
        "Кто стриг Кутузова?\n\nКакая столица Франции?\nЧем чихал Кутузов?\n"
        "Кто стриг Францию?\nКутузов умер в Москве?\n",
        encoding="utf-8",
    )
    result = gaps(path)
    assert result.stdout.splitlines() == [
        "   2  стричь 2",
        "        1: Кто стриг Кутузова?",
        "        5: Кто стриг Францию?",
        "   1  чихать 1",
        "        4: Чем чихал Кутузов?",
        "Правила нет для 3 из 4 вопросов",
        "Не в счёт вопросы, на которые не ответит ни одно правило: 1",
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.txt", "\n", "empty.txt: вопросов нет"),
        ("broken.json", "[{", "broken.json:1: not valid JSON"),
        ("other.json", "{}", "other.json: neither a RuBQ file"),
    ],
)
def test_a_file_that_holds_no_questions(
    gaps: Callable[..., Result], tmp_path: Path, name: str, content: str, message: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    result = gaps(tmp_path / name)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


@pytest.mark.slow
def test_what_is_said_of_a_real_question_set(dev_questions: Path) -> None:
    result = invoke("rules", "gaps", dev_questions, "--json")
    found = json.loads(result.stdout)
    counts = [len(gap["questions"]) for gap in found["gaps"]]
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == found["uncovered"]
    by_words = [gap for gap in found["gaps"] if not gap["property"]]  # the reference names no property
    assert sum(len(gap["questions"]) for gap in by_words) < found["uncovered"] / 10
    assert found["uncovered"] < found["questions"] / 3
