"""The web page and the HTTP interface, told as what people and programs do with them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from time import sleep
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest
from flask.testing import FlaskClient
from form_strategies import Forms
from hypothesis import given, settings
from prometheus_client.parser import text_string_to_metric_families
from waiting import PATIENCE, until
from web_support import BREAKOUT, IMAGE, SCRIPT, UNLIMITED, serving
from werkzeug.test import TestResponse

from simba import Answer, Simba
from simba.building.build import build
from simba.errors import SimbaError
from simba.query import Form
from simba.web import create_app
from simba.web.configuration import Settings

FORMS = Forms(["Q1", "Q22", "Q333"], ["Q5", "Q6256"], ["P1", "P22", "P131"], ["P569", "P580", "P2043"])
KUTUZOV = "Где похоронен Кутузов?"
NOWHERE = "Какая столица у Хрумпурляндии?"
HOOKS = """
import schemathesis

@schemathesis.serializer("application/x-ndjson")
def as_lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
"""
"""How schemathesis sends JSON lines."""
OPTIONS = (
    "--max-examples=15",
    "--no-color",
    f"--request-timeout={PATIENCE}",
    "--suppress-health-check=all",  # which say that the machine is slow
)
OPENER = build_opener(ProxyHandler({}))
LINES = "application/x-ndjson"
STAGES = (
    "parse",
    "interrogative",
    "mentions",
    "linking",
    "companions",
    "properties",
    "ranking",
    "composing",
    "queries",
    "relating",
    "likening",
    "heeding",
    "confidence",
    "abstaining",
    "labels",
)


class Slow(Simba):
    """SimBa with a slow endpoint behind."""

    def __init__(self) -> None:
        super().__init__()
        self.released = threading.Event()

    def load(self) -> None: ...

    def answer(self, question: str, **choices: Any) -> Answer:
        self.released.wait(PATIENCE)
        return Answer(question, "abstained", "no_fact")


class Broken(Simba):
    """SimBa with a programming error."""

    def load(self) -> None: ...

    def answer(self, question: str, **choices: Any) -> Answer:
        raise RuntimeError("secret detail")


class Asleep(Simba):
    """SimBa that takes long to load."""

    def __init__(self) -> None:
        super().__init__()
        self.awake = threading.Event()

    def load(self) -> None:
        self.awake.wait(PATIENCE)


class Late(Simba):
    """SimBa whose time is over before the first stage, where it is asked about Кутузов."""

    def answer(self, question: str, **choices: Any) -> Answer:
        if "Кутузов" in question:
            sleep(1.6)
        return super().answer(question, **choices)


@pytest.fixture(scope="session")
def villain(hostile_simba: Simba) -> FlaskClient:
    return create_app(hostile_simba, UNLIMITED).test_client()


@pytest.fixture(scope="session")
def forgetful(demo: Simba) -> FlaskClient:
    """A server that keeps no responses."""
    return create_app(demo, replace(UNLIMITED, cache=0)).test_client()


def ask(client: FlaskClient, question: str, **options: str) -> TestResponse:
    return client.get("/", query_string={"q": question, **options})


def lines(response: TestResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.data.splitlines()]


def is_problem(response: TestResponse, status: int) -> bool:
    body = json.loads(response.data)
    return (
        response.status_code == status == body["status"]
        and response.mimetype == "application/problem+json"
        and bool(body["title"])
    )


class Reader(HTMLParser):
    """Reads a page as a browser would: which elements there are, and what is dangerous in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.dangers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (value or "").startswith("javascript:"):
                self.dangers.append(f"{tag} {name}={value}")
            if tag == "script" and name == "src" and not (value or "").startswith("/static/"):
                self.dangers.append(f"script {value}")


# The page


def test_a_reader_sees_examples_and_each_of_them_answers(client: FlaskClient, demo: Simba) -> None:
    from simba.web.examples import SHOWN

    offered = client.get("/").text.partition('id="examples-title"')[2].partition("</ul>")[0]
    examples = re.findall(r"<a [^>]*>([^<]+)</a>", offered)
    assert len(examples) == SHOWN
    for example in examples:
        assert demo.answer(example).status == "answered", example


def test_the_answer_comes_first_then_why_then_the_steps(client: FlaskClient) -> None:
    page = ask(client, KUTUZOV).text
    places = [
        page.index(text)
        for text in ("Казанский собор", "SimBa поняла вопрос так", "Шаги рассуждения", "Сохранить")
    ]
    assert places == sorted(places)
    assert "https://www.wikidata.org/wiki/Q185801" in page
    assert "https://query.wikidata.org/#SELECT" in page
    assert page.count("<svg") == 2  # the graph of the answer, lying and upright


