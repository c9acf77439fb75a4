"""What the tests of the page share: a hostile knowledge base, and a server in a thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from handful import knowing
from rule_folders import folder_of
from waiting import PATIENCE
from werkzeug.serving import make_server

from simba import Simba
from simba.web import create_app
from simba.web.configuration import Settings

SCRIPT = "<script>document.title='hacked'</script>"
IMAGE = "<img src=x onerror=document.title='hacked'>"
UNLIMITED = Settings(rate="", batch_rate="", gerbil_rate="", seconds=PATIENCE)
"""A server that nobody hurries."""
BREAKOUT = "\\\"'><svg onload=document.title='hacked'>{{7*7}}</title></pre>"

HOSTILE = f"""
wd:Q5 rdfs:label "человек"@ru .
wd:Q101 rdfs:label "Злодей {SCRIPT}"@ru ; skos:altLabel "Злодеев"@ru , "{BREAKOUT}"@ru ; wdt:P31 wd:Q5 ;
  schema:description "{IMAGE}"@ru ; wikibase:sitelinks 50 ; wdt:P19 wd:Q103 ; wdt:P856 <javascript:alert(1)> .
wd:Q102 rdfs:label "Злодеев"@ru ; schema:description "{SCRIPT}{BREAKOUT}"@ru ; wdt:P31 wd:Q5 ;
  wikibase:sitelinks 3 ; wdt:P19 wd:Q104 .
wd:Q103 rdfs:label "{IMAGE}{BREAKOUT}"@ru ; schema:description "{SCRIPT}"@ru ; wikibase:sitelinks 9 .
wd:Q104 rdfs:label "Тихий город"@ru ; wikibase:sitelinks 9 .
"""

RULES = """
- {property: P19, name: место рождения, answer: [place], patterns: ['родил\\w+'],
   examples: [Где родился Злодеев?]}
- {property: P856, name: официальный сайт, patterns: ['сайт\\w*'],
   examples: [Какой сайт имеет Злодеев?]}
"""


def hostile(folder: Path) -> Simba:
    """SimBa on a knowledge base whose labels, aliases and descriptions attack the page."""
    return knowing(HOSTILE, folder, folder_of(folder / "rules", RULES))


def hostile_folder(path: Path) -> Path:
    """Rules whose names, patterns and examples attack the page."""
    evil = f"{SCRIPT}{IMAGE}{BREAKOUT}"
    rules = [
        {
            "property": "P36",
            "name": evil,
            "patterns": [SCRIPT, IMAGE, r"\A[^<]<script>\p{L}", "</style></script><svg onload=hack>"],
            "examples": [f"столица {evil}"],
            "counterexamples": [evil],
        }
    ]
    folder = folder_of(path, json.dumps(rules, ensure_ascii=False))
    own = folder / "properties" / "geography.yaml"
    own.rename(own.with_name(f"{SCRIPT.replace('/', '∕')}.yaml"))
    return folder


@contextmanager
def serving(simba: Simba) -> Iterator[str]:
    """Serve the page on a free port of the loopback; gives its address."""
    with serving_app(create_app(simba, UNLIMITED)) as address:
        yield address


@contextmanager
def serving_app(app: Flask) -> Iterator[str]:
    """`serving` of an application."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
