"""``simba rules``: the workbench's commands. Each is a module beside this one, imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


COMMANDS = {
    "check": "simba.workbench.check:check_command",
    "schema": "simba.workbench.schema:schema_command",
}
"""Each subcommand's name, and where it is."""


class _Lazy(click.Group):
    """Subcommands that are imported when they are asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, function = COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(module), function)
        return command


@click.group("rules", cls=_Lazy)
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
