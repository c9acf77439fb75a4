"""Reading: the span of a paragraph that answers, marked as read, and silence where the text does not say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import invoke
from web_support import UNLIMITED

from simba import Answer, Simba
from simba.errors import SimbaError
from simba.texts.text_building import build_text
from simba.web import create_app

pytest.importorskip("tantivy", reason="the extra text is not installed")

ARCHITECT = (
    "Андрей Никифорович Воронихин (28 октября 1759, Новое Усолье — 1814) — русский архитектор и живописец. "
    "Учился живописи в мастерской уральского иконописца Гаврилы Юшкова."
)
BRIDGE = (
    "Мост через Тихую построил инженер Иван Петров. Длина моста через Тихую составляет 1,5 км. "
    "Он открыт в 1925 году; о нём написана повесть «Белый берег»."
)
QUESTION = "У какого иконописца учился Воронихин?"


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read")
    source = folder / "texts.jsonl"
    pages = [(1, "Воронихин, Андрей Никифорович", ARCHITECT), (7, "Тихий мост", BRIDGE)]
    lines = (json.dumps({"uid": uid, "title": title, "text": text}) for uid, title, text in pages)
    source.write_text("\n".join(lines), encoding="utf-8")
    build_text([source], folder / "index", Simba().kb)
    return folder / "index"


@pytest.fixture(scope="module")
def simba(texts: Path) -> Simba:
    return Simba(texts=texts, hybrid=True)


@pytest.mark.parametrize(
    ("question", "span", "uid"),
    [
        (QUESTION, "Гаврилы Юшкова", 1),
        ("Кто возвёл мост через Тихую?", "Иван Петров", 7),
        ("Какова длина моста через Тихую?", "1,5 км", 7),
        ("В каком году открыли мост через Тихую?", "1925", 7),
    ],
)
def test_the_span_of_the_asked_kind_is_read(simba: Simba, question: str, span: str, uid: int) -> None:
    answer = simba.answer(question)
    assert answer.read is not None
    assert span in answer.read.text
    assert answer.read.text in answer.read.sentence
    assert answer.read.sentence in (ARCHITECT if uid == 1 else BRIDGE)
    assert answer.read.uid == uid
    assert (answer.status, answer.values) == ("abstained", ())


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоил билет в цирк?",
        "В каком году умер Шекспир?",
        "Кто придумал телескоп?",
        "Красив ли мост через Тихую?",
    ],
)
def test_what_the_text_does_not_say_is_not_read(simba: Simba, question: str) -> None:
    assert simba.answer(question).read is None


def test_an_answer_from_the_facts_is_not_read(simba: Simba) -> None:
    answer: Answer = simba.answer("столица Франции")
    assert (answer.status, answer.read) == ("answered", None)


@pytest.mark.slow
def test_what_was_read_is_marked(texts: Path) -> None:
    told = invoke("ask", "--text", texts, "--hybrid", QUESTION)
    assert told.exit_code == 1
    assert "Гаврилы Юшкова — прочитано в тексте, не из базы знаний" in " ".join(told.output.split())
    found = invoke("ask", "--text", texts, "--hybrid", "--json", QUESTION)
    answer = json.loads(found.output)
    assert (answer["status"], answer["answers"]) == ("abstained", [])
    assert answer["read"].keys() == {"text", "sentence", "title", "uid", "confidence"}
    silent = invoke("ask", "--text", texts, "--json", QUESTION)
    assert "read" not in json.loads(silent.output)


def test_the_page_and_the_interface_mark_it(simba: Simba) -> None:
    client = create_app(simba, UNLIMITED).test_client()
    told = client.get("/api/answer", query_string={"question": QUESTION}).get_json()
    assert (told["status"], told["answers"], told["read"]["uid"]) == ("abstained", [], 1)
    page = client.get("/", query_string={"q": QUESTION}).text
    assert '<p class="value"><bdi>Гаврилы Юшкова</bdi></p>' in page
    assert "прочитано в тексте, не из базы знаний (Воронихин, Андрей Никифорович, абзац 1" in page
    described = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    assert set(described["ReadSpan"]["required"]) == set(told["read"])


def test_its_reading_is_scored_on_given_and_on_found_paragraphs(texts: Path, tmp_path: Path) -> None:
    questions = [
        {"uid": 1, "question": QUESTION, "answers": ["Гаврилы Юшкова"], "paragraphs": [1], "half": "a"},
        # The wrong paragraph is given: what is read there is not the answer that the right one has.
        {"uid": 2, "question_text": "Кто возвёл мост через Тихую?", "answers": ["Иван Петров"], "half": "a"}
        | {"paragraphs_uids": {"with_answer": [1]}},
        {"uid": 3, "question": "Кто?", "answers": [], "half": "b"},
    ]
    dataset = tmp_path / "questions.json"
    dataset.write_text(json.dumps(questions), encoding="utf-8")
    command = ["eval-reading", str(dataset), "--text", str(texts), "--half"]
    told = json.loads(invoke(*command, "a", "--json").stdout)
    assert (told["found"]["lemmas"], told["given"]["lemmas"]) == (1.0, 0.5)
    assert told["hybrid"] == {"questions": 2, "read": 2, "right": 2}
    assert "no question whose half is 'c'" in invoke(*command, "c").stderr


def test_reading_needs_texts() -> None:
    with pytest.raises(SimbaError, match="--hybrid needs --text"):
        Simba(hybrid=True)
