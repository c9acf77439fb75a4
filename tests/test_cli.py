"""The command line, as someone at a terminal or a script meets it."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import termios
from array import array
from contextlib import suppress
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import Result
from commands import invoke
from waiting import until

from simba import __version__

QUESTIONS = ["Где похоронен Кутузов?", "Кто открыл Америку?", "столица Франции"]
REASONING = (
    "Разбор",
    "Вопросительное слово",
    "Упоминания",
    "Кандидаты",
    "Правила",
    "Запросы",
    "SPARQL",
    "Ответ",
)


@pytest.fixture(autouse=True)
def tiny_world(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMBA_KB", str(kb))


@pytest.fixture
def run(rules: Path) -> Any:
    """Run a command in this process; those that answer get the few rules."""

    def run(command: str, *arguments: str | Path, **options: Any) -> Result:
        few = ["--rules", str(rules)] if command in {"ask", "batch"} else []
        return invoke(command, *few, *arguments, **options)

    return run


def start(*arguments: str | bytes | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Run a command in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(
        [sys.executable, "-c", "from simba.cli.commands import main; main()", *arguments], **pipes | options
    )


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def assert_fails(result: Result, *words: str) -> None:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("simba: ")
    for word in words:
        assert word in result.stderr


# --- ask ---


@pytest.mark.slow
def test_an_answer_tells_how_the_question_was_understood(run: Any) -> None:
    result = run("ask", "Где похоронен Кутузов?")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Санкт-Петербург",
        "",
        "Понято как  Михаил Кутузов (Q185801) — русский полководец <1745—1813>",
        "Свойство    место захоронения (P119)",
        "Викиданные  https://www.wikidata.org/wiki/Q185801#P119",
    ]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Когда родился Кутузов?", "16 сентября 1745 года"),
        ("Каково население Франции?", "68\u00a0373\u00a0433"),
    ],
)
def test_dates_and_numbers_are_written_as_in_russian(run: Any, question: str, first: str) -> None:
    assert run("ask", question).stdout.splitlines()[0] == first


def test_many_values_stand_one_a_line(run: Any) -> None:
    lines = run("ask", "На каких языках говорят в Швейцарии?").stdout.splitlines()
    assert set(lines[:4]) == {"немецкий язык", "французский язык", "итальянский язык", "романшский язык"}
    assert lines[4:7] == ["Всего: 4.", "Слово «говорят» не учтено.", ""]


def test_an_abstention_gives_its_reason_in_russian(run: Any) -> None:
    result = run("ask", "Какая столица Швейцарии?")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "Нет ответа: такого факта в базе знаний не нашлось.",
        "",
        "Прочитано как  столица Швейцарии",
    ]


def test_json_may_carry_the_reasoning(run: Any) -> None:
    (answer,) = answers(run("ask", "столица Франции", "--json", "--trace"))
    assert answer["trace"]["candidates"][0]["entity"] == "Q142"


def test_the_reasoning_is_plain_text_where_there_is_no_terminal(run: Any) -> None:
    result = run("ask", "Где похоронен Кутузов?", "--trace", env={"FORCE_COLOR": "1", "COLUMNS": "40"})
    assert result.exit_code == 0
    places = [result.stdout.index(f"\n{title}\n") for title in REASONING]
    assert places == sorted(places)
    assert "\x1b" not in result.stdout
    assert "  Михаил Кутузов (Q185801)  русский полководец <1745—1813>  " in result.stdout
    assert not any(line.endswith(" ") for line in result.stdout.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "???",
        "\0",
        "[red]x[/] [bold",
        "<script>alert(1)</script>",
        "столица Франции}> ; DROP ALL",
        "🦁" * 50,
        "\x1b[31mстолица",
        "\udcff\udcfe кто",
        "ы" * 100_000,
        "где " * 25_000,
    ],
    ids=lambda question: ascii(question[:12]),
)
def test_any_question_ends_in_an_answer_or_an_abstention(run: Any, question: str) -> None:
    for options in ([], ["--trace"], ["--json"], ["--json", "--trace"]):
        result = run("ask", *options, "--", question)
        assert result.exit_code in {0, 1}, result.stderr
        assert result.stdout_bytes.decode()
        assert result.stderr == ""
        assert "\x1b" not in result.stdout


@pytest.mark.slow
def test_a_question_needs_no_quotes_and_may_come_as_a_line(run: Any) -> None:
    for told in (
        run("ask", "столица", "Франции"),
        run("ask", "-", input="столица Франции\r\nчто угодно\n"),
        run("ask", "-", input="\ufeffстолица Франции"),
    ):
        assert told.exit_code == 0
        assert told.stdout.startswith("Париж\n")
    (answer,) = answers(run("ask", "-", "--json", input=b"\xff\n"))
    assert answer["question"] == "\ufffd"


@pytest.mark.slow
def test_markup_in_a_question_is_shown_as_it_is(run: Any) -> None:
    question = "Где похоронен [red]Кутузов[/] :lion:?"
    assert f"  {question}\n" in run("ask", question, "--trace").stdout


def test_lone_surrogates_are_replaced_in_the_output(run: Any) -> None:
    (answer,) = answers(run("ask", "\udcff\udcfe кто", "--json"))
    assert answer["question"] == "\ufffd\ufffd кто"


def test_errors_are_one_line(run: Any, tmp_path: Path) -> None:
    assert_fails(run("ask"), "QUESTION")
    assert_fails(run("ask", "-", input=b""), "standard input")
    assert_fails(run("ask", "x", "--colour"), "--colour")
    assert_fails(run("answer", "x"), "answer")
    assert_fails(run("ask", "x", "--kb", tmp_path / "none"), "none", "simba build")
    assert_fails(run("ask", "x", "--kb", tmp_path), "not a SimBa knowledge base")
    assert_fails(run("ask", "x", "--rules", tmp_path), str(tmp_path))


@pytest.mark.slow
def test_a_broken_rule_is_named_by_file_and_line(run: Any, rules: Path, tmp_path: Path) -> None:
    broken = tmp_path / "rules"
    (broken / "properties").mkdir(parents=True)
    (broken / "fragments.yaml").write_text("{}", encoding="utf-8")
    (broken / "properties" / "a.yaml").write_text(
        "- property: P36\n  name: столица\n  patterns:\n    - 'столиц('\n  examples: [столица Франции]\n",
        encoding="utf-8",
    )
    assert_fails(invoke("ask", "x", "--rules", broken), "a.yaml:4", "P36")


# --- batch ---


def test_lines_are_answered_in_order(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_bytes(("\ufeff" + "\r\n".join([*QUESTIONS, "", "конец"])).encode())
    result = run("batch", file)
    assert result.exit_code == 0
    assert [answer["question"] for answer in answers(result)] == [*QUESTIONS, "", "конец"]
    assert [answer["status"] for answer in answers(result)][:3] == ["answered", "abstained", "answered"]
    assert next(iter(answers(result)[0])) == "question"
    assert result.stderr == ""


@pytest.mark.slow
def test_a_rubq_file_gives_its_uids(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "rubq"
    items = [{"uid": 10 * number, "question_text": text} for number, text in enumerate(QUESTIONS)]
    file.write_text(json.dumps(items, indent=1), encoding="utf-8")
    lines = answers(run("batch", file))
    assert [(answer["uid"], answer["question"]) for answer in lines] == [
        (0, QUESTIONS[0]),
        (10, QUESTIONS[1]),
        (20, QUESTIONS[2]),
    ]
    assert next(iter(lines[0])) == "uid"
    assert lines == answers(run("batch", "-", input=file.read_bytes()))


def test_a_qald_file_gives_its_ids_and_what_is_not_russian_is_skipped(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "qald.json"
    russian, english = {"language": "ru", "string": QUESTIONS[0]}, {"language": "en", "string": "Who?"}
    items = [{"id": "7", "question": [english, russian]}, {"id": "8", "question": [english]}]
    file.write_text(json.dumps({"questions": items}), encoding="utf-8")
    result = run("batch", file, "--trace")
    (answer,) = answers(result)
    assert next(iter(answer)) == "id"
    assert (answer["id"], answer["question"]) == ("7", QUESTIONS[0])
    assert answer["trace"]["mentions"]
    assert result.stderr.startswith("simba: ")
    assert "'8'" in result.stderr


def test_a_question_in_brackets_is_no_json(run: Any) -> None:
    (answer,) = answers(run("batch", "-", input="[red]столица[/] Франции"))
    assert answer["question"] == "[red]столица[/] Франции"


@pytest.mark.slow
def test_nothing_asked_is_nothing_answered(run: Any) -> None:
    for nothing in ("", "[]", '{"questions": []}'):
        result = run("batch", "-", input=nothing)
        assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("Кто?\nГде?\n".encode("utf-16"), ":1: not UTF-8"),
        ("Кто?\nГде?\n".encode() + b"\xff", ":3: not UTF-8 (byte 1 of the line)"),
        (b'[{"uid": 1,\n "question_text" }]', ":2: not valid JSON"),
        (b'[{"uid": NaN, "question_text": "x"}]', "not valid JSON"),
        (b"[\n" + b"[" * 100_000, "JSON"),
        (b'{"questions": 1}', "neither a RuBQ file"),
        (b'[{"uid": 1}]', 'question 1 has no "question_text"'),
        (b'[{"uid": 1, "question_text": "x"}, 3]', 'question 2 has no "uid"'),
        (b'{"questions": [{"id": 1}]}', 'question 1 has no list "question"'),
    ],
)
def test_a_bad_file_of_questions_is_refused_before_the_first_answer(
    run: Any, tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "questions"
    file.write_bytes(content)
    assert_fails(run("batch", file), str(file), words)


@pytest.mark.slow
def test_a_missing_file_of_questions(run: Any, tmp_path: Path) -> None:
    assert_fails(run("batch", tmp_path / "none"), "none", "No such file")
    assert_fails(run("batch", tmp_path), "Is a directory")


@pytest.mark.slow
def test_answers_stream_and_ctrl_c_leaves_quietly(rules: Path) -> None:
    process = start("batch", "-", "--rules", rules)
    assert process.stdin
    assert process.stdout
    for question in QUESTIONS[:2]:
        process.stdin.write(f"{question}\n".encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["question"] == question
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"")
    assert process.returncode == 130


PIPE = 4096
"""Bytes that the smallest pipe holds."""


def said(errors: bytes) -> list[str]:
    """The lines on standard error but for those that tell how far it is."""
    return [line for line in errors.decode().splitlines() if not re.search(r" \(\d+ s\)$", line)]


def held(pipe: IO[bytes]) -> int:
    """How many bytes wait in a pipe to be read."""
    number = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return number[0]


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_ctrl_c_leaves_whole_lines_in_a_full_pipe(rules: Path, unbuffered: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("Где похоронен полководец Кутузов?\n" * 500, encoding="utf-8")
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    process = start("batch", file, "--trace", "--rules", rules, env=environment, pipesize=PIPE)
    pipe = process.stdout
    assert pipe
    lines = [pipe.readline()]
    until(lambda: held(pipe) == PIPE)  # it waits now
    process.send_signal(signal.SIGINT)
    assert process.stderr
    # Not communicate(): it passes over what the stream has read ahead behind the first line.
    output, errors = pipe.read(), process.stderr.read()
    process.wait()
    assert (process.returncode, said(errors)) == (130, [])
    lines += output.splitlines(keepends=True)
    assert 1 < len(lines) < 500
    for line in lines:
        assert line.endswith(b"\n")
        assert json.loads(line)["status"] == "answered"


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_error(rules: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("столица Франции\n" * 3000, encoding="utf-8")
    process = start("batch", file, "--rules", rules)
    assert process.stdout
    assert process.stderr
    assert json.loads(process.stdout.readline())["status"] == "answered"
    process.stdout.close()
    assert said(process.stderr.read()) == []
    assert process.wait() == 141


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told(rules: Path) -> None:
    for options in ([], ["--json"]):
        with open("/dev/full", "wb") as full:
            process = start("ask", "столица Франции", "--rules", rules, *options, stdout=full)
            assert process.communicate()[1] == b"simba: No space left on device\n"
        assert process.returncode == 2


@pytest.mark.slow
def test_bytes_that_are_no_utf_8(rules: Path) -> None:
    process = start(b"ask", b"\xff\xfe \xea\xf2\xee", "--rules", rules, "--json")
    output, errors = process.communicate()
    assert (process.returncode, errors) == (1, b"")
    assert json.loads(output)["question"].count("\ufffd") == 5
    process = start("batch", "-", "--rules", rules)
    output, errors = process.communicate("столица Франции\n".encode() + b"\xea\xf2\xee\n")
    assert json.loads(output)["status"] == "answered"
    assert (process.returncode, errors) == (2, b"simba: standard input:2: not UTF-8 (byte 1 of the line)\n")


# --- build, serve, version ---


def test_build_makes_a_folder_that_ask_can_use(run: Any, world: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kb"
    result = run("build", world, "--to", folder)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{folder}: 33 triples, ")
    assert result.stderr == ""
    assert run("ask", "столица Франции", "--kb", folder).stdout.startswith("Париж\n")


def test_build_refuses_what_it_cannot_read(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.ttl"
    bad.write_text("это не Turtle", encoding="utf-8")
    assert_fails(run("build", bad, "--to", tmp_path / "kb"), "bad.ttl:1")
    assert_fails(run("build", tmp_path / "none.nt", "--to", tmp_path / "kb"), "no such file")
    assert_fails(run("build", tmp_path / "x.csv", "--to", tmp_path / "kb"), "unknown kind of file")
    assert_fails(run("build", "--to", tmp_path / "kb"), "SOURCE")
    assert not (tmp_path / "kb").exists()


def test_serve_without_flask_says_how_to_get_it(kb: Path) -> None:
    code = "import sys; sys.modules['flask'] = None; from simba.cli.commands import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "serve"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "simba: the web page needs Flask; install it in the checkout: pip install '.[web]'\n"
    )


def test_serve_says_what_is_wrong_with_ones_rules_before_it_listens(run: Any, tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "bad.yaml").write_text("- property: P1\n  name: 'x\n", encoding="utf-8")
    assert_fails(run("serve", "--rules", tmp_path), "bad.yaml")


def test_version_and_help_load_nothing_slow() -> None:
    code = (
        "import sys, simba.cli\n"
        "try: simba.cli.main(['--version'])\n"
        "finally: print({'rich', 'natasha', 'numpy', 'pydantic', 'regex', 'whoosh'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"simba, version {__version__}", "set()"]
    assert done.returncode == 0


@pytest.mark.slow
def test_a_question_has_a_time_limit_without_an_endpoint_too(run: Any, kb: Path) -> None:
    assert run("ask", "Где похоронен Кутузов?", "--kb", kb, "--time-limit", "20").exit_code == 0
    late = run("ask", "Где похоронен Кутузов?", "--kb", kb, "--time-limit", "1e-6")
    assert_fails(late, "no answer within the 1e-06 s", "--time-limit")
    many = run("batch", "-", "--kb", kb, "--time-limit", "1e-6", input="столица Франции\nстолица Франции\n")
    assert many.exit_code == 3
    assert [json.loads(line)["reason"] for line in many.stdout.splitlines()] == ["timeout"] * 2
    assert_fails(run("ask", "?", "--kb", kb, "--time-limit", "nan"), "above 0")


# --- info ---


def test_a_knowledge_base_says_what_it_is(run: Any, kb: Path) -> None:
    told = run("info", kb)
    assert told.exit_code == 0
    first, *rows = told.stdout.splitlines()
    assert first == str(kb)
    assert {row.split()[0] for row in rows} >= {"built", "from", "holds", "on", "versions", "checks"}
    assert rows[-1].split(maxsplit=1)[1] == "names: ok, classes: ok, facts: ok"
    (document,) = [json.loads(run("info", "--json").stdout)]  # the one of $SIMBA_KB
    assert document["checks"] == {"names": "ok", "classes": "ok", "facts": "ok"}
    assert document["versions"]["simba"] == __version__
    assert f"{document['triples']:,} triples, {document['labels']:,} names" in told.stdout
    assert document["bytes"] > 1000


def test_the_embedded_one_is_called_a_sample(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIMBA_KB")
    assert run("info").stdout.startswith("the embedded knowledge base, a small sample (")


def test_a_damaged_knowledge_base_says_what_is_wrong(run: Any, kb: Path, tmp_path: Path) -> None:
    damaged = shutil.copytree(kb, tmp_path / "kb")
    (damaged / "classes.npy").write_bytes(b"")
    told = run("info", damaged)
    assert told.exit_code == 2
    assert "names: ok, classes: damaged knowledge base (classes.npy is not as it was built)" in told.stdout
    assert_fails(run("info", tmp_path), "not a SimBa knowledge base")


# --- signs of life ---


@pytest.mark.slow
def test_where_there_is_no_terminal_lines_tell_how_far_it_is(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIMBA_QUIET")
    monkeypatch.setattr("simba.common.life_signs.EVERY", 0.001)
    file = tmp_path / "questions.txt"
    file.write_text("столица Франции\n" * 999, encoding="utf-8")
    told = run("batch", file)
    assert len(answers(told)) == 999
    assert re.search(r"^Loading the rules and the models \(0 s\)$", told.stderr, re.MULTILINE)
    assert re.search(r"^Answering: \d+ of 999 \(\d+%\) \(\d+ s\)$", told.stderr, re.MULTILINE)
    source = tmp_path / "facts.nt"
    entity, name = "<http://www.wikidata.org/entity/Q{}>", "<http://www.w3.org/2000/01/rdf-schema#label>"
    lines = (f'{entity.format(number)} {name} "имя {number}"@ru .\n' for number in range(1, 20_000))
    source.write_text("".join(lines), encoding="utf-8")
    built = run("build", source, "--to", tmp_path / "kb")
    assert built.exit_code == 0
    assert re.search(r"^indexing \(\d+ s\)$", built.stderr, re.MULTILINE)


# --- serve ---


@pytest.mark.slow
def test_the_page_opens_in_the_browser(tmp_path: Path) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{seen}.new" && mv "{seen}.new" "{seen}"\n', encoding="utf-8")
    browser.chmod(0o755)
    with start("serve", "--open", "--port", "0", env={**os.environ, "BROWSER": f"{browser} %s"}) as process:
        until(seen.exists)
        address = seen.read_text(encoding="utf-8").strip()
        with urlopen(address) as page:
            assert "SimBa" in page.read().decode()

        def ready() -> bool:
            with suppress(HTTPError), urlopen(f"{address}healthz") as health:
                return bool(health.status == 200)
            return False

        until(ready)
        process.send_signal(signal.SIGINT)
        process.wait()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chek",), "нет команды chek; есть check"),
        (("xyz",), "нет команды xyz; есть check, doc, gaps"),
        (("try",), "не хватает: ВОПРОС"),
        (("try", "--ruls", "x"), "нет ключа --ruls; есть --rules"),
        (("check", "--rules"), "ключу --rules нужно значение"),
    ],
)
def test_the_workbench_speaks_russian_of_wrong_calls_too(arguments: tuple[str, ...], told: str) -> None:
    result = invoke("rules", *arguments)
    assert (result.exit_code, told in result.stderr) == (2, True)
