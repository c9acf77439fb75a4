"""What the stages took for a question: beside its answer, never in what has to be the same at every run."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import fault_proxy as faults
import pytest
from fault_proxy import FaultProxy

from simba import Answer, Simba
from simba.errors import EndpointError

STAGES = tuple(
    (
        "parse interrogative mentions linking companions properties ranking composing queries relating "
        "likening heeding confidence abstaining labels"
    ).split()
)


def stages(answer: Answer | EndpointError) -> tuple[str, ...]:
    return tuple(stage for stage, _ in answer.timings)


@pytest.mark.parametrize(
    ("question", "reason", "ran"),
    [
        ("Где похоронен Кутузов?", None, 15),
        ("Какая столица Швейцарии?", "no_fact", 14),
        ("Чем пахнет Кутузов?", "no_property", 14),
        ("Где похоронен Бармалей?", "no_entity", 14),
        ("Кто?", "no_mention", 14),
        ("Кто? " * 1000, "too_long", 0),
    ],
)
def test_an_answer_has_the_times_of_the_stages_that_ran(
    simba: Simba, question: str, reason: str | None, ran: int
) -> None:
    simba.load()
    start = time.perf_counter()
    answer = simba.answer(question)
    elapsed = time.perf_counter() - start
    assert answer.reason == reason
    assert stages(answer) == STAGES[:ran]
    assert all(timing.seconds >= 0 for timing in answer.timings)
    assert sum(timing.seconds for timing in answer.timings) <= elapsed


def test_times_are_in_nothing_that_has_to_be_the_same_at_every_run(simba: Simba) -> None:
    one, other = (simba.answer("Где похоронен Кутузов?") for _ in range(2))
    assert one.timings != other.timings
    assert one == other
    assert repr(one) == repr(other)
    assert one.as_dict(trace=True) == other.as_dict(trace=True)


def test_they_go_with_an_answer_to_another_process(simba: Simba) -> None:
    answer = simba.answer("Где похоронен Кутузов?")
    assert pickle.loads(pickle.dumps(answer)).timings == answer.timings


def test_a_question_that_the_endpoint_fails_has_them_up_to_the_failure(
    kb: Path, rules: Path, proxy: FaultProxy
) -> None:
    simba = Simba(kb, rules=rules, endpoint=proxy.url)
    proxy.always = faults.status(404)
    with pytest.raises(EndpointError) as failure:
        simba.answer("Где похоронен Кутузов?")
    assert stages(failure.value) == STAGES[:9]
    (answer,) = simba.answer_many(["Где похоронен Кутузов?"])
    assert answer.status == "error"
    assert stages(answer) == STAGES[:9]
