"""Who may ask a server by which name, and who may see its numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings

Made = Callable[..., FlaskClient]
EVERYBODY = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture
def made(simba: Simba) -> Made:
    """A client of a server with such settings."""
    return lambda **settings: create_app(simba, Settings(rate="", **settings)).test_client()


def test_by_default_a_server_answers_to_any_name(made: Made) -> None:
    assert made().get("/api/", headers={"Host": "whatever.example"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("simba.example", 200),
        ("simba.example:8000", 200),
        ("a.below.example", 200),
        ("below.example", 200),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("evil.example", 400),
        ("simba.example.evil", 400),
        ("simba.example@evil.example", 400),
    ],
)
def test_a_server_that_has_names_answers_to_no_other(made: Made, host: str, status: int) -> None:
    client = made(hosts="simba.example, .below.example")
    for path in ("/", "/api/answer?question=x", "/healthz"):
        response = client.get(path, headers={"Host": host, "Accept": "text/html"})
        assert (response.status_code == 400) == (status == 400), path
        assert response.mimetype != "text/html" or host not in response.get_data(as_text=True)


def test_numbers_are_for_the_same_machine(made: Made) -> None:
    client = made()
    assert b"simba_answers_total" in client.get("/metrics").data
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "::1"}).status_code == 200
    refused = client.get("/metrics", environ_base=EVERYBODY)
    assert refused.status_code == 403
    assert refused.mimetype == "application/problem+json"
    assert b"simba_answers_total" not in refused.data


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_what_comes_through_a_proxy_on_the_machine_is_somebody_else_s(made: Made, name: str) -> None:
    assert made().get("/metrics", headers={name: "203.0.113.7"}).status_code == 403


def test_numbers_may_be_had_from_afar_with_a_token(made: Made) -> None:
    client = made(metrics="open sesame")

    def status(**headers: str) -> int:
        return client.get("/metrics", headers=headers, environ_base=EVERYBODY).status_code

    assert status(Authorization="Bearer open sesame") == 200
    assert status(Authorization="bearer open sesame") == 200
    assert status(Authorization="Bearer open") == status(Authorization="Basic open sesame") == status() == 403
    assert status(Authorization="Bearer откройся".encode().decode("latin-1")) == 403
    assert client.get("/metrics").status_code == 403, "the token is asked for on the machine too"
