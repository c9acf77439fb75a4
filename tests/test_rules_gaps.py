"""Which rule to write next: ``simba rules gaps`` lists the questions that no rule covers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simba.cli.commands import main
from simba.common.vocabulary import ENTITY

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture
def gaps(kb: Path, rules: Path) -> Callable[..., Result]:
    """Run the command in the tiny world, with its few rules over those of SimBa."""

    def run(*arguments: str | Path) -> Result:
        return CliRunner().invoke(
            main, ["rules", "gaps", "--kb", str(kb), "--rules", str(rules), *map(str, arguments)]
        )

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
    assert lines[0] == "   2  P36 столица: резиденция 2, выбрать 1"
    assert lines[1].startswith("        2: Какую резиденцию выбрала Франция?  (proposed: P263")
    assert lines[3] == "   1  P119 место захоронения: прах 1"
    assert "3 of 4 questions are covered by no rule" in lines
    assert "1 were left out: no rule can answer them" in lines, "nobody need answer the unanswerable"


def test_a_property_without_any_rule_is_marked(gaps: Callable[..., Result], tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    questions = [
        asked(1, "Какая у Кутузова была лошадь?", "Q185801", "P99999", "Q656"),
        asked(2, "Резиденция Франции?", "Q142", "P36", "Q90"),
    ]
    path.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    marked = {
        line.split()[1]: "[no rule yet]" in line
        for line in gaps(path).stdout.splitlines()
        if " P" in line[:8]
    }
    assert marked == {"P99999": True, "P36": False}
    found = json.loads(gaps(path, "--json").stdout)["gaps"]
    assert {gap["property"]: gap["ruled"] for gap in found} == {"P99999": False, "P36": True}


def test_the_same_as_data(gaps: Callable[..., Result], reference: Path) -> None:
    found = json.loads(gaps(reference, "--json").stdout)
    assert (found["questions"], found["skipped"], found["uncovered"]) == (5, 1, 3)
    first = found["gaps"][0]
    assert (first["property"], first["direction"], first["count"]) == ("P36", "forward", 2)
    assert first["words"] == [{"word": "резиденция", "count": 2}, {"word": "выбрать", "count": 1}]
    assert [one["id"] for one in first["questions"]] == ["2", "3"]
    assert len(json.loads(gaps(reference, "--json", "--limit", "1").stdout)["gaps"]) == 1


def test_without_a_reference_by_the_words_that_no_rule_explains(
    gaps: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "log.txt"
    path.write_text(
        "Кто стриг Кутузова?\n\nКакая столица Франции?\nСколько зубов у Кутузова?\n"
        "Кто стриг Францию?\nКутузов умер в Москве?\n",
        encoding="utf-8",
    )
    result = gaps(path, "--limit", "1")
    assert result.stdout.splitlines() == [
        "   2  стричь 2",
        "        1: Кто стриг Кутузова?",
        "        5: Кто стриг Францию?",
        "and 1 more gaps (--limit 2)",
        "3 of 4 questions are covered by no rule",
        "1 were left out: no rule can answer them",
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.txt", "\n", "empty.txt: no questions"),
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
def test_what_is_said_of_a_real_question_set() -> None:
    dev = SHARED / "rubq" / "dev.json"
    if not dev.exists():
        pytest.skip("needs ../shared, the project's data")
    result = CliRunner().invoke(main, ["rules", "gaps", str(dev), "--json"])
    found = json.loads(result.stdout)
    counts = [gap["count"] for gap in found["gaps"]]
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == found["uncovered"]
    by_words = [gap for gap in found["gaps"] if not gap["property"]]  # the reference names no property
    assert sum(gap["count"] for gap in by_words) < found["uncovered"] / 10
    assert found["uncovered"] < found["questions"] / 3
