"""What programs of others meet at the HTTP interface: names, descriptions, caches, other sites, batches."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack
from dataclasses import replace
from http.client import HTTPConnection
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from waiting import PATIENCE, until
from web_support import UNLIMITED, serving_app

from simba import Simba
from simba.errors import SimbaError
from simba.web import create_app
from simba.web.development import server

KUTUZOV = "Где похоронен Кутузов?"
LINES = "application/x-ndjson"
LINE = json.dumps({"question": "?"}) + "\n"


def test_q_and_question_mean_the_same_everywhere(client: FlaskClient) -> None:
    pages = [client.get("/", query_string={name: KUTUZOV}).data for name in ("q", "question")]
    assert pages[0] == pages[1]
    told = [
        client.open("/api/answer", method=method, **{how: {name: KUTUZOV}}).data
        for name in ("q", "question")
        for method, how in (("GET", "query_string"), ("POST", "data"), ("POST", "json"))
    ]
    assert len(set(told)) == 1
    both = client.get("/api/answer", query_string={"q": "x", "question": "y"})
    assert both.status_code == 400
    body = json.dumps({"q": KUTUZOV}).encode() + b"\n"
    assert json.loads(client.post("/api/batch", data=body, content_type=LINES).data)["status"] == "answered"


@pytest.mark.parametrize(
    "question",
    [
        KUTUZOV,
        "Где родился Пушкен?",
        "Какая высота Эвереста?",
        "Когда родился Сократ?",
        "Какие страны граничат с Францией, кроме Германии?",
        "Что выше: Монблан или Эльбрус?",
        "Какая столица у Хрумпурляндии?",
        "?" * 1200,
    ],
)
def test_every_answer_is_as_the_description_types_it(client: FlaskClient, question: str) -> None:
    """With nothing in the reasoning that the description does not name."""
    jsonschema_rs = pytest.importorskip("jsonschema_rs")
    description = json.loads(client.get("/api/openapi.json").data)
    schema = {**closed(description["components"]["schemas"]["Answer"]), "$defs": description["components"]}
    found = client.get("/api/answer", query_string={"question": question, "trace": 1})
    text = json.dumps(schema).replace("#/components/", "#/$defs/")
    jsonschema_rs.validate(json.loads(text), json.loads(found.data))
    trace = closed(description["components"]["schemas"]["Trace"])
    jsonschema_rs.validate(trace, json.loads(found.data)["trace"])


def closed(schema: Any) -> Any:
    """A schema that allows only what it names."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(one) for name, one in schema.items()}
    return {"additionalProperties": False, **inner} if "properties" in schema else inner


