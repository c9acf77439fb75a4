"""What the tests of the page share: a hostile knowledge base, and a server in a thread."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from handful import knowing
from waiting import PATIENCE
from werkzeug.serving import make_server

from simba import Simba
from simba.common.resources import data_path
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
    rules = folder / "rules"
    (rules / "properties").mkdir(parents=True)
    for name in ("fragments.yaml", "interrogatives.yaml"):
        shutil.copy(data_path("rules") / name, rules / name)
    (rules / "properties" / "few.yaml").write_text(RULES, encoding="utf-8")
    return knowing(HOSTILE, folder, rules)


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
