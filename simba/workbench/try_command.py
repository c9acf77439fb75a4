"""``simba rules try``: one question on the rules, again whenever a file of them is saved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simba.errors import RuleError, SimbaError
from simba.workbench.rule_options import kb_option, rules_option

if TYPE_CHECKING:
    from simba.workbench.bench import Bench
    from simba.workbench.trial import Trial

LOOK = 1000
"""Milliseconds between looks at the files where the system reports no change (network folders)."""


@click.command("try")
@click.argument("question")
@rules_option
@kb_option
@click.option(
    "--endpoint", metavar="URL", help="SPARQL endpoint for the facts; else the knowledge base's own."
)
@click.option("--watch", is_flag=True, help="Try again whenever a rule file is saved; Ctrl-C ends it.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON instead.")
def try_command(
    question: str, rules: Path | None, kb: Path | None, endpoint: str | None, watch: bool, as_json: bool
) -> int:
    """Show what the rules make of a QUESTION: which fire, where they are written, and which come close.

    Exit code 0: some rule fired, 1: none did, 2: an error.
    """
    from simba.grammar.files import layers
    from simba.system import Simba
    from simba.workbench.bench import Bench
    from simba.workbench.trial import try_question

    if not any(map(str.isalnum, question)):
        raise click.UsageError("the question is empty")
    folders = layers(rules)
    simba = Simba(kb, rules=rules, endpoint=endpoint)
    show: Callable[[Trial], None] = _print_json if as_json else _print
    if not watch:
        trial = try_question(Bench(folders), simba, question)
        show(trial)
        return 0 if trial.fired else 1
    bench: Bench | None = None
    for number, _ in enumerate(_versions(folders)):
        try:
            bench = Bench(folders)
            trial = try_question(bench, simba, question)
        except SimbaError as error:
            _say_again(number, as_json)
            _complain(error, as_json)
        else:
            _say_again(number, as_json)
            show(trial)
        sys.stdout.flush()
    return 0


def _versions(folders: Sequence[Path]) -> Iterator[str]:
    """A mark of the files' content now, and another after each change of it, without end."""
    from watchfiles import watch

    from simba.common.cache import digest
    from simba.grammar.files import files_of

    def mark() -> str:
        try:
            return digest(files_of(folders))
        except (OSError, RuleError) as error:
            return str(error)

    files_of(folders)  # a wrong folder is said at once
    seen = mark()
    yield seen
    for _ in watch(*folders, rust_timeout=LOOK, yield_on_timeout=True, step=50):
        now = mark()
        if now != seen:
            seen = now
            yield now


def _say_again(number: int, as_json: bool) -> None:
    if as_json or not number:
        return
    if sys.stdout.isatty():
        click.clear()
    click.echo(f"\n— {datetime.now():%H:%M:%S}: правила изменились —\n")


def _complain(error: SimbaError, as_json: bool) -> None:
    from simba.russian.text import clean

    problems = [str(problem) for problem in getattr(error, "problems", ())] or [str(error)]
    if as_json:
        _write_json({"error": problems})
        return
    for problem in problems:
        click.secho(clean(problem), fg="red")


def _print(trial: Trial) -> None:
    from simba.display import output_console
    from simba.workbench.try_output import print_trial

    print_trial(trial, output_console())
    sys.stdout.flush()


def _print_json(trial: Trial) -> None:
    _write_json(trial.as_dict())


def _write_json(content: dict[str, Any]) -> None:
    from simba.common.lines import json_line, write_line

    write_line(sys.stdout.buffer, json_line(content))
