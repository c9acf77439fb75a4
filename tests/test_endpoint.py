"""A remote SPARQL endpoint gives the same answers as the embedded store, and says what is wrong with it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from commands import invoke as run
from forms import neighbours

from simba import Answer, Simba, Value, __version__
from simba.building.embedded import embedded
from simba.endpoint import EndpointSettings, EndpointStore
from simba.endpoint.settings import HOMEPAGE
from simba.errors import EndpointError
from simba.evaluation import evaluate
from simba.kb.folder import KnowledgeBase

pytestmark = pytest.mark.slow

ANSWERED = yaml.safe_load(
    (Path(__file__).parent / "questions" / "answered.yaml").read_text(encoding="utf-8")
)[:60]
QUESTION = "столица Франции"


@pytest.fixture(autouse=True)
def proxy_of_the_network(monkeypatch: pytest.MonkeyPatch, nobody: str) -> None:
    """A proxy that does not reach this machine: nothing here may go through it."""
    for name in ("http_proxy", "https_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", nobody)


@pytest.fixture(scope="module")
def remote(endpoint: str) -> Simba:
    simba = Simba(embedded(), endpoint=endpoint)
    simba.load()
    return simba


Reply = Callable[[BaseHTTPRequestHandler], None]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that has gone away is what the tests are about."""


