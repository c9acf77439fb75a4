"""Findings on a terminal or in a log: place, what is wrong, the line with a caret under it, what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from rich.console import Console
from rich.text import Text

from simba.errors import RuleError
from simba.grammar.textfile import read_text
from simba.russian.text import clean
from simba.workbench.console import shown_path
from simba.workbench.findings import Finding

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
