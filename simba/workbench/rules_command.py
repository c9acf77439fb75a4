"""``simba rules``: the workbench's commands, each imported when it is called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

import click

COMMANDS = {
    "check": "check:check_command",
    "doc": "doc:doc_command",
    "gaps": "gaps:gaps_command",
    "impact": "impact:impact_command",
    "new": "new:new_command",
    "schema": "schema:schema_command",
    "try": "trial:try_command",
}
"""Each subcommand's module and its command there."""


_TITLES = {"Options": "Ключи", "Commands": "Команды"}


class _Formatter(click.HelpFormatter):
    """Help with titles in Russian."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or "Вызов: ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(_TITLES.get(name, name)):
            yield


class _Context(click.Context):
    formatter_class = _Formatter


class _Lazy(click.Group):
    context_class = _Context

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return _command(name) if name in COMMANDS else None


@cache
def _command(name: str) -> click.Command:
    module, _, function = COMMANDS[name].partition(":")
    command: click.Command = getattr(import_module(f"simba.workbench.{module}"), function)
    command.context_class, command.options_metavar = _Context, "[КЛЮЧИ]"
    return _help(command)


_help = click.help_option("-h", "--help", help="Показать эту справку.")


@_help
@click.group("rules", cls=_Lazy, options_metavar="[КЛЮЧИ]", subcommand_metavar="КОМАНДА ...")
def rules_command() -> None:
    """Писать, проверять и пробовать правила."""
