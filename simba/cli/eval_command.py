"""`simba eval`: the command line of the evaluation."""

from __future__ import annotations

import os
from pathlib import Path

import click

from simba.cli.group import INTERRUPTED
from simba.cli.options import Sources, sources


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("eval")
@click.argument("dataset", type=click.Path(path_type=Path))
@sources
@click.option("--json", "as_json", is_flag=True, help="Print everything but the traces as JSON.")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write index.html, results.json, results.md there.",
)
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    metavar="EARLIER.json",
    help="An earlier results.json: what changed?",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes to share the questions; else one a processor.",
)
def eval_command(
    dataset: Path,
    sources: Sources,
    as_json: bool,
    report: Path | None,
    compare: Path | None,
    jobs: int | None,
) -> int:
    """Score SimBa on DATASET, a RuBQ or QALD file in JSON.

    Ctrl-C ends it early and keeps what was done, marked as partial.
    """
    from simba.evaluation.compare import read_earlier
    from simba.evaluation.gold import read_gold
    from simba.evaluation.intervals import require
    from simba.evaluation.report import check_folder
    from simba.evaluation.runner import evaluate

    require()
    gold = read_gold(dataset)  # whatever is wrong is said before the long part
    earlier = read_earlier(compare) if compare else None
    if report:
        check_folder(report)
    simba = sources.simba()
    if simba.endpoint is not None:
        simba.store.label("Q5")  # does it answer at all?
    result = evaluate(gold, simba, jobs=jobs or _processors(), progress=True)
    if earlier is not None and result.outcomes:
        result = result.compared(earlier)
    if report:
        result.write_report(report)
    click.echo(result.to_json(traces=False) if as_json else str(result), nl=not as_json)
    if report:
        click.echo(f"report: {report / 'index.html'}", err=True)
    return INTERRUPTED if result.partial else 0
