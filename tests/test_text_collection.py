"""The hand-written collection of texts (tests/texts): what its questions say of its paragraphs is so."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parent / "texts"
PARAGRAPHS = {
    one["uid"]: one
    for one in map(json.loads, (FOLDER / "paragraphs.jsonl").read_text(encoding="utf-8").splitlines())
}
QUESTIONS = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))


def test_nothing_comes_twice() -> None:
    for many in ([one["text"] for one in PARAGRAPHS.values()], [one["question"] for one in QUESTIONS]):
        assert [text for text, count in Counter(many).items() if count > 1] == []
    assert len({one["uid"] for one in QUESTIONS}) == len(QUESTIONS)


def test_each_answer_stands_in_its_sentence_and_that_in_its_paragraph() -> None:
    for one in QUESTIONS:
        if not one["answers"]:
            assert one["paragraphs"] == [], one["question"]
            continue
        assert one["answers"][0] in one["sentence"], one["question"]
        assert any(one["sentence"] in PARAGRAPHS[uid]["text"] for uid in one["paragraphs"]), one["question"]


def test_there_are_as_many_as_are_told_of() -> None:
    """Half of them can be answered only from the texts; half is held out."""
    assert len(PARAGRAPHS) >= 400
    halves = Counter((one["half"], one["in_kb"]) for one in QUESTIONS)
    assert min(halves.values()) > 400
    assert len(halves) == 4