def test_a_page_says_in_short_why_and_has_every_step_for_who_asks(client: FlaskClient) -> None:
    """At once: what was understood, the expression that fired with its place, the query. The rest is a link away."""
    short = ask(client, KUTUZOV).text
    why = short.partition('id="why-title"')[2].partition("</section>")[0]
    assert 'похоронен</bdi>» — <a href="/rules/P119#P119' in why
    assert "people.yaml:" in why
    assert "SELECT DISTINCT" in why
    (link,) = re.findall('<a href="([^"]+)" data-steps', short)
    path, _, place = unescape(link).partition("#")
    assert "<details id" not in short
    whole = client.get(path).text
    assert f'id="{place}"' in whole
    for stage in ("parse", "interrogative", "mentions", "candidates", "rules", "queries", "confidence"):
        assert f'<details id="{stage}"' in whole
    assert whole.count("<svg") == 4  # the tree too
    assert "data-steps" not in whole
    # What else was chosen stays chosen.
    chosen = ask(client, "Когда родился Пушкин?", entity="Q7947").text
    (link,) = re.findall('<a href="([^"#]+)#steps" data-steps', chosen)
    assert 'data-entity="Q7947"' in client.get(unescape(link)).text


def test_another_reading_is_a_click_away(client: FlaskClient) -> None:
    question = "Дата распада Советского Союза"
    page = ask(client, question).text
    assert "26 декабря 1991" in page
    (link,) = re.findall(r'<a href="([^"]+)"><bdi>дата прекращения существования Союза писателей', page)
    chosen = client.get(unescape(link)).text
    assert 'data-form="(hop Q1425328 P576)"' in chosen
    assert "26 декабря 1991" not in chosen.partition('id="ways-title"')[0]
    assert "Пусть SimBa выберет сама" in chosen
    # What is none of the question's readings chooses nothing, whatever it is.
    for form in ("(hop Q1 P1)", "((", "\0", "<script>"):
        again = client.get("/", query_string={"q": question, "form": form}).text
        assert "26 декабря 1991" in again
        assert not Reader(again).dangers


def test_a_doubt_read_from_its_other_end_is_no_other_reading(client: FlaskClient) -> None:
    page = ask(client, "Граничит ли Португалия с Францией?").text
    assert "<strong><bdi>нет</bdi></strong>" in page
    assert 'id="ways-title"' not in page


def test_of_a_comparison_the_namesake_that_was_taken_is_marked(client: FlaskClient) -> None:
    page = ask(client, "Кто старше: Пушкин или Лермонтов?").text
    assert '<span class="chosen" aria-current="true"><bdi>Александр Сергеевич Пушкин' in page


def test_who_types_but_a_name_is_told_how_to_ask(client: FlaskClient) -> None:
    assert "«Лев Толстой — кто это?»" in ask(client, "Лев Толстой").text
    assert "— кто это?»" not in ask(client, "Какой пароль у Пушкина?").text


def test_who_is_meant_is_asked_where_that_is_unclear(client: FlaskClient, demo: Simba) -> None:
    context = demo.answer("Кто старше: Пушкин или Лермонтов?").context
    assert context is not None
    page = ask(client, "а когда он умер?", context=context.as_text()).text
    assert "этот вопрос (<bdi>Александр Сергеевич Пушкин или Михаил Юрьевич Лермонтов</bdi>)." in page
    assert "О ком или о чём вопрос?" in page
    assert "Остановка на шаге" not in page  # there is none


def test_a_rule_leads_to_the_very_expression_that_fired(client: FlaskClient) -> None:
    page = ask(client, "Какие фильмы снял Тарковский?", why="1").text
    links = re.findall(
        r'href="/rules/P[\d-]+#(P\d+(?:-\d+)?\.?\d*)">правило: <bdi>([^<]+)</bdi> \((\w+\.yaml:\d+)\)', page
    )
    places = {anchor: (text, place) for anchor, text, place in links}
    text, place = next(told for anchor, told in places.items() if anchor.startswith("P57-2."))
    assert "снял" in text or "снима" in text or "{" in text
    assert place.startswith("film.yaml:")


