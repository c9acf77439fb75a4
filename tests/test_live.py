"""Nothing built, nothing at hand: names come from a wiki's own search, facts from an endpoint.

The wiki is `wikibase_api`, which follows the API's documentation over the embedded knowledge base's own source; the
endpoint is Oxigraph's server with the same facts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import fault_proxy as faults
import pytest
import yaml
from endpoint_support import oxigraph
from fault_proxy import FaultProxy, Handler
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wikibase_api import WikibaseServer

from simba import Simba
from simba.building.embedded import embedded
from simba.common.resources import data_path
from simba.endpoint import EndpointSettings
from simba.endpoint.nominative import nominatives
from simba.endpoint.search import EntitySearch, SearchMatch
from simba.errors import EndpointError
from simba.evaluation.datasets import read_questions
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.mentions import find_mentions
from simba.stages.parse import Parser

KUTUZOV = "Где похоронен Кутузов?"
DEMO = data_path("index/demo.ttl")
BUSY = b'{"error": {"code": "maxlag", "info": "Waiting for a database server"}}'

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(oxigraph() is None, reason="no oxigraph server here: pip install oxigraph"),
]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No proxy of the network, and a cache of the test's own."""
    for name in ("http_proxy", "https_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("simba.endpoint.reply_cache.cache_folder", lambda: tmp_path)


@pytest.fixture(scope="module")
def wiki() -> Iterator[str]:
    with WikibaseServer(DEMO) as server:
        yield server.url


@pytest.fixture
def api(wiki: str) -> Iterator[FaultProxy]:
    """The wiki behind a proxy that sees all requests."""
    with FaultProxy(wiki) as proxy:
        yield proxy


@pytest.fixture
def live(endpoint: str, api: FaultProxy) -> Simba:
    return Simba(endpoint=endpoint, linker=api.url)


def ours(name: str) -> list[str]:
    path = Path(__file__).parent / "questions" / f"{name}.yaml"
    return [
        item["question"] if isinstance(item, dict) else item
        for item in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def searches(proxy: FaultProxy) -> list[str]:
    given = [parse_qs(urlsplit(request["path"]).query) for request in proxy.seen]
    return [one["search"][0] for one in given if one["action"] == ["wbsearchentities"]]


def reply(body: bytes, status: int = 200) -> faults.Fault:
    return lambda request: request.reply(body, status)


# --- answers ---


def test_the_command_line_answers(endpoint: str, wiki: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simba", "ask", KUTUZOV, "--endpoint", endpoint, "--linker", wiki],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Казанский собор, Россия\n")


def test_nothing_is_built(live: Simba, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIMBA_KB", raising=False)
    monkeypatch.setattr("simba.opened.embedded", None)
    assert [value.label for value in live.answer(KUTUZOV).values] == ["Казанский собор"]


def test_our_questions(live: Simba, api: FaultProxy, demo: Simba) -> None:
    """The wiki's search knows no free word order, so a few names are missed: none is mistaken for another."""
    asked = ours("answered")[::3]
    missed = []
    for question in asked:
        api.seen.clear()
        answer, expected = live.answer(question), demo.answer(question)
        assert len(api.seen) <= 25, question
        if answer.status == "abstained" != expected.status:
            missed.append(question)
        else:
            assert {value.value for value in answer.values} == {value.value for value in expected.values}
            assert (answer.entity and answer.entity.id) == (expected.entity and expected.entity.id)
    assert len(missed) <= len(asked) / 30
    for question in ours("abstained")[::3]:
        assert live.answer(question).status == "abstained", question


@pytest.mark.slow
def test_a_snapshot_of_wikidata(snapshot: Simba, snapshot_source: Path, dev_questions: Path) -> None:
    """Of the questions that the index answers, the wiki's search answers most, by few requests, and no other."""
    questions = [question.text for question in read_questions(dev_questions)][::6]
    with WikibaseServer(snapshot_source) as server:
        there = Simba(snapshot.kb.folder, linker=EndpointSettings(server.url))
        pairs = [(snapshot.answer(question), there.answer(question)) for question in questions]
    both = [(one, other) for one, other in pairs if one.status == "answered"]
    same = sum(one.values == other.values for one, other in both)
    assert same / len(both) > 0.85
    # It knows fewer names, so a reading may stand that another name forbids.
    assert sum(one.status == "abstained" and other.status == "answered" for one, other in pairs) <= 1


def test_trace_tells_the_candidates(live: Simba) -> None:
    trace = live.answer(KUTUZOV).trace
    best = trace["candidates"][0]
    assert (best["entity"], best["label"]) == ("Q185801", "Михаил Илларионович Кутузов")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Какова высота Эйфелевой башни?", "эйфелева башня"),
        ("Кто автор «Войны и мира»?", "война и мир"),
        ("Кто написал «Властелина колец»?", "властелин колец"),
        ("Кто снял «Криминальное чтиво»?", "криминальное чтиво"),
        ("Кто участвовал в Трафальгарском сражении?", "трафальгарское сражение"),
        ("жена Петра Великого", "пётр великий"),
        ("Назовите архитектора храма Христа Спасителя", "храм христа спасителя"),
        ("Где родился Королёв?", "королёв"),
        ("Кто играл в «Двенадцати стульях»?", "двенадцать стульев"),
        ("Сколько жителей в Нижнем Новгороде?", "нижний новгород"),
        ("Какова площадь Нидерландов?", "нидерланды"),
    ],
)
def test_a_name_is_searched_for_as_a_dictionary_has_it(question: str, name: str) -> None:
    parse = Parser().parse(question)
    interrogative = InterrogativeDictionary.load([data_path("rules")]).find(parse)
    mentions = find_mentions(parse, interrogative)
    assert name in {form for mention in mentions for form in nominatives(parse, mention)[:2]}


# --- manners ---


def test_searches_are_few_and_made_once(live: Simba, api: FaultProxy, endpoint: str) -> None:
    live.answer(KUTUZOV)
    first = searches(api)
    assert "кутузов" in first
    assert len(first) == len(set(first)) <= 8
    api.seen.clear()
    live.answer("Когда родился Кутузов?")
    assert set(searches(api)).isdisjoint(first)
    api.seen.clear()
    Simba(endpoint=endpoint, linker=api.url).answer(KUTUZOV)
    assert api.seen == [], "kept on disk for a day"


def test_what_begins_as_no_name_does_is_not_searched_for(live: Simba, api: FaultProxy) -> None:
    live.answer("Где находится Бырзанская Хлюпова Кочка Вторая?")
    found = searches(api)
    assert any(one.startswith("бырзанская хлюпова") for one in found)
    assert not any(one.startswith(tuple(found[:number])) for number, one in enumerate(found))


def test_the_wiki_learns_who_asks_and_no_login(
    endpoint: str, api: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMBA_ENDPOINT_TOKEN", "secret")
    monkeypatch.setenv("SIMBA_ENDPOINT_CONTACT", "someone@example.org")
    Simba(endpoint=endpoint, linker=api.url).answer(KUTUZOV)
    assert {request["User-Agent"] for request in api.seen} == {api.seen[0]["User-Agent"]}
    assert "SimBa/" in api.seen[0]["User-Agent"]
    assert "someone@example.org" in api.seen[0]["User-Agent"]
    assert all("Authorization" not in request for request in api.seen)


def test_wikimedia_is_asked_five_times_at_once_at_most() -> None:
    simba = Simba(endpoint="https://query.wikidata.org/sparql", linker="wikidata")
    assert simba.settings.linker is not None
    assert simba.settings.linker.url == "https://www.wikidata.org/w/api.php"
    assert (simba.settings.linker.most_in_flight, simba.settings.linker.most_a_second) == (5, 10.0)


# --- bad days ---


@pytest.mark.parametrize(
    "fault",
    [reply(BUSY), faults.status(429, "0"), faults.status(503), faults.drop, faults.truncated],
    ids=["maxlag", "429", "503", "drop", "truncated"],
)
def test_what_passes_is_tried_again(live: Simba, api: FaultProxy, fault: faults.Fault) -> None:
    api.faults = [fault]
    assert live.answer(KUTUZOV).status == "answered"


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (reply(BUSY), "busy"),
        (reply(b'{"error": {"code": "missingparam"}}'), "status"),
        (reply(rb'{"error": {"code": "\u001b[31m"}}'), "status"),
        (reply(b"<html>Wikidata</html>"), "invalid"),
        (reply(b"[]"), "invalid"),
        (reply(b"{}"), "invalid"),
        (faults.status(404), "status"),
        (faults.hang, "timeout"),
    ],
)
def test_a_wiki_that_fails_is_told(endpoint: str, api: FaultProxy, fault: faults.Fault, kind: str) -> None:
    api.always = fault
    timeout = 3.0 if kind == "timeout" else 60.0  # then the answer has to come in that time
    simba = Simba(endpoint=EndpointSettings(endpoint, retries=1, timeout=timeout), linker=api.url)
    with pytest.raises(EndpointError) as caught:
        simba.answer(KUTUZOV)
    assert (caught.value.kind, caught.value.url) == (kind, api.url)
    assert str(caught.value).isprintable()
    api.always = None
    assert simba.answer(KUTUZOV).status == "answered", "nothing is kept of a failure"


