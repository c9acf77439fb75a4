"""The command line's ``simba batch``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from simba.answer import Answer
from simba.cli.options import LOADING, Sources, sources
from simba.cli.streams import bytes_of
from simba.common.life_signs import advancing, is_terminal, working
from simba.errors import QuestionError

if TYPE_CHECKING:
    from simba.evaluation.datasets import InputQuestion


@click.command("batch")
@click.argument("file")
@sources
@click.option("--trace", is_flag=True, help="Put the whole reasoning into each line.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    help="Questions at once, for an endpoint; lines may then come a little later than they are ready.",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT",
    help="Write the lines to this file, a new one.",
)
@click.option(
    "--resume", is_flag=True, help="Continue the file of --to, and ask again what the endpoint failed."
)
def batch_command(file: str, sources: Sources, trace: bool, jobs: int, to: Path | None, resume: bool) -> None:
    """Answer the questions of a FILE ("-": standard input) as JSON lines, in order.

    FILE holds one question a line, or is a RuBQ or QALD file in JSON. A question that the endpoint fails, or that has
    had its time, has "status": "error", the kind of failure in "reason" and what to do in "error".
    """
    with working("Starting", lines=False):
        from simba.cli.answerfile import AnswerFile, Reviewed
        from simba.common.lines import json_line, write_line
        from simba.common.parallel import in_order
        from simba.evaluation.datasets import read_questions

    if resume and to is None:
        raise click.UsageError("--resume needs --to", click.get_current_context())
    source: Path | BinaryIO = bytes_of(sys.stdin, "standard input") if file == "-" else Path(file)
    questions = read_questions(source, skipped=lambda note: click.echo(f"simba: {note}", err=True))
    total = None
    if isinstance(source, Path) and source.is_file():
        checked = list(questions)  # all of a file is checked before the first answer
        questions, total = iter(checked), len(checked)
    # Of questions that come through a pipe, however slowly, the answers are sign enough.
    lines = total is not None or to is not None
    with working(LOADING, lines=lines):
        simba = sources.simba()
        simba.load()

    def answered(question: InputQuestion) -> bytes:
        identifier: dict[str, Any] = {question.id_name: question.id} if question.id_name else {}
        try:
            answer = simba.answer(question.text).as_dict(trace=trace)
        except QuestionError as error:  # the next question may fare better
            answer = Answer(question.text, "error", error.kind, error=error).as_dict()
        return json_line({**identifier, **answer})

    def answer_all(questions: Iterator[InputQuestion], write: Callable[[bytes], None]) -> None:
        with closing(in_order(answered, questions, jobs=jobs)) as lines:
            for line in lines:
                write(line)
                advance()

    if to is None:
        output = bytes_of(sys.stdout, "standard output")
        shown = (lines or is_terminal(sys.stderr)) and not is_terminal(sys.stdout)
        with advancing("Answering", total, shown=shown) as advance:
            answer_all(questions, partial(write_line, output))
        return
    with AnswerFile(to, resume=resume) as answers:
        known = answers.review(questions) if resume else Reviewed()
        with advancing("Answering", total, known.lines - len(known.failed)) as advance:
            again: list[bytes] = []
            try:
                answer_all((question for _, question in known.failed), again.append)
            finally:  # also after Ctrl-C
                answers.replace(
                    {number: line for (number, _), line in zip(known.failed, again, strict=False)}
                )
            answer_all(questions, answers.write)
