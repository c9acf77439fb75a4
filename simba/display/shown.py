"""An answer that shows itself: the one that users of `Simba` get."""

from __future__ import annotations

from dataclasses import dataclass

from simba.answer import Answer
from simba.display import answer_html, answer_text


@dataclass(frozen=True)
class ShownAnswer(Answer):
    """An `Answer` that `print` puts into plain Russian, and a notebook into HTML with its reasoning folded away."""

    def __str__(self) -> str:
        return answer_text(self)

    def _repr_html_(self) -> str:
        return answer_html(self)
