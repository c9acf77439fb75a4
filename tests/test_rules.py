"""The rule base: each rule's examples propose its property, its counterexamples do not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from simba import Simba
from simba.properties import propose
from simba.resources import data_path
from simba.rules import read_rules

RULES = read_rules(data_path("rules"))
SIMBA = Simba()
AREAS = sorted({path for path, _, _ in RULES})


@cache
def proposed(question: str) -> frozenset[tuple[str, str]]:
    """The (property, direction) pairs that the whole front of the pipeline proposes for a question."""
    simba = SIMBA
    parse = simba._parser.parse(question)
    found = propose(simba.rules, parse, simba.interrogatives.find(parse))
    return frozenset((candidate.rule.property, candidate.rule.direction) for candidate in found.candidates)


@pytest.mark.parametrize("area", AREAS, ids=lambda path: path.stem)
def test_examples_propose_the_property_and_counterexamples_do_not(area: Path) -> None:
    wrong = []
    for path, rule, _ in RULES:
        if path != area:
            continue
        key = (rule.property, rule.direction)
        wrong += [f"{key}: no: {text}" for text in rule.examples if key not in proposed(text)]
        wrong += [f"{key}: yet: {text}" for text in rule.counterexamples if key in proposed(text)]
    assert not wrong, "\n".join(wrong)


def test_each_rule_has_examples_and_a_counterexample_and_stands_once() -> None:
    poor = [
        (path.name, rule.property)
        for path, rule, _ in RULES
        if len(rule.examples) < 3 or not rule.counterexamples
    ]
    assert not poor
    places = [(rule.property, rule.direction) for _, rule, _ in RULES]
    assert len(places) == len(set(places))
    assert len({rule.property for _, rule, _ in RULES}) >= 150
