"""The answer as a picture: the entity, an arrow with the property, the answers.

Only geometry is computed here; templates/graph.svg draws it, with everything escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

CHARACTERS = 15
"""Characters in a line of a box."""
LINE = 19
PADDING = 11
BOX = 148
ARROW = 128
SPACE = 14
MAX_ANSWERS = 5


@dataclass(frozen=True, slots=True)
class Box:
    """A box with lines of text; ``x`` and ``y`` are its upper left corner."""

    lines: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    kind: str
    link: str | None = None

    @property
    def middle(self) -> float:
        """Its middle, from above."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Graph:
    """The entity's box, the answers' boxes and the property between them."""

    entity: Box
    answers: tuple[Box, ...]
    label: tuple[str, ...]
    reverse: bool
    width: float
    height: float


def graph(
    entity: str, link: str, label: str, answers: Sequence[tuple[str, str | None]], *, reverse: bool
) -> Graph:
    """The picture of ``entity -> label -> answers`` (text and link each); of a reverse query the arrows point back."""
    shown = list(answers[:MAX_ANSWERS])
    if len(answers) > MAX_ANSWERS:
        shown.append((f"… и ещё {len(answers) - MAX_ANSWERS}", None))
    right = BOX + ARROW
    boxes, y = [], 1.0
    for text, target in shown:
        box = _box(text, right, y, "answer", target)
        boxes.append(box)
        y += box.height + SPACE
    height = y - SPACE + 1
    start = _box(entity, 1, 0, "entity", link)
    label_lines = tuple(_lines(label, 14))
    height = max(height, start.height + 2, 2 * LINE * len(label_lines) + 24)
    offset = (height - (y - SPACE + 1)) / 2
    boxes = [_moved(box, box.y + offset) for box in boxes]
    return Graph(
        _moved(start, (height - start.height) / 2),
        tuple(boxes),
        label_lines,
        reverse,
        right + BOX + 1,
        height,
    )


def _box(text: str, x: float, y: float, kind: str, link: str | None) -> Box:
    lines = tuple(_lines(text, CHARACTERS))
    return Box(lines, x, y, BOX - 1, 2 * PADDING + LINE * len(lines), kind, link)


def _moved(box: Box, y: float) -> Box:
    return Box(box.lines, box.x, y, box.width, box.height, box.kind, box.link)


def _lines(text: str, width: int) -> list[str]:
    return wrap(text, width, max_lines=3, placeholder=" …") or [text[:width] or "?"]
