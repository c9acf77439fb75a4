"""Which property's words a question's words are like."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simba import Simba
from simba.grammar.rules import RuleBase
from simba.grammar.wordstock import is_content
from simba.russian.vectors import vectors
from simba.stages.likening.nearness import Vocabularies

RULES = """
- property: P84
  name: архитектор
  phrases: ['{кто} построил']
  examples: ['Кто построил «Кузнечный мост»?']
- property: P170
  name: автор
  phrases: ['{кто} нарисовал']
  examples: ['Кто нарисовал картину «Берёзовая роща»?']
- property: P1
  name: '—'
  patterns: ['\\bх\\b']
  examples: ['х?']
"""


@pytest.fixture(scope="module")
def vocabularies(simba: Simba, tmp_path_factory: pytest.TempPathFactory) -> Vocabularies:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "properties").mkdir()
    (folder / "properties" / "own.yaml").write_text(RULES, encoding="utf-8")
    (folder / "fragments.yaml").write_text("кто: 'кто'", encoding="utf-8")
    return Vocabularies(RuleBase.load((Path(folder),)), simba.lexicon.weights.likening)


def test_a_vocabulary_is_the_common_content_words_of_name_phrases_and_examples(
    vocabularies: Vocabularies,
) -> None:
    known = dict(zip((rule.property for rule in vocabularies.rules), vocabularies.of_rules, strict=True))
    assert known["P84"] == ("архитектор", "построить")
    assert known["P170"] == ("автор", "нарисовать", "картина")
    assert known["P1"] == (), "of names and letters alone there is none"


def test_a_word_that_no_rule_has_is_near_to_those_that_have_one_like_it(vocabularies: Vocabularies) -> None:
    by_property = {rule.property: number for number, rule in enumerate(vocabularies.rules)}
    nearness = vocabularies.nearness(["соорудить", "картина"])
    assert nearness[by_property["P170"]] == pytest.approx(
        vocabularies.nearness(["картина"])[by_property["P170"]]
    )
    assert nearness[by_property["P84"]] > 0
    assert nearness[by_property["P1"]] == 0
    assert vocabularies.like("соорудить", by_property["P84"]) == "построить"
    assert vocabularies.like("соорудить", by_property["P1"]) is None


def test_unknown_words_are_like_nothing() -> None:
    assert not vectors(["щъщъ"]).any()
    assert np.allclose(np.linalg.norm(vectors(["дом", "ежик"]), axis=1), 1), "ё may be written as е"


@pytest.mark.parametrize(
    ("word", "says"), [("построил", True), ("какой", False), ("свой", False), ("в", False)]
)
def test_content_words_say_what_a_question_is_about(word: str, says: bool) -> None:
    assert is_content(word) is says
