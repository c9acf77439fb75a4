"""Options that the workbench's commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


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
