"""`simba rules try`: what the rules make of one question, and again whenever a rule file is saved."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import Result
from commands import invoke
from waiting import PATIENCE

from simba.grammar import files as rulefiles
from simba.workbench.rules_command import COMMANDS

RULES = r"""
- {property: P119, name: место захоронения, answer: [place], phrases: ['где похоронен*'],
   examples: [Где похоронен Кутузов?]}
- {property: P569, name: дата рождения, answer: [date], patterns: ['родил\w+'],
   examples: [Когда родился Кутузов?]}
- {property: P36, name: столица, answer: [place], patterns: ['столиц\w+'],
   examples: [столица Франции]}
- {property: P36, name: столица чего, direction: reverse, answer: [place], phrases: ['главный город страны'],
   examples: [Главный город страны Франция]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An author's folder of rules."""
    folder = tmp_path / "own"
    (folder / "properties").mkdir(parents=True)
    (folder / "properties" / "few.yaml").write_text(RULES, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def nothing_but_these_rules(own: Path, kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The author's rules lie over nothing but the fragments and interrogatives that come with SimBa."""
    base = own.parent / "base"
    (base / "properties").mkdir(parents=True)
    for name in ("fragments.yaml", "interrogatives.yaml"):
        shutil.copy(rulefiles.data_path("rules") / name, base / name)
    monkeypatch.setattr(rulefiles, "data_path", lambda name: base)
    monkeypatch.setenv("SIMBA_KB", str(kb))


def attempt(question: str, own: Path, *options: str) -> Result:
    return invoke("rules", "try", question, "--rules", own, *options)


def test_it_says_which_rule_fired_on_which_words_and_where_that_is_written(own: Path) -> None:
    result = attempt("Где похоронен Кутузов?", own)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("  1  "))
    assert "(P119)" in lines[number]
    assert "«Где похоронен»" in lines[number]
    assert "few.yaml:2  где похоронен*" in lines[number + 1]
    assert "«Кутузов»: Михаил Кутузов (Q185801)" in result.output
    assert result.output.splitlines()[-1] == "Санкт-Петербург"


def test_a_rule_whose_values_are_not_what_is_asked_is_dropped_with_the_reason(own: Path) -> None:
    result = attempt("Где родился Кутузов?", own)
    assert result.exit_code == 1
    assert "спрашивается: место; значения правила: дата" in result.output


@pytest.mark.parametrize(
    ("question", "how"),
    [
        ("Где был похоронен Кутузов?", "сработало бы без слова «был»"),
        ("Главная город страны Франция", "вместо «Главная» стояло «главный»"),
        ("Город страны Франция", "не хватает слова из: главный…"),
    ],
)
def test_a_rule_that_would_fire_but_for_one_word_is_near(question: str, how: str, own: Path) -> None:
    result = attempt(question, own)
    assert result.exit_code == 1
    assert how in result.output


def test_a_near_miss_may_be_the_form_of_the_only_word(own: Path) -> None:
    path = own / "properties" / "few.yaml"
    path.write_text(
        RULES
        + "- {property: P1419, name: форма, phrases: ['{какой} формой'], examples: [Какой формой Луна?]}\n",
        encoding="utf-8",
    )
    result = attempt("Какой формы Кутузов?", own)
    assert "форма (P1419): сработало бы, если бы вместо «формы» стояло «формой»" in result.output
    assert "few.yaml:10  {какой} формой" in result.output


def test_the_rank_is_explained_by_the_score(own: Path) -> None:
    path = own / "properties" / "few.yaml"
    more = "- {property: P17, name: страна, phrases: [похоронен], examples: [где похоронен Кутузов]}\n"
    path.write_text(RULES + more, encoding="utf-8")
    first, second = json.loads(attempt("Где похоронен Кутузов?", own, "--json").output)["ranked"]
    assert first["score"] > second["score"], "which was not tried"
    shown = attempt("Где похоронен Кутузов?", own).output
    assert f"оценка {second['score']:.2f}" in shown


def test_a_place_is_not_broken_in_a_narrow_terminal(own: Path) -> None:
    lines = attempt("Где был похоронен Кутузов?", own).output.splitlines()
    (place,) = (line for line in lines if "few.yaml:2" in line)
    assert place.split()[0].endswith("few.yaml:2"), "the place begins a line of its own"


@pytest.mark.parametrize("question", ["", "  ", "?!"])
def test_an_empty_question_is_refused(question: str, own: Path) -> None:
    result = attempt(question, own)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "вопрос пуст" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
def test_json_holds_the_same(own: Path) -> None:
    trial = json.loads(attempt("Где похоронен Кутузов?", own, "--json").output)
    assert trial["ranked"][0]["rank"] == 1
    assert trial["ranked"][0]["words"] == "Где похоронен"
    assert trial["ranked"][0]["place"]["line"] == 2
    assert trial["answer"]["status"] == "answered"


def test_a_broken_rule_is_one_line_and_exit_code_2(own: Path) -> None:
    (own / "properties" / "few.yaml").write_text(RULES.replace("столиц", "столиц("), encoding="utf-8")
    result = attempt("столица Франции", own)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "few.yaml:6" in result.stderr


def test_the_group_without_a_subcommand_prints_its_help() -> None:
    for group, usage in ((["rules"], "Вызов: "), ([], "Usage: ")):
        result = invoke(*group)
        assert result.exit_code == 2
        lines = result.output.splitlines()
        assert lines[0].startswith(usage)
        assert len(lines) > 5


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_is_in_russian(command: str) -> None:
    text = invoke("rules", command, "--help").stdout
    assert "Ключи:" in text
    ours = set("simba rules main git SimBa RuBQ QALD JSON HEAD SPARQL Ctrl URL ok".split())
    words = set(re.findall(r"(?<![\w/.$-])[A-Za-z]{2,}(?![\w/.-])", text))
    assert words <= {*ours, *COMMANDS, "eval"}, words


@contextmanager
def watching(question: str, own: Path) -> Iterator[subprocess.Popen[str]]:
    """`simba rules try --watch` in a process of its own, over the same base."""
    base = own.parent / "base"
    imports = "from pathlib import Path; from simba import cli; from simba.grammar import files"
    code = f"{imports}; files.data_path = lambda name: Path({str(base)!r}); cli.main()"
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(
        [*command, "rules", "try", question, "--rules", str(own), "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def up_to(process: subprocess.Popen[str], words: str) -> str:
    """What it prints up to a line with these words."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if words in line:
            return "".join(lines)
    raise AssertionError(f"no {words!r} in:\n{''.join(lines)}")


@pytest.mark.slow
def test_watch_tries_again_after_each_save_and_outlives_a_broken_file(own: Path) -> None:
    file = own / "properties" / "few.yaml"
    file.write_text(RULES.replace("похоронен*", "упокоен*"), encoding="utf-8")
    with watching("Где похоронен Кутузов?", own) as process:
        assert "Нет ответа" in up_to(process, "Нет ответа")
        file.write_text(RULES, encoding="utf-8")
        assert "few.yaml:2" in up_to(process, "Санкт-Петербург\n")
        file.write_text(RULES.replace("похоронен*", "(похоронен*"), encoding="utf-8")
        assert "скобка ( не закрыта" in up_to(process, "few.yaml:2: P119")
        beside = file.with_suffix(".new")  # as editors save
        beside.write_text(RULES.replace("место захоронения", "могила"), encoding="utf-8")
        beside.replace(file)
        up_to(process, "могила (P119)")
        up_to(process, "Санкт-Петербург\n")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
