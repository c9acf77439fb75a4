"""On a bad day for the network every question still ends, in an answer or in an error that says what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

import fault_proxy as faults
import pytest
from commands import invoke
from fault_proxy import Fault, FaultProxy, Handler
from forms import neighbours

from simba import Simba
from simba.endpoint import EndpointSettings, EndpointStore
from simba.errors import EndpointError

pytestmark = pytest.mark.slow

KUTUZOV, FRANCE = "Где похоронен Кутузов?", "столица Франции"
ENTITY = "http://www.wikidata.org/entity/"


def impatient(proxy: FaultProxy, **changes: object) -> EndpointSettings:
    return EndpointSettings(proxy.url, **{"timeout": 60.0, "time_limit": 90.0, "retries": 1, **changes})  # type: ignore[arg-type]


def capital(settings: EndpointSettings) -> list[str]:
    return [value.value for value in neighbours(EndpointStore(settings), "Q142", "P36")]


def error_of(settings: EndpointSettings) -> EndpointError:
    with pytest.raises(EndpointError) as caught:
        capital(settings)
    return caught.value


def in_the_future(**delta: float) -> str:
    return format_datetime(datetime.now(timezone.utc) + timedelta(**delta), usegmt=True)


LASTING: dict[str, tuple[Fault, str]] = {
    "hang": (faults.hang, "timeout"),
    "drop": (faults.drop, "broken"),
    "reset": (faults.reset, "broken"),
    "truncated": (faults.truncated, "broken"),
    "truncated silently": (faults.truncated_silently, "broken"),
    "truncated chunks": (faults.truncated_chunks, "broken"),
    "dripping body": (faults.dripping_body, "timeout"),
    "dripping head": (faults.dripping_head, "timeout"),
    "dripping error": (faults.dripping_error, "status"),
    "nothing": (faults.nothing, "broken"),
    "html": (faults.html, "invalid"),
    "invalid json": (faults.invalid_json, "invalid"),
    "other json": (faults.other_json, "invalid"),
    "10 MB": (faults.ten_megabytes, "invalid"),
    "400": (faults.status(400), "status"),
    "401": (faults.status(401), "login"),
    "403": (faults.status(403), "login"),
    "500": (faults.status(500), "status"),
    "429": (faults.status(429), "busy"),
    "429, at once": (faults.status(429, "0"), "busy"),
    "429, in an hour": (faults.status(429, "3600"), "busy"),
    "429, tomorrow": (faults.status(429, in_the_future(days=1)), "busy"),
    "429, nonsense": (faults.status(429, "soon"), "busy"),
    "502": (faults.status(502), "busy"),
    "503": (faults.status(503), "busy"),
    "504": (faults.status(504), "busy"),
}
SHORT = {"hang": 0.5, "dripping body": 0.5, "dripping head": 0.5, "dripping error": 2.0}
"""What is waited for in vain, and how long; the error's head has to come in that time."""
PASSING = {name for name, (_, kind) in LASTING.items() if kind in {"timeout", "broken", "busy"}} - {
    "429, in an hour",
    "429, tomorrow",
}


@pytest.mark.parametrize("name", LASTING)
def test_a_fault_that_lasts_ends_in_an_error_in_time(
    proxy: FaultProxy, kb: Path, rules: Path, name: str
) -> None:
    proxy.always, kind = LASTING[name]
    simba = Simba(kb, rules=rules, endpoint=impatient(proxy, timeout=SHORT.get(name, 60.0)))
    simba.load()
    with pytest.raises(EndpointError) as caught:
        simba.answer(KUTUZOV)  # of what never ends, nothing else would come
    error = caught.value
    assert (error.kind, error.url) == (kind, proxy.url)
    assert error.advice
    assert str(error).startswith(f"endpoint {proxy.url}: ")
    assert len(str(error).splitlines()) == 1
    if kind in {"status", "timeout"}:  # perhaps it was too much at once: a shorter request may do
        assert len(proxy.seen) > error.tries
    else:
        assert (len(proxy.seen) > 1) == (name in PASSING)  # what cannot pass is not tried again
        assert error.tries == len(proxy.seen)


@pytest.mark.parametrize("name", sorted(PASSING))
def test_a_fault_that_passes_is_not_noticed(proxy: FaultProxy, name: str) -> None:
    proxy.faults = [LASTING[name][0]]
    assert capital(impatient(proxy, timeout=3.0 if name in SHORT else 60.0)) == [f"{ENTITY}Q90"]
    assert len(proxy.seen) == 2


