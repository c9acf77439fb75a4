"""Answers of any system, measured with the same yardstick: `simba eval DATASET --answers FILE`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from commands import invoke
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simba.common.vocabulary import ENTITY
from simba.errors import SourceError
from simba.evaluation import evaluate_answers
from simba.evaluation.given import FAULTS

PARIS, BERNE, CESAR = (ENTITY + name for name in ("Q90", "Q70", "Q1048"))


def question(uid: int, text: str, *answers: str) -> dict[str, object]:
    return {
        "uid": uid,
        "question_text": text,
        "query": "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }" if answers else None,
        "answers": [{"type": "uri", "value": value} for value in answers],
        "tags": [] if answers else ["no-answer"],
    }


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "questions.json"
    questions = [
        question(1, "Столица Франции?", PARIS),
        question(2, "Столицы Франции и Швейцарии?", PARIS, BERNE),
        question(3, "Кто съел последний пряник?"),
        question(4, "Столица Швейцарии?", BERNE),
    ]
    path.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return invoke("eval", *arguments)


def totals(result: Result) -> dict[str, object]:
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    row = next(row for row in document["summary"]["rows"] if row["label"] == "Total")
    return {key: row[key] for key in ("count", "of", "exact", "f1")}


EXPECTED = {"count": 3, "of": 4, "exact": 0.5, "f1": round((1 + 2 / 3 + 1) / 4, 6)}
"""Question 1 right, of question 2 one of two, 3 rightly silent, 4 not answered."""


def test_json_lines_of_any_system_are_scored(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.jsonl"
    lines = [
        {"uid": 1, "answers": [{"type": "uri", "value": PARIS}], "query": "SELECT ...", "confidence": 0.9},
        {"question": "Столицы Франции и Швейцарии?", "answers": ["Q90"], "form": "(hop Q142 P36)"},
        {"id": "3", "answers": [], "reason": "no_fact"},
    ]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    result = run(dataset, "--answers", path, "--json")
    assert totals(result) == EXPECTED
    assert result.stderr == f"{path}: no answer to 1 of 4 questions; they count as abstentions\n"
    told = json.loads(result.stdout)["questions"]
    assert told[0]["confidence"] == 0.9
    assert told[1]["form"] == "(hop Q142 P36)"
    assert told[2]["reason"] == "no_fact"


def test_identifiers_and_values_in_tsv_are_scored(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.tsv"
    path.write_text("id\tvalues\r\n1\tQ90\n2\thttp://www.wikidata.org/entity/Q90\n3\n", encoding="utf-8")
    assert totals(run(dataset, "--answers", path, "--json")) == EXPECTED


def test_values_of_a_question_may_stand_on_several_lines(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.tsv"
    path.write_text("2\tQ90\n2\tQ70\n", encoding="utf-8")
    assert evaluate_answers(dataset, path, tell=lambda line: None).outcomes[1].score.exact


def test_qalds_json_is_scored(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.json"
    bindings = [{"uri": {"type": "uri", "value": PARIS}}]
    answers = [{"head": {"vars": ["uri"]}, "results": {"bindings": bindings}}]
    items = [
        {"id": "1", "answers": answers, "query": {"sparql": "SELECT ?uri { wd:Q142 wdt:P36 ?uri }"}},
        {"id": 2, "answers": answers},
        {"id": "3", "answers": []},
    ]
    path.write_text(json.dumps({"questions": items}), encoding="utf-8")
    result = run(dataset, "--answers", path, "--json")
    assert totals(result) == EXPECTED
    assert json.loads(result.stdout)["questions"][0]["query"].startswith("SELECT")


BAD = {
    "no JSON": ("{", "not valid JSON"),
    "no object": ("[1]", "not a JSON object"),
    "about nothing": ('{"answers": []}', 'neither "uid", "id" nor "question"'),
    "no list": ('{"uid": 4, "answers": "Q70"}', '"answers" is not a list'),
    "no values": ('{"uid": 4, "answers": [null]}', "an answer must be text"),
    "an odd confidence": ('{"uid": 4, "answers": [], "confidence": "high"}', '"confidence" is not a number'),
    "too deep": ("[" * 100_000, "not valid JSON|recursion"),
}


@pytest.mark.parametrize(("line", "told"), BAD.values(), ids=BAD)
def test_a_bad_line_is_told_and_costs_nothing_else(
    line: str, told: str, dataset: Path, tmp_path: Path
) -> None:
    path = tmp_path / "peer.jsonl"
    good = '{"uid": 1, "answers": ["Q90"]}'
    path.write_text(f"{line}\n{good}\n", encoding="utf-8")
    lines: list[str] = []
    result = evaluate_answers(dataset, path, tell=lines.append)
    assert result.outcomes[0].score.correct
    assert lines[0].startswith(f"{path}:1: ")
    assert lines[0].endswith("; left out")
    assert any(one in lines[0] for one in told.split("|"))
    assert "\n" not in lines[0]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.binary(max_size=80) | st.text(max_size=80).map(str.encode),
    suffix=st.sampled_from([".jsonl", ".tsv"]),
)
def test_whatever_a_line_holds_the_others_are_scored(
    line: bytes, suffix: str, dataset: Path, tmp_path: Path
) -> None:
    path = tmp_path / f"peer{suffix}"
    good = b'{"uid": 1, "answers": ["Q90"]}' if suffix == ".jsonl" else b"1\tQ90"
    path.write_bytes(good + b"\n" + line.replace(b"1", b"x") + b"\n")
    lines: list[str] = []
    assert evaluate_answers(dataset, path, tell=lines.append).outcomes[0].score.correct
    assert not any("\n" in line for line in lines)


def test_a_form_that_cannot_be_read_is_left_out_of_its_answer(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.jsonl"
    path.write_text('{"uid": 1, "answers": ["Q90"], "form": "(hop"}\n', encoding="utf-8")
    lines: list[str] = []
    result = evaluate_answers(dataset, path, tell=lines.append)
    assert result.outcomes[0].score.correct
    assert result.outcomes[0].form is None
    assert "its form cannot be read" in lines[0]


def test_strangers_and_second_answers_are_told(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.jsonl"
    lines = ['{"uid": 1, "answers": ["Q90"]}', '{"uid": 1, "answers": ["Q70"]}', '{"uid": 77, "answers": []}']
    path.write_text("\n".join(lines), encoding="utf-8")
    told: list[str] = []
    assert evaluate_answers(dataset, path, tell=told.append).outcomes[0].score.correct
    assert told[0] == f"{path}:2: a second answer to question '1'; the first one counts"
    assert told[1] == f"{path}: 1 answers to questions that questions.json has not; left out"


def test_of_many_bad_lines_the_first_are_told_and_of_a_file_without_answers_one(
    dataset: Path, tmp_path: Path
) -> None:
    path = tmp_path / "peer.jsonl"
    path.write_text("nothing\n" * 100 + '{"uid": 1, "answers": ["Q90"]}', encoding="utf-8")
    told: list[str] = []
    assert evaluate_answers(dataset, path, tell=told.append).outcomes[0].score.correct
    assert told[FAULTS] == f"{path}: {100 - FAULTS} more such faults"
    path.write_text("nothing\n" * 100, encoding="utf-8")
    result = run(dataset, "--answers", path)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{path}:1: not valid JSON" in result.stderr


def test_a_system_that_failed_is_wrong_even_where_silence_is_right(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.jsonl"
    path.write_text('{"uid": 3, "status": "error", "error": "out of memory"}\n', encoding="utf-8")
    outcome = evaluate_answers(dataset, path, tell=lambda line: None).outcomes[2]
    assert (outcome.error, outcome.score.correct) == ("out of memory", False)


def test_a_file_about_other_questions_is_refused(dataset: Path, tmp_path: Path) -> None:
    path = tmp_path / "peer.tsv"
    path.write_text("77\tQ90\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"no answer to any question of questions\.json"):
        evaluate_answers(dataset, path)
    result = run(dataset, "--answers", tmp_path / "none.tsv")
    assert (result.exit_code, result.stderr) == (2, f"simba: {tmp_path / 'none.tsv'}: no such file\n")


def test_two_systems_are_compared(dataset: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.tsv", tmp_path / "other.jsonl"
    one.write_text("1\tQ90\n2\tQ90\n3\n4\tQ70\n", encoding="utf-8")
    other.write_text('{"uid": 1, "answers": ["Q70"]}\n{"uid": 3, "answers": []}\n', encoding="utf-8")
    result = run(dataset, "--answers", one, "--compare", other)
    assert result.exit_code == 0, result.output
    assert "3 fixed, 0 broken, 0 changed of 4 shared questions (1 correct before, 4 now)" in result.stdout
    assert "McNemar's exact test: p = 0.2500" in result.stdout


def test_an_earlier_report_is_compared_with_another_systems_answers(dataset: Path, tmp_path: Path) -> None:
    one, report = tmp_path / "one.tsv", tmp_path / "report"
    one.write_text("1\tQ90\n3\n", encoding="utf-8")
    assert run(dataset, "--answers", one, "--report", report).exit_code == 0
    result = run(dataset, "--answers", one, "--compare", report)
    assert "0 fixed, 0 broken, 0 changed of 4 shared questions" in result.stdout
    assert "exact sets" in (report / "results.md").read_text(encoding="utf-8")


def test_however_identifiers_are_written_the_same_answer_is_no_other(dataset: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.tsv", tmp_path / "other.tsv"
    one.write_text("1\tQ90\n", encoding="utf-8")
    other.write_text("1\thttp://www.wikidata.org/entity/Q90\n", encoding="utf-8")
    assert "0 fixed, 0 broken, 0 changed" in run(dataset, "--answers", one, "--compare", other).stdout


def test_answers_are_not_tuned(dataset: Path) -> None:
    result = run(dataset, "--answers", dataset, "--tune", dataset)
    assert result.exit_code == 2
    assert "--answers goes without --tune" in result.stderr
