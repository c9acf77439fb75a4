"""Grids: a rule says its words, and constructions make the phrases of them, in both directions."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from simba.errors import RuleError
from simba.grammar.compiling import compile_pattern
from simba.grammar.files import GRIDS, layers
from simba.grammar.grids import CONSTRUCTIONS
from simba.grammar.written import read_rules
from simba.grammar.yamlfile import read_yaml
from simba.workbench.bench import Bench
from simba.workbench.example_checks import spoken

CASTING = """
- property: P99001
  name: литейщик
  answer: [person]
  verbs: отлил[а | и]
  weak: отлит[а | о | ы]
  nouns: литейщик*
  deeds: отливк*
  of: колокол* | пушк*
  examples: [Кто отлил колокол «Сысой»?, Литейщик «Царь-пушки»?, Чья отливка «Сысой»?, Кем отлит «Сысой»?]
  counterexamples: [Когда отлит «Сысой»?]
  reverse:
    answer: [thing]
    examples: [Какие колокола отлил Чохов?, Литейщиком какой пушки был Чохов?, Чей литейщик Чохов?]
"""


def folder_of(path: Path, rules: str) -> Path:
    (path / "properties").mkdir()
    (path / "properties" / "metal.yaml").write_text(rules.lstrip(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(layers(folder_of(tmp_path_factory.mktemp("rules"), CASTING)))


def test_a_rule_that_says_its_words_understands_questions_in_both_directions(own: Bench) -> None:
    examples = [one for one in own.examples if one.rule.text.property == "P99001" and one.positive]
    assert len(examples) == 7
    unheard = [one.question for one in examples if one.rule.key not in own.proposed(one.question)]
    assert unheard == []


@pytest.mark.parametrize(
    ("question", "forward", "reverse"),
    [
        ("Кто отлил пушку «Единорог»?", True, False),
        ("Каким мастером был отлит «Единорог»?", True, False),
        ("«Единорог» отлит кем?", True, False),
        ("Кому принадлежит отливка «Единорога»?", True, False),
        ("Что отлил Моторин?", False, True),
        ("Литейщиком чего был Моторин?", False, True),
        ("Где отлит «Единорог»?", False, False),
    ],
)
def test_the_wordings_that_nobody_wrote(own: Bench, question: str, forward: bool, reverse: bool) -> None:
    proposed = {direction for prop, direction in own.proposed(question) if prop == "P99001"}
    assert proposed == {name for name, held in (("forward", forward), ("reverse", reverse)) if held}


def test_every_construction_makes_its_own_examples_understood() -> None:
    (folder,) = layers(None)
    constructions = read_yaml(folder / GRIDS, CONSTRUCTIONS)
    made = defaultdict(list)
    for rule in read_rules(layers(None)):
        for one in rule.expressions:
            if one.construction is not None:
                made[one.construction.phrase].append(one.regex)
    for construction in constructions:
        for example in construction.examples:
            text = spoken(example)
            assert any(compile_pattern(one).search(text) for one in made[construction.phrase]), example


@pytest.mark.parametrize(
    ("before", "after", "line", "column", "message"),
    [
        ("отлил[а | и]", "отлил[а | и", 4, 15, "P99001: verbs «отлил[а | и»: скобка [ не закрыта"),
        ("литейщик*", "<литейщег>", 6, 10, "P99001: nouns «<литейщег>»: слова <литейщег> нет в словаре"),
        ("deeds", "deed", 7, 3, "пункт 1: deed: такого ключа здесь нет"),
    ],
)
def test_a_mistake_in_a_slot_is_told_at_its_place(
    tmp_path: Path, before: str, after: str, line: int, column: int, message: str
) -> None:
    folder = folder_of(tmp_path, CASTING.replace(before, after))
    with pytest.raises(RuleError) as caught:
        read_rules(layers(folder))
    assert [(one.line, one.column, one.message) for one in caught.value.problems] == [(line, column, message)]


def test_a_file_of_the_old_form_means_what_it_meant(tmp_path: Path) -> None:
    text = """
- {property: P99002, name: кузнец, phrases: ['{кто} выковал*'], examples: [Кто выковал меч?]}
- {property: P99002, name: кузнец, direction: reverse, phrases: ['что выковал*'], examples: [Что выковал Вакула?]}
"""
    bench = Bench(layers(folder_of(tmp_path, text)))
    assert ("P99002", "forward") in bench.proposed("Кто выковал меч?")
    assert ("P99002", "reverse") in bench.proposed("Что выковал Вакула?")