def test_a_batch_goes_on(live: Simba, api: FaultProxy) -> None:
    api.always = reply(b"no")
    questions = iter([KUTUZOV, "Какая столица у Франции?"])
    answers = live.answer_many(questions)
    assert next(answers).status == "error"
    api.always = None
    assert next(answers).status == "answered"


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "match", "type", "text", "claims", "P31", "sitelinks", "descriptions", "ru"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hits=JSON_VALUES, entities=JSON_VALUES)
def test_whatever_a_wiki_says_nothing_breaks(hits: Any, entities: Any, api: FaultProxy) -> None:
    body = json.dumps(
        {"search": hits, "entities": entities if isinstance(entities, dict) else {"Q1": entities}}
    )
    api.always = reply(body.encode())
    search = EntitySearch(EndpointSettings(api.url, cache=1e-9))
    assert all(isinstance(match, SearchMatch) for match in search.search("слово"))
    assert set(search.describe(["Q1", "P31"])) <= {"Q1", "P31"}


def test_a_hostile_wiki_gets_nothing_into_a_query(endpoint: str, api: FaultProxy) -> None:
    seen: list[str] = []

    def hostile(request: Handler) -> None:
        bad = "Q1 } ; DROP ALL #"
        hit = {"id": bad, "match": {"type": "label", "text": "Кутузов", "language": "ru"}}
        claim = {"mainsnak": {"datavalue": {"value": {"id": "Q5> ?x"}}}, "rank": "normal"}
        good = {**hit, "id": "Q185801"}
        entity = {"claims": {"P31": [claim]}, "sitelinks": {}, "descriptions": {}}
        request.reply(
            json.dumps({"search": [hit, good], "entities": {bad: entity, "Q185801": entity}}).encode()
        )

    def remembered(request: Handler) -> None:
        seen.append(request.path + request.question.decode())
        faults.forward(request)

    api.always = hostile
    with FaultProxy(endpoint) as facts:
        facts.always = remembered
        answer = Simba(endpoint=facts.url, linker=api.url).answer(KUTUZOV)
    assert answer.entity is not None
    assert answer.entity.id == "Q185801"
    assert not any("DROP" in query or "Q5%3E" in query for query in seen)


def test_a_linker_that_is_no_address_is_refused() -> None:
    with pytest.raises(EndpointError, match="neither index nor wikidata"):
        Simba(linker="wikipedia")


def test_the_index_is_the_linker_by_default() -> None:
    assert Simba(linker="index").settings.linker is None
    assert embedded().is_dir()
