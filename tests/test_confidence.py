"""How sure an answer is: signs that are weighed, a threshold, and weights that are fitted on questions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml
from commands import invoke
from flask.testing import FlaskClient
from handful import knowing

from simba import Simba, SimbaError
from simba.common.resources import data_path
from simba.display.narration import tables
from simba.evaluation.calibration import Judged, calibration, expected_error
from simba.evaluation.fitting import Observation, fit, written
from simba.stages.confidence import Confidence
from simba.stages.signs import Signs
from simba.web import create_app

KUTUZOV = "Где похоронен Кутузов?"


@pytest.fixture(scope="module")
def weights() -> Confidence:
    return Confidence.load((data_path("rules"),))


@pytest.fixture(scope="module")
def client(simba: Simba) -> FlaskClient:
    return create_app(simba).test_client()


def test_an_answer_is_given_where_it_is_sure_enough(simba: Simba) -> None:
    answer = simba.answer(KUTUZOV)
    assert answer.confidence is not None
    assert simba.answer(KUTUZOV, min_confidence=answer.confidence).values == answer.values
    doubted = simba.answer(KUTUZOV, min_confidence=1.0)
    assert (doubted.status, doubted.reason, doubted.values) == ("abstained", "unsure", ())
    assert (doubted.form, doubted.confidence) == (answer.form, answer.confidence)


def test_where_the_fact_that_is_asked_for_is_missing_another_is_no_answer(demo: Simba) -> None:
    question = "Что изобрёл Калашников?"  # an assault rifle is the better namesake: it invented nothing
    found = demo.answer(question, min_confidence=0.0)
    assert found.status == "answered"
    doubted = demo.answer(question, min_confidence=1.0)
    assert doubted.reason == "no_fact"
    assert doubted.form != found.form


@pytest.mark.parametrize(
    ("question", "reason", "form"),
    [
        ("Когда родился Париж?", "no_fact", "(hop Q90 P571)"),  # founded: other cities' dates are known
        ("Где похоронен Эверест?", "no_entity", "(hop Q513 P119)"),  # no mountain is buried anywhere
        ("Где родилась жена Волги?", "no_entity", "(hop Q626 P26/P19)"),
        ("В каком городе Австрии умер Виктор Цой?", "no_fact", "(hop Q487125 P20)"),  # wherever that is
        ("Какой цвет глаз у Пушкина?", "no_property", "(hop Q7200 P1340)"),  # of nobody it is told
    ],
)
def test_a_fact_is_missing_only_where_such_facts_are_known(
    demo: Simba, question: str, reason: str, form: str
) -> None:
    abstention = demo.answer(question)
    assert (abstention.reason, abstention.form) == (reason, form)


def test_what_the_same_words_ask_for_may_be_any_of_several_facts(tmp_path: Path) -> None:
    novels = "".join(
        f'wd:Q{20 + n} rdfs:label "Повесть {n}"@ru ; wdt:P31 wd:Q8261 ; wdt:P170 wd:Q1 .\n' for n in range(20)
    )
    simba = knowing(
        f"""
        wd:Q5 rdfs:label "человек"@ru . wd:Q8261 rdfs:label "роман"@ru .
        wd:Q1 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 . wd:Q2 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 .
        wd:Q3 rdfs:label "Высокая арка"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 .
        {novels}
        """,
        tmp_path,
    )
    found = simba.answer(
        "Кто автор «Высокой арки»?"
    )  # novels have creators (P170) here, and this one a writer (P50)
    assert [value.label for value in found.values] == ["Глеб Гаммер"]
    assert "missing" not in {sign["sign"] for sign in found.trace["confidence"]["signs"] if sign["value"]}


def test_nothing_found_has_no_confidence(simba: Simba) -> None:
    assert simba.answer("Чем пахнет Кутузов?").confidence is None


def test_a_choice_between_namesakes_is_not_held_against_the_chosen(demo: Simba) -> None:
    by_itself = demo.answer("Что изобрёл Калашников?", min_confidence=0.0)
    assert by_itself.entity is not None
    chosen = demo.answer("Что изобрёл Калашников?", entity=by_itself.entity.id)
    assert chosen.confidence is not None
    assert by_itself.confidence is not None
    assert chosen.confidence > by_itself.confidence


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_a_confidence_is_a_probability(simba: Simba, wrong: float) -> None:
    with pytest.raises(SimbaError, match="from 0 to 1"):
        simba.answer(KUTUZOV, min_confidence=wrong)
    with pytest.raises(SimbaError, match="from 0 to 1"):
        Simba(min_confidence=wrong)


def test_the_trace_adds_up_to_the_confidence(simba: Simba, weights: Confidence) -> None:
    found = simba.answer(KUTUZOV).trace["confidence"]
    signs = Signs(**{sign["sign"]: sign["value"] for sign in found["signs"]})
    assert found["value"] == pytest.approx(weights.of(signs).confidence, abs=1e-3)
    assert found["required"] == weights.threshold
    for sign in found["signs"]:
        assert sign["addend"] == pytest.approx(
            sign["value"] * getattr(weights.weights, sign["sign"]), abs=1e-2
        )


def test_people_see_every_sign_that_counts(simba: Simba, client: FlaskClient) -> None:
    answer = simba.answer(KUTUZOV)
    names = {sign["name"] for sign in answer.trace["confidence"]["signs"] if round(sign["addend"], 2)}
    table = next(table for table in tables(answer) if table.title == "Уверенность")
    assert names <= {row[0] for row in table.rows}
    page = client.get("/", query_string={"q": KUTUZOV, "why": "1"}).get_data(as_text=True)
    assert all(name in page for name in names)


def test_the_interface_takes_the_threshold(client: FlaskClient) -> None:
    def ask(**options: str) -> dict[str, object]:
        response = client.get("/api/answer", query_string={"question": KUTUZOV, **options})
        return {"code": response.status_code, **(response.get_json(silent=True) or {})}

    assert ask()["status"] == "answered"
    assert ask(min_confidence="1")["reason"] == "unsure"
    posted = client.post("/api/answer", json={"question": KUTUZOV, "min_confidence": 1}).get_json()
    assert posted["reason"] == "unsure"
    for wrong in ("2", "-1", "nan", "sure"):
        assert ask(min_confidence=wrong)["code"] == 400
    for wrong_type in ("0.5", True, [1]):
        response = client.post("/api/answer", json={"question": KUTUZOV, "min_confidence": wrong_type})
        assert response.status_code == 400


def test_the_commands_take_the_threshold(kb: Path, rules: Path, tmp_path: Path) -> None:
    options = ["--kb", str(kb), "--rules", str(rules), "--min-confidence", "1"]
    asked = invoke("ask", KUTUZOV, "--json", *options)
    assert json.loads(asked.stdout)["reason"] == "unsure"
    questions = tmp_path / "questions.txt"
    questions.write_text(KUTUZOV, encoding="utf-8")
    batch = invoke("batch", questions, *options)
    assert json.loads(batch.stdout)["reason"] == "unsure"
    assert invoke("ask", KUTUZOV, "--min-confidence", "2").exit_code == 2


def test_the_weights_are_few_and_each_says_what_it_means(weights: Confidence) -> None:
    assert len(Signs._fields) <= 15
    assert all(one.name and one.meaning for one in weights.told.values())


@pytest.mark.parametrize("change", ["unexplained", "invented"])
def test_weights_of_other_signs_are_refused(tmp_path: Path, change: str) -> None:
    content = yaml.safe_load((data_path("rules") / "confidence.yaml").read_text(encoding="utf-8"))
    taken = content["signs"].pop("unexplained")
    if change == "invented":
        content["signs"]["invented"] = taken
    (tmp_path / "confidence.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(SimbaError, match=change):
        Confidence.load((tmp_path,))


def made_up(weights: Confidence, count: int) -> list[Observation]:
    """Answers that are right as often as some weights say."""
    chance = random.Random(5)
    truth = {"unexplained": -4.0, "tried": -2.0, "several": 1.0}
    observed = []
    for number in range(count):
        signs = Signs(*(chance.random() if name in truth else 0.0 for name in Signs._fields))
        logit = 2 + sum(weight * getattr(signs, name) for name, weight in truth.items())
        right = chance.random() < 1 / (1 + 2.718281828**-logit)
        observed.append(Observation(f"вопрос {number}", signs, right))
    return observed


@pytest.mark.slow
def test_a_fit_finds_the_weights_that_made_the_answers(weights: Confidence) -> None:
    observed = made_up(weights, 3000)
    fitted = fit([("made up", observed)], weights)
    found = fitted.confidence.weights
    assert (found.unexplained, found.tried, found.several) == pytest.approx((-4, -2, 1), abs=0.6)
    assert found.assumed == 0  # it told nothing
    assert fitted.held_out["ece"] < 0.04
    assert written(fit([("made up", observed)], weights)) == written(fitted)


def test_a_fit_is_written_as_it_is_read(weights: Confidence, tmp_path: Path) -> None:
    fitted = fit([("made up", made_up(weights, 500))], weights)
    (tmp_path / "confidence.yaml").write_text(written(fitted), encoding="utf-8")
    assert Confidence.load((tmp_path,)) == fitted.confidence


def test_too_few_answers_fit_nothing(weights: Confidence) -> None:
    with pytest.raises(SimbaError, match="at least 20 right and 20 wrong"):
        fit([("made up", made_up(weights, 30))], weights)


def test_the_error_of_a_confidence_is_how_far_it_is_from_the_truth() -> None:
    assert expected_error([Judged(0.95, True)] * 19 + [Judged(0.95, False)]) == pytest.approx(0)
    assert expected_error([Judged(0.95, False)] * 10) == pytest.approx(0.95)
    assert expected_error([Judged(1.0, True), Judged(0.5, False)]) == pytest.approx(0.25)
    assert expected_error([]) == 0


def test_precision_is_shown_against_answers() -> None:
    answers = [Judged(0.9, True), Judged(0.8, True), Judged(0.8, False), Judged(0.2, False)]
    found = calibration(answers, questions=8, answerable=4)
    assert found is not None
    assert [(row["threshold"], row["abstained"], row["precision"]) for row in found["curve"]] == [
        (0.9, 0.875, 1.0),
        (0.8, 0.625, pytest.approx(0.666667)),
        (0.2, 0.5, 0.5),
    ]
    at = {row["threshold"]: row for row in found["thresholds"]}
    assert (at[0.0]["answered"], at[0.9]["answered"], at[0.9]["answerable"]) == (4, 1, 0.25)
    assert sum(row["of"] for row in found["bins"]) == 4


def test_the_command_fits_or_says_what_is_missing(kb: Path, rules: Path, tmp_path: Path) -> None:
    questions = tmp_path / "set.json"
    item = {"uid": 1, "question_text": KUTUZOV, "answers": [], "tags": []}
    questions.write_text(json.dumps([item]), encoding="utf-8")
    out = tmp_path / "confidence.yaml"
    run = invoke("eval", f"{questions}:{kb}", "--rules", rules, "--fit", out)
    assert (run.exit_code, out.exists()) == (2, False)
    both = invoke("eval", questions, questions)
    assert both.exit_code == 2
    assert "one DATASET at a time" in both.output
