"""The answer as people read it: plain text, a terminal's layout, a notebook's HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simba.answer import Answer
from simba.display.judged import judgement_text
from simba.display.plain import answer_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["ShownAnswer", "answer_html", "answer_text", "judgement_text", "output_console", "print_answer"]


def answer_html(answer: Answer) -> str:
    """The answer with its whole reasoning as compact HTML, everything escaped: what a notebook shows."""
    from simba.display.html import answer_html

    return answer_html(answer)


def print_answer(answer: Answer, console: Console, trace: bool = False) -> None:
    """Print the answer to a Rich console; with ``trace`` its whole reasoning before it."""
    from simba.display.terminal import print_answer

    print_answer(answer, console, trace=trace)


def output_console() -> Console:
    """Standard output to print answers on: coloured on a terminal, plain and never cut off elsewhere."""
    from simba.display.terminal import output_console

    return output_console()


@dataclass(frozen=True)
class ShownAnswer(Answer):
    """An `Answer` that `print` puts into plain Russian, and a notebook into HTML: the one that users of `Simba` get."""

    def __str__(self) -> str:
        return answer_text(self)

    def _repr_html_(self) -> str:
        return answer_html(self)
