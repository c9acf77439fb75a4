"""Files of rules in their usual order and form: what ``simba rules check --fix`` writes.

The file's text is laid out anew along its YAML tree. (The libraries that keep comments tie them to what stands before
them, so that a comment over a rule would move away with the last key of the rule above.)
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from simba.common.resources import data_path
from simba.errors import Problem, RuleError, SimbaError
from simba.grammar.files import FRAGMENT_TEXTS, FRAGMENTS, INTERROGATIVES, RULES, RuleText
from simba.grammar.yamlfile import Document, read_document
from simba.stages.interrogative import DICTIONARY

_ORDER = {key: place for place, key in enumerate(["type", *RuleText.model_fields])}
_PATTERNS = frozenset({"patterns", "phrases", "fragments", "requests"})
"""The keys under which texts are quoted, and ё is written е."""
_FAR = 10**6
"""A column that no comment stands to the right of."""
_SHORT = frozenset({"answer", "subject"})
"""The keys whose lists stand in []."""
_LISTS = frozenset({"patterns", "phrases", "examples", "counterexamples", "requests"})
"""The keys whose lists have one item a line."""


def refuse_installed(folder: Path) -> None:
    """Leave the rules alone that were installed with the package; raises `SimbaError`."""
    if folder == data_path("rules") and folder.parent.name == "data":
        raise SimbaError("--fix would change the installed package; name your own rules: --rules DIR")


def fix_file(path: Path) -> bool:
    """Write a file in its usual form; whether that changed it. A file that is not as it should be is left alone.

    A link's target is written. Raises OSError, or `RuleError` where something would be lost.
    """
    try:
        document = read_document(path, _adapter(path))
    except RuleError:
        return False
    text = formatted(document)
    target = path.resolve()
    if text.encode() == target.read_bytes():
        return False
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(name, target.stat().st_mode & 0o7777)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return True


def formatted(document: Document[Any]) -> str:
    """The text of a valid file in its usual form; raises `RuleError` where that would lose something."""
    path = document.path
    layout = _Layout(document.text, fragments=path.name == FRAGMENTS, spaced=_adapter(path) is RULES)
    text = layout.text(document.node)
    lost = Problem(
        path, "cannot be formatted without losing something; move its comments to lines of their own"
    )
    try:
        again = yaml.load(text, Loader=yaml.CSafeLoader)
        before = yaml.load(document.text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        raise RuleError(lost) from None
    if plain(again, path) != plain(before, path) or comments_in(text) != comments_in(document.text):
        raise RuleError(lost)
    return text


def plain(content: Any, path: Path) -> Any:
    """The content with what formatting may change put aside: ё in patterns."""

    def folded(part: Any, pattern: bool) -> Any:
        if isinstance(part, dict):
            return {key: folded(value, pattern or key in _PATTERNS) for key, value in part.items()}
        if isinstance(part, list):
            return [folded(value, pattern) for value in part]
        return _folded(part) if pattern and isinstance(part, str) else part

    return folded(content, path.name == FRAGMENTS)


def comments_in(text: str) -> list[str]:
    """The comments of a YAML text, sorted: what begins with # once all texts are blotted out."""
    lines = [list(line) for line in text.split("\n")]
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.ScalarEvent):
            first: Any = event.start_mark
            last: Any = event.end_mark
            for number in range(first.line, min(last.line + 1, len(lines))):
                start = first.column if number == first.line else 0
                stop = last.column if number == last.line else len(lines[number])
                lines[number][start:stop] = "x" * (stop - start)
    rests = ("".join(line).partition("#") for line in lines)
    return sorted(f"#{rest.strip()}" for _, sign, rest in rests if sign)


def _adapter(path: Path) -> TypeAdapter[Any]:
    adapters: dict[str, TypeAdapter[Any]] = {FRAGMENTS: FRAGMENT_TEXTS, INTERROGATIVES: DICTIONARY}
    return adapters.get(path.name, RULES)


def _folded(pattern: str) -> str:
    return pattern.replace("[её]", "е").replace("ё", "е").replace("Ё", "Е")


