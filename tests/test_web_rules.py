"""The page of rules as the web serves it: made once in the background, linked from the reasoning."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings
from simba.web.rules_page import RulesPage

PAGE = "<!doctype html><title>Правила SimBa</title>"


class Maker:
    """Stands in for the process that makes the page."""

    begun: list[list[str]]
    code: int | None

    def __init__(self, command: list[str], **options: Any) -> None:
        type(self).begun.append(command)
        self.pid = 0

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return type(self).code


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> type[Maker]:
    """No process is begun; the test says how it goes."""
    Maker.begun, Maker.code = [], None
    monkeypatch.setattr("simba.web.rules_page.subprocess.Popen", Maker)
    monkeypatch.setattr("simba.web.rules_page.os.setpriority", lambda *_: None)
    return Maker


@pytest.fixture
def app(demo: Simba, tmp_path: Path) -> Flask:
    app = create_app(demo, Settings(rate="", batch_rate=""))
    pages: RulesPage = app.extensions["simba-rules"]
    pages.path = tmp_path / "rules.html"
    return app


def test_it_is_made_once_and_until_then_a_page_says_so(
    app: Flask, maker: type[Maker], tmp_path: Path
) -> None:
    client = app.test_client()
    for _ in range(3):
        waiting = client.get("/rules")
        assert waiting.status_code == 202
        assert "строится" in waiting.text
        assert waiting.headers["Refresh"] == "3"
    assert len(maker.begun) == 1
    assert maker.begun[0][1:5] == ["-m", "simba", "rules", "doc"]
    (tmp_path / "rules.html").write_text(PAGE, encoding="utf-8")
    made = client.get("/rules")
    assert made.status_code == 200
    assert made.text == PAGE
    assert "script-src 'sha256-" in made.headers["Content-Security-Policy"]
    again = client.get("/rules", headers={"If-None-Match": made.headers["ETag"]})
    assert again.status_code == 304


def test_what_cannot_be_made_is_said_and_not_tried_at_every_request(app: Flask, maker: type[Maker]) -> None:
    client = app.test_client()
    client.get("/rules")
    maker.code = 2
    for _ in range(3):
        assert client.get("/rules").status_code == 503
    assert len(maker.begun) == 1


def test_the_reasoning_links_to_the_rules(app: Flask) -> None:
    page = app.test_client().get("/", query_string={"q": "столица Франции"}).text
    assert 'href="/rules"' in page
    assert 'href="/rules/P36#P36.' in page


@pytest.mark.slow
def test_a_process_of_its_own_makes_the_page(tmp_path: Path) -> None:
    app = create_app(Simba(rules="nowhere"), Settings(rate="", batch_rate=""))
    assert app.test_client().get("/rules").status_code == 503, "no such rules"
    pages = RulesPage(None)
    pages.path = tmp_path / "rules.html"
    assert not pages.ready()
    process = pages._process
    assert isinstance(process, subprocess.Popen)
    assert process.wait(300) == 0
    assert pages.ready()
    assert 500_000 < pages.path.stat().st_size < 2_000_000


def test_one_rule_is_a_page_of_its_own(app: Flask, tmp_path: Path) -> None:
    rule = '<article id="P57-2">режиссёр <a href="#f7">фильм</a> &lt;script&gt;</article>'
    text = f'{PAGE}<article id="P57">другое</article>\n{rule}<article id="P58">третье</article>'
    (tmp_path / "rules.html").write_text(text, encoding="utf-8")
    client = app.test_client()
    one = client.get("/rules/P57-2")
    assert one.status_code == 200
    assert 'режиссёр <a href="/rules#f7">фильм</a> &lt;script&gt;</article>' in one.text
    assert "другое" not in one.text
    assert "третье" not in one.text
    assert "style-src 'sha256-" in one.headers["Content-Security-Policy"]
    for name in ("P99", "P57-3", "x", "P57'", "..", "P57%22"):
        assert client.get(f"/rules/{name}").status_code == 404


def test_one_rule_waits_for_the_page_too(app: Flask, maker: type[Maker]) -> None:
    waiting = app.test_client().get("/rules/P57-2")
    assert waiting.status_code == 202
    assert '<a href="/rules/P57-2">' in waiting.text
