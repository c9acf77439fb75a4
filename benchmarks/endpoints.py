"""What a question costs an endpoint, and whether it is answered as by the embedded store: 200 questions of ../shared.

Oxigraph's server and Virtuoso hold the same facts as the folder; the wiki is tests/wikibase_api.py over them, and
nothing is kept on disk of it. One system is asked them all, or (--cold) a new one each.

    python benchmarks/endpoints.py [--servers NAME ...] [--questions N] [--kb DIR] [--cold] [--differences]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from common import SHARED, SNAPSHOT, WORLD
from rich.console import Console
from rich.table import Table

from simba import Simba
from simba.building.build import build
from simba.endpoint import EndpointSettings

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from fault_proxy import FaultProxy
from servers import server
from wikibase_api import WikibaseServer

SOURCES = (SNAPSHOT, WORLD)
SETS = {"rubq/dev": 0.25, "rubq/dev2": 0.25, "written/dev": 0.3, "complex/dev": 0.2}
"""The share that each set has of the questions."""
SERVERS = ("oxigraph", "virtuoso", "wiki")
PATIENT: dict[str, Any] = {"retries": 0, "timeout": 480.0}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it was answered here and there, and the requests that this took."""

    question: str
    one_hop: bool
    here: dict[str, Any]
    there: dict[str, Any]
    requests: int
    searches: int
    connections: int
    """To endpoint and wiki, since the first question."""

    @property
    def differing(self) -> list[str]:
        """The parts of the answer that are not the same."""
        return [name for name in self.here if self.here[name] != self.there[name]]


def main() -> None:
    """Print a table, and the questions that are answered otherwise."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--servers", nargs="+", choices=SERVERS, default=SERVERS)
    arguments.add_argument("--questions", type=int, default=200, metavar="N")
    arguments.add_argument("--kb", type=Path, help="the folder of both sources, if it is built already")
    arguments.add_argument("--cold", action="store_true", help="a new system for each question")
    arguments.add_argument("--differences", action="store_true", help="also show what differs")
    chosen = arguments.parse_args()
    for name in ("http_proxy", "https_proxy"):
        os.environ.pop(name, None)
    questions = list(_chosen(chosen.questions))
    table = Table(
        "server",
        "questions",
        "one hop: requests",
        "at most",
        "others: requests",
        "at most",
        "of these, the wiki's",
        "connections",
        "other values",
        "other JSON",
        title="Requests a question",
    )
    console = Console()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")  # the wiki's names are not known from before
        source = folder / "facts.nt"
        with source.open("wb") as file:
            for path in SOURCES:
                with gzip.open(path) as triples:
                    shutil.copyfileobj(triples, file)
        kb = chosen.kb or folder / "kb"
        if chosen.kb is None:
            build([source], kb)
        here = Simba(kb)
        for kind in chosen.servers:
            (folder / kind).mkdir()
            engine = "oxigraph" if kind == "wiki" else kind
            url = stack.enter_context(server(engine, source, folder / kind))
            wiki = stack.enter_context(WikibaseServer(source)).url if kind == "wiki" else None
            asked = list(_asked(here, url, wiki, questions, cold=chosen.cold))
            table.add_row(kind, str(len(asked)), *_figures(asked))
            if chosen.differences:
                _show(console, kind, asked)
    console.print(table)


def _chosen(number: int) -> Iterator[tuple[str, bool]]:
    """As many questions, evenly spread over the sets, and whether each asks for one hop."""
    for name, share in SETS.items():
        some = json.loads((SHARED / f"{name}.json").read_text(encoding="utf-8"))
        wanted = round(number * share)
        for index in range(wanted):
            one = some[index * len(some) // wanted]
            yield one.get("question_text", one.get("question")), one["tags"] == ["1-hop"]


def _asked(
    here: Simba, url: str, wiki: str | None, questions: Sequence[tuple[str, bool]], *, cold: bool
) -> Iterator[Asked]:
    with ExitStack() as stack:
        facts = stack.enter_context(FaultProxy(url))
        names = stack.enter_context(FaultProxy(wiki)) if wiki else None

        def opened() -> Simba:
            settings = EndpointSettings(facts.url, **PATIENT)
            linker = replace(settings, url=names.url, cache=1e-9) if names else None
            return Simba(
                None if names else here.kb.folder, endpoint=settings, linker=linker, time_limit=480.0
            )

        there = opened()
        for question, one_hop in questions:
            there = opened() if cold else there
            there.load()
            proxies = [facts, names] if names else [facts]
            for proxy in proxies:
                proxy.seen.clear()
            answer = there.answer(question).as_dict()
            yield Asked(
                question,
                one_hop,
                here.answer(question).as_dict(),
                answer,
                len(facts.seen),
                len(names.seen) if names else 0,
                sum(proxy.connections for proxy in proxies),
            )


def _figures(asked: Sequence[Asked]) -> Iterator[str]:
    for one_hop in (True, False):
        some = [one for one in asked if one.one_hop is one_hop]
        yield _mean(one.requests + one.searches for one in some)
        yield str(max((one.requests + one.searches for one in some), default=0))
    yield _mean(one.searches for one in asked)
    yield str(asked[-1].connections)
    yield str(sum(not {"status", "answers"}.isdisjoint(one.differing) for one in asked))
    yield str(sum(bool(one.differing) for one in asked))


def _mean(numbers: Iterable[int]) -> str:
    some = list(numbers)
    return f"{sum(some) / len(some):.2f}" if some else "-"


def _show(console: Console, kind: str, asked: Iterable[Asked]) -> None:
    for one in asked:
        if one.differing:
            console.print(f"{kind}: {one.question}", highlight=False)
            for name in one.differing:
                for told in (one.here[name], one.there[name]):
                    console.print(
                        f"    {name}: {json.dumps(told, ensure_ascii=False)[:300]}", highlight=False
                    )


if __name__ == "__main__":
    main()
