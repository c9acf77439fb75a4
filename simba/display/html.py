"""The answer in a notebook: what a terminal shows, as HTML by Rich, without scripts and style sheets, all escaped."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console

from simba.display.terminal import UNBOUNDED, print_answer, print_reasoning

if TYPE_CHECKING:
    from simba.answer import Answer

LINES, TABLES = '<pre style="white-space:pre-wrap">{code}</pre>', '<pre style="overflow-x:auto">{code}</pre>'


def answer_html(answer: Answer) -> str:
    """The answer as one ``<div>``, its whole reasoning folded away below it."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=UNBOUNDED,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
    )
    print_answer(answer, console)
    shown = console.export_html(inline_styles=True, code_format=LINES)
    if answer.trace:
        print_reasoning(answer, console)
        told = console.export_html(inline_styles=True, code_format=TABLES)
        shown += f"<details><summary>Ход рассуждения</summary>{told}</details>"
    return f'<div class="simba">{shown}</div>'
