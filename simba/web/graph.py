"""The answer as a picture: the entity, the property, the answers; beside each other, or below each other on a phone.

Only geometry is computed here; templates/graph.svg draws it, with everything escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

LINE = 19
PADDING = 11
LETTER = 9.2
"""Pixels of a letter of the 15 px font, generously."""
LONGEST = 26
"""Letters of the longest line; a longer word is broken."""
BOX, PROPERTY = 14, 12
"""Letters that a box beside others has room for, and the property's."""
ARROW = 20
"""Between entity and property; half of what lies between property and answers."""
SPACE = 14
INDENT = 26
"""How far a box below another begins to the right of it."""
MAX_ANSWERS = 5


@dataclass(frozen=True, slots=True)
class Box:
    """A box with lines of text; ``x`` and ``y`` are its upper left corner."""

    lines: tuple[str, ...]
    kind: str
    width: float
    x: float = 1
    y: float = 1

    @property
    def height(self) -> float:
        """Its height."""
        return 2 * PADDING + LINE * len(self.lines)

    @property
    def middle(self) -> float:
        """Its middle, from above."""
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def foot(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Graph:
    """Boxes, and lines and arrow heads as SVG paths."""

    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    heads: tuple[str, ...]
    width: float
    height: float


def lying(entity: str, label: str, answers: Sequence[str], total: int, *, reverse: bool) -> Graph:
    """``entity -> label -> answers``, the first of ``total``, from left to right; reversed, the arrow points back."""
    start = _box(entity, "entity", BOX)
    middle = replace(_box(label, "property", PROPERTY), x=start.right + ARROW)
    column = [_box(text, "answer", BOX) for text in _shown(answers, total)]
    width = max(box.width for box in column)
    tall = sum(box.height for box in column) + SPACE * (len(column) - 1)
    height = max(tall, start.height, middle.height) + 2
    y, placed = (height - tall) / 2, []
    for box in column:
        placed.append(replace(box, x=middle.right + 2 * ARROW, y=y, width=width))
        y += box.height + SPACE
    start, middle = (replace(box, y=(height - box.height) / 2) for box in (start, middle))
    level, right = middle.middle, middle.right
    lines, heads = [f"M{start.right:g} {level:g}H{middle.x:g}"], []
    for box in placed:
        half, to = right + ARROW, box.middle
        lines.append(f"M{right:g} {level:g}C{half:g} {level:g} {half:g} {to:g} {box.x:g} {to:g}")
        if not reverse:
            heads.append(f"M{box.x - 9:g} {to - 5:g}l9 5l-9 5z")
    if reverse:
        heads.append(f"M{start.right + 9:g} {level - 5:g}l-9 5l9 5z")
    boxes = (start, middle, *placed)
    return Graph(boxes, tuple(lines), tuple(heads), placed[0].right + 1, height)


def upright(entity: str, label: str, answers: Sequence[str], total: int, *, reverse: bool) -> Graph:
    """The same from top to bottom, each box a step further to the right."""
    start = _box(entity, "entity", LONGEST)
    middle = replace(_box(label, "property", LONGEST), x=1 + INDENT, y=start.foot + SPACE)
    column, y = [], middle.foot + SPACE
    for text in _shown(answers, total):
        column.append(replace(_box(text, "answer", LONGEST), x=1 + 2 * INDENT, y=y))
        y = column[-1].foot + SPACE
    boxes = (start, middle, *column)
    lines, heads = [], []
    for above, below in ((start, middle), *((middle, box) for box in column)):
        lines.append(f"M{above.x + INDENT / 2:g} {above.foot:g}V{below.middle:g}H{below.x:g}")
        if below is not middle and not reverse:
            heads.append(f"M{below.x - 9:g} {below.middle - 5:g}l9 5l-9 5z")
    if reverse:
        heads.append(f"M{start.x + INDENT / 2 - 5:g} {start.foot + 9:g}l5 -9l5 9z")
    return Graph(boxes, tuple(lines), tuple(heads), max(box.right for box in boxes) + 1, y - SPACE + 1)


def _shown(answers: Sequence[str], total: int) -> Iterator[str]:
    yield from answers[:MAX_ANSWERS]
    if total > MAX_ANSWERS:
        yield f"… и ещё {total - MAX_ANSWERS}"


def _box(text: str, kind: str, letters: int) -> Box:
    """A box as wide as its longest word wants, and at least as so many letters."""
    longest = min(LONGEST, max(letters, *(len(word) for word in text.split()), 1))
    lines = wrap(text, longest, max_lines=3, placeholder=" …") or [text[:letters] or "?"]
    return Box(tuple(lines), kind, round(LETTER * longest + PADDING))
