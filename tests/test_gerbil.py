"""An experiment of the GERBIL platform, as it really asks: forms that are not URL-encoded, without a pause."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from waiting import PATIENCE
from web_support import serving_app
from werkzeug.test import TestResponse

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings
from simba.web.gerbil import as_it_stands
from simba.web.problems import HttpProblem
from simba.web.turns import Turns

KUTUZOV = "Где похоронен Кутузов?"
FORM = "application/x-www-form-urlencoded"
RUN = 300
"""Questions of an experiment."""


def send(client: FlaskClient, body: bytes, kind: str = FORM) -> TestResponse:
    return client.post("/gerbil", data=body, content_type=kind)


def taken(response: TestResponse) -> tuple[str, str]:
    """Question and language as they were understood."""
    (question,) = json.loads(response.data)["questions"]
    (said,) = question["question"]
    return said["string"], said["language"]


@pytest.fixture(scope="module")
def address(demo: Simba) -> Iterator[str]:
    with serving_app(create_app(demo, Settings(seconds=PATIENCE))) as address:
        yield address


@pytest.mark.slow
def test_a_run_of_an_experiment_is_complete(address: str) -> None:
    """With the limits that a server has by default; the reply is read as GERBIL's HTTP client does."""
    names = ("Кутузов", "Пушкин", "Том & Джерри", "Хрумпурляндия")
    with closing(HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)) as connection:
        for number in range(RUN):
            question = f"Где похоронен {names[number % len(names)]}? ({number} + 100 %)"
            connection.request(
                "POST", "/gerbil", f"query={question}&lang=ru".encode(), {"Content-Type": FORM}
            )
            response = connection.getresponse()
            assert response.status == 200, number
            charset = response.headers.get_content_charset("iso-8859-1")
            (told,) = json.loads(response.read().decode(charset))["questions"]
            assert told["question"] == [{"language": "ru", "string": question}]


@pytest.mark.parametrize(
    ("body", "question"),
    [
        (f"query={KUTUZOV}&lang=ru", KUTUZOV),
        (f"lang=ru&query={KUTUZOV}", KUTUZOV),
        (f"query={KUTUZOV}", KUTUZOV),
        ("query=Кто создал «Том & Джерри»?&lang=ru", "Кто создал «Том & Джерри»?"),
        ("query=Сколько будет 2+2=4 в 100%?&lang=ru", "Сколько будет 2+2=4 в 100%?"),
        ("query=Где&lang=это поле?&lang=ru", "Где&lang=это поле?"),
        ("query=AT&T&lang=ru", "AT"),  # all ASCII and no space: no other than an encoded form
        ("query=Том&Джерри&lang=ru", "Том&Джерри"),
        (urlencode({"query": KUTUZOV, "lang": "ru"}), KUTUZOV),
        (urlencode({"query": "Том & Джерри", "lang": "ru"}), "Том & Джерри"),
        ("query=Где+похоронен+Кутузов?&lang=ru", KUTUZOV),
    ],
)
def test_a_question_arrives_whole_encoded_or_not(client: FlaskClient, body: str, question: str) -> None:
    assert taken(send(client, body.encode())) == (question, "ru")


def test_the_charset_that_is_said_is_taken(client: FlaskClient) -> None:
    body = f"query={KUTUZOV}&lang=ru".encode("cp1251")
    assert taken(send(client, body, f"{FORM}; charset=windows-1251")) == (KUTUZOV, "ru")
    assert taken(send(client, f"query={KUTUZOV}".encode(), f"{FORM}; charset=nonsense")) == (KUTUZOV, "ru")
    assert taken(send(client, f"query={KUTUZOV}".encode(), "text/plain")) == (KUTUZOV, "ru")


@given(st.text("абв &=%+?lang query", min_size=1).map(str.strip))
@settings(max_examples=200, deadline=None)
def test_any_question_with_a_space_arrives_as_it_is(question: str) -> None:
    question = f"Кто {question}?"
    assume("&query=" not in question and "&lang=" not in question)
    assert as_it_stands(f"query={question}&lang=ru".encode()) == {"query": question, "lang": "ru"}


def test_the_reply_says_its_charset(client: FlaskClient) -> None:
    assert send(client, b"query=x").content_type == "application/json; charset=utf-8"


def test_yes_and_no_are_what_an_ask_gives(client: FlaskClient) -> None:
    (question,) = json.loads(send(client, "query=Эльбрус выше Монблана?&lang=ru".encode()).data)["questions"]
    assert question["answers"] == [{"head": {}, "boolean": True}]


def test_who_asks_much_is_bounded(demo: Simba) -> None:
    client = create_app(demo, Settings(gerbil_rate="3/minute", rate="1/minute")).test_client()
    assert [send(client, b"query=x").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert client.get("/api/answer?question=x").status_code == 200, "counted apart"


def test_a_place_is_freed_once(client: FlaskClient) -> None:
    turns = Turns(2, 1)
    app = client.application
    first, second, third = (
        app.test_request_context("/", environ_base={"REMOTE_ADDR": f"127.0.0.{number}"})
        for number in (1, 2, 3)
    )
    with first:
        free = turns.take()
        with pytest.raises(HttpProblem) as refused:
            turns.take()
        assert (refused.value.code, refused.value.wait) == (429, "1")
    with second:
        turns.take()
    with third, pytest.raises(HttpProblem) as refused:
        turns.take()
    assert refused.value.code == 503
    free()
    free()
    with third:
        turns.take()
    with first, pytest.raises(HttpProblem):
        turns.take()
