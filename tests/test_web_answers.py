"""What stands beside an answer on the page: pictures, maps, where it is from, and how to say that it is wrong."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from flask.testing import FlaskClient
from handful import knowing
from hypothesis import given
from hypothesis import strategies as st
from waiting import until
from web_support import UNLIMITED

from simba import Simba
from simba.answer import Value
from simba.errors import SimbaError
from simba.web import create_app
from simba.web.beside import beside, map_link
from simba.web.configuration import Settings
from simba.web.issue import filled_in
from simba.web.provenance import provenance

KUTUZOV = "Где похоронен Кутузов?"
NOWHERE = "Какая столица у Хрумпурляндии?"
BORN = "Где родился Зюбрин?"
WKT = "http://www.opengis.net/ont/geosparql#wktLiteral"
FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q71 rdfs:label "Зюбрин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q72 .
wd:Q72 rdfs:label "Зюбринск"@ru ; wdt:P625 "Point(37.5 -55.25)"^^geo:wktLiteral ; wdt:P2044 812.5 ;
  wdt:P373 "Zyubrinsk & <b>" ; wdt:P18 <http://commons.wikimedia.org/wiki/Special:FilePath/A%20b%22%3Cscript%3E.jpg> .
wd:Q73 rdfs:label "Зюбрина"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q74 .
wd:Q74 rdfs:label "Лунный кратер"@ru ; wdt:P373 wd:Q5 ; wdt:P18 <javascript:alert(1)> , <http://evil.example/x.jpg> ;
  wdt:P625 "<http://www.wikidata.org/entity/Q405> Point(1 2)"^^geo:wktLiteral , "Point(1 2) onload=x"^^geo:wktLiteral .
"""


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    simba = knowing(FACTS, tmp_path_factory.mktemp("pictured"))
    simba.load()
    return simba


def page(simba: Simba, question: str, **settings: object) -> tuple[str, str]:
    """Page and policy."""
    client = create_app(simba, replace(UNLIMITED, **settings)).test_client()  # type: ignore[arg-type]
    client.get("/api/answer", query_string={"q": "?"})  # waits until SimBa is loaded
    response = client.get("/", query_string={"q": question})
    assert response.status_code == 200
    return response.text, response.headers["Content-Security-Policy"]


def test_an_answer_has_a_picture_a_map_and_articles(pictured: Simba) -> None:
    text, policy = page(pictured, BORN)
    assert "https://www.wikidata.org/wiki/Special:GoToLinkedPage/ruwiki/Q72" in text
    assert 'href="https://commons.wikimedia.org/wiki/File:A_b%22%3Cscript%3E.jpg"' in text
    assert 'href="https://commons.wikimedia.org/wiki/Category:Zyubrinsk_%26_%3Cb%3E"' in text
    assert unescape(text).count("https://www.openstreetmap.org/?mlat=-55.25000&mlon=37.50000#map=12/") == 1
    assert "<img" not in text
    assert "wikimedia" not in policy


def test_a_unit_that_the_base_does_not_tell_stands_in_wikidata(pictured: Simba) -> None:
    text, _ = page(pictured, "Какая высота Зюбринска?")
    assert "812,5" in text
    assert "единица измерения" in text
    assert 'href="https://www.wikidata.org/wiki/Q72#P2044"' in text


def test_pictures_are_shown_only_where_the_operator_says_so(pictured: Simba) -> None:
    text, policy = page(pictured, BORN, pictures=True)
    (image,) = re.findall("<img [^>]*>", text)
    assert (
        'src="https://commons.wikimedia.org/wiki/Special:FilePath/A_b%22%3Cscript%3E.jpg?width=320"' in image
    )
    assert 'alt="Зюбринск: картинка на Викискладе"' in image
    assert "img-src 'self' https://commons.wikimedia.org https://upload.wikimedia.org;" in policy
    other = create_app(pictured, replace(UNLIMITED, pictures=True)).test_client().get("/api/")
    assert "wikimedia" not in other.headers["Content-Security-Policy"]


def test_what_is_no_picture_place_or_category_is_not_shown(pictured: Simba) -> None:
    text, _ = page(pictured, "Где родилась Зюбрина?", pictures=True)
    assert "Лунный кратер" in text
    for odd in ("<img", "openstreetmap", "javascript:", "evil.example", "Category:"):
        assert odd not in text


