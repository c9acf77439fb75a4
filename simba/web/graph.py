"""The answer as a picture: the entity, the property, the answers.

Only geometry is computed here; templates/graph.svg draws it, with everything escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

CHARACTERS = 14
"""Characters in a line of a box, of the 15 px font."""
NARROW = 12
"""The same for the property."""
LINE = 19
PADDING = 11
BOX = 138
PILL = 112
"""Width of the property's box."""
ARROW = 20
"""Between entity and property; half of what lies between property and answers."""
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

    @property
    def middle(self) -> float:
        """Its middle, from above."""
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Graph:
    """The entity's box, the answers' boxes and the property between them."""

    entity: Box
    answers: tuple[Box, ...]
    property: Box
    reverse: bool
    width: float
    height: float


def graph(entity: str, label: str, answers: Sequence[str], *, reverse: bool) -> Graph:
    """Draw ``entity -> label -> answers`` ; a reverse query's arrows point back."""
    shown = list(answers[:MAX_ANSWERS])
    if len(answers) > MAX_ANSWERS:
        shown.append(f"… и ещё {len(answers) - MAX_ANSWERS}")
    start = _box(entity, 1, BOX, CHARACTERS, "entity")
    middle = _box(label, start.right + ARROW, PILL, NARROW, "property")
    boxes = [_box(text, middle.right + 2 * ARROW, BOX, CHARACTERS, "answer") for text in shown]
    tall = sum(box.height for box in boxes) + SPACE * (len(boxes) - 1)
    height = max(tall, start.height, middle.height) + 2
    y, placed = (height - tall) / 2, []
    for box in boxes:
        placed.append(replace(box, y=y))
        y += box.height + SPACE
    start, middle = (replace(box, y=(height - box.height) / 2) for box in (start, middle))
    return Graph(start, tuple(placed), middle, reverse, middle.right + 2 * ARROW + BOX + 1, height)


def _box(text: str, x: float, width: float, characters: int, kind: str) -> Box:
    lines = wrap(text, characters, max_lines=3, placeholder=" …") or [text[:characters] or "?"]
    return Box(tuple(lines), x, 0, width, 2 * PADDING + LINE * len(lines), kind)
