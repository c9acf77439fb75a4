"""The command line's ``simba eval-reading``."""

from __future__ import annotations

from pathlib import Path

import click

from simba.cli.options import kb_option, opened

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("eval-reading")
@click.argument("dataset", type=FILE, metavar="DATASET")
@click.argument("spans", type=FILE, metavar="SPANS")
@kb_option("Knowledge base that tells the aliases of RuBQ's answers")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def eval_reading_command(dataset: Path, spans: Path, kb: Path | None, as_json: bool) -> None:
    """Score the SPANS that any system read for the questions of DATASET, as RuBQ 2.0 does in its Table 4.

    DATASET is RuBQ's JSON, or an array of objects with uid and answers (texts). SPANS is a JSON object of uid and span,
    or JSON lines of uid and span.
    """
    from simba.common.vocabulary import entity_id
    from simba.texts.entity_names import EntityNames
    from simba.texts.reading_scores import read_reading_questions, read_spans, score_spans

    names = EntityNames(opened(kb).store.select)
    questions = read_reading_questions(dataset, lambda iri: names.of(entity_id(iri) or ""))
    scores = score_spans(questions, read_spans(spans))
    if as_json:
        from simba.common.lines import json_line

        click.echo(json_line(scores.as_dict()), nl=False)
    else:
        click.echo(str(scores))