@given(st.text(), st.text())
def test_any_value_beside_an_answer_stays_within_its_address(one: str, other: str) -> None:
    start = "http://commons.wikimedia.org/wiki/Special:FilePath/"
    found = beside(
        "Q1",
        {"P18": (Value("uri", start + one, None, None),), "P373": (Value("literal", other, None, None),)},
    )
    for address in (found.picture, found.thumbnail, found.commons):
        if address:
            assert re.fullmatch(r"https://commons\.wikimedia\.org/wiki/[\w:/.~%?=-]+", address, re.ASCII)
    assert map_link(Value("literal", other, WKT, None)) is None


@pytest.mark.parametrize(
    "point", ["Point(181 0)", "Point(0 91)", "Point(1 2 3)", "Point(NaN 1)", "POINT EMPTY"]
)
def test_what_is_nowhere_on_earth_has_no_map(point: str) -> None:
    assert map_link(Value("literal", point, WKT, None)) is None


def test_the_page_says_how_sure_it_is_and_where_that_is_from(client: FlaskClient, pictured: Simba) -> None:
    text = client.get("/", query_string={"q": KUTUZOV}).text
    assert re.search("Уверенность 9\\d\u00a0% · База знаний: <bdi>", text)
    assert "База знаний: <bdi>" in client.get("/", query_string={"q": NOWHERE}).text
    assert re.fullmatch(r"встроенный образец, сведения на \d\d\.\d\d\.2\d{3}", provenance(Simba()))
    text, _ = page(pictured, BORN)
    assert re.search(r"База знаний: <bdi>«kb», собрана \d\d\.\d\d\.\d{4}</bdi>", text)


def test_who_says_that_an_answer_is_wrong_sends_what_is_needed(demo: Simba, client: FlaskClient) -> None:
    text = client.get("/", query_string={"q": KUTUZOV}).text
    shown = unescape(text.partition('id="copy-report"')[2].partition(">")[2].partition("</pre>")[0])
    expected = (
        "Вопрос: Где похоронен Кутузов?",
        "Ответ: Казанский собор",
        "(hop Q185801 P119)",
        "P119 people.yaml:",
    )
    for told in expected:
        assert told in shown
    assert "report-link" not in text
    linked, _ = page(demo, KUTUZOV, issues="https://example.org/new?labels=answer")
    link = urlsplit(unescape(re.findall('<a href="([^"]*)"[^>]* id="report-link"', linked)[0]))
    fields = parse_qs(link.query)
    assert (link.netloc, fields["labels"]) == ("example.org", ["answer"])
    assert fields["title"] == ["Ответ неверный: Где похоронен Кутузов?"]
    assert fields["body"][0].splitlines() == shown.splitlines()


def test_an_abstention_can_be_reported_too(client: FlaskClient) -> None:
    text = client.get("/", query_string={"q": NOWHERE}).text
    assert "Ответ: Нет ответа: в базе знаний нет того, о чём говорится в вопросе" in text


@given(st.text(), st.text())
def test_any_report_stays_within_its_address(title: str, body: str) -> None:
    for address in (
        "https://x.example/new",
        "https://x.example/?a=1",
        "mailto:a@x.example?subject={title}&body={body}",
    ):
        title, body = (text.encode("utf-8", "replace").decode() for text in (title, body))
        link = filled_in(address, title, body)
        fields = parse_qs(urlsplit(link).query, keep_blank_values=True)
        assert fields.get("title", fields.get("subject")) == [title]
        assert fields["body"] == [body]
        assert unquote(link).startswith(address.partition("{")[0])


@pytest.mark.parametrize("address", ["javascript:alert(1)", "example.org", "//example.org"])
def test_an_address_of_issues_is_one(address: str) -> None:
    with pytest.raises(SimbaError, match="SIMBA_WEB_ISSUES="):
        Settings.from_environment({"SIMBA_WEB_ISSUES": address})


def test_a_switch_is_on_or_off() -> None:
    assert Settings.from_environment({"SIMBA_WEB_PICTURES": "1"}).pictures
    with pytest.raises(SimbaError, match="SIMBA_WEB_PICTURES='yes' is neither 0 nor 1"):
        Settings.from_environment({"SIMBA_WEB_PICTURES": "yes"})


def test_examples_are_those_that_the_base_answers(pictured: Simba, tmp_path: Path) -> None:
    """Of a base that answers none, the first of all."""
    from simba.web.examples import EXAMPLES, SHOWN, Examples

    own = Examples(pictured.answer)
    assert own.drawn(1, tried=True) == list(EXAMPLES[:SHOWN])
    asked: list[str] = []

    def answer(question: str) -> object:
        asked.append(question)
        return Simba.answer(pictured, BORN if "Пушкин" in question else NOWHERE)

    some = Examples(answer)  # type: ignore[arg-type]
    until(lambda: "Пушкин" in some.drawn(0, tried=True)[0])
    drawn = {tuple(some.drawn(seed, tried=True)) for seed in range(9)}
    assert all("Пушкин" in one for found in drawn for one in found)
    assert len(asked) == len(set(asked)), "each is tried once"
    assert some.drawn(7, tried=True) == some.drawn(7, tried=False)
    assert Examples(None).drawn(1, tried=True) == list(EXAMPLES[:SHOWN]), "an endpoint is left in peace"


