"""simba chat: a talk in a terminal or through a pipe."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from commands import invoke
from waiting import until

from simba import Simba
from simba.building.embedded import embedded
from simba.cli.talk import COMMANDS, Talk

TALK = "Кто написал «Войну и мир»?\nа когда он умер?\n\n/quit\nстолица Франции\n"
READY = b"\x1b[?2004h"
"""What a terminal is told when a line may be typed."""


def chat(text: str | bytes, *arguments: str) -> Result:
    return invoke("chat", "--kb", embedded(), *arguments, input=text)


def test_a_pipe_is_a_talk_too(demo: Simba) -> None:
    result = chat(TALK)
    lines = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line for line in lines if line.startswith("? ")] == [
        "? Кто написал «Войну и мир»?",
        "? а когда он умер?",
        "? /quit",
    ]
    assert "Лев Толстой" in lines
    assert "20 ноября 1910 года" in lines
    assert "Вопрос      Когда Лев Толстой умер?" in lines
    assert "Париж" not in lines


@pytest.mark.slow
def test_whatever_is_typed_the_talk_goes_on(demo: Simba) -> None:
    result = chat(b"\xff\xfe\n/what\n7\n\x00\n" + b"\xd0\x90" * 5000 + "\nстолица Франции".encode())
    assert result.exit_code == 0
    assert "Париж" in result.stdout
    assert f"Нет такой команды: /what; есть {', '.join(COMMANDS)}." in result.stdout


def test_a_knowledge_base_that_is_none_is_said_at_once(tmp_path: Path) -> None:
    result = invoke("chat", "--kb", tmp_path / "none", input=TALK)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_a_number_chooses_of_whom_one_speaks(demo: Simba) -> None:
    talk = Talk(demo)
    talk.say("Кто старше: Пушкин или Лермонтов?")
    assert talk.spoken_of == ["Александр Сергеевич Пушкин"]
    unclear = talk.say("а когда он умер?").answer
    assert unclear
    assert unclear.reason == "unclear"
    assert talk.choices == ["Александр Сергеевич Пушкин", "Михаил Юрьевич Лермонтов"]
    assert talk.say("3").text == "Выбрать можно от 1 до 2."
    chosen = talk.say("2").answer
    assert chosen
    assert chosen.understood == "Когда Михаил Юрьевич Лермонтов умер?"
    then = talk.say("а где он родился?").answer
    assert then
    assert [value.label for value in then.values] == ["Москва"]


def test_an_answer_that_knows_nothing_leaves_the_talk_where_it_was(demo: Simba) -> None:
    talk = Talk(demo)
    talk.say("столица Франции")
    assert talk.say("Как дела?").answer
    then = talk.say("а в Италии?").answer
    assert then
    assert then.understood == "Столица Италии?"
    assert talk.say("/trace").trace
    talk.say("/new")
    later = talk.say("а в Италии?").answer
    assert later
    assert (later.status, later.understood) == ("abstained", None)
    assert talk.say("/quit").over


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_edits_remembers_and_ends_with_ctrl_d(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    here, there = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    command = "from simba.cli.commands import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "chat", "--kb", str(embedded())],
        stdin=there,
        stdout=there,
        stderr=there,
        env=environment,
        close_fds=True,
    )
    os.close(there)
    seen = b""

    def shows(text: str) -> bool:
        """Whether the text and, behind it, a prompt were written."""
        nonlocal seen
        while select.select([here], [], [], 0)[0]:
            try:
                seen += os.read(here, 65536)
            except OSError:
                break
        return READY in seen.partition(text.encode())[2]

    try:
        until(lambda: shows("Ctrl-D"))
        os.write(here, "столица Франциии\x7f\r".encode())  # a letter too many is taken back
        until(lambda: shows("Париж"))
        os.write(here, "а в Ита\x03".encode())  # Ctrl-C empties the line
        os.write(here, "а в Германии?\r".encode())
        until(lambda: shows("Берлин"))
        os.write(here, b"\x04")
        until(lambda: shows("\0") or process.poll() is not None)
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()
        os.close(here)
    kept = tmp_path / "simba" / "chat_history"
    assert "+столица Франции" in kept.read_text(encoding="utf-8")
    assert kept.stat().st_mode & 0o077 == 0
