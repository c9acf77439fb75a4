"""A knowledge base may hold anything: values that are no numbers and texts without end are shown, in short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from handful import knowing

from simba import Simba
from simba.display import answer_html, answer_text
from simba.web import create_app
from simba.web.configuration import Settings

LONG = 500_000
XSD = "http://www.w3.org/2001/XMLSchema#"
VALUES = [
    f'"1e999999"^^<{XSD}decimal>',
    f'"-1e-999999"^^<{XSD}double>',
    f'"{"9" * 5000}"^^<{XSD}integer>',
    f'"INF"^^<{XSD}double>',
    f'""^^<{XSD}decimal>',
    f'"{"9" * 5000}-01-01T00:00:00Z"^^<{XSD}dateTime>',
    f'"-0000-00-00T00:00:00Z"^^<{XSD}dateTime>',
    f'"1999-13-45T99:99:99Z"^^<{XSD}dateTime>',
    f'"true"^^<{XSD}boolean>',
    '"Point(1e5 9)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
    '""',
    '"\\u0007\\u202E\\uFFFF"@ru',
    f'"{"д" * LONG}"@ru',
    f"<http://example.org/{'a' * LONG}>",
    "<javascript:alert(1)>",
    "<http://www.wikidata.org/entity/Q77>",
    "<http://www.wikidata.org/entity/Q0>",
    "_:unknown",
]
ASKED = (
    "Где похоронен Кутузов?",
    "Каково население Кутузова?",
    "Когда родился Кутузов?",
    "Кто похоронен в Гробе?",
)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory, rules: Path) -> Simba:
    folder = tmp_path_factory.mktemp("odd")
    long = f"{'слово ' * (LONG // 6)}"
    described = f'schema:description "{long}"@ru'
    facts = " ".join(f"wdt:P{prop} {', '.join(VALUES)} ;" for prop in (119, 1082, 569, 37))
    return knowing(
        f'wd:Q1 rdfs:label "Кутузов"@ru ; {facts} {described} . wd:Q77 rdfs:label "{long}"@ru ; {described} .'
        f'wd:Q2 rdfs:label "Гроб"@ru . wd:Q3 rdfs:label ""@ru ; wdt:P119 wd:Q2 . wd:Q77 wdt:P119 wd:Q2 .',
        folder,
        rules,
    )


@pytest.fixture(scope="module")
def client(odd: Simba) -> FlaskClient:
    client = create_app(odd, Settings(rate="", batch_rate="")).test_client()
    client.get("/api/answer", query_string={"question": "x"})  # waits until SimBa is loaded
    return client


@pytest.mark.parametrize("question", [*ASKED, "На каких языках говорят у Кутузова?"])
def test_what_people_see_is_short(odd: Simba, client: FlaskClient, question: str) -> None:
    answer = odd.answer(question)
    page = client.get("/", query_string={"q": question})
    assert page.status_code == 200
    assert len(page.data) < 150_000
    assert len(answer_text(answer)) < 50_000
    assert len(answer_html(answer)) < 150_000
    assert '"javascript:' not in page.text


def test_programs_get_the_values_whole(odd: Simba, client: FlaskClient) -> None:
    question = "На каких языках говорят у Кутузова?"
    found = json.loads(client.get("/api/answer", query_string={"question": question}).data)
    values = {one["value"]: one["label"] for one in found["answers"]}
    assert len(found["answers"]) == len(VALUES) - 1, "all but the unknown one"
    assert values["1e999999"] == "1e999999"
    assert len(values["д" * LONG]) <= 500
    posted = client.post("/gerbil", data={"query": question})
    bindings = json.loads(posted.data)["questions"][0]["answers"][0]["results"]["bindings"]
    assert {one["answer"]["value"] for one in bindings} == set(values)
