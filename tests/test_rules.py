"""SimBa's own rules: their examples propose the property, their counterexamples do not, and nothing else is wrong."""

from __future__ import annotations

from simba.grammar.files import layers
from simba.workbench.check import check


def test_nothing_is_wrong_with_the_rules() -> None:
    result = check(layers(None), jobs=1)
    assert [str(one.problem) for one in result.findings if one.level != "замечание"] == []
    assert result.rules >= 800
