"""`simba eval`: the command line of the evaluation."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from simba.cli.group import INTERRUPTED
from simba.cli.options import Sources, sources
from simba.cli.streams import progress_bar
from simba.errors import SimbaError


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("eval")
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True)
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
    "--fit",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT.yaml",
    help="Fit the weights of the confidence on the datasets, each as FILE or FILE:KB, and write them there.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes to share the questions; else one a processor.",
)
def eval_command(
    datasets: tuple[str, ...],
    sources: Sources,
    as_json: bool,
    report: Path | None,
    compare: Path | None,
    fit: Path | None,
    jobs: int | None,
) -> int:
    """Score SimBa on a DATASET, a RuBQ or QALD file in JSON; or fit its confidence on several.

    Ctrl-C ends it early and keeps what was done, marked as partial.
    """
    if fit is not None:
        if as_json or report or compare:
            raise click.UsageError("--fit goes without --json, --report and --compare")
        return _fit(datasets, sources, fit)
    if len(datasets) > 1:
        raise click.UsageError("one DATASET at a time, except with --fit")
    from simba.evaluation.compare import read_earlier
    from simba.evaluation.gold import read_gold
    from simba.evaluation.intervals import require
    from simba.evaluation.report import check_folder
    from simba.evaluation.runner import evaluate

    require()
    gold = read_gold(Path(datasets[0]))  # whatever is wrong is said before the long part
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


def _fit(datasets: tuple[str, ...], sources: Sources, out: Path) -> int:
    """Fit on all datasets, each with its own knowledge base if it names one; say how good the fit is."""
    from simba.evaluation.cells import calibration_tables
    from simba.evaluation.fitting import Observation, fit, observe, write
    from simba.evaluation.gold import read_gold
    from simba.evaluation.intervals import require
    from simba.evaluation.printing import plain_tables
    from simba.grammar.files import layers
    from simba.stages.confidence import Confidence

    require()
    named = [_dataset(text, sources.kb) for text in datasets]
    golds = [(read_gold(path), kb) for path, kb in named]  # whatever is wrong is said before the long part
    start = Confidence.load(layers(sources.rules))
    if sources.min_confidence is not None:
        start = replace(start, threshold=sources.min_confidence)
    if not out.parent.is_dir():
        raise SimbaError(f"{out}: cannot be written: there is no folder {out.parent}")
    sets: list[tuple[str, list[Observation]]] = []
    for gold, kb in golds:
        simba = replace(sources, kb=kb).simba()
        name = f"{gold.name} on {kb.name}" if kb else gold.name
        with progress_bar(len(gold.questions)) as advance:
            some = []
            for question in gold.questions:
                some += list(observe(simba, [question]))
                advance()
        sets.append((name, some))
    fitted = fit(sets, start)
    write(fitted, out)
    for name, count, right in fitted.sets:
        click.echo(f"{name}: {right} of {count} answers right")
    click.echo("Cross-validated:")
    click.echo(plain_tables(calibration_tables(fitted.held_out)))
    click.echo(f"weights: {out}", err=True)
    return 0


def _dataset(text: str, kb: Path | None) -> tuple[Path, Path | None]:
    """A file, and the knowledge base to answer it from: "FILE:KB", or of all files the same."""
    path, colon, own = text.rpartition(":")
    if Path(text).exists() or not colon:
        return Path(text), kb
    return Path(path), Path(own)