def test_what_only_where_asks_for_is_not_close(client: FlaskClient) -> None:
    near = client.get("/", query_string={"q": "Где похоронен Путин?"}).text.partition('id="near-title"')[2]
    near = near.partition("</section>")[0]
    assert "«место захоронения» в базе знаний не указано" in near
    for other in ("административно", "часть света", "местонахождение"):
        assert other not in near


# Follow-ups


BIRTH = "Когда родился Пушкин?"
DEATH = "а когда он умер?"


def context_in(text: str) -> str:
    """What the form for the next question sends along."""
    return unescape(re.findall('<input type="hidden" name="context" value="([^"]*)"', text)[0])


def test_a_reader_asks_on_about_the_same(client: FlaskClient) -> None:
    first = client.get("/", query_string={"q": BIRTH}).text
    second = client.get("/", query_string={"q": DEATH, "context": context_in(first)}).text
    assert "10 февраля 1837 года" in second
    assert re.search("Вопрос понят так: «<bdi>Когда .*Пушкин.* умер\\?</bdi>»", second)
    third = client.get("/", query_string={"q": "а где?", "context": context_in(second)}).text
    assert "Санкт-Петербург" in third
    alone = client.get("/", query_string={"q": DEATH}).text
    assert "Ответа нет" in alone


def test_every_link_of_a_follow_up_takes_up_the_same(client: FlaskClient) -> None:
    context = context_in(client.get("/", query_string={"q": BIRTH}).text)
    text = client.get("/", query_string={"q": DEATH, "context": context}).text
    links = [unescape(one) for one in re.findall('href="([^"]*)"', text)]
    own = [one for one in links if one.startswith(("/?", "/api/answer")) and DEATH in unquote(one)]
    assert own
    assert {parse_qs(urlsplit(one).query)["context"][0] for one in own} == {context}


@pytest.mark.parametrize(
    "context", ["", "x", "{}", "[" * 9000, '{"question": 1}', '{"question": "x", "names": [1]}']
)
def test_a_foolish_context_takes_up_nothing(client: FlaskClient, context: str) -> None:
    assert "6 июня 1799 года" in client.get("/", query_string={"q": BIRTH, "context": context}).text
    if context:
        told = client.get("/api/answer", query_string={"q": BIRTH, "context": context})
        assert (told.status_code, told.mimetype) == (400, "application/problem+json")


def test_a_context_is_only_text(client: FlaskClient) -> None:
    evil = '{"question":"Где <script>\\"\'?","names":[{"text":"<script>","entity":"Q7200"}],"values":[]}'
    text = client.get("/", query_string={"q": "а когда?", "context": evil}).text
    assert text.count("<script") == 2  # the page's own
    assert '<script>"' not in text


def test_a_program_sends_back_what_it_was_given(client: FlaskClient) -> None:
    first = client.get("/api/answer", query_string={"q": BIRTH}).get_json()
    asked = {"question": DEATH, "context": first["context"]}
    told = [
        client.post("/api/answer", json=asked).get_json(),
        client.get("/api/answer", query_string={**asked, "context": json.dumps(asked["context"])}).get_json(),
        client.post("/api/answer", data={**asked, "context": json.dumps(asked["context"])}).get_json(),
        client.post("/api/batch", data=json.dumps(asked), content_type="application/x-ndjson").get_json(
            force=True
        ),
    ]
    assert {one["answers"][0]["label"] for one in told} == {"10 февраля 1837 года"}
    assert {one["understood"] for one in told} == {told[0]["understood"]} != {None}
    assert client.post("/api/answer", json={"question": DEATH}).get_json()["status"] == "abstained"


def test_where_two_may_be_meant_the_reader_chooses(client: FlaskClient) -> None:
    first = client.get("/", query_string={"q": "Кто старше: Пушкин или Лермонтов?"}).text
    context = context_in(first)
    text = client.get("/", query_string={"q": "Когда он родился?", "context": context}).text
    choices = [unescape(one) for one in re.findall('href="(/[^"]*entity=[^"]*)"', text)]
    assert choices
    assert all("context=" in one for one in choices)
    assert "года" in client.get(choices[0]).text
