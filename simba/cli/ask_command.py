"""The command line's ``simba ask``."""

from __future__ import annotations

import sys

import click

from simba.cli.group import ABSTAINED
from simba.cli.options import Sources, sources
from simba.cli.streams import bytes_of, spinner


@click.command("ask")
@click.argument("question")
@sources
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option("--trace", is_flag=True, help="Print the whole reasoning too.")
def ask_command(question: str, sources: Sources, as_json: bool, trace: bool) -> int:
    """Answer one QUESTION. Exit code 0: answered, 1: abstained, 2: an error."""
    output = bytes_of(sys.stdout, "standard output")
    simba = sources.simba()
    with spinner("Loading the rules and the models ..."):
        simba.load()
    answer = simba.answer(question)
    if trace:
        _ = answer.trace  # whatever fails is said before the first line
    if not as_json:
        _ = answer.told
    if as_json:
        from simba.common.lines import json_line, write_line

        write_line(output, json_line(answer.as_dict(trace=trace)))
    else:
        from simba.display import output_console, print_answer

        print_answer(answer, output_console(), trace=trace)
        sys.stdout.flush()
    return 0 if answer.status == "answered" else ABSTAINED
