"""Texts beside the facts: what is indexed and found, which sentence is quoted, and what reading scores."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simba import Simba
from simba.answer import Quotation
from simba.building.embedded import embedded
from simba.cli import main
from simba.errors import SourceError, TextError
from simba.kb.folder import KnowledgeBase
from simba.russian.stated import date_said, number_said, year_said
from simba.russian.text import fold
from simba.texts.reading_scores import ReadingQuestion, score_spans, span_scores
from simba.texts.text_building import build_text
from simba.web import create_app

pytest.importorskip("tantivy", reason="the extra text is not installed")
COLLECTION = Path(__file__).parent / "texts"
ENCYCLOPAEDIA = {
    "Пушкин, Александр Сергеевич": [
        "Александр Сергеевич Пушкин — русский поэт. Он родился в Москве 26 мая (6 июня) 1799 года. Затем уехал.",
        "Сестра поэта любила Москву.",
    ],
    "Лермонтов, Михаил Юрьевич": ["Лермонтов родился не в Москве, как думают, а в Тарханах."],
    "Париж": [
        "Париж стоит на Сене. Столица Франции — город-герой романов. Париж стал столицей Франции давно."
    ],
    "Чехова, Ольга Константиновна": ["Ольга Чехова умерла в Баденвайлере."],
    "Волга (река)": ["Волга впадает в Каспийское море."],
    "Волга (певица)": ["Волга поёт."],
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    numbers = iter(range(100))
    lines = [
        json.dumps({"uid": next(numbers), "title": title, "text": text}, ensure_ascii=False)
        for title, paragraphs in ENCYCLOPAEDIA.items()
        for text in paragraphs
    ]
    source = folder / "pages.jsonl.gz"
    source.write_bytes(gzip.compress("\n".join(lines).encode()))
    build_text([source], folder / "built", KnowledgeBase(embedded()))
    return folder / "built"


@pytest.fixture(scope="module")
def reading(texts: Path) -> Simba:
    return Simba(embedded(), texts=texts)


def said(quotation: Quotation) -> tuple[str | None, str]:
    """What stands in the sentence for the entity and for the value."""
    entity = quotation.entity and quotation.sentence[slice(*quotation.entity)]
    return entity, quotation.sentence[slice(*quotation.value)]


@pytest.mark.parametrize(
    ("question", "number", "entity", "value"),
    [
        ("Где родился Пушкин?", 0, "Он", "Москве"),
        ("Когда родился Пушкин?", 0, "Он", "26 мая (6 июня) 1799 года"),
        ("В каком году родился Пушкин?", 0, "Он", "1799 года"),
        ("столица Франции", 3, "Франции", "Париж"),
        ("В какое море впадает Волга?", 5, "Волга", "Каспийское море"),
    ],
)
def test_the_sentence_that_says_so(
    reading: Simba, question: str, number: int, entity: str, value: str
) -> None:
    evidence = reading.answer(question).evidence
    assert evidence is not None
    assert (evidence.uid, *said(evidence)) == (number, entity, value)


@pytest.mark.parametrize(
    "question", ["Где родился Лермонтов?", "Где умер Чехов?", "Какой поэт родился в 1799 году?"]
)
def test_silence_is_better_than_a_wrong_sentence(reading: Simba, question: str) -> None:
    """Denied; of somebody of the same name; of more than one fact."""
    answer = reading.answer(question)
    assert answer.values
    assert answer.evidence is None
    assert "evidence" not in answer.as_dict()


def test_paragraphs_are_found(reading: Simba) -> None:
    assert reading.texts is not None
    found = reading.texts.search("Какой поэт родился в Москве в 1799 году?", ["Q7200"])
    assert [hit.paragraph.uid for hit in found][:1] == [0]
    linked = {
        hit.paragraph.title: hit.paragraph.entity for hit in reading.texts.search("Волга река певица Пушкин")
    }
    assert linked["Волга (река)"] == "Q626"
    assert linked["Волга (певица)"] is None  # the remark is said of no entity of that name
    assert linked["Пушкин, Александр Сергеевич"] == "Q7200"


def test_ranked_as_the_paper_does(reading: Simba) -> None:
    assert reading.texts is not None
    ranked = reading.texts.index.supporting
    found = ranked(["москва", "родиться"], ["поэт", "сестра"], 10)
    # Two words of the answer, though the other has more of the question's.
    assert [(hit.paragraph.uid, hit.score) for hit in found] == [(0, 2001.0), (2, 2000.0), (1, 1002.0)]
    assert [hit.paragraph.uid for hit in ranked(["волга"], [], 10)] == [5, 6]
    assert not ranked(["нигде"], ["никто"], 10)


def test_the_page_and_the_interface_show_it(texts: Path) -> None:
    from web_support import UNLIMITED

    client = create_app(Simba(embedded(), texts=texts), UNLIMITED).test_client()
    told = client.get("/api/answer", query_string={"question": "Где родился Пушкин?"}).get_json()
    assert told["evidence"]["sentence"].startswith("Он родился в Москве")
    page = client.get("/", query_string={"q": "Где родился Пушкин?"}).text
    assert '<mark class="mention">Он</mark> родился в <mark class="mention">Москве</mark>' in page
    assert "Пушкин, Александр Сергеевич, абзац 0" in page
    described = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    assert set(described["Evidence"]["required"]) == set(told["evidence"])


# Sources and folders


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), standalone_mode=False)


def test_rubq_and_plain_text(tmp_path: Path) -> None:
    """A page of RuBQ's file has a number alone: its title is what its first words say."""
    rubq, plain = tmp_path / "RuBQ_2.0_paragraphs.json", tmp_path / "Волга.txt"
    entries = [
        {"uid": 7, "ru_wiki_pageid": 537, "text": "Пари́ж (фр. Paris) — столица Франции."},
        {"uid": 9, "ru_wiki_pageid": 537, "text": "Здесь стоит башня."},
    ]
    rubq.write_text(json.dumps(entries, ensure_ascii=False), encoding="utf-8")
    plain.write_text("Волга впадает\nв Каспийское море.\n\nНа ней стоит Тверь.\n", encoding="utf-8")
    manifest = build_text([rubq, plain], tmp_path / "built", KnowledgeBase(embedded()))
    assert (manifest.paragraphs, manifest.linked) == (4, 4)
    index = Simba(embedded(), texts=tmp_path / "built").texts
    assert index is not None
    found = {hit.paragraph.uid: hit.paragraph for hit in index.search("башня столица Волга Тверь")}
    assert {uid: one.entity for uid, one in found.items()} == {7: "Q90", 9: "Q90", 1: "Q626", 2: "Q626"}
    assert found[7].text == "Париж (фр. Paris) — столица Франции."  # without the stress
    assert found[1].text == "Волга впадает в Каспийское море."


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "is no paragraph"),
        ('[{"uid": 1, "text": "а"}, {"uid": 1, "text": "б"}]', "comes twice"),
        ('[{"uid": "первый", "text": "а"}]', "uid is a number"),
        ('[{"uid": 1', "no JSON"),
        (" ", "no paragraph"),
    ],
)
def test_a_bad_source_leaves_what_was_there(tmp_path: Path, texts: Path, content: str, problem: str) -> None:
    source, folder = tmp_path / "bad.json", tmp_path / "built"
    source.write_text('{"title": "Париж", "text": "Париж."}', encoding="utf-8")
    build_text([source], folder, KnowledgeBase(embedded()))
    before = (folder / "texts.json").read_bytes()
    source.write_text(content, encoding="utf-8")
    with pytest.raises((SourceError, TextError), match=problem):
        build_text([source], folder, KnowledgeBase(embedded()))
    assert (folder / "texts.json").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.json", "built"]