@dataclass
class _Chunk:
    """An entry of a mapping or list: its lines, and the chunks of its parts; comments are added until all is read."""

    rank: float
    indent: int
    before: list[str] = field(default_factory=list)
    line: str = ""
    parts: list[_Chunk] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    item: bool = False
    column: int = 0
    """Where it stands in the source."""
    above: _Chunk | None = None

    def indent_at(self, depth: int, column: int) -> int:
        """Where a comment after it is written, so that what it comments out is right there: as the innermost of the
        chunks around it that the comment does not stand left of, of those to the right of a column.
        """
        chunk, indent = self, self.indent
        while depth < chunk.column and chunk.above is not None and chunk.above.column > column:
            chunk = chunk.above
            indent = chunk.indent
        return indent

    def lines(self) -> list[str]:
        """All lines of the entry."""
        own = [f"{' ' * self.indent}{self.line}"] if self.line else []
        inside = [line for part in self.parts for line in part.lines()]
        if self.item:  # the first line of its parts is its own
            place = next(number for number, line in enumerate(inside) if line and line.lstrip()[0] != "#")
            own = [f"{' ' * self.indent}{line.lstrip()}" for line in inside[:place]]
            own.append(f"{' ' * self.indent}- {inside[place][self.indent + 2 :]}")
            inside = inside[place + 1 :]
        return [*self.before, *own, *inside, *self.after]