def test_a_larger_form_is_drawn_and_told_in_the_same_words(client: FlaskClient) -> None:
    """The picture: Франция, what it borders on, with the class, without Германия; each of them once on each screen."""
    question = "Какие страны граничат с Францией, кроме Германии?"
    page = ask(client, question).text
    words = "страна, одновременно имеет границы с (Франция), кроме: Германия"
    assert f'SimBa поняла вопрос так:\n    «<bdi class="reading">{words}</bdi>»' in page
    assert page.count(f'aria-label="Схема: {words}: Испания, ') == 2
    pictures = [part.partition("</svg>")[0] for part in page.split('<svg class="graph"')[1:]]
    for picture in pictures:
        names = re.findall(r'<text class="([a-z]+)-name"[^>]*>([^<]*)</text>', picture)
        assert {("entity", "Франция"), ("class", "страна"), ("operation", "и"), ("answer", "Италия")} <= set(
            names
        )
    assert "(without (and (class " in ask(client, question, why="1").text  # the queries show the form


@pytest.mark.parametrize("question", ["Сколько лет прожил Пушкин?", "Что выше: Монблан или Эльбрус?"])
def test_every_line_of_a_picture_joins_two_boxes(client: FlaskClient, question: str) -> None:
    page = ask(client, question).text
    for picture in [part.partition("</svg>")[0] for part in page.split('<svg class="graph"')[1:]]:
        boxes, lines = picture.count("<rect"), picture.count('<path d="')
        assert lines == boxes - 1  # it is a tree


def test_the_page_says_where_a_chain_stopped(client: FlaskClient) -> None:
    page = ask(client, "Где родилась жена Петра I?").text
    assert "супруг Петра I: Екатерина I; место рождения: не указано" in page
    near = page.partition('id="near-title"')[2].partition("</section>")[0]
    assert re.findall("<li><bdi>([^<]*)</bdi>", near) == ["место рождения супруга Петра I: не найдено"]
    assert "None" not in page


def test_labels_in_a_picture_are_text(villain: FlaskClient) -> None:
    for question in ("Где родился Злодеев, кроме Тихого города?", "Родился ли Злодеев в Тихом городе?"):
        page = ask(villain, question).text
        assert 'class="reading"' in page
        assert SCRIPT not in page
        assert Reader(page).dangers == []


def test_dates_and_numbers_are_written_as_russian_does(client: FlaskClient) -> None:
    assert "6 июня 1799 года" in ask(client, "Когда родился Пушкин?").text
    assert "8848,86" in ask(client, "Какая высота Эвереста?").text


def test_very_many_answers_are_not_all_on_the_page(tmp_path: Path) -> None:
    wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    facts = [f'<{wd}Q90> <{label}> "Зюбринск"@ru .']
    for number in range(1000, 4000):
        facts.append(f'<{wd}Q{number}> <{label}> "Зюбринец {number}"@ru .')
        facts.append(f"<{wd}Q{number}> <{wdt}P19> <{wd}Q90> .")
    (tmp_path / "many.nt").write_text("\n".join(facts), encoding="utf-8")
    build([tmp_path / "many.nt"], tmp_path / "kb")
    simba = Simba(tmp_path / "kb")
    simba.load()
    client = create_app(simba, UNLIMITED).test_client()
    client.get("/api/answer", query_string={"question": "Франция"})  # waits until SimBa is loaded
    response = ask(client, "Кто родился в Зюбринске?")
    assert "и ещё 988" in response.text
    assert "Список неполон" in response.text
    assert "Всего 1000" in response.text
    assert len(response.data) < 100_000


@pytest.mark.parametrize(
    ("question", "options", "told"),
    [
        ("Пушкин смеялся?", {}, "«да» или «нет»"),
        ("Где родился Пушкин?", {"entity": "Q1"}, "выбранной сущности (Q1) нет"),
        ("?" * 1200, {}, "вопрос длиннее 1000 знаков"),
        ("столица хрямции", {}, "не нашлось, к чему их применить"),
        ("Кто основал Москву?", {}, "Москва (Q"),
        ("What is the capital of France?", {}, "Спросите по-русски"),
    ],
)
def test_an_abstention_says_what_this_one_is_about(
    client: FlaskClient, question: str, options: dict[str, str], told: str
) -> None:
    assert told in ask(client, question, **options).text


def test_who_left_the_keyboard_in_latin_asks_in_russian(client: FlaskClient) -> None:
    assert "Спросите по-русски" not in ask(client, "Rfrfz ukfdyfz htrf Hjccbb?").text
    assert "Слова «qqq», «zzz» не поняты" in ask(client, "qqq zzz qqq").text


def test_a_measure_has_its_unit_and_a_count_has_none(client: FlaskClient) -> None:
    assert "8848,86\u00a0м<" in ask(client, "Какая высота Эвереста?").text
    assert "единица измерения" not in ask(client, "Какая высота Эвереста?").text
    assert "единица измерения" not in ask(client, "Сколько людей живёт в Исландии?").text