@pytest.mark.slow
def test_folders_that_are_none(tmp_path: Path, texts: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("Mama,", encoding="utf-8")
    source = tmp_path / "a.txt"
    source.write_text("Волга.", encoding="utf-8")
    with pytest.raises(TextError, match="SimBa wrote"):
        build_text([source], mine, KnowledgeBase(embedded()))
    assert (mine / "letter.txt").exists()
    for folder, problem in ((mine, "no folder of texts"), (tmp_path / "none", "no such folder")):
        with pytest.raises(TextError, match=f"{problem}.*build-text"):
            Simba(texts=folder)
    other = tmp_path / "other"
    build_text([source], other, KnowledgeBase(embedded()))
    manifest = json.loads((other / "texts.json").read_text())
    (other / "texts.json").write_text(json.dumps(manifest | {"format": 99}))
    with pytest.raises(TextError, match=r"format 99.*build-text"):
        Simba(texts=other)
    (other / "texts.json").write_text(json.dumps(manifest))
    damaged = next((other / "index").glob("*.idx"))
    damaged.write_bytes(damaged.read_bytes()[::-1])
    with pytest.raises(TextError, match=r"damaged.*build-text"):
        _ = Simba(embedded(), texts=other).texts


# What texts say


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("Умер 10 (22) октября 1870 года.", "1870-10-22T00:00:00Z", "10 (22) октября 1870 года"),
        ("Умер 10 (22) октября 1870 года.", "1870-10-10T00:00:00Z", None),
        ("Основан в 1703-м.", "1703-01-01T00:00:00Z", "1703-м"),
        ("Стоил 1703 рубля.", "1703-01-01T00:00:00Z", None),
        ("Убит в 44 году до н. э.", "-0043-01-01T00:00:00Z", "44 году до н. э"),
        ("Убит в 44 году до н. э.", "0044-01-01T00:00:00Z", None),
        ("Убит в марте 44 г. до н. э.", "0044-01-01T00:00:00Z", None),
        ("Родился 6 июня 1799 года, крещён 6 июня 1799 года.", "1799-06-06T00:00:00Z", None),
    ],
)
def test_dates_in_texts(text: str, value: str, found: str | None) -> None:
    span = date_said(fold(text), value, None)
    assert (span and text[slice(*span)].rstrip(".")) == found


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("площадь 17 098 246 км²", "17098246", "17 098 246"),
        ("высота 8848,86 метра", "8848.86", "8848,86"),
        ("длиной 13 530 км", "3530", None),
        ("в 1805 году", "1805", None),
        ("у неё восьми сыновей", "8", "восьми"),
        ("8 сыновей и 8 дочерей", "8", None),
        ("мороз до -89,2 градуса", "-89.2", "-89,2"),
    ],
)
def test_numbers_in_texts(text: str, value: str, found: str | None) -> None:
    span = number_said(fold(text), value)
    assert (span and text[slice(*span)]) == found


