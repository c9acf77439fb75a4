"""The rule base: each rule's examples propose its property, its counterexamples do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from simba.common.resources import data_path
from simba.workbench.bench import Bench

BENCH = Bench([data_path("rules")])
RULES = BENCH.written
AREAS = sorted({rule.path for rule in RULES})


@pytest.mark.parametrize("area", AREAS, ids=lambda path: path.stem)
def test_examples_propose_the_property_and_counterexamples_do_not(area: Path) -> None:
    wrong = []
    for rule in RULES:
        if rule.path != area:
            continue
        key = rule.key
        wrong += [f"{key}: no: {text}" for text in rule.text.examples if key not in BENCH.proposed(text)]
        wrong += [f"{key}: yet: {text}" for text in rule.text.counterexamples if key in BENCH.proposed(text)]
    assert not wrong, "\n".join(wrong)


def test_each_rule_has_examples_and_a_counterexample_and_stands_once() -> None:
    poor = [
        (rule.path.name, rule.key)
        for rule in RULES
        if len(rule.text.examples) < 3 or not rule.text.counterexamples
    ]
    assert not poor
    places = [rule.key for rule in RULES]
    assert len(places) == len(set(places))
    assert len({rule.text.property for rule in RULES}) >= 300