def test_a_link_ends_in_no_question_mark(client: FlaskClient) -> None:
    assert "%D0%9A%D1%83%D1%82%D1%83%D0%B7%D0%BE%D0%B2%3F" in ask(client, KUTUZOV).text
    assert '?" id="permalink"' not in ask(client, KUTUZOV).text


def test_an_abstention_says_why_where_and_what_to_try(client: FlaskClient) -> None:
    page = ask(client, NOWHERE).text
    assert "Ответа нет" in page
    assert "в базе знаний нет того, о чём говорится в вопросе" in page
    assert re.search('Остановка на шаге «<a href="[^"]+why=1#candidates" data-steps>', page)
    assert "здесь SimBa остановилась" in ask(client, NOWHERE, why="1").text
    assert "Что попробовать" in page
    assert "похоже, спрашивается свойство «столица»" in page


def test_the_page_says_what_was_repaired(client: FlaskClient) -> None:
    page = ask(client, "Где родился Пушкен?").text
    assert "<bdi>«Пушкен» понято как «Пушкин»" in page


def test_a_reader_picks_the_namesake(client: FlaskClient, demo: Simba) -> None:
    question = "Какая численность населения Москвы?"
    page = ask(client, question).text
    assert "Имелось в виду другое?" in page
    assert "entity=Q175117" in page  # the river
    chosen = ask(client, question, entity="Q175117").text
    assert "entity=Q649" in chosen or "Пусть SimBa выберет сама" in chosen
    assert demo.answer(question, entity="Q175117").as_dict()["entity"] in (
        None,
        {"id": "Q175117", "label": "Москва"},
    )


def test_a_foolish_entity_in_the_address_is_ignored(client: FlaskClient) -> None:
    assert "Казанский собор" in ask(client, KUTUZOV, entity="'; DROP").text
    assert "Ответа нет" in ask(client, KUTUZOV, entity="Q1").text


def test_a_page_is_small_and_asks_no_one_else(client: FlaskClient) -> None:
    page = ask(client, KUTUZOV)
    size = len(page.data)
    for name in ("simba.css", "simba.js", "theme.js", "favicon.svg"):
        response = client.get(f"/static/{name}")
        assert response.status_code == 200
        size += len(response.data)
    assert size < 100_000
    reader = Reader(page.text)
    assert not reader.dangers
    assert not {"iframe", "img", "style"} & set(reader.tags)


def test_every_response_has_a_strict_policy_and_no_cookie(client: FlaskClient) -> None:
    for response in (client.get("/"), ask(client, KUTUZOV), client.get("/nothing"), client.get("/healthz")):
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers


def test_static_files_are_kept_by_browsers(client: FlaskClient) -> None:
    address = client.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in client.get(address).headers["Cache-Control"]


def test_any_question_gets_a_page(client: FlaskClient) -> None:
    for question in ("?", "  ", "\x00\x1b[31m", "a" * 5000, "🤔" * 50, "«" * 200, "кто " * 240):
        assert ask(client, question).status_code in {200, 413, 414}


@given(FORMS.forms)
@settings(max_examples=100, deadline=None)
def test_any_form_can_be_drawn(form: Form) -> None:
    from simba.web import formtree, graph

    root = formtree.drawn(form, {}.get)
    for picture in (graph.lying(root, ["ответ"], 9), graph.upright(root, ["ответ"], 9)):
        if picture is not None:
            assert {(box.x >= 0, box.y >= 0, box.right <= picture.width) for box in picture.boxes} == {
                (True, True, True)
            }
            assert len({(box.x, box.y) for box in picture.boxes}) == len(picture.boxes)  # none hides another


def test_any_tree_can_be_drawn() -> None:
    from simba.web import arcs

    def token(number: int, head: int) -> dict[str, Any]:
        text = f"слово{number}"
        return {"id": number, "text": text, "lemma": text, "pos": "X", "head": head, "relation": "dep"}

    for heads in ([], [-1], [0], [1, 0], [9, 9], [(n * 7) % 100 for n in range(100)]):
        tokens = [token(number, head) for number, head in enumerate(heads)]
        for picture in (arcs.lying(tokens), arcs.upright(tokens)):
            assert len(picture.words) == min(len(heads), arcs.MAX_WORDS)
            assert all(0 < arc.depth < picture.depth for arc in picture.arcs)
            assert all(0 <= word.at <= picture.length for word in picture.words)


# Attacks


@pytest.mark.parametrize(
    "question", [SCRIPT, IMAGE, BREAKOUT, f"Где родился {SCRIPT}?", f"Столица «{IMAGE}»"]
)
def test_a_hostile_question_is_only_text(client: FlaskClient, question: str) -> None:
    for why in ("", "1"):
        page = ask(client, question, why=why).text
        assert not Reader(page).dangers
        assert SCRIPT not in page
        assert IMAGE not in page


