"""The command line's ``simba eval-reading``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.cli.options import FILE, PATH, kb_option

if TYPE_CHECKING:
    from simba.evaluation.own_reading import OwnReading
    from simba.texts.reading_scores import ReadingScores


@click.command("eval-reading")
@click.argument("dataset", type=FILE, metavar="DATASET")
@click.argument("spans", type=FILE, metavar="[SPANS]", required=False)
@click.option(
    "--text",
    "texts",
    type=PATH,
    metavar="DIR",
    help="Without SPANS: the texts of simba build-text that SimBa reads; else $SIMBA_TEXT.",
)
@click.option("--half", metavar="NAME", help="Only the questions whose half is this.")
@kb_option("Knowledge base that tells the aliases of RuBQ's answers")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def eval_reading_command(
    dataset: Path, spans: Path | None, texts: Path | None, half: str | None, kb: Path | None, as_json: bool
) -> None:
    """Score the SPANS that any system read for the questions of DATASET, as RuBQ 2.0 does in its Table 4.

    DATASET is RuBQ's JSON, or an array of objects with uid and answers (texts). SPANS is a JSON object of uid and span,
    or JSON lines of uid and span. Without SPANS SimBa itself reads: the paragraphs that DATASET gives with
    each question (as the paper's systems did), and those that it finds in --text.
    """
    from simba.common.vocabulary import entity_id
    from simba.errors import SourceError
    from simba.system import Simba
    from simba.texts.entity_names import EntityNames
    from simba.texts.reading_scores import read_reading_questions, read_spans, score_spans

    simba = Simba(kb, texts=texts, hybrid=False)
    names = EntityNames(simba.store.select)
    questions = read_reading_questions(dataset, lambda iri: names.of(entity_id(iri) or ""))
    if half is not None:
        questions = [one for one in questions if one.half == half]
        if not questions:
            raise SourceError(f"{dataset}: no question whose half is {half[:40]!r}")
    if spans is None:
        from simba.evaluation.own_reading import read_own

        scores: ReadingScores | OwnReading = read_own(simba, questions)
    else:
        scores = score_spans(questions, read_spans(spans))
    if as_json:
        from simba.common.lines import json_line

        click.echo(json_line(scores.as_dict()), nl=False)
    else:
        click.echo(str(scores))