def test_a_year_is_the_year_alone() -> None:
    text = fold("родился 6 июня 1799 года")
    assert text[slice(*(year_said(text, 1799) or (0, 0)))] == "1799 года"


# Scores of reading


def test_reading_scores_by_hand() -> None:
    # 2 tokens against 1: one shared, 2 * 1 / 3; of "в москве" (8) and "москва" (6) the subsequence is "москв", 10 / 14.
    assert span_scores("в Москве", ["Москва"]) == pytest.approx((0.0, 2 / 3, 10 / 14))
    assert span_scores("Москве", ["Питер", "Москва", "в Москве"])[0] == pytest.approx(2 / 3)
    questions = [
        ReadingQuestion("1", ("Москва",)),
        ReadingQuestion("2", ("Париж",)),
        ReadingQuestion("3", ()),
    ]
    scores = score_spans(questions, {"1": "Москва", "2": None, "3": "Рим"})
    assert (scores.tokens, scores.lemmas, scores.subsequence) == (0.5, 0.5, 0.5)
    assert (scores.questions, scores.given, scores.unanswerable, scores.given_unanswerable) == (2, 1, 1, 1)


def test_rubqs_answers_count_by_all_their_names(tmp_path: Path) -> None:
    dataset, spans = tmp_path / "rubq.json", tmp_path / "spans.json"
    answer = {"type": "uri", "label": "Moscow", "value": "http://www.wikidata.org/entity/Q649"}
    dataset.write_text(json.dumps([{"uid": 5, "answers": [answer]}]), encoding="utf-8")
    spans.write_text(json.dumps({"5": "Первопрестольная"}), encoding="utf-8")
    told = run("eval-reading", dataset, spans, "--json")
    assert json.loads(told.stdout)["lemmas"] == 1
    assert json.loads(told.stdout)["paper"]["mBERT, SQuAD"]["lemmas"] == 0.70
    spans.write_text('{"uid": 5}', encoding="utf-8")
    failed = run("eval-reading", dataset, spans)
    assert failed.return_value == 2
    assert "text" in failed.stderr


@pytest.mark.slow
@pytest.mark.skipif(not COLLECTION.is_dir(), reason="the collection of texts is not here")
def test_the_collections_held_half(tmp_path: Path) -> None:
    """A sample of it; docs/text.md has the figures of the whole."""
    build_text([COLLECTION / "paragraphs.jsonl"], tmp_path / "built", KnowledgeBase(embedded()))
    simba = Simba(embedded(), texts=tmp_path / "built")
    assert simba.texts is not None
    questions = json.loads((COLLECTION / "questions.json").read_text(encoding="utf-8"))
    held = [one for one in questions if one["half"] == "held" and one["paragraphs"]][::15]
    recalled, quoted, right = 0, 0, 0
    for one in held:
        answer, reasoning = simba.reason(one["question"])
        entities = [candidate.entity.id for candidate in reasoning.candidates[:3]]
        found = simba.texts.search(one["question"], entities, limit=5)
        recalled += any(hit.paragraph.uid in one["paragraphs"] for hit in found)
        if one["in_kb"] and answer.evidence is not None:
            quoted += 1
            right += " ".join(answer.evidence.sentence.split()) in " ".join(one["sentence"].split())
    assert recalled / len(held) >= 0.9
    assert quoted >= 8
    assert right / quoted >= 0.85  # another sentence may say the same
