"""A first rule for a property, as its author gets it: ``simba rules new``."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import invoke

from simba.grammar.written import read_rules


def new(*arguments: str | Path) -> str:
    result = invoke("rules", "new", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["форма", "ёмкость (бака): «брутто»", "{какой} 'год' #", "код: ИКАО"])
def test_what_is_printed_is_a_rule(name: str, rules: Path, tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "new.yaml").write_text(new("p1419", name), encoding="utf-8")
    *_, rule = read_rules((rules, tmp_path))
    assert (rule.text.property, rule.text.name) == ("P1419", name)
    assert rule.text.phrases[0].startswith("[{какой}] ")


def test_the_check_says_what_is_still_to_do(few_rules: Path, tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "new.yaml").write_text(new("P1419", "форма"), encoding="utf-8")
    result = invoke("rules", "check", "--rules", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.count("это ещё не сделано") == 3


def test_the_knowledge_base_may_know_the_name(kb: Path) -> None:
    result = invoke("rules", "new", "P1419", "--kb", kb)
    assert result.exit_code == 2
    assert "напишите: simba rules new P1419 НАЗВАНИЕ" in result.stderr


@pytest.mark.parametrize("text", ["Q5", "P0", "Р1303", "P13; DROP"])
def test_what_is_no_property(text: str) -> None:
    result = invoke("rules", "new", text, "форма")
    assert result.exit_code == 2
    assert "не свойство; оно пишется как P1303" in result.stderr


def test_its_question_agrees_with_the_name() -> None:
    asked = {name: new("P1419", name) for name in ("форма", "население города", "цвет")}
    assert "Какая форма у …?" in asked["форма"]
    assert "Какое население города у …?" in asked["население города"]
    assert "Какой цвет у …?" in asked["цвет"]
