"""Each benchmark still runs, on a small case: what it measures is for a quiet machine, not for here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from simba import Simba

REPOSITORY = Path(__file__).parent.parent


def run(name: str, *arguments: str | Path) -> str:
    command = [sys.executable, REPOSITORY / "benchmarks" / name, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "COLUMNS": "200"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="peaks of memory are read from Linux's /proc"
)
def test_hostile_questions() -> None:
    told = run("hostile.py", "--only", "capitals", "--search", "3")
    assert "capitals" in told
    assert "found: " in told


@pytest.mark.slow
def test_speed(tmp_path: Path) -> None:
    questions = tmp_path / "few.yaml"
    questions.write_text(
        "- question: столица Франции\n- question: Где похоронен Кутузов?\n"
        "- question: Сколько стран граничит с Францией?\n- question: Когда родился автор «Войны и мира»?\n",
        encoding="utf-8",
    )
    told = run("speed.py", questions)
    assert "one hop (wanted: at most 2.2): 2 questions" in told
    assert "composed (wanted: at most 3): 2 questions" in told


@pytest.mark.slow
def test_folder() -> None:
    told = run("folder.py", "300", "--share", "0.02", "--jobs", "1")
    assert told.count("; the same answers\n") == 1
    assert told.count("a look-up ") == 3


@pytest.mark.slow
@pytest.mark.skipif(find_spec("tantivy") is None, reason="the extra text is not installed")
def test_texts(tmp_path: Path) -> None:
    told = run("texts.py", "300", "--folder", tmp_path, "--jobs", "1")
    assert "300 paragraphs" in told
    assert "open question: median" in told


@pytest.mark.slow
def test_answerability(tmp_path: Path, kb: Path) -> None:
    asked = {
        "Какая столица у Франции?": "P36",
        "Какое население у Франции?": "P1082",
        "Что такое Франция?": "P31",
    }
    questions = [
        {
            "uid": number,
            "question_text": text,
            "query": f"SELECT ?answer WHERE {{ wd:Q142 wdt:{name} ?answer }}",
            "answers": [{"type": "uri", "value": "http://www.wikidata.org/entity/Q90"}],
        }
        for number, (text, name) in enumerate(asked.items())
    ]
    few = tmp_path / "few.json"
    few.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    told = run("answerability.py", "--dataset", few, "--kb", kb, "--seed", "1", "--to", tmp_path)
    assert "| few | 1 | 3 |" in told
    assert "| unanswerable |" in told


@pytest.mark.slow
@pytest.mark.skipif(
    not (REPOSITORY.parent / "shared" / "complex").is_dir(), reason="no question sets here: ../shared"
)
def test_curation() -> None:
    told = run("curation.py", "--only", "complex").splitlines()[-1]
    assert float(told.rsplit("(", 1)[1].partition("%")[0]) >= 90
    mended, of = told.split("|")[-2].split(" of ")
    assert mended.strip() == of.strip(), "healthy questions are left alone"


@pytest.mark.slow
def test_dump(tmp_path: Path) -> None:
    told = run("dump.py", "measure", "60", "--folder", tmp_path)
    rows = [row.strip("| ").split(" | ") for row in told.splitlines() if row.startswith("|")]
    triples = [int(row[1].replace(",", "")) for row in rows if row[0] in {"none", "needed", "all"}]
    assert len(triples) == 3
    assert triples == sorted(set(triples))


@pytest.mark.slow
def test_wordings_are_as_many_as_asked_for_and_all_different(
    demo: Simba, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(REPOSITORY / "benchmarks")
    from wordings import wordings

    found = wordings(demo, 30_000)
    assert len(set(found)) == 30_000
    assert found[:100] == wordings(demo, 30_000)[:100]
    answers = [demo.answer(question).status for question in found[:120]]
    assert 10 <= answers.count("answered") <= 100


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("geventhttpclient") is None, reason="no geventhttpclient here: pip install -e '.[bench]'"
)
def test_load() -> None:
    told = run("load.py", "--clients", "2", "--questions", "20", "--hostile")
    assert "/api/answer" in told
    assert "memory of the workers" in told


@pytest.mark.slow
def test_frames(tmp_path: Path) -> None:
    questions = tmp_path / "few.json"
    asked = [{"uid": 1, "question_text": "Где родился Пушкин?", "query": "", "answers": [], "tags": []}]
    questions.write_text(json.dumps(asked), encoding="utf-8")
    told = run("frames.py", questions)
    assert "1 questions that are answered" in told
    assert "same 26, abstained 0, other 0" in told


@pytest.mark.slow
def test_lacking(demo: Simba) -> None:
    told = run("lacking.py", "--kb", demo.kb.folder, "--only", "people", "--each", "1", "--show")
    row = next(line for line in told.splitlines() if "people" in line)
    counts = [cell.split(" of ") for cell in row.split("│")[2:4]]
    assert all(int(answered) * 4 <= int(asked.split()[0]) for answered, asked in counts)