@pytest.mark.parametrize(
    "question",
    ["Где родился Злодеев?", "Какой сайт имеет Злодеев?", "Когда умер Злодеев?", "Кто Злодеев?"],
)
def test_hostile_labels_aliases_and_descriptions_are_only_text(villain: FlaskClient, question: str) -> None:
    for options in ({}, {"entity": "Q101"}, {"entity": "Q102", "why": "1"}, {"why": "1"}):
        page = ask(villain, question, **options).text
        assert not Reader(page).dangers
        assert SCRIPT not in page
        assert IMAGE not in page
        assert "Злоде" in page


def test_a_programming_error_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    client = create_app(Broken(), UNLIMITED).test_client()
    page = client.get("/?q=x", headers={"Accept": "text/html"})
    assert page.status_code == 500
    assert "secret" not in page.text
    assert "Traceback" not in page.text
    response = client.get("/api/answer?question=x")
    assert is_problem(response, 500)
    assert "secret" not in response.text
    assert "secret detail" in caplog.text  # but the log has it


# Slow days


def test_the_first_paint_does_not_wait_for_the_engine() -> None:
    simba = Asleep()
    client = create_app(simba, UNLIMITED).test_client()
    assert client.get("/").status_code == 200
    page = ask(client, KUTUZOV)
    assert page.status_code == 202
    assert "SimBa просыпается" in page.text
    assert page.headers["Refresh"] == "1"
    assert client.get("/healthz").status_code == 503
    simba.awake.set()
    until(lambda: client.get("/healthz").status_code == 200)
    assert "Казанский собор" in ask(client, KUTUZOV).text


def test_a_slow_question_is_given_up_and_the_page_stays_up() -> None:
    simba = Slow()
    client = create_app(simba, Settings(seconds=0.2, threads=1, rate="")).test_client()
    before = times_in(client, "wait")
    try:
        page = client.get("/?q=x", headers={"Accept": "text/html"})
        assert page.status_code == 504
        assert "не успела ответить" in page.text
        assert is_problem(client.get("/api/answer?question=x"), 503)  # the only thread is still busy
        assert client.get("/").status_code == 200
    finally:
        simba.released.set()
    until(lambda: times_in(client, "wait") == before + 1)


def test_a_hasty_client_is_asked_to_wait(demo: Simba) -> None:
    client = create_app(demo, Settings(rate="2/minute")).test_client()
    assert [client.get("/api/answer?question=x").status_code for _ in range(2)] == [200, 200]
    response = client.get("/api/answer?question=x")
    assert is_problem(response, 429)
    assert int(response.headers["Retry-After"]) > 0
    assert "Слишком много вопросов" in client.get("/", headers={"Accept": "text/html"}).text
    assert client.get("/healthz").status_code == 200
    other = client.get("/api/answer?question=x", environ_overrides={"REMOTE_ADDR": "127.0.0.2"})
    assert other.status_code == 200


def test_settings_come_from_the_environment() -> None:
    changed = {"SIMBA_WEB_SECONDS": "2.5", "SIMBA_WEB_RATE": "", "SIMBA_WEB_THREADS": "3"}
    assert Settings.from_environment(changed) == Settings(seconds=2.5, rate="", threads=3)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("THREADS", value) for value in ("many", "0", "")],
        *[("SECONDS", value) for value in ("-1", "nan", "0")],
        *[("RATE", value) for value in ("often", "120/m", "many/minute")],
        ("CACHE", "-5"),
    ],
)
def test_a_setting_that_cannot_be_kept_to_is_refused(name: str, value: str) -> None:
    with pytest.raises(SimbaError, match=f"SIMBA_WEB_{name}="):
        Settings.from_environment({f"SIMBA_WEB_{name}": value})


# Programs


def test_a_program_asks_by_address_form_and_json(client: FlaskClient, demo: Simba) -> None:
    expected = demo.answer(KUTUZOV).as_dict()
    responses = [
        client.get("/api/answer", query_string={"question": KUTUZOV}),
        client.post("/api/answer", data={"question": KUTUZOV}),
        client.post("/api/answer", json={"question": KUTUZOV}),
    ]
    assert [json.loads(response.data) for response in responses] == [expected] * 3
    assert "parse;dur=" in responses[0].headers["Server-Timing"]


