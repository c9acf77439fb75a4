"""``simba rules``: the workbench's commands, each a module beside this one, which imports late what is slow."""

from __future__ import annotations

import click

from simba.workbench.doc_command import doc_command
from simba.workbench.options import rules_option
from simba.workbench.try_command import try_command

__all__ = ["rules_command", "rules_option"]


@click.group("rules")
def rules_command() -> None:
    """Write, check and try property rules."""


rules_command.add_command(try_command)
rules_command.add_command(doc_command)
