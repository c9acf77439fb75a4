"""What a change of rules does, as its author asks before keeping it: ``simba rules impact``."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from commands import invoke

CAPITAL = "{property: P36, name: столица, answer: [place], patterns: ['столиц\\w+']"
"""What the author changes."""


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "properties" / "few.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def impact(*arguments: str | Path) -> Result:
    return invoke("rules", "impact", *arguments)


def told(result: Result) -> dict[str, Any]:
    content = json.loads(result.stdout)
    assert isinstance(content, dict)
    return content


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def checkout(rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of SimBa whose own rules are the few; all is committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    mine = Path(shutil.copytree(rules, tmp_path / "mine"))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "mine")
    git(tmp_path, "commit", "--quiet", "--message", "Start")
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: mine)
    return mine


def test_nothing_changed(checkout: Path) -> None:
    result = impact()
    assert result.exit_code == 0
    assert "потеряно: 0, приобретено: 0, с другими свойствами: 0" in result.stdout


def test_what_is_lost_is_told_with_its_place_and_the_exit_code(checkout: Path) -> None:
    change(checkout, CAPITAL, CAPITAL.replace("столиц\\w+", "главный город"))
    result = impact()
    assert result.exit_code == 1
    assert "было:  правила SimBa в HEAD (" in result.stdout
    place = f"{checkout}/properties/few.yaml:7"
    assert f"Потеряно: 1\n  столица Франции  (столица (P36); теперь: ничего; {place})" in result.stdout
    (lost,) = told(impact("--json"))["lost"]
    assert (lost["property"], lost["question"], lost["positive"]) == ("P36", "столица Франции", True)
    git(checkout, "commit", "--all", "--quiet", "--message", "Change")
    assert impact().exit_code == 0
    assert impact("--since", "HEAD~1").exit_code == 1


def test_a_rule_that_is_gone_has_lost_its_examples(checkout: Path) -> None:
    change(checkout, CAPITAL, CAPITAL.replace("P36", "P1376"))
    result = impact()
    assert result.exit_code == 1
    assert "столица Франции  (столица (P36); теперь: P1376; больше не пример)" in result.stdout


def test_what_is_gained(checkout: Path) -> None:
    change(checkout, CAPITAL, CAPITAL.replace("столиц\\w+'", "столиц\\w+', 'резиденци\\w+'"))
    change(checkout, "[столица Франции]", "[столица Франции, резиденция Франции]")
    result = impact()
    assert result.exit_code == 0
    assert "потеряно: 0, приобретено: 1" in result.stdout
    assert "резиденция Франции  (столица (P36); теперь: P36; " in result.stdout


def test_a_question_is_also_read_without_its_adjectives(checkout: Path) -> None:
    """What a rule requires stands together only there."""
    change(checkout, "patterns: ['похоронен\\w*']", "phrases: [в каком городе похоронен]")
    question = "В каком старинном русском городе похоронен Кутузов?"
    change(checkout, "[Где похоронен Кутузов?]", f"[{question}]")
    git(checkout, "commit", "--all", "--quiet", "--message", "Only in a town")
    change(checkout, "phrases: [в каком городе похоронен]", "phrases: [в какой стране похоронен]")
    (lost,) = told(impact("--json"))["lost"]
    assert lost["question"] == question


def test_a_counterexample_that_is_now_proposed_is_lost(checkout: Path) -> None:
    change(
        checkout,
        "examples: [На каких языках говорят в Швейцарии?]",
        "examples: [На каких языках говорят в Швейцарии?], counterexamples: [Каково население Франции?]",
    )
    change(checkout, "'язык\\w*'", "'язык\\w*', '(?:насел|язык)\\w+'")
    assert "(контрпример официальный язык (P37); теперь: P1082, P37; " in impact().stdout


def test_questions_of_other_rules_are_grouped_by_the_property_that_came_in(checkout: Path) -> None:
    """The rule of P36 takes a word that every question has: its own examples stay as they are."""
    change(checkout, CAPITAL, CAPITAL.replace("answer: [place], ", "").replace("столиц\\w+", "\\w+"))
    (shift,) = told(impact("--json"))["shifts"]
    assert (shift["property"], shift["direction"], len(shift["came"])) == ("P36", "forward", 4)
    assert "Где похоронен Кутузов?" in shift["came"]
    assert "столица Франции" not in shift["came"]
    short, whole = impact().stdout, impact("--all").stdout
    assert "столица (P36)  +4" in short
    assert "… и ещё 1 (--all)" in short
    assert "(--all)" not in whole
    assert "+ Каково население Франции?" in whole


def test_rules_of_ones_own_are_laid_over_simbas(checkout: Path, tmp_path: Path) -> None:
    own = tmp_path / "own" / "properties" / "mine.yaml"
    own.parent.mkdir(parents=True)
    rule = "- {property: P36, name: столица, phrases: [главный город], examples: [главный город Франции]}\n"
    own.write_text(rule, encoding="utf-8")
    result = impact("--rules", tmp_path / "own")
    assert result.exit_code == 1, "the rule of P36 is replaced"
    assert "столица Франции  (столица (P36); теперь: ничего; больше не пример)" in result.stdout
    assert "главный город Франции  (столица (P36); теперь: P36; " in result.stdout
    git(tmp_path, "add", "own")
    git(tmp_path, "commit", "--quiet", "--message", "Own rules")
    assert impact("--rules", tmp_path / "own", "--since", "HEAD").exit_code == 0


def test_in_a_hook_git_says_where_its_own_repository_is(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other.git"))
    assert impact().exit_code == 0


@pytest.mark.parametrize("revision", ["nothing", "", "--output=stolen", "HEAD:mine", "HEAD\0", "HEAD; true"])
def test_a_revision_that_does_not_exist(
    checkout: Path, revision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    result = impact(f"--since={revision}")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "нет ревизии " in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_outside_git(few_rules: Path) -> None:
    result = impact()
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert f"{few_rules}: не под git" in result.stderr


def test_a_revision_whose_rules_this_simba_cannot_read(checkout: Path) -> None:
    change(checkout, "patterns: ['язык", "regexes: ['язык")
    git(checkout, "commit", "--all", "--quiet", "--message", "Another format")
    change(checkout, "regexes: ['язык", "patterns: ['язык")
    result = impact()
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "правила ревизии HEAD эта SimBa не прочтёт: properties/few.yaml:" in result.stderr


def test_a_link_in_an_old_revision_leads_nowhere(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("secret", encoding="utf-8")
    (checkout / "properties" / "more.yaml").symlink_to(tmp_path / "secret.yaml")
    git(checkout, "add", "properties/more.yaml")
    git(checkout, "commit", "--quiet", "--message", "Link")
    (checkout / "properties" / "more.yaml").unlink()
    assert impact().exit_code == 0
