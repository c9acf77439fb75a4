"""How SimBa starts: the first question soon, the next ones sooner, and nothing that lies in the cache is run."""

from __future__ import annotations

import gc
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import regex

from simba import Simba
from simba.common.resources import data_path
from simba.errors import RuleError
from simba.grammar.compiling import compile_pattern
from simba.grammar.files import layers
from simba.grammar.programs import WRITTEN_AFTER, Programs
from simba.grammar.rules import RuleBase

QUESTION = "Где похоронен Кутузов?"
EXPRESSIONS = 4000
"""Fewer than SimBa's own rules have."""


BROKEN = "- {property: P36, name: столица, patterns: ['столиц('], examples: [столица Франции]}"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder for SimBa, empty, and no other place where something is kept."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "simba"


def processor_time() -> float:
    """Seconds that processes which were waited for have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask_anew() -> float:
    """The processor's seconds of a question that is asked in a new process."""
    start = processor_time()
    command = [sys.executable, "-m", "simba", "ask", QUESTION]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert not done.stderr
    return processor_time() - start


@pytest.mark.slow
def test_the_first_question_takes_not_much_longer_than_the_next(cache: Path) -> None:
    """Both on this machine, busy or not: with all expressions compiled it was eight times as long."""
    first, second = ask_anew(), ask_anew()
    assert first < 4 * second


@pytest.mark.slow
def test_opened_again_and_again_it_leaves_nothing_for_good() -> None:
    """What the collector need not look through it never frees either: that is only for the first that is opened."""
    first, second = Simba(), Simba()
    first.load()
    frozen = gc.get_freeze_count()
    second.load()
    assert gc.get_freeze_count() <= frozen


def test_all_that_have_the_same_rules_share_them(kb: Path, rules: Path, tmp_path: Path) -> None:
    """Whatever they ask: the second does not wait for what the first has read."""
    own = shutil.copytree(rules, tmp_path / "rules")
    one, other = Simba(kb, rules=(own,)), Simba(rules=(own,))
    assert one.rules is other.rules
    assert one.interrogatives is other.interrogatives
    assert one.lexicon is other.lexicon


