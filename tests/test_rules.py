"""SimBa's own rules: their examples propose the property, their counterexamples do not, and nothing else is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from simba import Simba
from simba.errors import RuleError
from simba.grammar.files import layers
from simba.workbench.check import check

ONE_RULE = "- {property: P1, name: дом, patterns: [дом], examples: [дом]}\n"


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


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("words.yaml", "'перв", "'(перв", "негодное выражение: скобка ( не закрыта"),
        ("sets.yaml", "places:", "placez:", "sets.yaml: лишнее множество: placez"),
    ],
)
def test_what_is_wrong_in_the_words_is_told_to_who_asks(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "one.yaml").write_text(ONE_RULE, encoding="utf-8")
    text = (layers(None)[0] / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleError) as error:
        Simba(rules=tmp_path).answer("Где похоронен Кутузов?")
    assert said in str(error.value)