def test_who_has_an_answer_already_is_told_so(client: FlaskClient) -> None:
    for path, query in (
        ("/api/answer", {"question": KUTUZOV}),
        ("/", {"q": KUTUZOV}),
        ("/api/openapi.json", {}),
    ):
        first = client.get(path, query_string=query)
        again = client.get(path, query_string=query, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        other = client.get(path, query_string=query, headers={"If-None-Match": '"other"'})
        assert other.data == first.data


def test_a_preview_has_the_answer(client: FlaskClient) -> None:
    page = client.get("/", query_string={"q": KUTUZOV}).text
    assert f'<meta property="og:title" content="{KUTUZOV}">' in page
    assert '<meta property="og:description" content="Ответ: Казанский собор, Россия">' in page
    page = client.get("/", query_string={"q": 'x"><script>'}).text
    assert '<meta property="og:title" content="x&#34;&gt;&lt;script&gt;">' in page
    assert '<meta property="og:description" content="Нет ответа: ' in page
    assert "og:" not in client.get("/").text


def test_scripts_of_other_sites_may_ask_one_question_at_a_time(client: FlaskClient) -> None:
    headers = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    before = client.options("/api/answer", headers=headers)
    assert before.status_code == 200
    assert "POST" in before.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in before.headers["Access-Control-Allow-Headers"]
    for response in (
        client.get("/api/answer", query_string={"q": KUTUZOV}),
        client.get("/api/answer"),  # that something is wrong, they may read too
        client.get("/api/openapi.json"),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response.headers
    for path in ("/", "/metrics", "/healthz", "/api/batch"):
        assert "Access-Control-Allow-Origin" not in client.get(path).headers


@pytest.mark.parametrize("kind", ["application/x-ndjson", "application/ndjson", "application/jsonl"])
def test_lines_are_taken_by_every_name_that_they_have(client: FlaskClient, kind: str) -> None:
    assert client.post("/api/batch", data=LINE, content_type=kind).status_code == 200


def test_a_batch_ends_when_its_time_is_over(demo: Simba) -> None:
    client = create_app(demo, replace(UNLIMITED, batch_seconds=0.001)).test_client()
    body = json.dumps({"question": KUTUZOV}) + "\n"
    told = [
        json.loads(line)
        for line in client.post("/api/batch", data=body * 50, content_type=LINES).data.splitlines()
    ]
    assert len(told) < 50
    assert told[-1]["problem"]["status"] == 504
    assert told[-1]["line"] == len(told)


@pytest.mark.slow
def test_who_does_not_read_is_not_waited_for(demo: Simba) -> None:
    """In the server of ``simba serve``; of gunicorn, tests/test_serving.py tells."""
    long = json.dumps({"question": KUTUZOV, "trace": True}) + "\n"
    served = server("127.0.0.1", 0, create_app(demo, replace(UNLIMITED, batches=1)), silence=0.5)
    thread = Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        with ExitStack() as stack:

            def begin(body: str) -> int:
                connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
                stack.callback(connection.close)
                connection.request("POST", "/api/batch", body, {"Content-Type": LINES})
                response = connection.getresponse()
                stack.callback(response.close)
                return response.status

            assert begin(long * 3000) == 200  # more than buffers hold, and nobody reads it
            assert begin(LINE) == 429
            until(lambda: begin(LINE) == 200)
    finally:
        served.shutdown()
        thread.join()


def test_a_query_may_come_as_it_was_typed(demo: Simba) -> None:
    """By ``curl "http://.../api/answer?q=..."``, which encodes nothing, to the server of ``simba serve``."""
    served = server("127.0.0.1", 0, create_app(demo, UNLIMITED))
    thread = Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as typed:
            typed.sendall("GET /api/answer?q=столица HTTP/1.0\r\n\r\n".encode())
            body = typed.makefile("rb").read().partition(b"\r\n\r\n")[2]
        assert json.loads(body)["question"] == "столица"
        with pytest.raises(SimbaError, match=f"cannot listen on 127.0.0.1, port {served.port}: "):
            server("127.0.0.1", served.port, create_app(demo, UNLIMITED))
    finally:
        served.shutdown()
        thread.join()


def test_only_so_many_batches_go_on_at_once(demo: Simba) -> None:
    app = create_app(demo, replace(UNLIMITED, batches=2))
    long = json.dumps({"question": KUTUZOV, "trace": True}) + "\n"
    with serving_app(app) as address, ExitStack() as stack:

        def begin(number: int, body: str) -> HTTPConnection:
            connection = HTTPConnection(
                urlsplit(address).netloc, timeout=PATIENCE, source_address=(f"127.0.0.{number}", 0)
            )
            stack.callback(connection.close)
            connection.request("POST", "/api/batch", body, {"Content-Type": LINES})
            return connection

        def told(number: int) -> tuple[int, str | None]:
            response = begin(number, LINE).getresponse()
            return response.status, response.headers["Retry-After"]

        unread = [begin(number, long * 3000).getresponse() for number in (1, 2)]  # more than buffers hold
        assert {one.status for one in unread} == {200}
        assert (told(1), told(3)) == ((429, "1"), (503, "1"))
        unread[0].close()
        until(lambda: told(1) == (200, None))
