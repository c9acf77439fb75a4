"""What the workbench's commands share: their options, and how they print; findings with their line and a caret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from simba.errors import RuleError
from simba.grammar.textfile import read_text
from simba.russian.text import clean
from simba.workbench.findings import Finding

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


_STYLES = {"ошибка": "bold red", "предупреждение": "bold yellow", "замечание": "bold cyan"}
_WIDTH, _BEFORE = 110, 70
"""Characters of a long line that are shown around the caret, and of these before it."""


def print_findings(findings: Iterable[Finding], console: Console) -> None:
    """Print each finding as ``path:line:column: level: message``, its source line, a caret line and the advice."""
    lines_of = lru_cache(maxsize=None)(_lines_of)
    for finding in findings:
        problem, style = finding.problem, _STYLES[finding.level]
        place = [shown_path(problem.path), *(str(part) for part in (problem.line, problem.column) if part)]
        head = Text(":".join(place), style="bold")
        head.append(": ").append(f"{finding.level}:", style)
        head.append(f" {_one_line(problem.message)}", "not bold").append(
            f" [{finding.check}]", "dim not bold"
        )
        console.print(head, soft_wrap=True)
        lines = lines_of(problem.path)
        if problem.line and problem.column and problem.line <= len(lines):
            line, caret = _excerpt(lines[problem.line - 1], problem.column - 1)
            console.print(Text(f"    {line}"), soft_wrap=True)
            console.print(Text(f"    {' ' * caret}^", style=style), soft_wrap=True)
        if finding.advice:
            console.print(Text(f"    совет: {_one_line(finding.advice)}"), soft_wrap=True)


def _one_line(text: str) -> str:
    return " ".join(clean(text).split())


def _lines_of(path: Path) -> list[str]:
    try:
        return read_text(path).split("\n")
    except RuleError:
        return []


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """The part of a line around a column, without its indentation, and the column in it."""
    line = clean(line).replace("\t", " ")
    column = min(column, len(line))
    start = max(0, min(column - _BEFORE, len(line) - _WIDTH))
    start = start or len(line) - len(line.lstrip())
    cut, more = start > 0 and line[:start].strip() != "", start + _WIDTH < len(line)
    text = line[start : start + _WIDTH].rstrip()
    return f"{'…' * cut}{text}{'…' * more}", column - start + cut
