"""``simba rules``: the workbench's commands. Each is a module beside this one, imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
COMMANDS = ("gaps", "impact", "new")
"""Modules of this package; each holds its `click.Command` as ``command``."""


class RuleCommands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """All names."""
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name."""
        if name not in COMMANDS:
            return None
        found: click.Command = import_module(f"simba.workbench.{name}").command
        return found


@click.group("rules", cls=RuleCommands)
def rules_command() -> None:
    """Write, check and try property rules."""


def rules_option(command: Command) -> Command:
    """The option of commands that look at one set of rules."""
    return click.option(
        "--rules",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Your own rules, over those that come with SimBa.",
    )(command)


def kb_option(command: Command) -> Command:
    """The option of commands that look into a knowledge base."""
    return click.option(
        "--kb",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Knowledge base; else $SIMBA_KB, else the embedded one.",
    )(command)