def test_a_program_gets_the_trace_when_it_asks(client: FlaskClient) -> None:
    with_trace = client.get("/api/answer", query_string={"question": KUTUZOV, "trace": 1})
    assert json.loads(with_trace.data)["trace"]["queries"]
    posted = client.post("/api/answer?trace=1", json={"question": KUTUZOV})
    assert json.loads(posted.data)["trace"]["tokens"]


def test_wrong_requests_are_problems(client: FlaskClient) -> None:
    assert is_problem(client.get("/api/answer"), 400)
    assert is_problem(client.get("/api/answer?question=x&trace=perhaps"), 400)
    assert is_problem(client.get("/api/answer?question=x&entity=42"), 400)
    assert is_problem(client.get("/api/answer?question=x&min_confidence="), 400)
    assert is_problem(client.get("/api/answer?question=x&min_confidence=1.5"), 400)
    assert is_problem(client.get("/api/answer?question=x&min_confidence=nan"), 400)
    assert is_problem(client.get("/api/answer?question=x&min_confidence=0&min_confidence=y"), 400)
    assert is_problem(client.post("/api/answer", data="{", content_type="application/json"), 400)
    assert is_problem(client.post("/api/answer", json=["x"]), 400)
    assert is_problem(client.post("/api/answer", json={"question": 1}), 400)
    assert is_problem(client.post("/api/answer", data="x", content_type="text/csv"), 415)
    assert is_problem(client.post("/api/answer", json={"question": "x" * 100_000}), 413)
    deleted = client.delete("/api/answer")
    assert is_problem(deleted, 405)
    assert "GET" in deleted.headers["Allow"]
    assert is_problem(client.get("/api/nothing"), 404)


def test_a_batch_answers_line_by_line_in_order(client: FlaskClient) -> None:
    body = "\n".join(
        [
            json.dumps({"uid": 7, "question": "Столица Франции"}),
            "",
            "not json",
            json.dumps({"id": "b", "question": NOWHERE, "trace": True}),
            '{"question": "\\ud800"}',
        ]
    )
    response = client.post("/api/batch", data=body, content_type=LINES)
    assert response.mimetype == LINES
    first, broken, second, odd = lines(response)
    assert (first["uid"], first["answers"][0]["label"]) == (7, "Париж")
    assert (broken["line"], broken["problem"]["status"]) == (3, 400), "blank lines are lines too"
    assert (second["id"], second["reason"]) == ("b", "no_entity")
    assert second["trace"]["tokens"]
    assert odd["status"] == "abstained"


def test_a_batch_is_streamed(demo: Simba) -> None:
    app = create_app(demo, UNLIMITED)
    seen = []

    class Growing:
        """A body whose next line is written only when the answer to the one before has been read."""

        lines = [b'{"question": "\xd0\xb0"}\n'] * 3

        def readline(self, size: int = -1) -> bytes:
            seen.append(len(self.lines))
            return self.lines.pop() if self.lines else b""

        def read(self, size: int = -1) -> bytes:
            return self.readline()

    environ = {"wsgi.input": Growing(), "wsgi.input_terminated": True}
    response = app.test_client().post(
        "/api/batch", content_type=LINES, environ_overrides=environ, buffered=False
    )
    answers = iter(response.response)
    next(answers)
    assert len(seen) <= 2
    assert len(list(answers)) == 2


def test_a_batch_has_limits(demo: Simba) -> None:
    app = create_app(demo, Settings(batch_lines=2, batch_body=1000, body=500, rate="", batch_rate="5/minute"))
    client = app.test_client()
    line = '{"question": "?"}\n'
    assert is_problem(client.post("/api/batch", data=line * 100, content_type=LINES), 413)
    told = lines(client.post("/api/batch", data=line * 4, content_type=LINES))
    assert [answer.get("status") for answer in told] == ["abstained", "abstained", None]
    assert told[2]["problem"]["status"] == 413
    long = json.dumps({"question": "?" * 600}) + "\n"
    told = lines(client.post("/api/batch", data=long + line, content_type=LINES))
    assert (told[0]["line"], told[0]["problem"]["detail"]) == (1, "a line may have 500 bytes")
    assert told[1]["status"] == "abstained", "the next line is read all the same"
    assert is_problem(client.post("/api/batch", data=line, content_type="text/csv"), 415)
    assert client.post("/api/batch", data=line, content_type=LINES).status_code == 200
    assert is_problem(client.post("/api/batch", data=line, content_type=LINES), 429)


def test_gerbil_gets_qald(client: FlaskClient) -> None:
    response = client.post("/gerbil", data={"query": KUTUZOV, "lang": "ru"})
    (question,) = json.loads(response.data)["questions"]
    assert question["question"] == [{"language": "ru", "string": KUTUZOV}]
    assert question["query"]["sparql"].startswith("PREFIX")
    (results,) = question["answers"]
    assert results["head"] == {"vars": ["answer"]}
    (binding,) = results["results"]["bindings"]
    assert binding["answer"]["type"] == "uri"


