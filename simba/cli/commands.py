"""The command line. Whatever loads slowly is imported by the command that needs it."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from simba.cli.ablate_command import ablate_command
from simba.cli.ask_command import ask_command
from simba.cli.batch_command import batch_command
from simba.cli.build_command import build_command
from simba.cli.build_text_command import build_text_command
from simba.cli.chat_command import chat_command
from simba.cli.curate_command import curate_command
from simba.cli.eval_command import eval_command
from simba.cli.eval_reading_command import eval_reading_command
from simba.cli.group import Commands
from simba.cli.info_command import info_command
from simba.cli.serve_command import serve_command
from simba.cli.verify_command import verify_command
from simba.version import __version__
from simba.workbench.rules_command import rules_command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="simba")
def main() -> None:
    """Answer Russian questions from Wikidata by rules, or abstain."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


for command in (
    ablate_command,
    ask_command,
    batch_command,
    build_command,
    build_text_command,
    chat_command,
    curate_command,
    eval_command,
    eval_reading_command,
    info_command,
    rules_command,
    serve_command,
    verify_command,
):
    main.add_command(command)
