"""The command line's ``simba ask``."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from simba.cli.group import ABSTAINED
from simba.cli.options import LOADING, Sources, sources
from simba.cli.streams import bytes_of
from simba.common.life_signs import working
from simba.errors import SimbaError

MAX_LINE = 1 << 20
"""Bytes that are read of a line: a question has a thousand characters."""


@click.command("ask")
@click.argument("words", nargs=-1, required=True, metavar="QUESTION...")
@sources
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option("--trace", is_flag=True, help="Print the whole reasoning too.")
def ask_command(words: tuple[str, ...], sources: Sources, as_json: bool, trace: bool) -> int:
    """Answer one QUESTION, with or without quotes; "-": a line of standard input.

    Exit code 0: answered, 1: abstained, 2: an error.
    """
    output = bytes_of(sys.stdout, "standard output")
    question = _line(sys.stdin) if words == ("-",) else " ".join(words)
    with working(LOADING, lines=False):  # a script is told by the exit code, and by nothing on standard error
        simba = sources.simba()
        simba.load()
    with working("Answering", lines=False):  # an endpoint may take its time
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


def _line(stream: TextIO | None) -> str:
    """The first line of standard input, without its end; what is no UTF-8 is replaced."""
    line = bytes_of(stream, "standard input").readline(MAX_LINE)
    if not line:
        raise SimbaError("there is no question on standard input")
    return line.decode("utf-8-sig", errors="replace").rstrip("\r\n")