@pytest.fixture
def serve() -> Iterator[Callable[[Reply], str]]:
    """Start servers that reply as they are told."""
    servers = []

    def serve(reply: Reply) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                reply(self)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}/sparql"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def replying(body: bytes, status: int = 200, kind: str = "application/sparql-results+json") -> Reply:
    def reply(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return reply


def results(*terms: dict[str, str]) -> bytes:
    bindings = [{"answer": term} for term in terms]
    return json.dumps({"head": {"vars": ["answer"]}, "results": {"bindings": bindings}}).encode()


# --- the same answers ---


def essence(answer: Answer) -> tuple[object, ...]:
    """All but the order of the values, which neither store promises."""
    return answer.status, sorted(map(str, answer.values)), answer.entity, answer.property, answer.query


def test_answers_are_those_of_the_embedded_store(demo: Simba, remote: Simba) -> None:
    questions = [item["question"] for item in ANSWERED]
    assert len(questions) == 60
    here, there = ([essence(answer) for answer in simba.answer_many(questions)] for simba in (demo, remote))
    assert there == here
    assert all(status == "answered" for status, *_ in there)


def test_the_facts_do_not_come_from_the_folder(kb: Path, rules: Path, endpoint: str) -> None:
    answer = Simba(kb, rules=rules, endpoint=endpoint).answer("Где похоронен Кутузов?")
    assert [value.label for value in answer.values] == ["Казанский собор"]  # in the folder: Санкт-Петербург


def test_what_it_knows_of_an_entity_is_the_same(endpoint: str) -> None:
    here, there = KnowledgeBase(embedded()).store, EndpointStore(endpoint)
    for identifier in ("Q142", "Q7200", "Q5", "P36", "Q999999999", "Q6256"):
        assert there.label(identifier) == here.label(identifier)
        assert there.description(identifier) == here.description(identifier)
        assert there.classes(identifier) == here.classes(identifier)
        for prop in ("P31", "P36", "P569", "P1082"):
            for reverse in (False, True):
                assert set(neighbours(there, identifier, prop, reverse=reverse)) == set(
                    neighbours(here, identifier, prop, reverse=reverse)
                )


def test_a_noun_names_things_and_no_properties(endpoint: str) -> None:
    """A property is called "ширина", of which nothing is an instance."""
    found = EndpointStore(endpoint).called({"столица", "ширина"})
    assert found == {"столица": {"Q5119"}, "ширина": set()}


def test_which_entities_a_statement_joins_is_the_same(endpoint: str) -> None:
    here, there = KnowledgeBase(embedded()).store, EndpointStore(endpoint)
    pairs = {("Q90", "Q142"), ("Q142", "Q90"), ("Q7200", "Q142"), ("Q7200", "Q34266"), ("Q999999999", "Q142")}
    assert there.joined(pairs) == here.joined(pairs) >= {("Q90", "Q142"), ("Q142", "Q90")}


def test_the_trace_is_the_same(demo: Simba, remote: Simba) -> None:
    assert remote.answer(QUESTION).trace == demo.answer(QUESTION).trace


def test_ask_and_batch_take_it(endpoint: str, tmp_path: Path) -> None:
    asked = run("ask", QUESTION, "--kb", embedded(), "--endpoint", endpoint, "--json", "--trace")
    assert asked.exit_code == 0
    assert json.loads(asked.stdout)["answers"][0]["label"] == "Париж"
    done = run("batch", "-", "--kb", embedded(), "--endpoint", endpoint, input=f"{QUESTION}\nКак дела?\n")
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["answered", "abstained"]


def test_eval_takes_it_with_several_processes(endpoint: str, tmp_path: Path) -> None:
    answer = {"type": "uri", "value": "http://www.wikidata.org/entity/Q90"}
    item = {
        "question_text": QUESTION,
        "query": "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }",
        "answers": [answer],
    }
    dataset = tmp_path / "rubq.json"
    dataset.write_text(json.dumps([{"uid": uid, **item} for uid in (1, 2)]), encoding="utf-8")
    done = run("eval", dataset, "--kb", embedded(), "--endpoint", endpoint, "--jobs", "2", "--json")
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["system"]["knowledge_base"]["endpoint"] == endpoint
    assert [outcome["correct"] for outcome in result["questions"]] == [True, True]


# --- requests ---


def test_requests_say_who_asks_and_long_ones_are_posted(serve: Callable[[Reply], str]) -> None:
    seen: list[tuple[str, str | None, str]] = []

    def reply(request: BaseHTTPRequestHandler) -> None:
        seen.append((request.command, request.headers["User-Agent"], request.path))
        replying(results())(request)

    store = EndpointStore(serve(reply) + "?graph=a%20b")
    assert neighbours(store, "Q1", "P31") == ()
    assert neighbours(store, "Q1", "P31") == ()
    assert store.select(f"SELECT ?answer WHERE {{ VALUES ?answer {{ {'wd:Q1 ' * 400} }} }}") == ()
    agent = f"SimBa/{__version__} ({HOMEPAGE})"
    assert [(method, name) for method, name, _ in seen] == [
        ("GET", agent),
        ("POST", agent),
    ]
    assert "graph=a+b" in seen[0][2]


def test_what_is_no_identifier_is_never_sent(serve: Callable[[Reply], str]) -> None:
    seen = []
    store = EndpointStore(serve(lambda request: seen.append(request.path)))
    for wrong in ("", "Q", "Q1 } #", "Q1\n", "http://www.wikidata.org/entity/Q1", "Ф1"):
        assert store.label(wrong) is None
        assert store.description(wrong) is None
        assert store.classes(wrong) == frozenset()
    assert not seen


def test_terms_become_values(serve: Callable[[Reply], str]) -> None:
    xsd = "http://www.w3.org/2001/XMLSchema#"
    url = serve(
        replying(
            results(
                {"type": "uri", "value": "http://www.wikidata.org/entity/Q1"},
                {"type": "uri", "value": "http://www.wikidata.org/.well-known/genid/0a"},
                {"type": "bnode", "value": "b0"},
                {"type": "literal", "value": "текст", "xml:lang": "ru"},
                {"type": "literal", "value": "x", "datatype": f"{xsd}string"},
                {"type": "literal", "value": "5", "datatype": f"{xsd}decimal"},
            )
        )
    )
    assert neighbours(EndpointStore(url), "Q1", "P1") == (
        Value("literal", "5", f"{xsd}decimal", None),
        Value("literal", "x", None, None),
        Value("literal", "текст", None, None),
        Value("uri", "http://www.wikidata.org/entity/Q1", None, None),
    )


def test_without_an_endpoint_nothing_of_it_is_imported(kb: Path, rules: Path) -> None:
    script = (
        "import sys; from simba.cli.commands import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "sys.exit('SPARQLWrapper' in sys.modules or 'rdflib' in sys.modules)"
    )
    command = [sys.executable, "-c", script, "ask", QUESTION, "--kb", str(kb), "--rules", str(rules)]
    assert subprocess.run(command, capture_output=True).returncode == 0


# --- what goes wrong ---


def slow(request: BaseHTTPRequestHandler) -> None:
    time.sleep(3600)


def dripping(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    while True:  # until nobody listens any more
        request.wfile.write(b" ")
        time.sleep(0.1)


WRONG: dict[str, tuple[Reply, str]] = {
    "500": (replying(b"oops", 500), "HTTP status 500"),
    "503": (replying(b"later", 503), "HTTP status 503"),
    "400": (replying(b"what?", 400), "HTTP status 400"),
    "404": (replying(b"where?", 404), "HTTP status 404"),
    "429": (replying(b"stop", 429), "HTTP status 429"),
    "html": (
        replying(b"<!doctype html><title>Hello</title>", kind="text/html"),
        "not SPARQL results in JSON",
    ),
    "xml": (replying(b"<?xml version='1.0'?><a/>", kind="text/xml"), "not SPARQL results in JSON"),
    "list": (replying(b"[1]"), "not SPARQL results in JSON"),
    "other": (replying(b'{"head": {"vars": ["a"]}, "results": {"bindings": [{"a": 1}]}}'), "not SPARQL"),
    "datatype": (replying(results({"type": "literal", "value": "5", "datatype": 5})), "not SPARQL"),  # type: ignore[dict-item]
    "empty": (replying(b""), "not SPARQL results in JSON"),
    "nothing": (lambda request: None, "the connection broke"),
    "slow": (slow, "timeout"),
    "dripping": (dripping, "timeout"),
}


def error_of(store: EndpointStore) -> str:
    with pytest.raises(EndpointError) as caught:
        neighbours(store, "Q142", "P36")  # of what never ends, nothing else would come
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert "; " in message  # and what to do
    return message


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_reply_is_explained(serve: Callable[[Reply], str], kind: str) -> None:
    reply, said = WRONG[kind]
    url = serve(reply)
    message = error_of(EndpointStore(EndpointSettings(url, timeout=1 if said == "timeout" else 60)))
    assert said in message
    assert url in message


def test_a_refused_connection_is_explained(nobody: str) -> None:
    url = f"{nobody}/query"
    assert f"endpoint {url}: connection refused" in error_of(EndpointStore(url))


def test_failures_are_not_remembered(serve: Callable[[Reply], str]) -> None:
    replies = [replying(b"", 400), replying(results({"type": "uri", "value": "x:y"}))]
    store = EndpointStore(serve(lambda request: replies.pop(0)(request)))
    error_of(store)
    assert len(neighbours(store, "Q142", "P36")) == 1


@pytest.mark.parametrize(
    "url",
    [
        "",
        "query.wikidata.org/sparql",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://",
        "http://[::1/",
        "http://example.org:port/",
        "http://example.org/a b",
        "http://example.org/\n",
        "http://пример.рф/",
        "http://example.org/#top",
    ],
)
def test_only_http_urls_are_taken(kb: Path, url: str) -> None:
    with pytest.raises(EndpointError, match=r"not an http\(s\) URL"):
        Simba(kb, endpoint=url)
    asked = run("ask", QUESTION, "--kb", kb, "--endpoint", url)
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert len(asked.stderr.splitlines()) == 1


def test_a_login_in_the_url_is_refused_and_not_shown(kb: Path) -> None:
    with pytest.raises(EndpointError) as caught:
        Simba(kb, endpoint="http://me:secret@example.org/")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("options", [[], ["--json"], ["--trace"]])
def test_ask_exits_with_2(kb: Path, rules: Path, nobody: str, options: list[str]) -> None:
    url = f"{nobody}/query"
    asked = run("ask", QUESTION, "--kb", kb, "--rules", rules, "--endpoint", url, *options)
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert asked.stderr.startswith(f"simba: endpoint {url}: connection refused; ")
    assert len(asked.stderr.splitlines()) == 1


def test_batch_says_so_in_the_line_and_goes_on(kb: Path, rules: Path, nobody: str, tmp_path: Path) -> None:
    url = f"{nobody}/query"
    file = tmp_path / "rubq.json"
    questions = [QUESTION, "Как дела?", "Где похоронен Кутузов?"]
    items = [{"uid": uid, "question_text": text} for uid, text in enumerate(questions)]
    file.write_text(json.dumps(items), encoding="utf-8")
    done = run("batch", file, "--kb", kb, "--rules", rules, "--endpoint", url)
    assert done.exit_code == 3, "not all is done"
    assert "3 questions: 0 answered, 1 abstained, 2 failed" in done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["uid"], line["question"], line["status"]) for line in lines] == [
        (0, QUESTION, "error"),
        (1, "Как дела?", "abstained"),
        (2, questions[2], "error"),
    ]
    assert "connection refused" in lines[0]["error"]


