"""The evaluation, as a researcher meets it who wants to cite its figures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simba import Simba, Value
from simba.cli.commands import main
from simba.common.vocabulary import ENTITY, XSD
from simba.errors import SimbaError, SourceError
from simba.evaluation import Evaluation, Question, evaluate, read_gold, score
from simba.evaluation.intervals import mcnemar, wilson

Ask = Callable[[str], Any]


def uri(identifier: str) -> dict[str, str]:
    return {"type": "uri", "value": ENTITY + identifier}


def rubq(uid: int, text: str, answers: list[dict[str, str]], *tags: str, about: str = "") -> dict[str, Any]:
    """A question in RuBQ's format, about "Q142 P36" in the reference query's words."""
    entity, prop = about.split() if about else (None, None)
    return {
        "uid": uid,
        "question_text": text,
        "query": f"SELECT ?answer WHERE {{ wd:{entity} wdt:{prop} ?answer }}" if about else None,
        "answer_text": "",
        "question_uris": [ENTITY + entity] if entity else None,
        "question_props": [f"wdt:{prop}"] if prop else None,
        "answers": answers,
        "tags": list(tags),
        "RuBQ_version": "2.0",
    }


QUESTIONS = [
    rubq(1, "Где похоронен Кутузов?", [uri("Q656")], "1-hop", about="Q185801 P119"),
    rubq(2, "На каких языках говорят в Швейцарии?", [uri("Q188")], "1-hop", about="Q39 P37"),
    rubq(3, "Столица Галлии?", [uri("Q90")], "1-hop", about="Q142 P36"),
    rubq(4, "Сколько людей во Франции?", [{"type": "literal", "value": "1"}], "1-hop", about="Q142 P1082"),
    rubq(5, "Столица Швейцарии?", [uri("Q70")], "1-hop", about="Q39 P36"),
    {
        **rubq(6, "Париж - столицей чему?", [uri("Q142")], "1-hop", "reverse", about="Q90 P36"),
        "query": "SELECT ?answer WHERE { ?answer wdt:P36 wd:Q90 }",
    },
    rubq(7, "Столица родины Вольтера?", [uri("Q90")], "multi-hop", about="Q9068 P27"),
    rubq(8, "Кто открыл Америку?", [], "no-answer"),
    rubq(9, "Столица Франции?", [], "no-answer"),
]
QUESTIONS[3]["answers"] = [{"type": "literal", "value": "68373433", "datatype": f"{XSD}integer"}]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(QUESTIONS, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def result(dataset: Path, simba: Simba) -> Evaluation:
    return evaluate(dataset, simba)


@pytest.fixture
def command(kb: Path, rules: Path) -> Callable[..., Result]:
    def run(*arguments: str | Path) -> Result:
        return CliRunner().invoke(
            main, ["eval", "--kb", str(kb), "--rules", str(rules), *map(str, arguments)]
        )

    return run


def row(evaluation: Evaluation, label: str) -> tuple[int, int]:
    found = next(row for row in evaluation.summary["rows"] if row["label"] == label)
    return found["count"], found["of"]


def literal(value: str, datatype: str | None = None) -> Value:
    return Value("literal", value, datatype and XSD + datatype, None)


# When is an answer right?

SAME = [
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1895-10-04", "date")),
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1895", "gYear")),
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1895", "integer")),
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1895-10", "gYearMonth")),
    (literal("1996-01-01T00:00:00Z", "dateTime"), literal("1996-05-27T00:00:00Z", "dateTime")),
    (literal("-0043-03-15T00:00:00Z", "dateTime"), literal("-43", "integer")),
    (literal("1895-10-04"), literal("+1895-10-04T00:00:00Z", "dateTime")),
    (literal("8", "decimal"), literal("8.0", "double")),
    (literal("14000000", "decimal"), literal("1.4E7", "double")),
    (literal("+231.90", "decimal"), literal("231.9")),
    (literal("«Моссад»"), literal("  моссад ")),
    (literal("C₆H₁₂O₆"), literal("C6H12O6")),
    (literal("Ёж"), literal("еж")),
    (Value("uri", ENTITY + "Q298", None, "Чили"), Value("uri", "wd:Q298", None, None)),
    (
        Value("uri", ENTITY + "Q298", None, None),
        Value("uri", "https://www.wikidata.org/wiki/Q298", None, None),
    ),
]
DIFFERENT = [
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1895-10-05T00:00:00Z", "dateTime")),
    (literal("1895-10-04T00:00:00Z", "dateTime"), literal("1896", "integer")),
    (literal("1895-10", "gYearMonth"), literal("1895-11-04", "date")),
    (literal("1895.5", "decimal"), literal("1895-10-04", "date")),
    (literal("8", "decimal"), literal("8.1", "decimal")),
    (literal("NaN", "double"), literal("Infinity", "double")),
    (literal("Чили"), Value("uri", ENTITY + "Q298", None, "Чили")),
    (Value("uri", ENTITY + "Q298", None, None), Value("uri", ENTITY + "Q2980", None, None)),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_are_compared_by_what_they_mean(one: Value, other: Value) -> None:
    assert score([one], [other]).correct
    assert score([other], [one]).correct


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_values_stay_different(one: Value, other: Value) -> None:
    assert not score([one], [other]).correct
    assert not score([other], [one]).correct


def test_any_right_answer_counts_and_sets_are_measured_too() -> None:
    a, b, c = (Value("uri", ENTITY + name, None, None) for name in ("Q1", "Q2", "Q3"))
    judged = score([a, c, c], [a, b])
    assert judged.correct
    assert (judged.precision, judged.recall, judged.f1) == (0.5, 0.5, 0.5)


def test_silence_is_right_exactly_where_there_is_no_answer() -> None:
    something = literal("42")
    assert score([], [], answerable=False).f1 == 1.0
    assert score([something], [], answerable=False).f1 == 0.0
    silent = score([], [something])
    assert (silent.correct, silent.precision, silent.recall, silent.f1) == (False, 0.0, 0.0, 0.0)


def test_intervals_and_tests_are_the_textbook_ones() -> None:
    successes, trials, z = 258, 960, 1.959963984540054
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials**2)) / (1 + z * z / trials)
    low, high = wilson(successes, trials) or (0.0, 0.0)
    assert isclose(low, middle - half)
    assert isclose(high, middle + half)
    assert wilson(0, 0) is None
    assert isclose(mcnemar(9, 1), 22 / 1024)
    assert mcnemar(0, 0) == mcnemar(5, 5) == 1.0


# Reading what others publish


def test_rubq_tells_what_each_question_is_about(dataset: Path) -> None:
    gold = read_gold(dataset)
    assert (gold.format, len(gold.questions)) == ("rubq", 9)
    first, last = gold.questions[0], gold.questions[-1]
    assert (first.id, first.entities, first.properties, first.answerable) == (
        "1",
        ("Q185801",),
        ("P119",),
        True,
    )
    assert not last.answerable


def test_qald_is_read_in_russian(tmp_path: Path, simba: Simba) -> None:
    path = tmp_path / "qald.json"
    capital = {
        "id": "12",
        "question": [
            {"language": "en", "string": "Capital?"},
            {"language": "ru", "string": "столица Франции"},
        ],
        "query": {
            "sparql": f"SELECT ?o WHERE {{ <{ENTITY}Q142> <http://www.wikidata.org/prop/direct/P36> ?o }}"
        },
        "answers": [{"head": {"vars": ["o"]}, "results": {"bindings": [{"o": uri("Q90")}]}}],
    }
    yes = {**capital, "id": "13", "query": {"sparql": "ASK { }"}, "answers": [{"head": {}, "boolean": True}]}
    english = {**capital, "id": "14", "question": [{"language": "en", "string": "Capital?"}]}
    path.write_text(json.dumps({"questions": [capital, yes, english]}), encoding="utf-8")
    gold = read_gold(path)
    assert (gold.format, len(gold.questions), gold.skipped) == ("qald", 2, 1)
    assert (gold.questions[0].entities, gold.questions[0].properties) == (("Q142",), ("P36",))
    assert gold.questions[1].answers == (literal("true", "boolean"),)
    result = evaluate(path, simba)
    assert row(result, "Answerable") == (1, 2)
    assert [row["label"] for row in result.summary["rows"]] == ["Answerable", "Unanswerable", "Total"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ("3", "neither a RuBQ file"),
        ("[]", "no questions"),
        ('[{"uid": 1}]', 'question 1 has no "question_text"'),
        ('[{"uid": 1, "question_text": "Кто?", "answers": [{}]}]', 'an answer without "value"'),
        ('[{"uid": 1, "question_text": "Кто?", "tags": "1-hop"}]', '"tags" is not a list'),
        ('{"questions": [{"id": 1, "question": [{"language": "en", "string": "Who?"}]}]}', "in Russian"),
    ],
)
def test_a_bad_file_is_one_line_and_exit_code_2(
    tmp_path: Path, command: Callable[..., Result], content: str, words: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    failed = command(path)
    assert failed.exit_code == 2
    assert words in failed.stderr
    assert failed.stderr.count("\n") == 1
    assert command(tmp_path / "none.json").exit_code == 2


# Scoring SimBa


def test_the_table_counts_what_the_paper_counts(result: Evaluation) -> None:
    assert row(result, "Answerable") == (2, 7)
    assert row(result, "Unanswerable") == (1, 2)
    assert row(result, "Total") == (3, 9)
    assert row(result, "1-hop") == (2, 5)
    assert row(result, "1-hop + reverse") == (0, 1)
    assert row(result, "Multi-hop") == (0, 1)
    assert result.summary["published"] is None
    # Four languages for one reference: right, with a precision of a quarter.
    languages = result.outcomes[1].score
    assert (languages.correct, languages.precision, languages.recall) == (True, 0.25, 1.0)


def test_every_failure_has_its_stage(result: Evaluation) -> None:
    stages = {outcome.question.id: outcome.stage for outcome in result.outcomes if outcome.stage}
    assert stages == {"3": "mention", "4": "property", "5": "no_fact", "6": "direction", "7": "hops"}
    counted = result.summary["stages"]
    assert counted["answered_unanswerable"] == 1
    assert sum(failure["first"] for failure in counted["failures"]) == 5
    recall = {stage["key"]: (stage["count"], stage["of"]) for stage in counted["recall"]}
    assert recall["property"] == (5, 7)
    assert recall["query@k"] == (3, 7)
    assert recall["mention"][0] >= recall["link@5"][0] >= recall["link@1"][0]


@pytest.mark.slow
def test_the_same_run_has_the_same_bytes_in_one_process_or_two(
    dataset: Path, kb: Path, rules: Path, command: Callable[..., Result]
) -> None:
    alone, shared = command(dataset, "--json", "--jobs", "1"), command(dataset, "--json", "--jobs", "2")
    assert alone.exit_code == shared.exit_code == 0
    one, two = (run.stdout[: run.stdout.index('"timings"')] for run in (alone, shared))
    assert one == two
    assert json.loads(alone.stdout)["questions"][0]["correct"] is True


@pytest.mark.slow
def test_the_terminal_shows_table_scores_reasons_and_stages(
    dataset: Path, command: Callable[..., Result]
) -> None:
    shown = command(dataset, "--jobs", "1")
    assert shown.exit_code == 0
    for words in ("Answerable", "macro F1 (QALD)", "no_entity", "link@5", "wrong direction", "95 %"):
        assert words in shown.stdout


# Scoring another system


def test_any_callable_can_be_scored(dataset: Path) -> None:
    known: dict[str, Any] = {
        "Где похоронен Кутузов?": ENTITY + "Q656",
        "На каких языках говорят в Швейцарии?": ["Q652", "Q188"],
        "Столица Галлии?": [Value("uri", ENTITY + "Q90", None, None)],
        "Сколько людей во Франции?": 68373433,
        "Столица Швейцарии?": [{"type": "uri", "value": ENTITY + "Q70"}],
        "Париж - столицей чему?": "Франция",
    }
    result = evaluate(dataset, known.get, name="a list")
    assert row(result, "Answerable") == (5, 7)
    assert row(result, "Unanswerable") == (2, 2)
    assert result.summary["stages"] is None
    assert "a list on questions.json (9 questions)" in str(result)


def test_a_system_that_breaks_is_wrong_not_silent(dataset: Path) -> None:
    def broken(question: str) -> str:
        raise ValueError("no\nluck")

    result = evaluate(dataset, broken)
    assert row(result, "Total") == (0, 9)
    assert result.summary["errors"] == 9
    assert result.outcomes[0].error == "ValueError: no luck"


def test_questions_of_your_own(simba: Simba) -> None:
    mine = [Question("a", "столица Франции", (Value("uri", ENTITY + "Q90", None, None),))]
    assert row(evaluate(mine, simba.answer), "Total") == (1, 1)


@pytest.mark.slow
def test_published_figures_stand_only_beside_their_own_questions() -> None:
    def questions(answerable: int) -> Iterator[Question]:
        for number in range(1200):
            answers = (literal("42"),) if number < answerable else ()
            yield Question(str(number), "?", answers, version="1.0")

    paper = evaluate(questions(960), lambda question: None)
    published = paper.summary["rows"][0]["published"]
    assert (published["SimBa (paper)"], published["DeepPavlov"]) == (258, 277)
    assert "another knowledge base" in str(paper)
    assert "DeepPavlov" not in str(evaluate(questions(959), lambda question: None))


def test_ctrl_c_keeps_what_was_done(dataset: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    def interrupted(question: str) -> None:
        asked.append(question)
        if len(asked) == 4:
            raise KeyboardInterrupt

    result = evaluate(dataset, interrupted)
    assert result.partial
    assert len(result.outcomes) == 3
    assert "3 of 9 questions, PARTIAL" in str(result)
    result.write_report(tmp_path / "report")
    assert json.loads((tmp_path / "report" / "results.json").read_text(encoding="utf-8"))["partial"] is True


def test_what_cannot_be_sent_to_other_processes_is_said(dataset: Path) -> None:
    with pytest.raises(SimbaError, match="jobs=1"):
        evaluate(dataset, lambda question: None, jobs=2)


# Comparing and reporting


def test_a_comparison_names_what_was_fixed_and_broken(
    dataset: Path, tmp_path: Path, command: Callable[..., Result], result: Evaluation
) -> None:
    evaluate(dataset, {"Столица Галлии?": "Q90"}.get).write_report(tmp_path / "earlier")
    compared = result.compared(tmp_path / "earlier")
    assert compared.comparison is not None
    assert [change["id"] for change in compared.comparison["fixed"]] == ["1", "2"]
    assert [change["id"] for change in compared.comparison["broken"]] == ["3", "9"]
    assert compared.comparison["mcnemar_p"] == 1.0
    shown = command(dataset, "--compare", tmp_path / "earlier" / "results.json", "--jobs", "1")
    assert "2 fixed, 2 broken, 0 changed of 9 shared questions" in shown.stdout
    assert "McNemar" in shown.stdout
    failed = command(dataset, "--compare", dataset)
    assert failed.exit_code == 2
    assert "not the results.json of an evaluation" in failed.stderr


def test_that_the_sample_answers_is_said(dataset: Path, demo: Simba) -> None:
    said = "the embedded sample answers, --kb names your knowledge base"
    assert said in str(evaluate(dataset, demo))
    assert said not in str(evaluate(dataset, {}.get))


def test_a_report_is_whole_and_holds_no_foreign_markup(tmp_path: Path) -> None:
    evil = '</script><script>alert("1")</script>|`*'
    questions = [Question(evil, evil, (Value("literal", evil, None, evil),), (evil,))]
    folder = evaluate(questions, lambda question: evil + "?", name=evil).write_report(tmp_path / "report")
    assert {path.name for path in folder.iterdir()} == {"index.html", "results.json", "results.md"}
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script>") == 2
    assert "alert" in page
    assert "<script" not in (folder / "results.md").read_text(encoding="utf-8")
    assert "http" not in page.replace("http-equiv", "")


def test_a_report_replaces_a_report_and_nothing_else(result: Evaluation, tmp_path: Path) -> None:
    result.write_report(tmp_path / "report")
    result.write_report(tmp_path / "report")
    (tmp_path / "report" / "thesis.tex").touch()
    with pytest.raises(SourceError, match=r"holds thesis\.tex, which SimBa did not write"):
        result.write_report(tmp_path / "report")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["report"]


@pytest.mark.parametrize("named", ["docs", "missing/../docs", "link"])
@pytest.mark.parametrize("file", ["index.html", "results.json", "thesis.tex"])
def test_a_report_never_replaces_what_simba_did_not_write(
    result: Evaluation, tmp_path: Path, named: str, file: str
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / file).write_text('{"mine": true}', encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "docs", target_is_directory=True)
    with pytest.raises(SourceError, match="name another folder"):
        result.write_report(tmp_path / named)
    assert (tmp_path / "docs" / file).read_text(encoding="utf-8") == '{"mine": true}'


def test_what_comes_into_a_report_while_questions_are_asked_stays(dataset: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    evaluate(dataset, lambda question: None).write_report(report)

    def slow(question: str) -> None:
        (report / "notes.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(SourceError, match=r"notes\.txt"):
        evaluate(dataset, slow).write_report(report)
    assert (report / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_link_to_a_report_stays_a_link(result: Evaluation, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "report", target_is_directory=True)
    result.write_report(tmp_path / "link")
    result.write_report(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "report" / "index.html").is_file()


def test_a_report_that_fails_leaves_nothing(
    result: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.rename

    def full(source: str, target: str) -> None:
        if Path(target).name == "report":
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(os, "rename", full)
    before = set(tmp_path.iterdir())
    with pytest.raises(SourceError, match="No space left"):
        result.write_report(tmp_path / "report")
    assert set(tmp_path.iterdir()) == before


def test_the_page_and_the_file_tell_the_same(result: Evaluation, tmp_path: Path) -> None:
    folder = result.write_report(tmp_path / "report")
    kept = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert [question["question"] for question in kept["questions"]] == [
        item["question_text"] for item in QUESTIONS
    ]
    assert kept["questions"][0]["trace"]["candidates"][0]["entity"] == "Q185801"
    assert kept["summary"] == json.loads(json.dumps(result.summary))
    page = (folder / "index.html").read_text(encoding="utf-8")
    for words in ("Stage funnel", "Abstention against accuracy", "Time per question", "wrong direction"):
        assert words in page


@pytest.mark.slow
def test_dev_with_the_snapshot(snapshot: Simba, dev_questions: Path) -> None:
    """The project's own measure: no worse than the floor in any of its three figures."""
    result = evaluate(dev_questions, snapshot)
    assert row(result, "Answerable")[0] >= 280
    assert row(result, "Unanswerable")[0] >= 76
    assert result.summary["precision"]["share"] >= 0.92
    assert result.summary["errors"] == 0
