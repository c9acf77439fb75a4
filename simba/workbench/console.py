"""What the workbench's commands share: their options, and how they print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_option(command: Command) -> Command:
    """The option of commands that look at rules: the author's own folder."""
    text = "Ваши правила; они ложатся поверх правил SimBa."
    return click.option("--rules", type=click.Path(path_type=Path), metavar="ПАПКА", help=text)(command)


def kb_option(command: Command) -> Command:
    """The option of commands that look into a knowledge base."""
    text = "База знаний; иначе $SIMBA_KB, иначе встроенная."
    return click.option("--kb", type=click.Path(path_type=Path), metavar="ПАПКА", help=text)(command)


def property_title(key: tuple[str, str], name: str = "") -> str:
    """A property with its direction: "столица (P36), обратное", "P36 обратное"."""
    reverse = "обратное" * (key[1] == "reverse")
    return (
        ", ".join(filter(None, (f"{name} ({key[0]})", reverse))) if name else f"{key[0]} {reverse}".rstrip()
    )


def shown_path(path: Path) -> str:
    """The path from the working folder, where it is in there; signs that would break a line are escaped."""
    if path.is_absolute():
        with suppress(ValueError, OSError):
            path = path.relative_to(Path.cwd())
    text = str(path)
    return text if text.isprintable() else text.encode("unicode_escape", "backslashreplace").decode()


class Printer:
    """Lines on standard output, whatever stands in them; of long lists the beginning."""

    def __init__(self, *, everything: bool = False) -> None:
        from simba.display import output_console

        self.console = output_console()
        self._everything = everything

    def line(self, text: str, style: str = "") -> None:
        """Print a line, which is never broken."""
        from rich.text import Text

        from simba.russian.text import clean

        self.console.print(Text(clean(text), style=style), soft_wrap=True)

    def title(self, text: str, style: str = "") -> None:
        """Print a line over what follows."""
        self.console.print()
        self.line(text, f"bold {style}".strip())

    def some(
        self, items: Sequence[Any], most: int, show: Callable[[Any], object], indent: str = "  "
    ) -> None:
        """Show the first items, and say how many are left out."""
        shown = items if self._everything else items[:most]
        for item in shown:
            show(item)
        if len(shown) < len(items):
            self.line(f"{indent}… и ещё {len(items) - len(shown)} (--all)", "dim")
