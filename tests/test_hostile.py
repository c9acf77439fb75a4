"""Whatever one client asks, the work it makes is bounded: counted here, timed in `benchmarks/hostile.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks import ATTACKS, attacks, fill
from hypothesis import given, settings

from simba import Simba, SimbaError
from simba.building.build import build
from simba.errors import OutOfTimeError
from simba.kb.index import MAX_NAMESAKES, LabelIndex
from simba.stages.linking.lookup import MAX_FOUND, MAX_REPAIRED, IndexNames
from simba.stages.mentions import MAX_MENTIONS
from simba.stages.properties import MAX_PROPOSALS
from simba.system import MAX_QUESTION

SPELLINGS = 150
"""Keys that one letter of a misspelt word may cost, at most."""


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many keys each look-up in the label index asked for."""
    counted: list[int] = []
    known = LabelIndex.known

    def counting(index: LabelIndex, wanted: list[str]) -> list[int]:
        counted.append(len(wanted))
        return known(index, wanted)

    monkeypatch.setattr(LabelIndex, "known", counting)
    return counted


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Щ" * 999, id="capitals"),
        pytest.param(f"Где родился {'Ъ' * 900}?", id="one long name"),
        pytest.param(fill("Пушкыин Лермонтыов "), id="misspelt names"),
        pytest.param(fill("Абвгдежзиклмнопрстуф "), id="long unknown names"),
    ],
)
def test_no_more_spellings_are_tried_than_a_few_names_have(
    demo: Simba, keys: list[int], question: str
) -> None:
    """Once 999 capitals made 70,000 spellings of 999 letters each: seconds, and more than a gigabyte."""
    demo.answer(question)
    mentioned, *repaired = keys
    assert mentioned <= 16 * MAX_MENTIONS
    # A word is tried as it is written and by its lemmas.
    assert sum(repaired) <= 4 * SPELLINGS * MAX_REPAIRED


def test_a_misspelt_name_is_still_found(simba: Simba) -> None:
    assert simba.answer("Где похоронен Кутозов?").status == "answered"


@pytest.mark.parametrize(
    "piece", ["автор ", "Автор, ", "столица страны ", "родился ", "столица автор жена население площадь "]
)
def test_repeated_words_of_rules_make_few_queries(demo: Simba, piece: str) -> None:
    """Once "автор " 166 times was ranked for two seconds: 996 matches with 60 entities."""
    _, reasoning = demo.reason(fill(piece))
    assert 1 < len(reasoning.proposals.candidates) <= 2 * MAX_PROPOSALS


def bounded(simba: Simba, question: str) -> None:
    _, reasoning = simba.reason(question)
    assert len(reasoning.mentions) <= MAX_MENTIONS
    assert len(reasoning.candidates) <= 60
    assert len(reasoning.proposals.candidates) <= 2 * MAX_PROPOSALS
    assert len(reasoning.attempts) <= 40


@pytest.mark.parametrize("name", ATTACKS)
def test_the_work_for_a_question_is_bounded(demo: Simba, name: str) -> None:
    assert len(ATTACKS[name]) == MAX_QUESTION
    bounded(demo, ATTACKS[name])


@given(attacks)
@settings(deadline=None, max_examples=40)
@pytest.mark.slow
def test_and_so_is_the_work_for_any_other(demo: Simba, question: str) -> None:
    bounded(demo, question)


def test_names_that_very_many_have_are_not_all_looked_at(tmp_path: Path, rules: Path) -> None:
    names = [first + last for first in "абвгджзклмнпрст" for last in "илем ован урде янис езуб".split()]
    people = [
        f"<http://www.wikidata.org/entity/Q{1000 * number + bearer}>"
        f' <http://www.w3.org/2000/01/rdf-schema#label> "{name.capitalize()}"@ru .'
        for number, name in enumerate(names, 1)
        for bearer in range(60)
    ]
    source = tmp_path / "people.nt"
    source.write_text("\n".join(people), encoding="utf-8")
    build([source], tmp_path / "kb")
    simba = Simba(tmp_path / "kb", rules=rules)
    _, reasoning = simba.reason(f"Где похоронены {' '.join(map(str.capitalize, names))}?")
    found = IndexNames(simba.kb.index, simba.lexicon.words).look_up(reasoning.parse, reasoning.mentions)
    assert MAX_FOUND <= len(found) < MAX_FOUND + MAX_NAMESAKES


def test_a_question_ends_between_two_stages_when_its_time_is_over(kb: Path, rules: Path) -> None:
    simba = Simba(kb, rules=rules, time_limit=1e-6)
    with pytest.raises(OutOfTimeError, match="no answer within the 1e-06 s of a question") as failure:
        simba.answer("Где похоронен Кутузов?")
    assert "ranking" not in [stage for stage, _ in failure.value.timings]
    (answer,) = simba.answer_many(["Где похоронен Кутузов?"])
    assert (answer.status, answer.reason, answer.error and answer.error.kind) == (
        "error",
        "timeout",
        "timeout",
    )
    assert answer.as_dict()["error"] == str(failure.value)


def test_what_is_no_time_limit_is_refused(kb: Path) -> None:
    assert Simba(kb).time_limit == 30
    for seconds in (0.0, -1.0, float("nan")):
        with pytest.raises(SimbaError, match="above 0"):
            Simba(kb, time_limit=seconds)
