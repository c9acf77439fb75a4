"""The command line. Whatever loads slowly is imported by the command that needs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from simba.answer import Answer
from simba.cli.build_command import build_command
from simba.cli.eval_command import eval_command
from simba.cli.options import Sources, sources
from simba.errors import QuestionError, SimbaError
from simba.version import __version__
from simba.workbench.rules_command import rules_command

if TYPE_CHECKING:
    from simba.evaluation.datasets import InputQuestion

ABSTAINED, FAILED, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
"""Exit codes; 0 is an answer, or a task that was done."""


NoArguments: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""A group without a subcommand; before 8.2, click prints the help itself."""


class Commands(click.Group):
    """The commands, with every error as one line on standard error and exit code 2."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **options: Any
    ) -> Any:
        """Run a command and leave the process with its exit code, or return it with ``standalone_mode=False``."""
        try:
            code = super().main(args, prog_name, **{**options, "standalone_mode": False})
        except click.exceptions.Abort:
            code = INTERRUPTED
        except NoArguments as error:  # its message is the whole help
            click.echo(error.format_message(), err=True)
            code = FAILED
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "simba"
            code = _fail(f"{error.format_message()} (see {path} --help)")
        except click.ClickException as error:
            code = _fail(error.format_message())
        if not options.get("standalone_mode", True):
            return code
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; what goes wrong in it becomes an exit code."""
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort):
            raise
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:  # the reader has seen enough
            _discard_output()
            return BROKEN_PIPE
        except SimbaError as error:
            return _fail(str(error))
        except OSError as error:
            return _fail(
                f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
            )
        except Exception as error:
            if os.environ.get("SIMBA_DEBUG"):
                raise
            return _fail(f"internal error: {error!r}; SIMBA_DEBUG=1 shows where")


def _fail(message: str) -> int:
    with suppress(OSError):
        click.echo(f"simba: {' '.join(message.split())}", err=True)
    return FAILED


def _discard_output() -> None:
    """Point standard output at nothing, so that Python's last flush does not complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="simba")
def main() -> None:
    """Answer Russian questions from Wikidata by rules, or abstain."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@main.command()
@click.argument("question")
@sources
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option("--trace", is_flag=True, help="Print the whole reasoning too.")
def ask(question: str, sources: Sources, as_json: bool, trace: bool) -> int:
    """Answer one QUESTION. Exit code 0: answered, 1: abstained, 2: an error."""
    output = _bytes_of(sys.stdout, "standard output")
    answer = sources.simba().answer(question)
    if trace:
        _ = answer.trace  # whatever fails is said before the first line
    if as_json:
        from simba.common.lines import json_line, write_line

        write_line(output, json_line(answer.as_dict(trace=trace)))
    else:
        from simba.display import output_console, print_answer

        print_answer(answer, output_console(), trace=trace)
        sys.stdout.flush()
    return 0 if answer.status == "answered" else ABSTAINED


@main.command()
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
def batch(file: str, sources: Sources, trace: bool, jobs: int, to: Path | None, resume: bool) -> None:
    """Answer the questions of a FILE ("-": standard input) as JSON lines, in order.

    FILE holds one question a line, or is a RuBQ or QALD file in JSON. A question that the endpoint fails, or that has
    had its time, has "status": "error", the kind of failure in "reason" and what to do in "error".
    """
    from simba.cli.answerfile import AnswerFile, Reviewed
    from simba.common.lines import json_line, write_line
    from simba.common.parallel import in_order
    from simba.evaluation.datasets import read_questions

    if resume and to is None:
        raise click.UsageError("--resume needs --to", click.get_current_context())
    source: Path | BinaryIO = _bytes_of(sys.stdin, "standard input") if file == "-" else Path(file)
    questions = read_questions(source, skipped=lambda note: click.echo(f"simba: {note}", err=True))
    total = None
    if isinstance(source, Path) and source.is_file():
        checked = list(questions)  # all of a file is checked before the first answer
        questions, total = iter(checked), len(checked)
    simba = sources.simba()

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
        output = _bytes_of(sys.stdout, "standard output")
        with _progress(total, to_terminal=_is_terminal(sys.stdout)) as advance:
            answer_all(questions, partial(write_line, output))
        return
    with AnswerFile(to, resume=resume) as answers:
        known = answers.review(questions) if resume else Reviewed()
        with _progress(total, known.lines - len(known.failed)) as advance:
            again: list[bytes] = []
            try:
                answer_all((question for _, question in known.failed), again.append)
            finally:  # also after Ctrl-C
                answers.replace(
                    {number: line for (number, _), line in zip(known.failed, again, strict=False)}
                )
            answer_all(questions, answers.write)


main.add_command(build_command)
main.add_command(eval_command)
main.add_command(rules_command)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@sources
def serve(host: str, port: int, sources: Sources) -> int | None:
    """Serve the web page and its JSON interface."""
    try:
        import flask  # noqa: F401
    except ModuleNotFoundError:
        raise SimbaError(
            "the web page needs Flask; install it in the checkout: pip install '.[web]'"
        ) from None
    from simba.web import create_app

    simba = sources.simba()
    if (
        sources.rules is not None
    ):  # what may be wrong with them is said here rather than to the page's readers
        with _spinner("Reading the rules ..."):
            _ = simba.rules, simba.interrogatives
    try:
        create_app(simba).run(host=host, port=port, debug=False)
    except SystemExit:  # the server has said why it cannot start
        return FAILED
    return None


def _bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    if stream is None:
        raise SimbaError(f"{name} is closed")
    return stream.buffer


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _spinner(text: str) -> AbstractContextManager[object]:
    """A sign of life on a terminal's standard error."""
    if not _is_terminal(sys.stderr):
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False).status(text)


@contextmanager
def _progress(total: int | None, done: int = 0, *, to_terminal: bool = False) -> Iterator[Callable[[], None]]:
    """What advances a bar on a terminal's standard error, unless the answers scroll by there anyway."""
    if not _is_terminal(sys.stderr) or to_terminal:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=False) as progress:
        task = progress.add_task("Answering", total=total, completed=done)
        yield lambda: progress.advance(task)
