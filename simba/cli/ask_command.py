"""The command line's ``simba ask``."""

from __future__ import annotations

import sys

import click

from simba.cli.group import ABSTAINED, bytes_of
from simba.cli.options import LOADING, Sources, sources
from simba.cli.prompting_lines import piped_lines
from simba.common.life_signs import working
from simba.errors import SimbaError


@click.command("ask")
@click.argument("words", nargs=-1, required=True, metavar="QUESTION...")
@sources
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option("--trace", is_flag=True, help="Print the whole reasoning too.")
@click.option(
    "--candidate",
    metavar="QID",
    help="Say whether this entity answers it (yes, no or unknown), and by which path.",
)
def ask_command(
    words: tuple[str, ...], sources: Sources, as_json: bool, trace: bool, candidate: str | None
) -> int:
    """Answer one QUESTION, with or without quotes; "-": a line of standard input.

    Exit code 0: answered, 1: abstained (of a candidate: unknown), 2: an error.
    """
    output = bytes_of(sys.stdout, "standard output")
    question = next(piped_lines(), None) if words == ("-",) else " ".join(words)
    if question is None:
        raise SimbaError("there is no question on standard input")
    with working(LOADING, lines=False):  # a script is told by the exit code, and by nothing on standard error
        simba = sources.simba()
        _ = simba.resources  # nothing more, for a single question
    judgement = None
    with working("Answering", lines=False):  # an endpoint may take its time
        if candidate is not None:
            judgement = simba.judge(question, candidate)
        answer = simba.answer(question) if judgement is None else judgement.answer
        if trace:
            _ = answer.trace  # whatever fails is said before the first line
        if not as_json:
            _ = answer.told
    if as_json:
        from simba.common.lines import json_line, write_line

        found = answer.as_dict(trace=trace)
        write_line(
            output, json_line(found if judgement is None else {**judgement.as_dict(), "answer": found})
        )
    else:
        from simba.display import judgement_text, output_console, print_answer

        if judgement is not None:
            click.echo(judgement_text(judgement) + "\n")
        print_answer(answer, output_console(), trace=trace)
        sys.stdout.flush()
    if judgement is not None:
        return ABSTAINED if judgement.verdict == "unknown" else 0
    return 0 if answer.status == "answered" else ABSTAINED