def test_gerbil_gets_no_answer_for_an_abstention_or_another_language(client: FlaskClient) -> None:
    for form in ({"query": NOWHERE}, {"query": "Where is Kutuzov buried?", "lang": "en"}):
        (question,) = json.loads(client.post("/gerbil", data=form).data)["questions"]
        assert question["answers"] == []
        assert question["query"] == {}
    assert is_problem(client.post("/gerbil"), 400)


def test_the_queries_that_gerbil_gets_run_anywhere(client: FlaskClient) -> None:
    import pyoxigraph as ox

    response = client.post("/gerbil", data={"query": "Какая высота Эвереста?"})
    (question,) = json.loads(response.data)["questions"]
    ox.Store().query(question["query"]["sparql"])
    assert question["answers"][0]["results"]["bindings"][0]["answer"]["datatype"].endswith("decimal")


# Questions asked before


class Counting(Simba):
    """SimBa that counts what it is asked."""

    asked = 0

    def answer(self, question: str, **choices: Any) -> Answer:
        self.asked += 1
        return super().answer(question, **choices)


def test_a_question_asked_again_is_not_answered_again() -> None:
    simba = Counting()
    client = create_app(simba, UNLIMITED).test_client()

    def same(**asked: str) -> bool:
        path = "/" if "q" in asked else "/api/answer"
        first, second = (client.get(path, query_string=asked) for _ in range(2))
        return first.status_code == 200 and first.data == second.data

    assert same(question=KUTUZOV)
    assert same(q=KUTUZOV)
    assert simba.asked == 2
    before = outcomes(client)
    assert same(question=KUTUZOV, trace="1")
    assert same(question=KUTUZOV, entity="Q185801")
    assert same(question=NOWHERE)
    assert simba.asked == 5, "the reasoning, another entity and another question are asked for"
    after = outcomes(client)
    assert {name: after[name] - before[name] for name in ("answered", "abstained")} == {
        "answered": 4,
        "abstained": 2,
    }, "what comes from memory counts as an answer too"
    client.post("/api/answer", json={"question": KUTUZOV})
    assert simba.asked == 5


def test_a_page_is_kept_only_for_who_comes_by_the_same_way(demo: Simba) -> None:
    client = create_app(demo, UNLIMITED).test_client()
    elsewhere = client.get("/", query_string={"q": KUTUZOV}, base_url="http://localhost/elsewhere")
    assert "/elsewhere/static" in elsewhere.text
    assert "/elsewhere" not in ask(client, KUTUZOV).text


def test_failures_are_not_kept() -> None:
    simba = Slow()
    client = create_app(simba, Settings(seconds=0.05, rate="")).test_client()
    before = times_in(client, "wait")
    assert client.get("/api/answer", query_string={"question": KUTUZOV}).status_code == 504
    simba.released.set()
    until(lambda: times_in(client, "wait") == before + 1)
    assert client.get("/api/answer", query_string={"question": KUTUZOV}).status_code == 200


@pytest.mark.parametrize("limits", [{"cache": 0}, {"cache": 100}, {"cache_seconds": 0.0}])
def test_what_is_kept_is_bounded(limits: dict[str, Any]) -> None:
    simba = Counting()
    client = create_app(simba, Settings(rate="", **limits)).test_client()
    for _ in range(2):
        assert client.get("/api/answer", query_string={"question": KUTUZOV}).status_code == 200
    assert simba.asked == 2


def outcomes(client: FlaskClient) -> dict[str, float]:
    """How many questions ended with each status, as the metrics say."""
    found = {"answered": 0.0, "abstained": 0.0}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            if sample.name == "simba_answers_total":
                found[sample.labels["status"]] += sample.value
    return found


# Operators


