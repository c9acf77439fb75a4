"""Does a system know that it cannot know? Cases computed by hand, by GrailQAbility's definitions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import invoke
from hypothesis import given
from hypothesis import strategies as st

from simba import Simba, Value
from simba.answer import Labelled
from simba.answerability.benchmark_labels import BenchmarkLabel, read_labels
from simba.answerability.confidence_thresholds import Thresholds, tune
from simba.answerability.knowing import judged, knowing
from simba.answerability.said import ManifestSchema, said, schema_of
from simba.common.vocabulary import ENTITY
from simba.errors import SourceError
from simba.evaluation import Question, score
from simba.evaluation.outcome import Outcome

CAPITAL = "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }"
CITIES = "SELECT ?answer WHERE { ?answer wdt:P31 wd:Q515 . ?answer wdt:P17 wd:Q142 }"


def values(*names: str) -> tuple[Value, ...]:
    return tuple(Value("uri", ENTITY + name, None, None) for name in names)


def label(status: Any, *ideal: str, query: str = CAPITAL, category: str | None = None) -> BenchmarkLabel:
    return BenchmarkLabel(status, category, query, values(*ideal))


def outcome(
    *answers: str, of: tuple[str, ...] = (), reason: str | None = None, id: str = "1", **more: Any
) -> Outcome:
    question = Question(id, "?", values(*of))
    judged = score(values(*answers), question.answers, answerable=question.answerable)
    return Outcome(question, values(*answers), reason, judged, 0.0, **more)


# GrailQAbility, section 5: an answer that the reduced knowledge base has lost counts for F1(L), not for F1(R).


def test_an_answer_that_was_dropped_is_wrong_by_the_regular_score_and_right_by_the_lenient() -> None:
    one = judged(outcome("Q90"), label("NA", "Q90", category="fact"))
    assert (one.regular, one.lenient) == (0.0, 1.0)


def test_silence_about_what_cannot_be_answered_is_right_by_both() -> None:
    one = judged(outcome(reason="no_fact"), label("NA", "Q90"))
    assert (one.regular, one.lenient) == (1.0, 1.0)


def test_silence_about_what_can_be_answered_is_wrong_by_both() -> None:
    one = judged(outcome(of=("Q90",), reason="no_fact"), label("answerable", "Q90"))
    assert (one.regular, one.lenient) == (0.0, 0.0)


def test_precision_and_recall_are_each_the_greater_of_the_two() -> None:
    # ideally Q1 to Q4, in the reduced knowledge base only Q1; said were Q1 and Q2:
    # against the reduced 1/2 and 1, against the ideal 1 and 1/2
    one = judged(outcome("Q1", "Q2", of=("Q1",)), label("answerable", "Q1", "Q2", "Q3", "Q4"))
    assert one.regular == pytest.approx(2 / 3)
    assert one.lenient == 1.0


def test_a_wrong_answer_is_wrong_by_both() -> None:
    one = judged(outcome("Q9", of=("Q90",)), label("answerable", "Q90"))
    assert (one.regular, one.lenient) == (0.0, 0.0)


# EM: the form equals the reference's; NK equals NK.


@pytest.mark.parametrize(
    "reason",
    [
        "no_mention",
        "no_entity",
        "no_property",
        "not_simple",
        "uncountable",
        "incomparable",
        "unclear",
        "too_long",
        "unsure",
    ],
)
def test_where_there_is_no_form_saying_so_matches(reason: str) -> None:
    assert judged(outcome(reason=reason), label("NK", query=CAPITAL)).exact
    assert not judged(outcome(reason="no_fact", form="(hop Q142 P36)"), label("NK")).exact
    assert not judged(outcome("Q90", form="(hop Q142 P36)"), label("NK")).exact


def test_where_facts_are_missing_the_form_has_to_be_the_references() -> None:
    assert judged(outcome(reason="no_fact", form="(hop Q142 P36)"), label("NA")).exact
    assert not judged(outcome(reason="no_fact", form="(hop Q142 P1376)"), label("NA")).exact
    assert not judged(outcome(reason="no_property"), label("NA")).exact


def test_an_answer_may_be_right_by_the_wrong_form() -> None:
    right = judged(outcome("Q90", of=("Q90",), form="(hop Q142 ^P1376)"), label("answerable", "Q90"))
    assert (right.regular, right.exact) == (1.0, False)


def test_forms_match_whatever_their_order_and_classes_may_be_left_out() -> None:
    gold = label("answerable", "Q90", query=CITIES)
    assert judged(outcome("Q90", of=("Q90",), form="(and (hop Q142 ^P17) (class Q515))"), gold).exact
    bare = judged(outcome("Q90", of=("Q90",), form="(hop Q142 ^P17)"), gold)
    assert (bare.exact, bare.without_classes) == (False, True)


def test_a_query_stands_for_the_form_that_a_system_does_not_give() -> None:
    query = "PREFIX a: <http://www.wikidata.org/prop/direct/> SELECT ?x { wd:Q142 a:P36 ?x }"
    assert judged(outcome("Q90", of=("Q90",), query=query), label("answerable", "Q90")).exact


def test_a_reference_that_no_form_says_is_counted_apart() -> None:
    names = label("answerable", "Q90", query="SELECT ?a { wd:Q142 rdfs:label ?a }")
    found = knowing(
        [
            outcome("Q90", of=("Q90",), form="(hop Q142 P36)"),
            outcome("Q90", of=("Q90",), id="2", form="(hop Q142 P36)"),
        ],
        {"1": names, "2": label("answerable", "Q90")},
    )
    row = found["rows"][0]
    assert (row["of"], row["of_exact_match"], row["exact_match"]) == (2, 1, 1.0)


# NK and NA


def test_what_another_system_says_is_told_by_its_reason_form_or_query() -> None:
    assert said(outcome("Q90")) == "answered"
    assert said(outcome(reason="NA")) == "NA"
    assert said(outcome(reason="abstained")) == "NK"
    assert said(outcome(reason="abstained", query=CAPITAL)) == "NA"


def test_a_form_that_the_schema_does_not_know_is_none() -> None:
    schema = ManifestSchema(frozenset({"P36"}), frozenset({"Q515"}))

    def told(form: str) -> str:
        return said(outcome(reason="no_fact", form=form), schema)

    assert told("(hop Q142 P36)") == "NA"
    assert told("(hop Q142 P38)") == "NK"
    assert told("(and (class Q515 Q7) (hop Q142 P36))") == "NA"
    assert told("(and (class Q7) (hop Q142 P36))") == "NK"
    assert told("(hop Q142 (P36|P38)/P36)") == "NA"
    assert told("(or (hop Q142 P36) (hop Q142 P38))") == "NA"
    assert told("(statement P36 (subject Q142) (has P580) value)") == "NK"


def test_the_schema_is_in_the_manifest_of_a_benchmarks_knowledge_base(tmp_path: Path, kb: Path) -> None:
    assert schema_of(kb) is None
    assert schema_of(None) is None
    manifest = {"schema": {"properties": ["P36"], "classes": ["Q515"]}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert schema_of(tmp_path) == ManifestSchema(frozenset({"P36"}), frozenset({"Q515"}))


def test_the_table_of_what_was_said() -> None:
    outcomes = [
        outcome("Q90", of=("Q90",), id="1", form="(hop Q142 P36)"),
        outcome(reason="no_property", id="2"),
        outcome(reason="no_fact", id="3", form="(hop Q142 P36)"),
        outcome(reason="no_fact", id="4", form="(hop Q142 P36)"),
        outcome("Q90", id="5", form="(hop Q142 P36)"),
    ]
    labels = {
        "1": label("answerable", "Q90"),
        "2": label("NK", "Q90", category="relation"),
        "3": label("NK", "Q90", category="class"),
        "4": label("NA", "Q90", category="fact"),
        "5": label("NA", "Q90", category="fact"),
    }
    found = knowing(outcomes, labels)
    assert found["confusion"] == [
        {"status": "answerable", "answered": 1, "NK": 0, "NA": 0},
        {"status": "NK", "answered": 0, "NK": 1, "NA": 1},
        {"status": "NA", "answered": 1, "NK": 0, "NA": 1},
    ]
    assert found["told_apart"] == {"count": 2, "of": 3, "share": round(2 / 3, 6)}
    rows = {row["label"]: row for row in found["rows"]}
    assert set(rows) == {"all", "answerable", "unanswerable", "NK", "NA", "class", "relation", "fact"}
    assert rows["unanswerable"]["f1_regular"] == 0.75
    assert rows["unanswerable"]["f1_lenient"] == 1.0
    assert rows["unanswerable"]["exact_match"] == 0.75  # 2, 4 and, by its form, 5
    assert rows["fact"]["of"] == 2


def test_the_form_of_a_missing_fact_asks_for_what_such_things_usually_have(demo: Simba) -> None:
    # the rules for "появилась" know several properties, and none of France is known here; countries have an inception
    abstention = demo.answer("Когда появилась Франция?")
    assert (abstention.reason, abstention.form) == ("no_fact", "(hop Q142 P571)")


# thresholds


def tuned(*some: tuple[float, bool]) -> Thresholds:
    """Answers of some confidence to questions that can or cannot be answered."""
    return tune(
        [
            outcome("Q90", of=("Q90",) if answerable else (), id=str(number), confidence=confidence)
            for number, (confidence, answerable) in enumerate(some)
        ]
    )


def test_the_threshold_parts_what_can_be_answered_from_what_cannot() -> None:
    found = tuned((0.9, True), (0.8, True), (0.4, False), (0.3, False), (0.2, True))
    assert (found.confidence, found.linking) == (pytest.approx(0.6), 0.0)
    assert found.f1 == pytest.approx(4 / 5)
    assert found.kept(outcome("Q90", of=("Q90",), confidence=0.61)).answered
    silent = found.kept(outcome("Q90", confidence=0.59))
    assert (silent.answered, silent.reason, silent.score.f1) == (False, "unsure", 1.0)


def test_where_nothing_can_be_answered_nothing_is() -> None:
    assert tuned((0.2, False), (0.8, False)).confidence == pytest.approx(0.9)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=12))
def test_no_threshold_is_better_than_the_tuned_one(some: list[tuple[float, bool]]) -> None:
    def mean(threshold: float) -> float:
        kept = [not answerable if sure < threshold else answerable for sure, answerable in some]
        return sum(kept) / max(1, len(kept))

    found = tuned(*some)
    assert found.f1 == pytest.approx(mean(found.confidence))
    assert all(found.f1 >= mean(one) - 1e-6 for one, _ in some)


def test_without_anything_to_gain_there_is_no_threshold() -> None:
    assert tuned((0.2, True), (0.9, False)).confidence == 0.0
    assert tune([]) == Thresholds(0.0, 0.0, 0.0)


def test_linking_is_as_sure_as_the_entity_is_alone_among_its_namesakes() -> None:
    def linked(own: float, other: float, *, answerable: bool, id: str) -> Outcome:
        candidates = [
            {"entity": "Q1", "mention": "x", "score": own},
            {"entity": "Q2", "mention": "x", "score": other},
        ]
        of = ("Q90",) if answerable else ()
        return outcome("Q90", of=of, id=id, trace={"candidates": candidates}, entity=Labelled("Q1", None))

    found = tune([linked(3, 1, answerable=True, id="1"), linked(1, 1, answerable=False, id="2")])
    assert (found.linking, found.f1) == (0.625, 1.0)


# the command


def item(uid: int, status: str, answers: list[str], ideal: list[str]) -> dict[str, Any]:
    query = "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }"
    return {
        "uid": uid,
        "question_text": f"Вопрос {uid}?",
        "query": None if status == "NK" else query,
        "answers": [{"type": "uri", "value": ENTITY + name} for name in answers],
        "tags": [] if status == "answerable" else ["no-answer"],
        "ablation": {
            "status": status,
            "category": {"NK": "relation", "NA": "fact"}.get(status),
            "ideal_query": query,
            "ideal_answers": [{"type": "uri", "value": ENTITY + name} for name in ideal],
        },
    }


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    path = tmp_path / "questions.rubq.json"
    items = [item(1, "answerable", ["Q90"], ["Q90"]), item(2, "NK", [], ["Q90"]), item(3, "NA", [], ["Q90"])]
    path.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
    return path


def test_a_benchmark_is_scored_on_the_command_line(benchmark: Path, tmp_path: Path) -> None:
    peer, report = tmp_path / "peer.jsonl", tmp_path / "report"
    lines = [
        {"uid": 1, "answers": ["Q90"], "form": "(hop Q142 P36)"},
        {"uid": 2, "answers": [], "reason": "no_property"},
        {"uid": 3, "answers": ["Q90"], "form": "(hop Q142 P36)"},
    ]
    peer.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    arguments = ["eval", str(benchmark), "--answers", str(peer)]
    result = invoke(*arguments, "--report", report)
    assert result.exit_code == 0, result.output
    assert "Answerability (GrailQAbility)" in result.stdout
    assert re.search(r"told apart +1 of 1 +100\.0 %", result.stdout)
    rows = json.loads((report / "results.json").read_text(encoding="utf-8"))["answerability"]["rows"]
    assert [(row["label"], row["f1_regular"], row["exact_match"]) for row in rows[:3]] == [
        ("all", round(2 / 3, 6), 1.0),
        ("answerable", 1.0, 1.0),
        ("unanswerable", 0.5, 1.0),
    ]
    assert "Answerability (GrailQAbility)" in (report / "index.html").read_text(encoding="utf-8")
    assert "Answerability" in (report / "results.md").read_text(encoding="utf-8")


def test_thresholds_are_tuned_on_one_file_and_reported_on_another(benchmark: Path, kb: Path) -> None:
    result = invoke("eval", benchmark, "--kb", kb, "--tune", f"{benchmark}:{kb}", "--json", "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith(f"tuned on {benchmark}: linking from ")
    thresholds = json.loads(result.stdout)["answerability"]["thresholds"]
    assert set(thresholds) == {"linking", "confidence", "tuned_f1_regular"}


def test_a_set_without_labels_has_none(tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text('[{"uid": 1, "question_text": "?", "answers": []}]', encoding="utf-8")
    assert read_labels(path) is None


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ({"status": "maybe"}, 'no "ablation" with a "status"'),
        ({"status": "NK", "category": "luck"}, 'no "category" of class'),
        ({"status": "NK", "ideal_answers": {}}, '"ideal_answers" is not a list'),
        ({"status": "NK", "ideal_answers": [{}]}, 'an answer without "value"'),
    ],
)
def test_a_bad_label_is_told_with_its_question(bad: dict[str, Any], told: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(
        json.dumps([{"uid": 1, "question_text": "?", "answers": [], "ablation": bad}]), encoding="utf-8"
    )
    with pytest.raises(SourceError, match=rf"bad\.json: question 1: {told}"):
        read_labels(path)
