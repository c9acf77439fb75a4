"""Many questions: several at once, in order, and what was done is never lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import fault_proxy as faults
import pytest
from commands import invoke
from fault_proxy import FaultProxy, Handler
from waiting import PATIENCE, until

from simba import Answer, Simba
from simba.endpoint import EndpointSettings
from simba.errors import EndpointError

pytestmark = pytest.mark.slow

KUTUZOV, FRANCE = "Где похоронен Кутузов?", "столица Франции"
PATIENT = ("--timeout", 3600, "--time-limit", 3600)
QUESTIONS = [KUTUZOV, FRANCE, "Как дела?", "Когда родился Кутузов?", "Каково население Франции?"]


@pytest.fixture
def remote(proxy: FaultProxy, kb: Path, rules: Path) -> Simba:
    patient = EndpointSettings(proxy.url, retries=0, timeout=10 * PATIENCE, time_limit=10 * PATIENCE)
    simba = Simba(kb, rules=rules, endpoint=patient)
    simba.load()
    return simba


# --- in Python ---


def test_several_jobs_give_the_same_answers_in_order_at_once(
    remote: Simba, simba: Simba, proxy: FaultProxy
) -> None:
    proxy.always = faults.in_company
    asked = QUESTIONS * 4
    answers = list(remote.answer_many(asked, jobs=4))
    assert [answer.as_dict() for answer in answers] == [
        answer.as_dict() for answer in simba.answer_many(asked)
    ]
    assert proxy.most_at_once > 1


def test_endless_questions_are_taken_as_they_are_needed(remote: Simba) -> None:
    taken = count()
    endless = (f"{KUTUZOV} {next(taken)}" for _ in iter(int, 1))
    answers = remote.answer_many(endless, jobs=3)
    assert [answer.question for answer in islice(answers, 10)] == [f"{KUTUZOV} {n}" for n in range(10)]
    answers.close()
    assert next(taken) <= 10 + 4 * 3


def test_a_question_that_fails_does_not_lose_the_others(remote: Simba, proxy: FaultProxy) -> None:
    for jobs in (1, 3):
        proxy.faults = [faults.html]
        answers = list(remote.answer_many([f"{KUTUZOV} {jobs}", *QUESTIONS], jobs=jobs))
        assert [answer.question for answer in answers] == [f"{KUTUZOV} {jobs}", *QUESTIONS]
        failed = [answer for answer in answers if answer.status == "error"]
        assert len(failed) <= 1
    fresh = Simba(remote.kb.folder, rules=remote.own_rules, endpoint=remote.settings.endpoint)
    proxy.always = faults.html
    (answer,) = fresh.answer_many([KUTUZOV])
    assert (answer.status, answer.reason, answer.values) == ("error", "invalid", ())
    assert isinstance(answer.error, EndpointError)
    assert answer.as_dict()["error"] == str(answer.error)
    assert str(answer) == f"Ошибка: {answer.error}"


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_of_the_questions_comes_in_its_place(remote: Simba, jobs: int) -> None:
    def questions() -> Iterator[str]:
        yield KUTUZOV
        yield FRANCE
        raise OSError("the disk is gone")

    answers = remote.answer_many(questions(), jobs=jobs)
    assert [next(answers).question, next(answers).question] == [KUTUZOV, FRANCE]
    with pytest.raises(OSError, match="the disk is gone"):
        next(answers)


def test_closing_stops_what_is_under_way(remote: Simba, proxy: FaultProxy) -> None:
    stuck: list[Handler] = []

    def hang(request: Handler) -> None:
        if (
            "Q142" in request.path + request.question.decode()
        ):  # France, which is asked about first: its answer comes when both others wait
            until(lambda: len(stuck) == 2)
            faults.forward(request)
        else:
            stuck.append(request)
            faults.hang(request)

    def questions() -> Iterator[str]:
        yield FRANCE
        for number in count():
            yield f"{KUTUZOV} {number}"

    proxy.always = hang
    before = threading.active_count()
    answers = remote.answer_many(questions(), jobs=3)
    assert next(answers).question == FRANCE
    answers.close()
    until(lambda: not any("simba-job" in thread.name for thread in threading.enumerate()))
    assert threading.active_count() <= before + len(proxy.seen)
    assert len(stuck) <= 3, "nothing was begun any more, but perhaps by the job that had become free"


# --- in several processes ---


def test_a_simba_goes_to_another_process_and_is_opened_anew(simba: Simba, kb: Path) -> None:
    simba.load()
    other = pickle.loads(pickle.dumps(simba))
    assert (other.folder, other.own_rules) == (simba.folder, simba.own_rules)
    assert other.answer(KUTUZOV).as_dict() == simba.answer(KUTUZOV).as_dict()


# --- on the command line ---


@pytest.mark.parametrize("form", ["lines", "pipe"])
def test_processes_write_what_one_writes(kb: Path, rules: Path, questions: Path, form: str) -> None:
    command = [
        "batch",
        *(["-"] if form == "pipe" else [str(questions)]),
        "--kb",
        str(kb),
        "--rules",
        str(rules),
    ]
    asked = "\n".join(QUESTIONS * 5) if form == "pipe" else None
    one = invoke(*command, input=asked)
    two = invoke(*command, "--jobs", "2", input=asked)
    assert (two.exit_code, two.stdout_bytes) == (0, one.stdout_bytes)


def test_what_was_asked_before_is_answered_as_it_was(
    kb: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    whole = Simba.answer

    def counted(self: Simba, question: str, **options: Any) -> Answer:
        asked.append(question)
        return whole(self, question, **options)

    log = tmp_path / "log.json"
    log.write_text(
        json.dumps([{"uid": n, "question_text": one} for n, one in enumerate(QUESTIONS * 20)]),
        encoding="utf-8",
    )
    monkeypatch.setattr(Simba, "answer", counted)
    run = invoke("batch", log, "--kb", kb, "--rules", rules)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert asked == QUESTIONS
    assert [line.pop("uid") for line in lines] == list(range(100))
    assert lines == lines[:5] * 20


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_unexpected_error_is_one_questions_and_asked_again(
    kb: Path, rules: Path, questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    out = tmp_path / "answers.jsonl"
    command = [
        "batch",
        str(questions),
        "--kb",
        str(kb),
        "--rules",
        str(rules),
        "--to",
        str(out),
        "--jobs",
        jobs,
    ]
    whole = Simba.answer

    def broken(simba: Simba, question: str, **options: Any) -> Answer:
        if question.strip() == FRANCE:
            raise ZeroDivisionError("a defect")
        return whole(simba, question, **options)

    monkeypatch.setattr(Simba, "answer", broken)
    done = invoke(*command)
    assert done.exit_code == 3
    assert "60 questions: 36 answered, 12 abstained, 12 failed" in done.stderr
    failed = [line for line in answers_of(out) if line["status"] == "error"]
    assert {(line["reason"], line["error"][:40]) for line in failed} == {
        ("internal", "internal error: ZeroDivisionError('a def")
    }
    monkeypatch.undo()
    assert invoke(*command, "--resume").exit_code == 0
    assert [line["status"] for line in answers_of(out)].count("answered") == 48


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the system's processes")
def test_killed_it_leaves_no_process_behind(kb: Path, rules: Path, tmp_path: Path) -> None:
    command = ["batch", "-", "--kb", str(kb), "--rules", str(rules), "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from simba.cli.commands import main; main()", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{KUTUZOV}\n".encode() * 50)
    process.stdin.flush()
    try:
        process.stdout.readline()  # they are at work
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert len(workers) >= 2
    finally:
        process.kill()
        process.wait()
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def answers_of(path: Path) -> list[dict[str, Any]]:
    content = path.read_bytes()
    assert content.endswith(b"\n") or not content
    return [json.loads(line) for line in content.splitlines()]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """As many as a person has time to interrupt."""
    file = tmp_path / "rubq.json"
    items = [{"uid": 7 * n, "question_text": QUESTIONS[n % 5] + " " * n} for n in range(60)]
    file.write_text(json.dumps(items), encoding="utf-8")
    return file


def batch(*arguments: object) -> Any:
    return invoke("batch", *arguments)


@pytest.fixture
def sources(proxy: FaultProxy, kb: Path, rules: Path) -> list[object]:
    return ["--kb", kb, "--rules", rules, "--endpoint", proxy.url, "--retries", "0"]


@pytest.mark.parametrize(("killer", "code", "jobs"), [(signal.SIGINT, 130, 4), (signal.SIGKILL, -9, 1)])
def test_a_killed_run_is_continued(
    proxy: FaultProxy,
    sources: list[object],
    questions: Path,
    tmp_path: Path,
    killer: int,
    code: int,
    jobs: int,
) -> None:
    expected = batch(questions, *sources).stdout_bytes
    out = tmp_path / "answers.jsonl"

    def written() -> int:
        return out.read_bytes().count(b"\n") if out.exists() else 0

    def hang_after_five(request: Handler) -> None:
        (faults.forward if written() < 5 else faults.hang)(request)

    proxy.always = hang_after_five  # so it is in the midst of it when it is killed
    command = ["batch", questions, *sources, "--to", out, "--jobs", jobs, "--resume", *PATIENT]
    process = subprocess.Popen(
        [sys.executable, "-c", "from simba.cli.commands import main; main()", *map(str, command)],
        stderr=subprocess.PIPE,
    )
    try:
        until(lambda: process.poll() is not None or written() >= 5)
        assert process.poll() is None
        process.send_signal(killer)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (code, b"")
    left = out.read_bytes()
    if killer == signal.SIGINT:
        assert left.endswith(b"\n")
    assert expected.startswith(left)
    assert 5 <= left.count(b"\n") < 60
    proxy.always, proxy.seen = None, []
    resumed = invoke(*command)
    assert resumed.exit_code == 0, resumed.output
    assert out.read_bytes() == expected


def test_ctrl_c_does_not_wait_for_a_server_that_hangs(
    proxy: FaultProxy, sources: list[object], questions: Path
) -> None:
    proxy.always = faults.hang
    command = ["batch", questions, *sources, "--jobs", 4, *PATIENT]
    process = subprocess.Popen(
        [sys.executable, "-c", "from simba.cli.commands import main; main()", *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        until(lambda: process.poll() is not None or len(proxy.seen) == 4)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE) == (b"", b"")
    finally:
        process.kill()
    assert process.returncode == 130


def test_what_the_endpoint_failed_is_asked_again_in_its_place(
    proxy: FaultProxy, sources: list[object], questions: Path, tmp_path: Path
) -> None:
    out = tmp_path / "answers.jsonl"
    expected = batch(questions, *sources).stdout_bytes
    proxy.faults = [None, None, faults.html, faults.html]
    assert batch(questions, *sources, "--to", out).exit_code == 3
    failed = [line["uid"] for line in answers_of(out) if line["status"] == "error"]
    assert 1 <= len(failed) <= 2
    out.chmod(0o640)
    proxy.seen = []
    assert batch(questions, *sources, "--to", out, "--resume").exit_code == 0
    assert out.read_bytes() == expected
    assert out.stat().st_mode & 0o777 == 0o640
    asked = len(proxy.seen)
    assert batch(questions, *sources, "--to", out, "--resume").exit_code == 0  # all is done
    assert (len(proxy.seen), out.read_bytes()) == (asked, expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.jsonl", "rubq.json"]


@pytest.mark.parametrize("ending", [b"", b'{"uid": 14, "question": "\xd0', b"\0\0\0", b"whole"])
def test_a_half_written_line_is_written_again(
    sources: list[object], questions: Path, tmp_path: Path, ending: bytes
) -> None:
    expected = batch(questions, *sources).stdout_bytes
    lines = expected.splitlines(keepends=True)
    out = tmp_path / "answers.jsonl"
    out.write_bytes(b"".join(lines[:2]) + (lines[2].rstrip() if ending == b"whole" else ending))
    assert batch(questions, *sources, "--to", out, "--resume").exit_code == 0
    assert out.read_bytes() == expected


@pytest.mark.parametrize("wrong", ["another question", "another uid", "no answer", "too many"])
def test_a_file_of_other_answers_is_left_alone(
    sources: list[object], questions: Path, tmp_path: Path, wrong: str
) -> None:
    lines = batch(questions, *sources).stdout_bytes.splitlines(keepends=True)
    if wrong == "too many":
        lines.append(lines[-1])
    elif wrong == "no answer":
        lines[1:] = [b"[1]\n", b'{"uid"']
    else:
        changed = json.loads(lines[1])
        changed["question" if wrong == "another question" else "uid"] = "Кто?"
        lines[1:] = [json.dumps(changed).encode() + b"\n", b'{"uid"']
    out = tmp_path / "answers.jsonl"
    out.write_bytes(b"".join(lines))
    done = batch(questions, *sources, "--to", out, "--resume")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{out}:{61 if wrong == 'too many' else 2}: " in done.stderr
    assert out.read_bytes() == b"".join(lines)


def test_a_file_is_not_overwritten_nor_written_by_two(
    sources: list[object], questions: Path, tmp_path: Path
) -> None:
    out = tmp_path / "answers.jsonl"
    out.write_text("mine\n")
    done = batch(questions, *sources, "--to", out)
    assert done.exit_code == 2
    assert "--resume" in done.stderr
    assert out.read_text() == "mine\n"
    assert batch(questions, *sources, "--resume").exit_code == 2
    assert batch(questions, *sources, "--to", os.devnull, "--resume").exit_code == 2
    fcntl = pytest.importorskip("fcntl")
    out.write_text("")
    with out.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        done = batch(questions, *sources, "--to", out, "--resume")
    assert (done.exit_code, "another simba" in done.stderr) == (2, True)


def test_questions_on_standard_input_are_continued_too(sources: list[object], tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    command = ["batch", "-", *map(str, sources), "--to", str(out), "--resume"]
    for number in (2, 4):
        done = invoke(*command, input="\n".join(QUESTIONS[:number]))
        assert done.exit_code == 0, done.output
        assert [answer["question"] for answer in answers_of(out)] == QUESTIONS[:number]
