"""Endpoints with habits of their own: the answer is the same, or says that it is not whole, or there is an error."""

from __future__ import annotations

from collections.abc import Iterator

import fault_proxy as faults
import pytest
from fault_proxy import FaultProxy

from simba import Simba
from simba.building.embedded import embedded
from simba.endpoint import EndpointSettings
from simba.errors import EndpointError

pytestmark = pytest.mark.slow
QUESTIONS = (
    "столица Франции",
    "Где похоронен Кутузов?",
    "Какая гора самая высокая?",
    "Какие страны граничат с Германией, кроме Франции?",
    "Где родился автор романа «Преступление и наказание»?",
    "Граничит ли Португалия с Францией?",
)
LONG = 1_000
"""Characters of a request that asks for several things, as it is sent."""
PATHS = r"wdt:P\d+[*+/|]|\^wdt:"


@pytest.fixture
def awkward(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultProxy]:
    for name in ("http_proxy", "https_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with FaultProxy(endpoint) as proxy:
        yield proxy


def asked_there(proxy: FaultProxy, **settings: float) -> Simba:
    given = EndpointSettings(proxy.url, **{"retries": 1, "timeout": 60.0, "time_limit": 120.0, **settings})  # type: ignore[arg-type]
    simba = Simba(embedded(), endpoint=given)
    simba.load()
    return simba


HABITS: dict[str, tuple[faults.Fault, int]] = {
    "other order": (faults.bindings(lambda rows: rows[::-1]), len(QUESTIONS)),
    "cuts at 5 rows": (faults.bindings(lambda rows: rows[:5]), 3),
    "no service": (faults.refusing(r"\bSERVICE\b"), len(QUESTIONS)),
    "no property paths": (faults.refusing(PATHS), 2),
    "long ones run out of time": (faults.longer_than(LONG, faults.status(500)), 5),
    "partial by state": (faults.longer_than(LONG, faults.partial(200, X_SQL_State="S1TAT")), 5),
    "partial by status": (faults.longer_than(LONG, faults.partial(206)), 5),
}
"""What an endpoint does, and how many of the questions have the same answer all the same."""


@pytest.mark.parametrize("name", HABITS)
def test_nothing_else_is_said(awkward: FaultProxy, demo: Simba, name: str) -> None:
    awkward.always, same = HABITS[name]
    there, found = asked_there(awkward), 0
    for question in QUESTIONS:
        expected = demo.answer(question)
        try:
            answer = there.answer(question)
        except EndpointError:
            continue
        whole = (answer.status, answer.values) == (expected.status, expected.values)
        assert whole or (answer.truncated and set(answer.values) < set(expected.values)), question
        found += whole
    assert found >= same


def test_what_is_always_partial_is_an_error(awkward: FaultProxy) -> None:
    awkward.always = faults.partial(200, X_SQL_State="S1TAT")
    with pytest.raises(EndpointError, match=r"only a part of the results.*time limit") as caught:
        asked_there(awkward).answer(QUESTIONS[0])
    assert caught.value.kind == "partial"


@pytest.mark.parametrize("retries", [0, 1])
def test_one_internal_error_is_forgiven(awkward: FaultProxy, demo: Simba, retries: int) -> None:
    there = asked_there(awkward, retries=retries)
    awkward.faults = [faults.status(500)]
    assert there.answer(QUESTIONS[1]).values == demo.answer(QUESTIONS[1]).values
    awkward.seen.clear()
    for question in QUESTIONS[:3]:
        assert there.answer(question).values == demo.answer(question).values
    assert len(awkward.seen) <= 9, "by few long requests again"


def test_all_questions_go_over_one_connection(awkward: FaultProxy) -> None:
    there = asked_there(awkward)
    for question in QUESTIONS:
        there.answer(question)
    assert awkward.connections == 1 < len(QUESTIONS) <= len(awkward.seen)


def test_connections_that_were_closed_meanwhile_are_opened_anew(awkward: FaultProxy, demo: Simba) -> None:
    awkward.always = faults.closing
    there = asked_there(awkward, retries=0)
    for question in QUESTIONS:
        assert there.answer(question).values == demo.answer(question).values
    assert awkward.connections > 1
