"""A world of a few facts, and the few rules that ask about them."""

from __future__ import annotations

import fcntl
import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from endpoint_support import oxigraph, serving
from fault_proxy import FaultProxy
from handful import PREFIXES, knowing
from hypothesis import settings
from rule_folders import folder_of
from waiting import reserved_port

from simba import Simba
from simba.building.build import build
from simba.building.embedded import embedded
from simba.common.resources import data_path

SHARED = Path(__file__).parents[2] / "shared"
"""What is measured with and may not be in the repository; the tests that need it are skipped where it is not."""


def shared(name: str) -> Path:
    """A file of it."""
    if not (path := SHARED / name).is_file():
        pytest.skip(f"not here: {path}")
    return path


WORLD = f"""{PREFIXES}
wd:Q185801 rdfs:label "Михаил Кутузов"@ru ; skos:altLabel "Кутузов"@ru ; wikibase:sitelinks 80 ;
  schema:description "русский полководец <1745—1813>"@ru ;
  wdt:P31 wd:Q5 ; wdt:P119 wd:Q656 ; wdt:P569 "1745-09-16T00:00:00Z"^^xsd:dateTime .
wd:Q656 rdfs:label "Санкт-Петербург"@ru ; wikibase:sitelinks 250 ; wdt:P31 wd:Q515 .
wd:Q142 rdfs:label "Франция"@ru ; schema:description "государство в Западной Европе"@ru ;
  wikibase:sitelinks 300 ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q90 ; wdt:P1082 "68373433"^^xsd:decimal .
wd:Q90 rdfs:label "Париж"@ru ; wikibase:sitelinks 300 ; wdt:P31 wd:Q515 .
wd:Q39 rdfs:label "Швейцария"@ru ; wikibase:sitelinks 300 ; wdt:P31 wd:Q6256 ;
  wdt:P37 wd:Q188 , wd:Q150 , wd:Q652 , wd:Q13199 .
wd:Q188 rdfs:label "немецкий язык"@ru . wd:Q150 rdfs:label "французский язык"@ru .
wd:Q652 rdfs:label "итальянский язык"@ru . wd:Q13199 rdfs:label "романшский язык"@ru .
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q6256 rdfs:label "страна"@ru .
"""

RULES = r"""
- {property: P119, name: место захоронения, answer: [place], patterns: ['похоронен\w*'],
   examples: [Где похоронен Кутузов?]}
- {property: P569, name: дата рождения, answer: [date], patterns: ['родил\w+'],
   examples: [Когда родился Кутузов?]}
- {property: P36, name: столица, answer: [place], patterns: ['столиц\w+'],
   examples: [столица Франции]}
- {property: P36, name: столица, direction: reverse, answer: [place], patterns: ['столицей как\w+ страны'],
   examples: [Столицей какой страны является Париж?]}
- {property: P37, name: официальный язык, patterns: ['язык\w*'],
   examples: [На каких языках говорят в Швейцарии?]}
- {property: P1082, name: население, answer: [number], patterns: ['населени\w+'],
   examples: [Каково население Франции?]}
"""


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """What ``make`` makes at the path that it is given, once for all processes that share the tests."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            make(folder / name)
    return folder / name


settings.register_profile("same", derandomize=True)
settings.load_profile("same")
"""Who changes nothing sees nothing change; pytest --hypothesis-profile=default tries what nobody has tried yet."""


def pytest_configure() -> None:
    """Let Ctrl-C reach the programs that tests start: what runs in a shell's background starts without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector of garbage need not look through it time and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_signs_of_life() -> Iterator[None]:
    """What takes a second on a busy machine says nothing of it: tests look at all that is said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMBA_QUIET", "1")
        yield


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of a tiny knowledge base, in Turtle."""
    path = tmp_path_factory.mktemp("source") / "world.ttl"
    path.write_text(WORLD, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def kb(world: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny knowledge base, built."""
    folder = tmp_path_factory.mktemp("built") / "kb"
    build([world], folder)
    return folder


@pytest.fixture(scope="session")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the project's interrogatives and half a dozen property rules."""
    return folder_of(tmp_path_factory.mktemp("rules"), RULES, "few.yaml")


@pytest.fixture
def few_rules(rules: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """SimBa's own rules are the half dozen: what lies over them is quickly read."""
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: rules)
    return rules


@pytest.fixture(scope="session")
def simba(kb: Path, rules: Path) -> Simba:
    """SimBa in the tiny world."""
    return Simba(kb, rules=rules)


@pytest.fixture(scope="module")
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa over a test module's `FACTS`: a handful of things that no other knowledge base has."""
    return knowing(request.module.FACTS, tmp_path_factory.mktemp("asked"))


@pytest.fixture(scope="session")
def demo() -> Simba:
    """SimBa as it is installed: all rules, the embedded knowledge base."""
    simba = Simba(embedded())
    simba.load()
    return simba


@pytest.fixture(scope="session")
def client(demo: Simba) -> Any:
    """Who asks a server of that over HTTP, and is never hurried."""
    pytest.importorskip("flask")
    from web_support import UNLIMITED

    from simba.web import create_app

    return create_app(demo, UNLIMITED).test_client()


@pytest.fixture(scope="session")
def snapshot_source() -> Path:
    """A snapshot of Wikidata, which lies beside the repository where there is one."""
    return shared("kb/snapshot.nt.gz")


@pytest.fixture(scope="session")
def snapshot_kb(snapshot_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The snapshot, built."""
    return made_once(tmp_path_factory, "snapshot", lambda folder: build([snapshot_source], folder))


@pytest.fixture(scope="session")
def snapshot(snapshot_kb: Path) -> Simba:
    """SimBa on that snapshot."""
    simba = Simba(snapshot_kb)
    simba.load()
    return simba


@pytest.fixture(scope="session")
def dev_questions() -> Path:
    """RuBQ's development questions, which lie beside the repository where there are any."""
    return shared("rubq/dev.json")


@pytest.fixture(scope="session")
def hostile_simba(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa on a knowledge base that attacks whoever shows it."""
    pytest.importorskip("flask")
    from web_support import hostile

    simba = hostile(tmp_path_factory.mktemp("hostile"))
    simba.load()
    return simba


@pytest.fixture(scope="session")
def world_endpoint(world: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The tiny world behind Oxigraph's own server."""
    yield from _served(world, tmp_path_factory.mktemp("oxigraph"))


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The facts of the embedded knowledge base behind that."""
    yield from _served(data_path("index/demo.ttl"), tmp_path_factory.mktemp("oxigraph"))


def _served(source: Path, folder: Path) -> Iterator[str]:
    if oxigraph() is None:
        pytest.skip("no oxigraph server here: pip install oxigraph")
    with serving(source, folder) as url:
        yield url


@pytest.fixture(scope="session")
def nobody() -> Iterator[str]:
    """A URL at which nobody listens."""
    with reserved_port() as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def proxy(world_endpoint: str) -> Iterator[FaultProxy]:
    """A way to the tiny world's endpoint on which things go wrong."""
    with FaultProxy(world_endpoint) as proxy:
        yield proxy
