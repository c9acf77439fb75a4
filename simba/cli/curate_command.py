"""``simba curate``: is a question set still alive, and what would mend it."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.cli.group import INTERRUPTED
from simba.cli.options import FILE, PATH, Sources, facts, opened
from simba.common.life_signs import advancing, is_terminal, working

if TYPE_CHECKING:
    from simba.curation.asking import Asker
    from simba.curation.decisions import Decisions
    from simba.curation.entries import QuestionSet
    from simba.curation.session import Curated, Judge
    from simba.kb.index import LabelIndex

SECONDS = 30.0
"""For one query, where nothing else is said."""


@click.command("curate")
@click.argument("dataset", type=FILE)
@facts
@click.option(
    "--accept", type=click.Choice(["safe"]), help="Apply what is certain: prefixes, redirects, metadata."
)
@click.option(
    "--ask/--list", "ask", default=None, help="Ask about each suggestion, or list them (no terminal: list)."
)
@click.option("--to", type=FILE, metavar="FILE", help="Write the curated set there, as QALD-JSON.")
@click.option("--report", type=PATH, metavar="FOLDER", help="Write index.html, curation.json there.")
@click.option(
    "--decisions", type=FILE, metavar="FILE", help="What was decided; else DATASET.decisions.jsonl beside it."
)
@click.option(
    "--against",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Another set: are questions in both? Repeatable.",
)
@click.option(
    "--complete",
    is_flag=True,
    help="Also suggest metadata and keywords where no question of the set has any.",
)
@click.option("--by", metavar="NAME", help="Who decides (default: the user's name).")
def curate_command(
    dataset: Path,
    sources: Sources,
    accept: str | None,
    ask: bool | None,
    to: Path | None,
    report: Path | None,
    decisions: Path | None,
    against: tuple[Path, ...],
    complete: bool,
    by: str | None,
) -> int:
    """Run every reference query of a RuBQ or QALD file; say what degraded, and suggest what would mend it.

    Nothing is changed without a yes. What was decided is kept at once: the same command goes on where it was left.
    """
    from simba.curation.curation_page import FOLDER, listed, summary, write_page
    from simba.curation.curator import Curator
    from simba.curation.decisions import Decisions, beside
    from simba.curation.entries import read_set
    from simba.curation.prompting import QuitError
    from simba.curation.qaldfile import check_target
    from simba.curation.session import curate
    from simba.evaluation.intervals import require
    from simba.evaluation.report import check_folder

    require("simba curate", "curate")
    with working("Reading the questions"):
        questions = read_set(dataset)  # whatever is wrong is said before the long part
        others = [read_set(path) for path in against]
    if to is not None:
        check_target(to, dataset)
    if report is not None:
        check_folder(report, FOLDER)
    with working("Opening the knowledge base"):
        asker, index = _opened(sources)
    ask = ask if ask is not None else accept is None and is_terminal(sys.stdin) and is_terminal(sys.stdout)
    judge = _judge(asker, len(questions.entries), ask=ask, safe=accept is not None)
    done: list[Curated] = []
    stopped = False
    with closing(Decisions(decisions or beside(dataset), questions)) as kept:
        curator = Curator(questions, asker, index, others, complete=complete)
        try:
            with advancing("Examining", len(questions.entries), shown=not ask) as advance:
                for curated in curate(questions, curator, kept, judge, by or _user()):
                    done.append(curated)
                    advance()
                    if not ask:
                        click.echo("".join(f"{line}\n" for line in listed(curated)), nl=False)
        except (QuitError, KeyboardInterrupt, click.Abort):
            stopped = True
        click.echo("\n".join(summary(questions, done)))
        if stopped:
            click.echo(
                f"stopped; what was decided is in {kept.path}: the same command goes on there", err=True
            )
        if to is not None:
            _write_curated(to, questions, kept, done)
    if report is not None:
        write_page(questions, done, report)
        click.echo(f"report: {report / 'index.html'}", err=True)
    return INTERRUPTED if stopped else 0


def _judge(asker: Asker, questions: int, *, ask: bool, safe: bool) -> Judge:
    """Who decides: the user at the terminal where asked, before that what is safe; else nobody."""
    from simba.curation.prompting import TerminalJudge
    from simba.curation.session import accept_safe, first_safe, leave_open

    if not ask:
        return accept_safe if safe else leave_open
    judge = TerminalJudge(asker, questions)
    return first_safe(judge) if safe else judge


def _write_curated(to: Path, questions: QuestionSet, kept: Decisions, done: Sequence[Curated]) -> None:
    """Write the set as it was curated; what was not reached, as it was decided before."""
    from simba.curation.qaldfile import qald, write_qald

    reached = {one.before.place: one.last.entry for one in done}
    every = (
        (reached.get(entry.place) or kept.replayed(entry)[0], kept.of(entry)) for entry in questions.entries
    )
    write_qald(to, qald(questions, every))
    click.echo(f"set: {to}", err=True)


def _opened(sources: Sources) -> tuple[Asker, LabelIndex | None]:
    """What runs the queries, and where names are looked up, if there is a folder; raises `SimbaError`."""
    from simba.curation.asking import EndpointAsker, FolderAsker
    from simba.curation.store_process import StoreProcess
    from simba.endpoint.client import SparqlClient
    from simba.endpoint.settings import EndpointSettings
    from simba.kb.folder import KnowledgeBase
    from simba.opening import ENVIRONMENT, folder_of

    if sources.endpoint is None:
        kb = opened(sources.kb)
        _ = kb.store  # is it whole, and does it have facts?
        seconds = sources.of_endpoint.get("time_limit") or SECONDS
        return FolderAsker(StoreProcess(kb.folder, seconds), seconds), kb.index
    client = SparqlClient(EndpointSettings.from_environment(sources.endpoint, **sources.of_endpoint))
    client.select("SELECT ?s WHERE { ?s ?p ?o } LIMIT 1")  # does it answer at all?
    named = folder_of(sources.kb, ENVIRONMENT)
    return EndpointAsker(client), KnowledgeBase(named).index if named else None


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # nobody, as in some containers
        return "unknown"
