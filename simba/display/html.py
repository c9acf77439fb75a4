"""The answer in a notebook or on a page: compact HTML without scripts or style sheets, all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from simba.display.narration import ROLES, Piece, Table, question_pieces, tables, tree_nodes
from simba.display.plain import Fact, abstention, distinct_values, facts_of, notes, value_link
from simba.russian.text import clean

if TYPE_CHECKING:
    from simba.answer import Answer

STYLES = {
    "removed": "background:#fff3bf;color:#000",
    "mention": "color:#2b8a3e;font-weight:bold",
    "rule": "text-decoration:underline",
}
CELL = "text-align:left;vertical-align:top;padding:1px 8px"


def answer_html(answer: Answer) -> str:
    """The answer as one ``<div>``, its whole reasoning folded away below it; all text from outside is escaped."""
    parts = [*_answer(answer)]
    if answer.trace:
        parts += ["<details><summary>Ход рассуждения</summary>", *_reasoning(answer), "</details>"]
    return f'<div class="simba">{"".join(parts)}</div>'


def _answer(answer: Answer) -> Iterator[str]:
    yield f"<div>{_question(answer)}</div>"
    values = [_linked(text, value_link(value)) for text, value in distinct_values(answer)]
    if len(values) == 1:
        yield f"<div><b>{values[0]}</b></div>"
    elif values:
        yield "<ul>" + "".join(f"<li><b>{value}</b></li>" for value in values) + "</ul>"
    if not values:
        yield f"<div><b>{escape(abstention(answer))}</b></div>"
    for note in notes(answer):
        yield f"<div>{escape(note)}</div>"
    facts = facts_of(answer)
    if facts:
        yield _rows(_fact(fact) for fact in facts)


def _fact(fact: Fact) -> str:
    return (
        f'<th style="{CELL}">{escape(fact.name)}</th><td style="{CELL}">{_linked(fact.text, fact.link)}</td>'
    )


def _reasoning(answer: Answer) -> Iterator[str]:
    legend = " · ".join(f'<span style="{STYLES[role]}">{name}</span>' for role, name in ROLES.items())
    yield f"<div>{legend}</div>"
    words = (
        f'<div style="padding-left:{2 * node.depth}em">'
        f"<b>{escape(node.word)}</b> <small>{escape(node.gloss)}</small></div>"
        for node in tree_nodes(answer.trace)
    )
    yield _details("Разбор", "".join(words))
    for table in tables(answer):
        yield _details(table.title, _table(table))
    if answer.query:
        yield _details("SPARQL", f"<code>{escape(clean(answer.query))}</code>")


def _question(answer: Answer) -> str:
    return "".join(_piece(piece) for piece in question_pieces(answer))


def _piece(piece: Piece) -> str:
    style = ";".join(STYLES[role] for role in STYLES if role in piece.roles)
    return f'<span style="{style}">{escape(piece.text)}</span>' if style else escape(piece.text)


def _table(table: Table) -> str:
    if not table.rows:
        return "нет"
    head = f"<tr>{''.join(_cell('th', column) for column in table.columns)}</tr>" if table.columns else ""
    rows = (
        "".join(_cell("td", f"{cell}", bold=number == table.chosen) for cell in row)
        for number, row in enumerate(table.rows)
    )
    note = f"<div><small>{escape(table.note)}</small></div>" if table.note else ""
    return _rows(rows, head) + note


def _rows(rows: Iterable[str], head: str = "") -> str:
    return f"<table>{head}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _cell(tag: str, text: str, *, bold: bool = False) -> str:
    weight = ";font-weight:bold" if bold else ""
    return f'<{tag} style="{CELL}{weight}">{escape(text)}</{tag}>'


def _details(title: str, body: str) -> str:
    return f'<details open style="margin-left:1em"><summary><b>{escape(title)}</b></summary>{body}</details>'


def _linked(text: str, link: str | None) -> str:
    return f'<a href="{escape(link)}" rel="noopener">{escape(text)}</a>' if link else escape(text)
