"""`simba eval`: the command line of the evaluation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.cli.group import INTERRUPTED
from simba.cli.options import FILE, LOADING, PATH, Sources, sources
from simba.common.life_signs import advancing, working
from simba.errors import SimbaError

if TYPE_CHECKING:
    from simba.answerability.confidence_thresholds import Thresholds
    from simba.evaluation.gold import Dataset
    from simba.evaluation.results import Evaluation
    from simba.system import Simba

EACH = 30
"""Questions that one more process must have to answer: so many take about as long as it takes to start."""


@click.command("eval")
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True)
@sources
@click.option("--json", "as_json", is_flag=True, help="Print everything but the traces as JSON.")
@click.option(
    "--report",
    type=PATH,
    metavar="FOLDER",
    help="Write index.html, results.json, results.md there.",
)
@click.option(
    "--compare",
    type=PATH,
    metavar="EARLIER",
    help="An earlier results.json, or another system's answers: what changed?",
)
@click.option(
    "--answers",
    type=FILE,
    metavar="FILE",
    help="Score the answers in FILE instead: JSON lines as of simba batch, QALD-JSON, or id and values in a .tsv.",
)
@click.option(
    "--tune",
    metavar="FILE[:KB]",
    help="Of a benchmark of simba ablate: tune when to abstain on FILE, answered from KB, then score DATASET so.",
)
@click.option(
    "--fit",
    type=FILE,
    metavar="OUT.yaml",
    help="Fit the weights of the confidence on the datasets, each as FILE or FILE:KB, and write them there.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes to share the questions; else one a processor, for a few questions only one.",
)
def eval_command(
    datasets: tuple[str, ...],
    sources: Sources,
    as_json: bool,
    report: Path | None,
    compare: Path | None,
    answers: Path | None,
    tune: str | None,
    fit: Path | None,
    jobs: int | None,
) -> int:
    """Score SimBa, or any system's answers, on a DATASET, a RuBQ or QALD file in JSON; or fit its confidence.

    Ctrl-C ends it early and keeps what was done, marked as partial.
    """
    if fit is not None and (as_json or report or compare or answers or tune):
        raise click.UsageError("--fit goes without --json, --report, --compare, --answers and --tune")
    if fit is not None:
        return _fit(datasets, sources, fit)
    if len(datasets) > 1:
        raise click.UsageError("one DATASET at a time, except with --fit")
    if answers and tune:
        raise click.UsageError("--answers goes without --tune")
    with working("Reading the questions"):
        from simba.answerability.benchmark_labels import read_labels
        from simba.answerability.knowing import knowing
        from simba.answerability.said import schema_of
        from simba.evaluation.given import earlier_of, evaluate_answers
        from simba.evaluation.gold import read_gold
        from simba.evaluation.intervals import require
        from simba.evaluation.report import check_folder

        require()
        path = Path(datasets[0])
        gold = read_gold(path)  # whatever is wrong is said before the long part
        labels = read_labels(path)
        earlier = earlier_of(compare, gold, _tell) if compare else None
        if report:
            check_folder(report)
    thresholds = _tuned(tune, sources, jobs) if tune else None
    if answers:
        result = evaluate_answers(gold, answers, tell=_tell)
    elif thresholds is None:
        result = _evaluated(gold, sources, jobs)
    else:
        result = _evaluated(gold, replace(sources, min_confidence=thresholds.confidence), jobs)
        result = replace(result, outcomes=tuple(map(thresholds.kept, result.outcomes)))
    if labels is not None:
        known = knowing(result.outcomes, labels, schema_of(sources.kb))
        result = replace(result, answerability=known | {"thresholds": thresholds and thresholds.as_dict()})
    with working("Counting"):
        if earlier is not None and result.outcomes:
            result = result.compared(earlier)
        if report:
            result.write_report(report)
        told = result.to_json(traces=False) if as_json else str(result)
    click.echo(told, nl=not as_json)
    if report:
        click.echo(f"report: {report / 'index.html'}", err=True)
    return INTERRUPTED if result.partial else 0


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _evaluated(gold: Dataset, sources: Sources, jobs: int | None) -> Evaluation:
    """What SimBa answers; by default in as many processes as start while one would answer all."""
    from simba.common.processes import processors
    from simba.evaluation.runner import evaluate

    simba = _loaded(sources)
    quickest = max(1, min(processors(), len(gold.questions) // EACH))
    return evaluate(gold, simba, jobs=jobs or quickest, progress=True)


def _loaded(sources: Sources) -> Simba:
    with working(LOADING):
        simba = sources.simba()
        if simba.endpoint is not None:
            simba.store.label("Q5")  # does it answer at all?
        simba.load()
    return simba


def _tuned(text: str, sources: Sources, jobs: int | None) -> Thresholds:
    """When to abstain, by the answers to another file: whatever is found there, however unsure."""
    from simba.answerability.confidence_thresholds import tune
    from simba.evaluation.gold import read_gold

    path, kb = _dataset(text, sources.kb)
    found = tune(_evaluated(read_gold(path), replace(sources, kb=kb, min_confidence=0.0), jobs).outcomes)
    _tell(
        f"tuned on {path}: linking from {found.linking:.3f}, confidence from {found.confidence:.3f}"
        f" (F1(R) {100 * found.f1:.1f} %)"
    )
    return found


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
        simba = _loaded(replace(sources, kb=kb))
        name = f"{gold.name} on {kb.name}" if kb else gold.name
        with advancing("Answering", len(gold.questions)) as advance:
            some = []
            for question in gold.questions:
                some += list(observe(simba, [question]))
                advance()
        sets.append((name, some))
    with working("Fitting"):
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
