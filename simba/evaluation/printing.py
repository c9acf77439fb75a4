"""An evaluation as text: for the terminal and in Markdown."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from simba.evaluation.blame import STAGES
from simba.evaluation.cells import (
    KINDS,
    Document,
    Table,
    comparison_lines,
    done,
    expected,
    heading,
    notes,
    tables,
)
from simba.russian.text import clean

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 110
MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]|#])")


def plain(document: Document) -> str:
    """The evaluation for a terminal."""
    stream = io.StringIO()
    console = _console(stream)
    console.print(heading(document))
    _print_tables(console, tables(document))
    for note in notes(document):
        console.print(note)
    if document["comparison"]:
        for line in comparison_lines(document["comparison"]):
            console.print(line)
        for kind in KINDS:
            for change in document["comparison"][kind]:
                told = f"{change['before']} -> {change['now']}; {change['expected'] or 'no answer'}"
                console.print(
                    clean(f"  {kind} {change['id']}: {change['question']} ({told})"), soft_wrap=True
                )
    return _text(stream)


def plain_tables(some: Iterable[Table]) -> str:
    """Tables for a terminal."""
    stream = io.StringIO()
    _print_tables(_console(stream), some)
    return _text(stream)


def _console(stream: io.StringIO) -> Console:
    from rich.console import Console

    return Console(file=stream, width=WIDTH, markup=False, highlight=False, emoji=False, no_color=True)


def _text(stream: io.StringIO) -> str:
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _print_tables(console: Console, some: Iterable[Table]) -> None:
    from rich import box
    from rich.table import Table as RichTable

    for title, header, rows in some:
        table = RichTable(
            title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="", pad_edge=False
        )
        for number, name in enumerate(header):
            table.add_column(name, justify="left" if number == 0 or name == "meaning" else "right")
        for row in rows:
            table.add_row(*row)
        console.print(table)


def markdown(document: Document) -> str:
    """The evaluation as results.md."""
    lines = [f"# {_escaped(heading(document))}", ""]
    knowledge_base = document["system"].get("knowledge_base")
    if knowledge_base:
        sources = ", ".join(str(source["file"]) for source in knowledge_base["sources"])
        remote = f"; facts from {knowledge_base['endpoint']}" if "endpoint" in knowledge_base else ""
        lines += [
            f"Knowledge base: {_escaped(sources)} ({knowledge_base['triples']:,} triples, "
            f"{knowledge_base['labels']:,} names){_escaped(remote)}; rules {document['system']['rules']}.",
            "",
        ]
    for title, header, rows in tables(document):
        lines += [f"## {title}", "", *markdown_table(header, rows), ""]
    lines += [line for note in notes(document) for line in (_escaped(note), "")]
    comparison = document["comparison"]
    if comparison:
        lines += ["## Against the earlier results", ""]
        lines += [line for note in comparison_lines(comparison) for line in (_escaped(note), "")]
        for kind in KINDS:
            changes = [[change[key] for key in _CHANGE] for change in comparison[kind]]
            if changes:
                lines += [f"### {kind.capitalize()}", "", *markdown_table(list(_CHANGE), changes), ""]
    for title, questions in _failed(document):
        rows = [[item["id"], item["question"], done(item), expected(item)] for item in questions]
        lines += [f"## Failures: {title} ({len(questions)})", ""]
        lines += [*markdown_table(["id", "question", "done", "expected"], rows), ""]
    return "\n".join(lines).rstrip() + "\n"


_CHANGE = ("id", "question", "before", "now", "expected")


def _failed(document: Document) -> list[tuple[str, list[dict[str, Any]]]]:
    """The failures by their first failing stage, in the order of the stages; empty groups left out."""
    groups: dict[str, list[dict[str, Any]]] = {label: [] for label in STAGES.values()}
    for item in document["questions"]:
        if not item["correct"]:
            stage = STAGES.get(item["stage"], "stage cannot be told")
            groups.setdefault(stage if item["answerable"] else "should have abstained", []).append(item)
    return [(label, items) for label, items in groups.items() if items]


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a table in Markdown."""
    names = list(header)
    lines = [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
    return lines + [f"| {' | '.join(_escaped(str(cell)) for cell in row)} |" for row in rows]


def _escaped(text: str) -> str:
    """Text that Markdown takes for nothing but text."""
    return MARKDOWN_SPECIAL.sub(r"\\\1", html.escape(" ".join(clean(text).split()), quote=False))
