"""``simba rules``: the workbench's commands, each imported when it is called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

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


class _UsageError(click.UsageError):
    """What is wrong with a call, in Russian."""

    see = "см."


def _in_russian(error: click.UsageError) -> str:
    match error:
        case click.MissingParameter(param=click.Parameter() as missing):
            return f"не хватает: {missing.human_readable_name}"
        case click.NoSuchOption(option_name=name, possibilities=near):
            return f"нет ключа {name}{f'; есть {near[0]}' if near else ''}"
        case click.BadOptionUsage(option_name=name):
            return f"ключу {name} нужно значение"
    return error.format_message()


class _Lazy(click.Group):
    context_class = _Context

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, 1)
            raise _UsageError(f"нет команды {args[0]}; есть {', '.join(near or COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except _UsageError:
            raise
        except click.UsageError as error:
            raise _UsageError(_in_russian(error), error.ctx or ctx) from None

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