WRITTEN: dict[str, tuple[str, str, Callable[[Simba], bool]]] = {
    "properties/few.yaml": ("столиц", "сталиц", lambda simba: bool(simba.rules.match("сталица франции"))),
    "interrogatives.yaml": (
        "fillers: [",
        "fillers: [сталица, ",
        lambda simba: "сталица" in simba.interrogatives.fillers,
    ),
    "words.yaml": ("exact: [", "exact: [сталица, ", lambda simba: "сталица" in simba.lexicon.words.exact),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_rules_that_were_written_meanwhile_are_read(kb: Path, rules: Path, tmp_path: Path, name: str) -> None:
    own = shutil.copytree(rules, tmp_path / "rules")
    shutil.copy(data_path("rules") / "words.yaml", own)
    old, new, knows = WRITTEN[name]
    text = (own / name).read_text(encoding="utf-8")
    assert old in text
    assert not knows(Simba(kb, rules=(own,)))
    (own / name).write_text(text.replace(old, new), encoding="utf-8")
    assert knows(Simba(kb, rules=(own,)))
    (own / name).write_text("{", encoding="utf-8")
    with pytest.raises(RuleError):
        knows(Simba(kb, rules=(own,)))
    (own / name).write_text(text, encoding="utf-8")
    assert not knows(Simba(kb, rules=(own,)))


def test_a_file_that_was_moved_is_no_longer_read(kb: Path, rules: Path, tmp_path: Path) -> None:
    own = shutil.copytree(rules, tmp_path / "rules")
    text = (data_path("rules") / "words.yaml").read_text(encoding="utf-8")
    (own / "words.yaml").write_text(text.replace("exact: [", "exact: [сталица, "), encoding="utf-8")
    assert "сталица" in Simba(kb, rules=(own,)).lexicon.words.exact
    (own / "constructions").mkdir()
    (own / "words.yaml").rename(own / "constructions" / "words.yaml")
    assert "сталица" not in Simba(kb, rules=(own,)).lexicon.words.exact


@pytest.mark.slow
def test_a_question_compiles_the_few_expressions_whose_words_it_has(cache: Path) -> None:
    compile_pattern.cache_clear()
    rules = RuleBase.load(layers(None))
    assert compile_pattern.cache_info().misses == 0
    assert {fired.rule.property for fired in rules.match("где похоронен кутузов")} >= {"P119"}
    assert 0 < compile_pattern.cache_info().misses < EXPRESSIONS / 100


@pytest.mark.parametrize("content", [b"", b"x" * 100, b"cos\nsystem\n(S'true'\ntR."])
def test_what_was_compiled_is_kept_for_later_processes(cache: Path, content: bytes) -> None:
    expressions = [f"слово{number}(?P<gap> \\w+)?" for number in range(WRITTEN_AFTER)]
    earlier = Programs()
    assert earlier.get(expressions[7]) is None
    for expression in expressions:
        earlier.add(expression, regex.compile(expression))
    kept = Programs().get(expressions[7])
    assert kept is not None
    assert kept.fullmatch("слово7 ещё").span("gap") == (6, 10)  # type: ignore[union-attr]
    (file,) = cache.glob("programs-*")
    assert not stat.S_IMODE(file.stat().st_mode) & 0o077
    file.write_bytes(content)
    assert Programs().get(expressions[7]) is None


def test_what_is_kept_of_rules_is_text_and_the_user_s_own(cache: Path, rules: Path) -> None:
    RuleBase.load([rules])
    (kept,) = cache.glob("rules-*")
    assert kept.suffix == ".json"
    kept.read_text(encoding="utf-8")
    assert not stat.S_IMODE(kept.stat().st_mode) & 0o077


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]x", b"[[1]]", b"cos\nsystem\n(S'true'\ntR.", b'[{"rule": null}]', b"\xff"]
)
def test_what_cannot_be_read_of_the_cache_is_made_anew(cache: Path, rules: Path, content: bytes) -> None:
    found = [fired.rule.property for fired in RuleBase.load([rules]).match("столица франции")]
    assert found == ["P36"]
    (kept,) = cache.glob("rules-*")
    whole = kept.read_bytes()
    kept.write_bytes(content)
    assert [fired.rule.property for fired in RuleBase.load([rules]).match("столица франции")] == found
    assert kept.read_bytes() == whole


def test_rules_that_are_edited_again_and_again_do_not_fill_the_cache(cache: Path, rules: Path) -> None:
    path = rules / "properties" / "few.yaml"
    text = path.read_text(encoding="utf-8")
    try:
        for number in range(20):
            path.write_text(f"{text}# {number}\n", encoding="utf-8")
            RuleBase.load([rules])
    finally:
        path.write_text(text, encoding="utf-8")
    assert len(list(cache.glob("rules-*"))) < 10


def test_without_a_place_for_the_cache_rules_are_read_each_time(
    cache: Path, tmp_path: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    assert Simba(rules=(rules,)).rules.match("столица франции")


def test_what_is_wrong_with_simba_s_own_rules_is_told_when_they_are_needed(
    kb: Path, rules: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check compiles them all; whoever edits them without one is sent there by a line, not by a traceback."""
    mine = shutil.copytree(rules, tmp_path / "mine")
    (mine / "properties" / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: mine)
    with pytest.raises(RuleError, match=r"mine: .*скобка \( не закрыта; .* simba rules check"):
        Simba(kb).answer("Какая столица Франции?")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals here")
def test_a_person_at_a_terminal_sees_what_takes_so_long(cache: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "simba", "ask", QUESTION]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    assert "Loading the rules" in os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.stdout