@pytest.mark.parametrize("fault", [faults.delayed(0.05), faults.wrong_type])
def test_what_is_only_odd_is_no_fault(proxy: FaultProxy, fault: Fault) -> None:
    proxy.always = fault
    assert capital(impatient(proxy)) == [f"{ENTITY}Q90"]
    assert len(proxy.seen) == 1


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_server_says_when_it_wants_to_be_asked_again(proxy: FaultProxy, form: str) -> None:
    wanted: list[datetime] = []

    def later(request: Handler) -> None:
        at = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(seconds=2)
        wanted.append(at - timedelta(seconds=1) if form == "seconds" else at)
        faults.status(429, "1" if form == "seconds" else format_datetime(at, usegmt=True))(request)

    proxy.faults = [later]
    assert capital(impatient(proxy)) == [f"{ENTITY}Q90"]
    assert datetime.now(timezone.utc) >= wanted[0]


def test_a_server_that_wants_to_wait_too_long_is_given_up_at_once_by_all(proxy: FaultProxy) -> None:
    proxy.always = faults.status(503, "3600")
    store = EndpointStore(impatient(proxy, time_limit=20.0))
    for _ in range(2):
        with pytest.raises(EndpointError, match=r"3\d\d\d s.*--time-limit \(now 20 s\)") as caught:
            neighbours(store, "Q142", "P36")
        assert caught.value.retry_after == pytest.approx(3600, abs=60)
    assert len(proxy.seen) == 1  # the second question did not even knock


def test_a_question_has_one_time_limit_for_all_its_requests(proxy: FaultProxy, kb: Path, rules: Path) -> None:
    simba = Simba(kb, rules=rules, endpoint=impatient(proxy, time_limit=0.8))
    simba.load()
    proxy.faults = [faults.status(503)]  # then it is asked again
    proxy.always = faults.delayed(0.7)  # which alone is quick enough
    with pytest.raises(EndpointError) as caught:
        simba.answer(KUTUZOV)
    assert caught.value.kind == "timeout"
    assert "0.8 s of a question" in str(caught.value)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.txt"
    file.write_text(f"{FRANCE}\nКак дела?\n{KUTUZOV}\n{FRANCE}\n", encoding="utf-8")
    return file


def batch(*arguments: object) -> Iterator[dict[str, str]]:
    done = invoke("batch", *arguments)
    assert done.exit_code in {0, 3}, done.output
    return map(json.loads, done.stdout.splitlines())


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_batch_goes_on(proxy: FaultProxy, kb: Path, rules: Path, questions: Path, jobs: int) -> None:
    options = ["--kb", kb, "--rules", rules, "--endpoint", proxy.url, "--retries", 0, "--jobs", jobs]
    proxy.always = faults.html
    lines = list(batch(questions, *options))
    assert [(line["status"], line["reason"]) for line in lines] == [
        ("error", "invalid"),
        ("abstained", "no_entity"),
        ("error", "invalid"),
        ("error", "invalid"),
    ]
    assert all(proxy.url in line["error"] for line in lines if line["status"] == "error")
    proxy.faults, proxy.always = [faults.html], None
    statuses = [line["status"] for line in batch(questions, *options)]
    assert statuses.count("error") == 1  # only the question that met the fault
    assert statuses.count("answered") == 2


@pytest.mark.parametrize("name", LASTING)
def test_nothing_is_kept_of_a_failure(
    proxy: FaultProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    proxy.always = LASTING[name][0]
    error_of(impatient(proxy, cache=3600.0, retries=0, timeout=SHORT.get(name, 60.0)))
    proxy.always = None
    assert capital(impatient(proxy, cache=3600.0)) == [f"{ENTITY}Q90"]


def test_the_server_says_that_its_endpoint_failed_but_not_where_it_is(
    proxy: FaultProxy, kb: Path, rules: Path
) -> None:
    pytest.importorskip("flask")
    from simba.web import create_app
    from simba.web.configuration import Settings

    simba = Simba(kb, rules=rules, endpoint=impatient(proxy, retries=0))
    client = create_app(simba, Settings(rate="", batch_rate="", seconds=120)).test_client()
    good = client.get("/api/answer", query_string={"question": FRANCE})
    assert (good.status_code, good.json["status"]) == (200, "answered")  # type: ignore[index]
    proxy.always = faults.html
    told = client.get("/api/answer", query_string={"question": KUTUZOV})
    line = json.dumps({"question": KUTUZOV})
    batch = client.post("/api/batch", data=line, content_type="application/x-ndjson")
    page = client.get("/", query_string={"question": KUTUZOV}, headers={"Accept": "text/html"})
    assert (told.status_code, batch.status_code) == (502, 200)
    for body in (told.text, batch.text):
        assert "behind this server failed: invalid" in body
    assert not any(proxy.url in response.text for response in (told, batch, page))
