"""Whatever comes in over HTTP, the server answers as it should: no status 500, no stack trace."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings

PATHS = """
    / /api/answer /api/batch /api/ /api/openapi.json /gerbil /healthz /metrics /static/simba.css /static/../web.py
    /static/ /static/%00 /api/answer/ // /%ff /rules/x
""".split()
TYPES = [
    *"application/json application/x-ndjson application/x-www-form-urlencoded multipart/form-data text/plain".split(),
    *("", "a/b/c", "multipart/form-data; boundary=x", "application/problem+json; charset=nonsense"),
]
QUESTION = "Где похоронен Кутузов?"
odd_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just(QUESTION),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["question", "entity", "trace", "uid", "id", "query", "lang", "context", "names", "values"]
            )
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
bodies = st.one_of(
    st.binary(max_size=200),
    odd_json.map(lambda content: json.dumps(content).encode()),
    st.lists(odd_json, max_size=4).map(lambda lines: b"\n".join(json.dumps(line).encode() for line in lines)),
    st.sampled_from(
        [
            b'{"question": "\\ud800"}',
            b'{"question": 1e999}',
            b'{"question": "x", "uid": ' + b"9" * 5000 + b"}",
            b"[" * 50_000,
            b'{"question": "x", "uid": ' + b"[" * 500 + b"]" * 500 + b"}",
            b"question=%ff%00&entity=Q1&trace=1",
            b"query=%F0%9F%87%AB&lang=ru-RU",
            b'--x\r\nContent-Disposition: form-data; name="question"\r\n\r\n\xff\r\n--x--',
            b"\xef\xbb\xbf{}",
        ]
    ),
)
parameters = st.dictionaries(
    st.sampled_from(["q", "question", "entity", "trace", "query", "context"]),
    st.sampled_from(
        [QUESTION, "", "Q1", "q1", "Q0", "P31", "Q" + "9" * 30, "1", "0", "\x00", "%", "a" * 3000]
    )
    | st.text(max_size=30),
    max_size=3,
)
printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
headers = st.dictionaries(
    st.sampled_from(
        "Accept Accept-Language Host X-Forwarded-For X-Forwarded-Host If-None-Match Range If-Modified-Since"
        " Content-Encoding Cookie Origin X-HTTP-Method-Override Forwarded".split()
    ),
    printable
    | st.sampled_from(
        ["*/*;q=nan", "text/html;q=2", "text/html, application/json;q=0.9", "bytes=-1", "gzip"]
    ),
    max_size=3,
)


@pytest.fixture(scope="module")
def client(simba: Simba) -> FlaskClient:
    simba.load()
    client = create_app(simba, Settings(rate="", batch_rate="")).test_client()
    client.get("/api/answer", query_string={"question": "x"})  # waits until SimBa is loaded
    return client


@given(
    st.sampled_from(["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"]),
    st.sampled_from(PATHS) | st.text(max_size=20).map(lambda text: f"/{quote(text)}"),
    parameters,
    headers,
    st.sampled_from(TYPES),
    bodies,
)
@settings(deadline=None, max_examples=150)
def test_no_request_is_too_odd(
    client: FlaskClient,
    method: str,
    path: str,
    parameters: dict[str, str],
    headers: dict[str, str],
    kind: str,
    body: bytes,
) -> None:
    response = client.open(
        path, method=method, query_string=parameters, headers=headers, content_type=kind or None, data=body
    )
    assert response.status_code < 500, response.data
    assert b"Traceback" not in response.data
    if response.mimetype == "application/problem+json" and response.data:
        assert json.loads(response.data)["status"] == response.status_code
    if response.mimetype == "application/x-ndjson":
        for line in response.data.splitlines():
            answered = json.loads(line)
            assert answered.get("problem", {}).get("status", 400) < 500, answered
