"""``simba rules``: the workbench's commands, each imported when it is called."""

from __future__ import annotations

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


class _Lazy(click.Group):
    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, function = COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(f"simba.workbench.{module}"), function)
        return command


@click.group("rules", cls=_Lazy)
def rules_command() -> None:
    """Писать, проверять и пробовать правила."""
