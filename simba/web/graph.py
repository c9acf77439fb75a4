"""The answer as a picture: what is known, how the answers were found from it, the answers; from left to right or, on a
phone, from below.

Only geometry is computed here; templates/graph.svg draws it, with everything escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from simba.web.formtree import FormNode

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
MAX_INDENTS = 6
"""A deeper box is not moved further to the right."""
MAX_WIDTH = 860
"""Pixels that a page has room for."""
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


def lying(root: FormNode, answers: Sequence[str], total: int) -> Graph | None:
    """From what is known, on the left, to the answers, the first of ``total``; None where that is too wide.

    An arrow leads to where a property leads, from its subject to its values.
    """
    column = [_box(text, "answer", BOX) for text in _shown(answers, total)]
    widths = [max(box.width for box in column)]
    level: list[FormNode] = [root]
    while level:
        widths.append(max(_lying_box(node).width for node in level))
        level = [child for node in level for child in node.below]
    lefts, x = [0.0] * len(widths), 1.0
    for depth in range(len(widths) - 1, -1, -1):
        lefts[depth] = x
        x += widths[depth] + (2 * ARROW if depth == 1 else ARROW + ARROW / 2)
    right = lefts[0] + widths[0] + 1
    if right > MAX_WIDTH:
        return None
    tall = sum(box.height for box in column) + SPACE * (len(column) - 1)
    middle = _placed(root, lefts, 1.0, 1).box.middle
    tree = _placed(root, lefts, 1 + max(0.0, tall / 2 - middle + 1), 1)
    boxes, lines, heads = list(tree.boxes), list(tree.lines), list(tree.heads)
    y = tree.box.middle - tall / 2
    for box in column:
        boxes.append(replace(box, x=lefts[0], y=y, width=widths[0]))
        line, ends = _joined(root, tree.box, None, boxes[-1])
        lines.append(line)
        heads += ends
        y = boxes[-1].foot + SPACE
    height = max(box.foot for box in boxes) + 1
    return Graph(tuple(boxes), tuple(lines), tuple(dict.fromkeys(heads)), right, height)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A node's box with all that lies to the left of it, and where the next branch begins."""

    box: Box
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    heads: tuple[str, ...]
    foot: float


def _placed(node: FormNode, lefts: Sequence[float], top: float, depth: int) -> _Branch:
    branches: list[_Branch] = []
    foot = top
    for child in node.below:
        branches.append(_placed(child, lefts, foot, depth + 1))
        foot = branches[-1].foot
    box = replace(_lying_box(node), x=lefts[depth], y=top)
    if branches:
        middle = (branches[0].box.middle + branches[-1].box.middle) / 2
        box = replace(box, y=max(top, middle - box.height / 2))
    boxes, lines, heads = [box], [], []
    for child, branch in zip(node.below, branches, strict=True):
        line, ends = _joined(child, branch.box, node, box)
        boxes += branch.boxes
        lines += [line, *branch.lines]
        heads += [*ends, *branch.heads]
    return _Branch(box, tuple(boxes), tuple(lines), tuple(heads), max(foot, box.foot + SPACE))


def _joined(child: FormNode, source: Box, parent: FormNode | None, target: Box) -> tuple[str, list[str]]:
    """The line from a box to the one right of it, and its arrow heads."""
    half = target.x - ARROW / 2
    start, stop = f"{source.right:g} {source.middle:g}", f"{target.x:g} {target.middle:g}"
    line = f"M{start}H{half - ARROW / 2:g}C{half:g} {source.middle:g} {half:g} {target.middle:g} {stop}"
    heads = []
    if _arrives(child):
        heads.append(f"M{target.x - 9:g} {target.middle - 5:g}l9 5l-9 5z")
    if parent is not None and parent.reverse:
        heads.append(f"M{source.right + 9:g} {source.middle - 5:g}l-9 5l9 5z")
    return line, heads


def _lying_box(node: FormNode) -> Box:
    return _box(node.text, node.kind, BOX if node.known else PROPERTY)


def upright(root: FormNode, answers: Sequence[str], total: int) -> Graph:
    """The same from top to bottom: the answers, then what they are found from, each a step further to the right."""
    boxes: list[Box] = []
    lines, heads = [], []
    y = 1.0
    for text in _shown(answers, total):
        boxes.append(replace(_box(text, "answer", LONGEST), y=y))
        y = boxes[-1].foot + SPACE
    first = boxes[0]
    stack: list[tuple[FormNode, FormNode | None, Box, int]] = [(root, None, boxes[-1], 1)]
    while stack:
        node, parent, above, depth = stack.pop()
        box = replace(_box(node.text, node.kind, LONGEST), x=1 + INDENT * min(depth, MAX_INDENTS), y=y)
        boxes.append(box)
        y = box.foot + SPACE
        edge = above.x + INDENT / 2
        upto = above if parent else first  # behind the other answers
        lines.append(f"M{box.x:g} {box.middle:g}H{edge:g}V{upto.foot:g}")
        if _arrives(node):
            heads.append(f"M{edge - 5:g} {above.foot + 9:g}l5 -9l5 9z")
        if parent is not None and parent.reverse:
            heads.append(f"M{box.x - 9:g} {box.middle - 5:g}l9 5l-9 5z")
        stack.extend((child, node, box, depth + 1) for child in reversed(node.below))
    width = max(box.right for box in boxes) + 1
    return Graph(tuple(boxes), tuple(lines), tuple(dict.fromkeys(heads)), width, y - SPACE + 1)


def _arrives(node: FormNode) -> bool:
    """Whether an arrow leads from it: what is known does not come from anywhere, a reverse property leads back; nor do
    entities on a path lead anywhere, but by their properties.
    """
    return not node.known and not node.reverse and node.kind != "entity"


def _shown(answers: Sequence[str], total: int) -> Iterator[str]:
    yield from answers[:MAX_ANSWERS]
    if total > MAX_ANSWERS:
        yield f"… и ещё {total - MAX_ANSWERS}"


def _box(text: str, kind: str, letters: int) -> Box:
    """A box as wide as its longest word wants, and at least as so many letters."""
    longest = min(LONGEST, max(letters, *(len(word) for word in text.split()), 1))
    lines = wrap(text, longest, max_lines=3, placeholder=" …") or [text[:letters] or "?"]
    return Box(tuple(lines), kind, round(LETTER * longest + PADDING))
