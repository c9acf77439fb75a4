"""The command line's ``simba batch``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click
from click.core import ParameterSource

from simba.cli.group import PARTLY, bytes_of, notice
from simba.cli.options import LOADING, Sources, sources
from simba.common.life_signs import advancing, is_terminal, working

if TYPE_CHECKING:
    from simba.cli.batch_lines import Tally
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
    help="Questions at once: processes, or at an endpoint threads; lines may come a little later than they are ready.",
)
@click.option(
    "--to",
    metavar="OUT",
    help="Write the lines to this file, a new one; with --master, to this folder, as Parquet if it ends so.",
)
@click.option(
    "--resume", is_flag=True, help="Continue the file of --to, and ask again what the endpoint failed."
)
@click.option(
    "--max-failures",
    type=click.IntRange(0),
    metavar="N",
    help="Errors in a row that end the batch; 0: none do.  [default: 25]",
)
@click.option(
    "--master",
    metavar="URL",
    help="Answer on a Spark cluster: spark://HOST:7077, yarn ...; local[2]: here.  [extra: spark]",
)
@click.option("--ship", is_flag=True, help="Send the knowledge base to the cluster: it cannot read --kb.")
def batch_command(
    file: str,
    sources: Sources,
    trace: bool,
    jobs: int,
    to: str | None,
    resume: bool,
    max_failures: int | None,
    master: str | None,
    ship: bool,
) -> int:
    """Answer the questions of a FILE ("-": standard input) as JSON lines, in order.

    FILE holds one question a line, or is a RuBQ or QALD file in JSON; with --master also .jsonl or .parquet. A question
    that the endpoint fails, or that has had its time, has "status": "error", the kind of failure in "reason" and what
    to do in "error".

    Exit code 0: every question was answered or abstained from, 3: some failed, 2: the batch could not go on.
    """
    _refuse_wrong(click.get_current_context(), to, resume, master, ship)
    with working("Starting", lines=False):
        from simba.cli.answerfile import AnswerFile, Reviewed
        from simba.cli.batch_lines import MOST_FAILURES, Tally, lines_of
        from simba.common.lines import write_line
        from simba.evaluation.linemaker import LineMaker

    if master is not None:
        from simba.cli.batch_cluster import batch_on_cluster

        assert to is not None
        counts = batch_on_cluster(file, sources, master, to, trace=trace, resume=resume, shipped=ship)
        return _ended(Tally(counts=counts))
    questions, total = _asked(file)
    # Of questions that come through a pipe, however slowly, the answers are sign enough.
    lines = total is not None or to is not None
    with working(LOADING, lines=lines):
        simba = sources.simba()
        simba.load()
    make, tally = LineMaker(simba, trace), Tally(MOST_FAILURES if max_failures is None else max_failures)

    def answer_all(questions: Iterator[InputQuestion], write: Callable[[bytes], None]) -> None:
        with closing(lines_of(make, questions, jobs=jobs, at_once=total is None)) as made:
            for line in tally.count(made):
                write(line)
                advance()

    if to is None:
        output = bytes_of(sys.stdout, "standard output")
        shown = (lines or is_terminal(sys.stderr)) and not is_terminal(sys.stdout)
        with advancing("Answering", total, shown=shown) as advance:
            answer_all(questions, partial(write_line, output))
        return _ended(tally)
    with AnswerFile(Path(to), resume=resume) as answers:
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
    return _ended(tally)


def _refuse_wrong(
    context: click.Context, to: str | None, resume: bool, master: str | None, ship: bool
) -> None:
    """Raise where options do not go together."""
    if to is None and (resume or master):
        raise click.UsageError(f"{'--master' if master else '--resume'} needs --to", context)
    if ship and master is None:
        raise click.UsageError("--ship needs --master", context)
    for name in ("jobs", "max_failures") if master is not None else ():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name.replace('_', '-')} is not for --master", context)


def _asked(file: str) -> tuple[Iterator[InputQuestion], int | None]:
    """The questions; how many there are in a file, all of which is checked before the first answer."""
    from simba.evaluation.datasets import read_questions

    source: Path | BinaryIO = bytes_of(sys.stdin, "standard input") if file == "-" else Path(file)
    questions = read_questions(source, skipped=notice)
    if not isinstance(source, Path) or not source.is_file():
        return questions, None
    checked = list(questions)
    return iter(checked), len(checked)


def _ended(tally: Tally) -> int:
    """The exit code, after a line that says why it is not 0."""
    if not tally.failed:
        return 0
    notice(f"{tally}; --to FILE --resume asks the failed ones again")
    return PARTLY
