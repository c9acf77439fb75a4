"""``simba verify``: does a candidate answer the question? The TextGraphs-17 task: its files, scores, predictions."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.cli.group import bytes_of, notice
from simba.cli.options import FILE, LOADING, PATH, Sources, sources
from simba.common.life_signs import advancing, working
from simba.errors import SimbaError

if TYPE_CHECKING:
    from simba.system import Simba
    from simba.verification.making import Made

MODELS = ("simba", "constant", "text", "graph", "text+graph")
COLUMNS, MORE = ("sample_id", "prediction"), ("verdict", "path", "form")


@click.group("verify")
def verify_command() -> None:
    """Does this candidate answer the question? Files, scores and predictions of the TextGraphs-17 task."""


@verify_command.command("graphs")
@click.argument("dataset", type=PATH, metavar="DATASET")
@sources
@click.option("--to", required=True, type=FILE, metavar="FILE.tsv", help="The task file to write.")
@click.option(
    "--entities",
    type=click.Choice(["gold", "linked"]),
    default="gold",
    show_default=True,
    help="A question's entities: as the set tells, or as SimBa links them.",
)
@click.option("--hops", type=click.IntRange(1, 6), default=3, show_default=True, help="The longest path.")
@click.option("--language", type=click.Choice(["ru", "en"]), default="ru", show_default=True)
def graphs_command(
    dataset: Path, sources: Sources, to: Path, entities: str, hops: int, language: str
) -> None:
    """Make a task file of the questions of a DATASET, a RuBQ or QALD file in JSON.

    A question's candidates are its right answers and nine hard negatives; each has the union of the shortest paths
    that lead to it from the question's entities, in the knowledge base or at an endpoint. Paths do not go through an
    entity by a way in which it has more than 500 statements; what was cut so is told.
    """
    _need_learning()
    with working("Starting", lines=False):
        from simba.verification.asked_in import labels_in, linked_entities, read_asked_in
        from simba.verification.making import SampleMaker
        from simba.verification.task_file import write_samples

    questions = read_asked_in(dataset, language)
    with working(LOADING):
        simba = sources.simba()
        if entities == "linked":
            simba.load()
    maker = SampleMaker(
        simba.store,
        simba.rules.names,
        linked=(lambda one: linked_entities(simba, one.text)) if entities == "linked" else None,
        hops=hops,
        label=labels_in(simba.store, language),
    )
    with advancing("Making samples", len(questions)) as advance:
        write_samples(to, _some(maker.samples(questions, advance), dataset, maker.made))
    _tell(maker.made, hops)


def _some(samples: Iterable, dataset: Path, made: Made) -> Iterable:  # type: ignore[type-arg]
    """The samples; raises `SimbaError` where there are none."""
    yield from samples
    if not made.samples:
        why = "; ".join(f"{reason}: {count}" for reason, count in made.left_out.items())
        raise SimbaError(f"{dataset}: no question makes samples ({why}); is it the right knowledge base?")


def _tell(made: Made, hops: int) -> None:
    lines = [f"{made.samples} samples of {made.questions} questions"]
    lines += [f"left out, {reason}: {count} questions" for reason, count in made.left_out.items()]
    if made.unjoined:
        lines.append(f"no path of {hops} hops or fewer: {made.unjoined} samples have the bare nodes")
    if made.cut:
        lines.append(f"more nodes than are written: {made.cut} graphs were cut")
    if made.hubs or made.wide:
        lines.append(f"hubs that paths do not go through every way: {made.hubs}; searches cut: {made.wide}")
    for line in lines:
        notice(line)


@verify_command.command("score")
@click.argument("file", type=FILE, metavar="FILE.tsv")
@click.option(
    "--predictions", required=True, type=FILE, metavar="FILE.tsv", help="sample_id and prediction (0 or 1)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def score_command(file: Path, predictions: Path, as_json: bool) -> None:
    """Score predictions for a task FILE: precision, recall and F1 of label 1, and accuracy."""
    from simba.common.lines import json_line
    from simba.verification.task_scores import TaskScores, read_predictions, read_truths

    truths = read_truths(file)
    found = read_predictions(predictions, truths, notice)
    scores = TaskScores.of(truths, found)
    click.echo(json_line(scores.as_dict()).decode().rstrip() if as_json else str(scores))


@verify_command.command("predict")
@click.argument("file", type=FILE, metavar="FILE.tsv")
@sources
@click.option("--model", type=click.Choice(MODELS), default="simba", show_default=True, help="Who predicts.")
@click.option(
    "--train", type=FILE, multiple=True, metavar="FILE.tsv", help="What a baseline learns from; repeatable."
)
@click.option(
    "--to", type=FILE, metavar="FILE.tsv", help="Write the predictions there, not to standard output."
)
@click.option("--plain", is_flag=True, help="Write the task's two columns only.")
def predict_command(
    file: Path, sources: Sources, model: str, train: tuple[Path, ...], to: Path | None, plain: bool
) -> None:
    """Predict for each sample of a task FILE whether its candidate answers the question.

    SimBa's verifier judges by the graphs of the file alone or, with --kb or --endpoint, by the facts there; beside the
    prediction stand the verdict, the path that convinced it and the reading. The baselines learn from --train.
    """
    if train and model in MODELS[:2]:
        raise click.UsageError(f"{model} learns from nothing: leave --train out", click.get_current_context())
    if model != "simba" and model != "constant":
        if not train:
            raise click.UsageError(f"{model} learns: name a --train file", click.get_current_context())
        _need_learning()
    rows = _verified(file, sources, plain=plain) if model == "simba" else _learnt(file, model, train)
    columns = COLUMNS if plain or model != "simba" else COLUMNS + MORE
    from simba.verification.task_file import table_lines, write_table

    if to is not None:
        write_table(to, columns, rows)
        return
    output = bytes_of(sys.stdout, "standard output")
    for line in table_lines(columns, rows):
        output.write(line)
    output.flush()


def _learnt(file: Path, model: str, train: Iterable[Path]) -> Iterable[tuple[str, ...]]:
    from simba.verification.baselines import BASELINES, learnt
    from simba.verification.task_file import read_samples

    baseline = next(one for one in BASELINES if one == model)
    ids: list[str] = []

    def samples() -> Iterable:  # type: ignore[type-arg]
        for sample in read_samples(file):
            ids.append(sample.id)
            yield sample

    with working("Learning", lines=True):
        predict = learnt(baseline, (sample for one in train for sample in read_samples(one)))
        found = predict(samples())
    return [(one, str(int(said))) for one, said in zip(ids, found, strict=True)]


def _verified(file: Path, sources: Sources, *, plain: bool) -> Iterable[tuple[str, ...]]:
    with working("Starting", lines=False):
        from simba.verification.task_file import read_samples
        from simba.verification.texts import is_russian
        from simba.verification.verifier import Verifier

    asked = [is_russian(sample.question) for sample in read_samples(file)]  # a fault is told before all work
    if foreign := asked.count(False):
        notice(
            f"the verifier reads Russian; {foreign} of {len(asked)} samples ask in another language:"
            " unknown, predicted 0"
        )
    by_graph = sources.kb is None and sources.endpoint is None
    with ExitStack() as stack:
        with working(LOADING):
            simba = _of_file(file, sources, stack) if by_graph and any(asked) else sources.simba()
        verifier = Verifier(simba, by_graph=by_graph)
        advance = stack.enter_context(advancing("Judging", len(asked)))
        for found in verifier.judge_all(read_samples(file), advance):
            row = (found.id, str(int(found.prediction)))
            yield row if plain else (*row, found.verdict, found.path, found.form)
    for problem in verifier.failed[:5]:
        notice(f"unknown: {problem}")


def _of_file(file: Path, sources: Sources, stack: ExitStack) -> Simba:
    """A SimBa that knows the names and statements of a task file, for as long as the stack is open."""
    from simba.system import Simba
    from simba.verification.file_base import build_file_base
    from simba.verification.task_file import read_samples

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="simba-verify-")))
    return Simba(
        build_file_base(read_samples(file), folder),
        rules=sources.rules,
        min_confidence=sources.min_confidence,
        time_limit=sources.of_endpoint.get("time_limit"),
    )


def _need_learning() -> None:
    """Raise `SimbaError` where scikit-learn is not installed."""
    try:
        with working("Starting", lines=False):
            import sklearn.feature_extraction.text  # noqa: F401
    except ImportError:
        raise SimbaError(
            "this needs scikit-learn; install it in the checkout: pip install '.[verify]'"
        ) from None
