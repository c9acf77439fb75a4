"""What a rule author can state beside the patterns: direction, the class of the subject, the type of the answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from handful import knowing
from rule_folders import folder_of

from simba import Simba

pytestmark = pytest.mark.usefixtures("few_rules")

WORLD = """
wd:Q1 rdfs:label "Мурка"@ru ; wdt:P31 wd:Q100 ; wdt:P900 wd:Q10 .
wd:Q2 rdfs:label "Барсик"@ru ; wdt:P31 wd:Q200 ; wdt:P900 wd:Q10 .
wd:Q3 rdfs:label "Кеша"@ru ; wdt:P900 wd:Q10 .
wd:Q10 rdfs:label "Простоквашино"@ru ; wdt:P31 wd:Q515 .
wd:Q101 rdfs:label "зверь"@ru .
wd:Q100 rdfs:label "кошка"@ru ; <http://www.wikidata.org/prop/direct/P279> wd:Q101 .
wd:Q200 rdfs:label "корабль"@ru .
"""
RULE = """
- property: P900
  name: логово
  {keys}
  patterns: ['где ночует|кто ночует в']
  examples: ['Где ночует Мурка?']
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys")
    knowing(WORLD, path)
    return path


@pytest.fixture
def with_keys(folder: Path, tmp_path: Path) -> Iterator[object]:
    def make(keys: str) -> Simba:
        return Simba(folder / "kb", rules=folder_of(tmp_path / "rules", RULE.format(keys=keys)))

    return make


def labels(simba: Simba, question: str) -> list[str | None]:
    return [value.label for value in simba.answer(question).values]


def test_without_keys_any_subject_will_do(with_keys) -> None:  # type: ignore[no-untyped-def]
    simba = with_keys("counterexamples: []")
    assert labels(simba, "Где ночует Мурка?") == labels(simba, "Где ночует Барсик?") == ["Простоквашино"]


def test_subject_names_the_class_that_is_meant_or_one_above_it(with_keys) -> None:  # type: ignore[no-untyped-def]
    simba = with_keys("subject: [Q101]")
    assert labels(simba, "Где ночует Мурка?") == ["Простоквашино"]
    assert simba.answer("Где ночует Барсик?").reason == "no_fact"
    assert labels(simba, "Где ночует Кеша?") == ["Простоквашино"], "what has no class is not refused"


def test_reverse_asks_for_the_subject_and_subject_then_limits_the_answers(with_keys) -> None:  # type: ignore[no-untyped-def]
    simba = with_keys("direction: reverse\n  subject: [Q101]")
    assert sorted(map(str, labels(simba, "Кто ночует в Простоквашино?"))) == ["Кеша", "Мурка"]


def test_answer_says_what_the_values_are(with_keys) -> None:  # type: ignore[no-untyped-def]
    simba = with_keys("answer: [date]")
    assert simba.answer("Где ночует Мурка?").reason == "no_fact", "what is found is no date"
