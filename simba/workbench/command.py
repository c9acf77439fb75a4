"""``simba rules``: the workbench's commands. Each is a module beside this one, imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group("rules")
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