@pytest.mark.parametrize("jobs", [1, 4])
def test_a_batch_ends_where_nothing_answers(
    kb: Path, rules: Path, nobody: str, tmp_path: Path, jobs: int
) -> None:
    file = tmp_path / "questions.txt"
    file.write_text(f"{QUESTION}\n" * 100, encoding="utf-8")
    command = ["batch", file, "--kb", kb, "--rules", rules, "--endpoint", f"{nobody}/query", "--jobs", jobs]
    done = run(*command, "--retries", 0, "--max-failures", 7)
    assert (done.exit_code, done.stdout.count("\n")) == (2, 7)
    assert "7 in a row failed, so the batch ends here: endpoint" in done.stderr
    assert "connection refused" in done.stderr
    assert done.stderr.count("\n") == 1
    done = run(*command, "--retries", 0, "--max-failures", 0)
    assert (done.exit_code, done.stdout.count("\n")) == (3, 100)


def test_eval_says_so_before_it_begins(kb: Path, rules: Path, nobody: str, tmp_path: Path) -> None:
    dataset = tmp_path / "rubq.json"
    dataset.write_text(json.dumps([{"uid": 1, "question_text": QUESTION, "answers": []}]), encoding="utf-8")
    url = f"{nobody}/query"
    done = run("eval", dataset, "--kb", kb, "--rules", rules, "--endpoint", url, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "connection refused" in done.stderr


def test_a_question_that_fails_in_an_evaluation_is_an_error(
    kb: Path, rules: Path, nobody: str, tmp_path: Path
) -> None:
    dataset = tmp_path / "rubq.json"
    dataset.write_text(json.dumps([{"uid": 1, "question_text": QUESTION, "answers": []}]), encoding="utf-8")
    simba = Simba(kb, rules=rules, endpoint=f"{nobody}/query")
    (outcome,) = evaluate(dataset, simba).outcomes
    assert outcome.reason == "error"
