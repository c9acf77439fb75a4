"""SimBa's own rules: their examples propose the property, their counterexamples do not, and nothing else is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from simba.grammar.files import layers
from simba.workbench.check import check


@pytest.mark.slow
def test_nothing_is_wrong_with_the_rules() -> None:
    result = check(layers(None), jobs=1)
    assert [str(one.problem) for one in result.findings if one.level != "замечание"] == []
    assert result.rules >= 800


@pytest.mark.slow
def test_what_cannot_be_compiled_is_told_of_many_files_too(few_rules: Path, tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    for number in range(6):
        rule = f"- {{property: P{number + 1}, name: дом, patterns: [(дом], examples: [дом]}}\n"
        text = rule if number == 5 else rule.replace("(", "")
        (tmp_path / "properties" / f"{number}.yaml").write_text(text, encoding="utf-8")

    def errors() -> list[str]:
        found = check(layers(tmp_path), jobs=2).findings
        return [f"{one.problem.path.name}:{one.problem.line}" for one in found if one.level == "ошибка"]

    assert errors() == ["5.yaml:1"]
    (tmp_path / "fragments.yaml").write_text("дом: '(дом'\n", encoding="utf-8")
    assert errors() == ["fragments.yaml:1", "5.yaml:1"]