class _Layout:
    """Writes a tree anew, with the comments where they were."""

    def __init__(self, text: str, *, fragments: bool, spaced: bool) -> None:
        self._source = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._fragments = fragments
        self._spaced = spaced
        self._next = 0
        """The first line of the source whose comments are not yet written."""
        self._last: _Chunk | None = None
        """What was read last: it takes the comments after it that are indented as it is."""

    def text(self, root: Any) -> str:
        top = "fragments" if self._fragments else ""
        chunks = self._block(root, 0, top)
        rest = self._comments_before(len(self._source), 0, 0)
        lines: list[str] = []
        for chunk in chunks:
            if self._spaced:
                body = [line for line in chunk.lines()[len(chunk.before) :] if line]
                before = [line for line in chunk.before if line or not lines]
                lines += ["", *before, *body]
            else:
                lines += chunk.lines()
        lines += rest
        kept = [line for line, next_line in pairwise([*lines, ""]) if line or next_line]
        return "\n".join(kept[1:] if kept and not kept[0] else kept) + "\n"

    def _block(self, node: Any, indent: int, role: str) -> list[_Chunk]:
        mapping = isinstance(node, yaml.MappingNode)
        ordered = mapping and all(key.value in _ORDER for key, _ in node.value)
        chunks: list[_Chunk] = []
        above = self._last
        for number, entry in enumerate(node.value):
            chunk = _Chunk(_ORDER[entry[0].value] if ordered else number, indent)
            chunk.column, chunk.above = node.start_mark.column, above
            if not node.flow_style:
                line = (entry[0] if mapping else entry).start_mark.line
                column = node.start_mark.column if number else _FAR
                chunk.before = self._comments_before(line, indent, column)
            self._last = chunk
            if mapping:
                self._pair(chunk, entry[0], entry[1], role)
            else:
                self._item(chunk, entry, role)
            chunks.append(chunk)
        return sorted(chunks, key=lambda chunk: chunk.rank)

    def _pair(self, chunk: _Chunk, key: Any, value: Any, role: str) -> None:
        start = f"{_scalar(key, False)}:"
        inner = key.value if not self._fragments else role
        role = role if role in _PATTERNS else inner
        unfolds = self._may_unfold(value) and inner in _LISTS
        if (self._is_block(value) and not self._may_fold(key, value, inner)) or unfolds:
            block = not value.flow_style
            comment = self._comment_after(key.end_mark, ":") if block else self._comment_after(value.end_mark)
            chunk.line = start + comment
            chunk.parts = self._block(value, chunk.indent + 2, role)
        else:
            chunk.line = f"{start} {self._flow(value, role)}{self._comment_after(value.end_mark)}"

    def _item(self, chunk: _Chunk, node: Any, role: str) -> None:
        unfolds = isinstance(node, yaml.MappingNode) and self._may_unfold(node)
        if self._is_block(node) or unfolds:
            comment = "" if self._is_block(node) else self._comment_after(node.end_mark).strip()
            chunk.before += [f"{' ' * chunk.indent}{comment}"] if comment else []
            chunk.item = True
            chunk.parts = self._block(node, chunk.indent + 2, role)
        else:
            chunk.line = f"- {self._flow(node, role)}{self._comment_after(node.end_mark)}"

    def _may_fold(self, key: Any, node: Any, role: str) -> bool:
        """Whether a block list is short enough by its nature to stand in [], and holds no comment."""
        return (
            role in _SHORT
            and isinstance(node, yaml.SequenceNode)
            and all(isinstance(item, yaml.ScalarNode) for item in node.value)
            and not any("#" in line for line in self._source[key.end_mark.line : self._end(node)])
        )

    @staticmethod
    def _end(node: Any) -> int:
        """The number of lines up to the end of a list's last item."""
        return int(node.value[-1].end_mark.line) + 1

    @staticmethod
    def _is_block(node: Any) -> bool:
        return not isinstance(node, yaml.ScalarNode) and not node.flow_style and bool(node.value)

    def _may_unfold(self, node: Any) -> bool:
        """Whether a collection in [] or {} can be written one entry a line: it holds no comment."""
        inside = self._slice(node)
        return (
            not isinstance(node, yaml.ScalarNode)
            and bool(node.value)
            and ("\n" not in inside or "#" not in inside)
        )

    def _flow(self, node: Any, role: str) -> str:
        if isinstance(node, yaml.ScalarNode):
            self._next = max(self._next, self._last_line(node) + 1)
            return _scalar(node, role in _PATTERNS)
        raw = self._slice(node)
        end = node.end_mark.line + 1 if node.flow_style else self._end(node)
        self._next = max(self._next, end)
        simple = isinstance(node, yaml.SequenceNode) and all(
            isinstance(item, yaml.ScalarNode) for item in node.value
        )
        if not simple or (node.flow_style and "\n" in raw):
            return "\n".join(line.rstrip() for line in raw.split("\n"))
        return f"[{', '.join(_scalar(item, role in _PATTERNS, flow=True) for item in node.value)}]"

    def _slice(self, node: Any) -> str:
        first, last = node.start_mark, node.end_mark
        lines = self._source[first.line : last.line + 1]
        if not lines:
            return ""
        lines[-1] = lines[-1][: last.column]
        lines[0] = lines[0][first.column :]
        return "\n".join(lines)

    def _last_line(self, node: Any) -> int:
        """The line that a scalar ends on; the mark of a block scalar stands on the line after it."""
        mark = node.end_mark
        return int(mark.line - 1 if mark.column == 0 and mark.line > node.start_mark.line else mark.line)

    def _comments_before(self, line: int, indent: int, column: int) -> list[str]:
        """The comment and blank lines up to a line; those that stand to the right of the column of what follows go
        to the chunk before.
        """
        found: list[str] = []
        for number in range(self._next, line):
            text = self._source[number].strip()
            if text.startswith("#"):
                depth = len(self._source[number]) - len(self._source[number].lstrip())
                if depth > column and not any(found) and self._last is not None:
                    self._last.after.append(f"{' ' * self._last.indent_at(depth, column)}{text}")
                else:
                    found.append(f"{' ' * indent}{text}")
            elif not text and (not found or found[-1]):
                found.append("")
        self._next = max(self._next, line)
        return found

    def _comment_after(self, mark: Any, skip: str = "") -> str:
        """The comment at the end of the line, after what the mark ends."""
        line = self._source[mark.line] if mark.line < len(self._source) else ""
        rest = line[mark.column :].strip().removeprefix(skip).strip()
        if mark.column == 0 or mark.line < self._next - 1 or not rest.startswith("#"):
            return ""
        self._next = max(self._next, mark.line + 1)
        return f"  {rest}"


def _scalar(node: Any, quoted: bool, *, flow: bool = False) -> str:
    """A scalar on one line: patterns in single quotes, other text plain where YAML allows that."""
    value: str = node.value
    if not node.tag.endswith(":str"):
        return value
    value = _folded(value) if quoted else value
    if not value.isprintable():
        return json.dumps(value, ensure_ascii=not value.replace("\n", "").isprintable())
    single = "'" + value.replace("'", "''") + "'"
    return value if not quoted and _is_plain(value, flow) else single


def _is_plain(value: str, flow: bool) -> bool:
    if not value or value != value.strip() or (flow and any(sign in value for sign in ",[]{}")):
        return False
    text = f"[{value}]" if flow else f"- key: {value}\n- {value}\n"
    try:
        read = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return False
    expected: Any = [value] if flow else [{"key": value}, value]
    return bool(read == expected)


def unformatted(path: Path) -> bool:
    """Whether a readable file is not in its usual form."""
    with suppress(RuleError):
        document = read_document(path, _adapter(path))
        return formatted(document) != document.text
    return False