def test_the_operator_sees_health_metrics_and_timings(
    forgetful: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = forgetful
    told: list[str] = []
    monkeypatch.setattr("simba.web.monitoring.access.info", lambda text, *values: told.append(text % values))
    assert client.get("/healthz").get_json() == {"status": "ready"}
    client.get("/api/answer", query_string={"question": KUTUZOV})
    numbers = client.get("/metrics").text
    assert 'simba_answers_total{reason="",status="answered"}' in numbers
    assert 'simba_stage_seconds_bucket{le="0.0001",stage="parse"}' in numbers
    entry = json.loads(told[1])
    assert entry["path"] == "/api/answer"
    assert entry["status"] == 200
    assert list(entry["stages_ms"]) == ["wait", *STAGES]
    assert 0 < sum(entry["stages_ms"].values()) <= entry["ms"] + 0.01 * len(STAGES)
    assert "Кутузов" not in "".join(told)


def test_no_question_is_in_the_development_servers_log(
    demo: Simba, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(demo) as address, OPENER.open(f"{address}/api/answer?question=secretsecret") as response:
        assert response.status == 200
    assert "secretsecret" not in "".join(capfd.readouterr())


def times_in(client: FlaskClient, stage: str) -> float:
    """How often questions were in a stage, as the metrics say."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
        if sample.name == "simba_stage_seconds_count" and sample.labels == {"stage": stage}
    )


def test_every_question_counts_once_in_each_stage_that_it_reached(forgetful: FlaskClient) -> None:
    client = forgetful
    stages = ("wait", *STAGES, "trace")
    before = {stage: times_in(client, stage) for stage in stages}
    client.get("/api/answer", query_string={"question": KUTUZOV})
    client.get("/api/answer", query_string={"question": NOWHERE, "trace": 1})
    ask(client, KUTUZOV)
    client.post("/gerbil", data={"query": KUTUZOV})
    body = b"".join(json.dumps({"question": one}).encode() + b"\n" for one in (KUTUZOV, NOWHERE))
    assert len(lines(client.post("/api/batch", data=body, content_type=LINES))) == 2
    found = {stage: times_in(client, stage) - before[stage] for stage in stages}
    reached = {"labels": 4, "trace": 2}  # two of six questions have no entity
    assert found == {stage: reached.get(stage, 6) for stage in stages}


def test_the_log_tells_of_a_batch_when_its_last_line_is_sent(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("simba.web.monitoring.access.info", lambda text, *values: told.append(text % values))
    body = b"".join(json.dumps({"question": one}).encode() + b"\n" for one in (KUTUZOV, NOWHERE))
    response = client.post("/api/batch", data=body, content_type=LINES, buffered=False)
    assert told == []
    assert len(list(response.response)) == 2
    response.close()
    (entry,) = map(json.loads, told)
    assert entry["path"] == "/api/batch"
    assert list(entry["stages_ms"]) == ["wait", *STAGES]
    assert 0 < sum(entry["stages_ms"].values()) <= entry["ms"] + 0.01 * len(STAGES)


def test_a_question_that_is_given_up_is_counted_when_its_thread_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("simba.web.monitoring.access.info", lambda text, *values: told.append(text % values))
    simba = Slow()
    client = create_app(simba, Settings(seconds=0.05, rate="")).test_client()
    before = times_in(client, "wait")
    assert client.get("/api/answer", query_string={"question": KUTUZOV}).status_code == 504
    assert list(json.loads(told[-1])["stages_ms"]) == ["wait"]
    assert times_in(client, "wait") == before
    simba.released.set()
    until(lambda: times_in(client, "wait") == before + 1)


def test_the_work_for_a_question_that_is_given_up_ends_at_the_next_stage() -> None:
    client = create_app(Late(), Settings(seconds=1.5, threads=1, rate="")).test_client()
    until(lambda: client.get("/healthz").status_code == 200)
    before = {stage: times_in(client, stage) for stage in ("wait", "ranking")}
    assert is_problem(client.get("/api/answer", query_string={"question": KUTUZOV}), 504)
    until(lambda: times_in(client, "wait") == before["wait"] + 1)  # its thread is free
    assert times_in(client, "ranking") == before["ranking"]


def test_the_wheel_carries_templates_and_static_files() -> None:
    import simba.web

    folder = Path(simba.web.__file__).parent
    assert (folder / "templates" / "index.html").is_file()
    assert (folder / "static" / "simba.css").is_file()


def test_the_description_has_a_readable_page(client: FlaskClient) -> None:
    described = json.loads(client.get("/api/openapi.json").data)
    page = client.get("/api/").text
    for path in described["paths"]:
        assert path in page
    assert not Reader(page).dangers


@pytest.mark.slow
def test_the_interface_is_as_described(demo: Simba, tmp_path: Path) -> None:
    hooks = tmp_path / "hooks.py"
    hooks.write_text(HOOKS, encoding="utf-8")
    program = Path(sys.executable).with_name("schemathesis")
    if not program.exists():
        pytest.skip('schemathesis is not installed: pip install -e ".[dev]"')
    with serving(demo) as address:
        run = subprocess.run(
            [program, "run", f"{address}/api/openapi.json", *OPTIONS],
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(hooks), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=10 * PATIENCE,
        )
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
