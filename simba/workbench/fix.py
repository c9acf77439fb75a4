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
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from simba.errors import Problem, RuleError, SimbaError
from simba.interrogative import DICTIONARY
from simba.rulefiles import FRAGMENT_TEXTS, FRAGMENTS, INTERROGATIVES, RULES, RuleText
from simba.yamlfile import Document, read_document

_ORDER = {key: place for place, key in enumerate([*RuleText.model_fields, "type"])}
_PATTERNS = frozenset({"patterns", "phrases", "fragments", "requests"})
"""The keys under which texts are quoted, and ё is written е."""
_LISTS = frozenset({"patterns", "phrases", "examples", "counterexamples", "requests"})
"""The keys whose lists have one item a line."""


def refuse_installed(folder: Path) -> None:
    """Leave the rules alone that were installed with the package; raises `SimbaError`."""
    if (folder.parent / "rules").samefile(folder) and folder.parent.name == "data":
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
    lost = Problem(path, "cannot be formatted without losing something; move its comments to lines of their own")
    try:
        again = yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: S506 (a safe loader)
        before = yaml.load(document.text, Loader=yaml.CSafeLoader)  # noqa: S506
        after = _Layout(text, fragments=False, spaced=False)
        after.text(yaml.compose(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        raise RuleError(lost) from None
    if plain(again, path) != plain(before, path) or sorted(after.comments) != sorted(layout.comments):
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


def _adapter(path: Path) -> TypeAdapter[Any]:
    return {FRAGMENTS: FRAGMENT_TEXTS, INTERROGATIVES: DICTIONARY}.get(path.name, RULES)


def _folded(pattern: str) -> str:
    return pattern.replace("ё", "е").replace("Ё", "Е")


@dataclass
class _Chunk:
    """The lines of an entry, and what they are sorted by."""

    rank: float
    lines: list[str] = field(default_factory=list)


class _Layout:
    """Writes a tree anew, with the comments where they were."""

    def __init__(self, text: str, *, fragments: bool, spaced: bool) -> None:
        self._source = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._text = text
        self._fragments = fragments
        self._spaced = spaced
        self._next = 0
        """The first line of the source whose comments are not yet written."""
        self._last: list[str] = []
        """The lines of the chunk that was written last: it takes comments that are indented as its parts are."""
        self.comments: list[str] = []

    def text(self, root: Any) -> str:
        top = "fragments" if self._fragments else ""
        lines = self._block(root, 0, top) if self._is_block(root) else [self._flow(root, top)]
        rest = self._comments_before(len(self._source), 0)
        while lines and not lines[0]:
            lines.pop(0)
        while rest and not rest[-1]:
            rest.pop()
        return "\n".join([*lines, *rest]) + "\n"

    def _block(self, node: Any, indent: int, role: str) -> list[str]:
        chunks = []
        entries = node.value
        mapping = isinstance(node, yaml.MappingNode)
        for number, entry in enumerate(entries):
            first = entry[0] if mapping else entry
            rank = _ORDER.get(entry[0].value, 99) if mapping and self._ordered(node) else number
            chunk = _Chunk(rank)
            if not node.flow_style:
                chunk.lines += self._comments_before(first.start_mark.line, indent)
            self._last = chunk.lines
            chunk.lines += (
                self._pair(*entry, indent, role) if mapping else self._item(entry, indent, role)
            )
            chunks.append(chunk)
        if mapping and self._ordered(node):
            chunks.sort(key=lambda chunk: chunk.rank)
        if self._spaced and indent == 0 and not mapping:
            for chunk in chunks[1:]:
                chunk.lines[:] = ["", *(line for line in chunk.lines if line)]
        return [line for chunk in chunks for line in chunk.lines]

    @staticmethod
    def _ordered(node: Any) -> bool:
        return all(key.value in _ORDER for key, _ in node.value)

    def _pair(self, key: Any, value: Any, indent: int, role: str) -> list[str]:
        start = f"{' ' * indent}{_scalar(key, False)}:"
        inner = key.value if not self._fragments else role
        role = role if role in _PATTERNS else inner
        if self._is_block(value) or (inner in _LISTS and self._may_unfold(value)):
            comment = self._comment_after(key.end_mark, skip=":") if not value.flow_style else ""
            return [start + comment, *self._block(value, indent + 2, role)]
        return [f"{start} {self._flow(value, role)}{self._comment_after(value.end_mark)}"]

    def _item(self, node: Any, indent: int, role: str) -> list[str]:
        start = " " * indent + "- "
        if self._is_block(node) or (isinstance(node, yaml.MappingNode) and self._may_unfold(node)):
            lines = self._block(node, indent + 2, role)
            for number, line in enumerate(lines):
                if line.strip() and not line.lstrip().startswith("#"):
                    comments, rest = lines[:number], lines[number + 1 :]
                    outer = [f"{' ' * indent}{comment.lstrip()}" for comment in comments]
                    return [*outer, start + line[indent + 2 :], *rest]
        return [f"{start}{self._flow(node, role)}{self._comment_after(node.end_mark)}"]

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
        self._next = max(self._next, node.end_mark.line + 1)
        simple = isinstance(node, yaml.SequenceNode) and all(
            isinstance(item, yaml.ScalarNode) for item in node.value
        )
        if "\n" in raw or not simple:
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

    def _comments_before(self, line: int, indent: int) -> list[str]:
        """The comment and blank lines up to a line; those that are indented further go to the chunk before."""
        found: list[str] = []
        for number in range(self._next, line):
            text = self._source[number].strip()
            if text.startswith("#"):
                self.comments.append(text)
                depth = len(self._source[number]) - len(self._source[number].lstrip())
                if depth > indent and not any(found) and self._last:
                    self._last.append(f"{' ' * depth}{text}")
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
        if mark.column == 0 or not rest.startswith("#"):
            return ""
        self._next = max(self._next, mark.line + 1)
        self.comments.append(rest)
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
        read = yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: S506 (a safe loader)
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


