"""The answer in a terminal, with colours, trees and tables by rich; plain and never cut off elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text
from rich.tree import Tree

from simba.display.narration import ROLES, Table, question_pieces, tables, tree_nodes
from simba.display.plain import facts_of, no_answer, notes, value_lines
from simba.russian.text import clean

if TYPE_CHECKING:
    from simba.answer import Answer

UNBOUNDED = 20_000
"""Columns of an output that is no terminal: nothing is wrapped or cut off."""
STYLES = {"removed": "yellow", "mention": "bold green", "rule": "underline"}
INDENT = 2


def output_console() -> Console:
    """Standard output as a Rich console: coloured on a terminal; elsewhere plain, its lines never cut."""
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False, emoji=False)
    return Console(
        width=UNBOUNDED, force_terminal=False, color_system=None, highlight=False, markup=False, emoji=False
    )


def print_answer(answer: Answer, console: Console, *, trace: bool = False) -> None:
    """Print the answer; with ``trace`` the question, its tree and a table a stage before it."""
    if trace and answer.trace:
        print_reasoning(answer, console)
        print_title("Ответ", console)
    lines = value_lines(answer)
    for line in lines:
        _print(Text(line, style="bold"), console)
    if not lines:
        _print(Text(no_answer(answer), style="yellow"), console)
    for note in notes(answer):
        _print(Text(note, style="yellow" if note in answer.warnings else "dim"), console)
    facts = facts_of(answer)
    width = max((len(fact.name) for fact in facts), default=0)
    if facts:
        console.print()
    for fact in facts:
        style = f"link {fact.link}" if fact.link else ""
        _print(Text.assemble((f"{fact.name:<{width}}  ", "dim"), (fact.text, style)), console)


def print_reasoning(answer: Answer, console: Console) -> None:
    """Print the question, its tree and a table a stage."""
    print_question(answer, console)
    print_title("Разбор", console)
    for tree in _trees(answer):
        _print_block(tree, console)
    for table in tables(answer):
        print_table(table, console)
    if answer.query:
        print_title("SPARQL", console)
        _print(_indented(Text(clean(answer.query), style="cyan")), console)


def print_question(answer: Answer, console: Console) -> None:
    """Print the question, its words marked with what they were taken for."""
    print_title("Вопрос", console)
    question = Text()
    for piece in question_pieces(answer):
        question.append(piece.text, " ".join(STYLES[role] for role in STYLES if role in piece.roles))
    _print(_indented(question), console)
    if console.color_system:
        legend = (part for role, name in ROLES.items() for part in ((name, STYLES[role]), "  "))
        _print(_indented(Text.assemble(*legend)), console)


def _trees(answer: Answer) -> list[Tree]:
    trees: list[Tree] = []
    path: list[Tree] = []
    for node in tree_nodes(answer.trace):
        label = Text.assemble((node.word, "bold"), "  ", (node.gloss, "dim"))
        del path[node.depth :]
        branch = path[-1].add(label) if path else Tree(label, guide_style="dim")
        if not path:
            trees.append(branch)
        path.append(branch)
    return trees


def print_table(table: Table, console: Console) -> None:
    """Print a stage of the reasoning under its title."""
    print_title(table.title, console)
    if not table.rows:
        _print(_indented(Text("нет", style="dim")), console)
    else:
        _print_block(_rich_table(table), console)
    if table.note:
        _print(_indented(Text(table.note, style="dim")), console)


def _rich_table(table: Table) -> RichTable:
    grid = RichTable(
        box=box.SIMPLE_HEAD if table.columns else None,
        show_header=bool(table.columns),
        show_edge=False,
        pad_edge=False,
        padding=(0, 1 if table.columns else 2, 0, 0),
    )
    marked = table.chosen is not None
    if marked:
        grid.add_column()
    for number in range(max(map(len, table.rows))):
        header = Text(table.columns[number]) if table.columns else ""
        numeric = number in table.numeric
        grid.add_column(header, justify="right" if numeric else "left", overflow="fold", no_wrap=numeric)
    for number, row in enumerate(table.rows):
        mark = ["→" if number == table.chosen else ""] if marked else []
        cells = [
            Text(cell, style="dim") if not table.columns and not place else Text(cell)
            for place, cell in enumerate(row)
        ]
        grid.add_row(*mark, *cells, style="bold" if number == table.chosen else None)
    return grid


def print_title(title: str, console: Console) -> None:
    """Print the title of what follows."""
    if title != "Вопрос":
        console.print()
    console.print(Text(title, style="bold blue"))


def _indented(text: Text) -> Text:
    return Text.assemble(" " * INDENT, text)


def _print_block(block: RenderableType, console: Console) -> None:
    """A tree or table, indented, without the spaces that fill up its lines."""
    options = console.options.update(width=console.width - INDENT)
    for segments in console.render_lines(block, options, pad=False):
        line = Text(" " * INDENT)
        for segment in segments:
            line.append(segment.text, segment.style)
        line.rstrip()
        _print(line, console)


def _print(text: Text, console: Console) -> None:
    """A line as it is, so that it can be copied whole; the terminal wraps it."""
    console.print(text, soft_wrap=True)
