"""Findings on a terminal or in a log: place, what is wrong, the line with a caret under it, what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from simba.errors import RuleError
from simba.grammar.yamlfile import read_text
from simba.russian.text import clean
from simba.workbench.findings import Finding

_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_WIDTH = 110
"""Characters of a line that are shown around the caret."""
_BEFORE = 70
"""Characters of a long line that are shown before the caret."""


def print_findings(findings: Iterable[Finding], console: Console) -> None:
    """Print each finding as ``path:line:column: level: message``, its source line, a caret line and the advice."""
    lines: dict[Path, list[str]] = {}
    for finding in findings:
        problem = finding.problem
        place = [shown_path(problem.path), *(str(part) for part in (problem.line, problem.column) if part)]
        head = Text(":".join(place), style="bold")
        head.append(": ").append(f"{finding.level}:", _STYLES[finding.level])
        head.append(f" {_one_line(problem.message)}", "not bold").append(
            f" [{finding.check}]", "dim not bold"
        )
        _print(console, head)
        if problem.path not in lines:
            lines[problem.path] = _lines_of(problem.path)
        if problem.line and problem.column and problem.line <= len(lines[problem.path]):
            line, caret = _excerpt(lines[problem.path][problem.line - 1], problem.column - 1)
            _print(console, Text(f"    {line}"))
            _print(console, Text(f"    {' ' * caret}^", style=_STYLES[finding.level]))
        if finding.advice:
            _print(console, Text(f"    write: {_one_line(finding.advice)}"))


def shown_path(path: Path) -> str:
    """The path from the working folder, where it is in there; signs that would break a line are escaped."""
    if path.is_absolute():
        with suppress(ValueError, OSError):
            path = path.relative_to(Path.cwd())
    text = str(path)
    return text if text.isprintable() else text.encode("unicode_escape", "backslashreplace").decode()


def _one_line(text: str) -> str:
    return " ".join(clean(text).split())


def _lines_of(path: Path) -> list[str]:
    try:
        return read_text(path).split("\n")
    except RuleError:
        return []


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """The part of a line around a column, and the column in it."""
    line = clean(line).replace("\t", " ")
    column = min(column, len(line))
    start = max(0, min(column - _BEFORE, len(line) - _WIDTH))
    text = line[start : start + _WIDTH]
    before = len(text) - len(text.lstrip()) if not start else 0
    text = text[before:].rstrip()
    return (
        ("…" if start else "") + text + ("…" if start + _WIDTH < len(line) else ""),
        column - start - before + bool(start),
    )


def _print(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)
