"""YAML files that people write: read, validated by a pydantic model, each problem at its file, line and column."""

from __future__ import annotations

import codecs
import stat
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Generic, TypeVar

import regex
import yaml
from pydantic import TypeAdapter, ValidationError

from simba.errors import Problem, RuleError
from simba.grammar.yamladvice import explain

Model = TypeVar("Model")
Location = tuple[int | str, ...]
"""Keys and list positions from the top of a file down to a part of it."""
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES = 2_000_000
MAX_NESTING = 20
"""Lists and mappings within one another."""
_ADVICE = {
    "extra_forbidden": "there is no such key here",
    "missing": "this key is needed",
    "string_type": "this must be text; put it in quotes",
    "list_type": "this must be a list: one item a line, each after '- '",
    "dict_type": "this must be 'key: value' lines",
    "too_short": "at least one is needed",
    "string_too_short": "this is empty; write something",
    **dict.fromkeys(("int_parsing", "int_from_float", "int_type"), "this must be a whole number"),
}


@dataclass(frozen=True, slots=True)
class Document(Generic[Model]):
    """A file's validated content, and where in the file each part of it stands."""

    path: Path
    text: str
    content: Model
    node: Any

    def problem(self, location: Location, message: str, offset: int = 0) -> Problem:
        """A problem with a part of the file; ``offset`` counts characters within a text of one line."""
        line, column = place_of(self.node, location)
        return Problem(self.path, message, line, column + offset)

    def key(self, *location: int | str) -> tuple[int, int]:
        """Line and column of the last key of a location, where `problem` gives its value."""
        return _place_of_key(self.node, location)


def read_yaml(path: Path, adapter: TypeAdapter[Model]) -> Model:
    """The file's content as the adapter's type; raises `RuleError` with all problems, at file, line and column."""
    return read_document(path, adapter).content


def read_document(path: Path, adapter: TypeAdapter[Model]) -> Document[Model]:
    """`read_yaml`, with the places of the content's parts."""
    document = read_raw(path)
    try:
        return Document(path, document.text, adapter.validate_python(document.content), document.node)
    except ValidationError as error:
        raise RuleError(*invalid(document, error, adapter)) from None


def read_list(path: Path, item: TypeAdapter[Model]) -> tuple[Document[list[Model | None]], list[Problem]]:
    """A file that is a list: each item that is as it should be, None for the others, and the others' problems.

    Raises `RuleError` where the file cannot be read or is no list.
    """
    document = read_raw(path)
    if not isinstance(document.content, list):
        raise RuleError(document.problem((), f"file: {_ADVICE['list_type']}"))
    items: list[Model | None] = []
    problems: list[Problem] = []
    for number, content in enumerate(document.content):
        try:
            items.append(item.validate_python(content))
        except ValidationError as error:
            items.append(None)
            problems += invalid(document, error, item, number)
    return Document(path, document.text, items, document.node), problems


def read_raw(path: Path) -> Document[Any]:
    """The content of a YAML file, as yet of any type; raises `RuleError`."""
    text = read_text(path)
    try:
        problems = _unsafe(path, text)
        loader = _Loader(text)
        node = None if problems else loader.get_single_node()
        problems = problems or _repeated_keys(path, node)
        if problems:
            raise RuleError(*problems)
        content = None if node is None else loader.construct_document(node)
    except (yaml.YAMLError, ValueError) as error:
        raise RuleError(Problem(path, *explain(text, error))) from None
    if content is None:
        raise RuleError(Problem(path, "the file is empty; write something or delete it"))
    return Document(path, text, content, node)


def require_file(path: Path) -> None:
    """Refuse pipes, devices, folders and dead links, which would hang or fail; raises `RuleError`."""
    try:
        mode = path.stat().st_mode
    except (OSError, RuntimeError) as error:
        raise RuleError(Problem(path, f"cannot be read: {getattr(error, 'strerror', error)}")) from None
    if stat.S_ISDIR(mode):
        raise RuleError(Problem(path, "cannot be read: Is a directory"))
    if not stat.S_ISREG(mode):
        raise RuleError(Problem(path, "not a regular file; put the text itself here"))


def read_text(path: Path) -> str:
    """The file's text; raises `RuleError` where it cannot be read, is no UTF-8 or is larger than `MAX_BYTES`."""
    require_file(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise RuleError(Problem(path, f"larger than {MAX_BYTES:,} bytes; split the file"))
        return content.decode("utf-8-sig")
    except OSError as error:
        raise RuleError(Problem(path, f"cannot be read: {error.strerror}")) from None
    except UnicodeDecodeError as error:
        raise RuleError(
            Problem(path, f"not UTF-8 (byte {error.start}){_encoding(content)}; save it as UTF-8")
        ) from None


def _encoding(content: bytes) -> str:
    """What an encoding looks like that is not UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return " but UTF-16"
    small = {
        name: sum("а" <= letter <= "я" for letter in content.decode(codec, errors="ignore"))
        for name, codec in (("Windows-1251", "cp1251"), ("KOI8-R", "koi8-r"))
    }
    likely = max(small, key=lambda name: small[name])  # most letters of a text are small
    return f" but, it seems, {likely}" if small[likely] > len(content) // 10 else ""


def place_of(node: Any, location: Location) -> tuple[int, int]:
    """Line and column (from 1) of the deepest part of the location that stands in the YAML tree."""
    place = node.start_mark if node is not None else None
    shift = 0
    for key in location:
        if isinstance(node, yaml.MappingNode):
            pairs = [(name, value) for name, value in node.value if name.value == str(key)]
            if not pairs:
                break
            name, node = pairs[0]
            place = node.start_mark if isinstance(node, yaml.ScalarNode) else name.start_mark
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
            place = node.start_mark
        else:
            break
        shift = 1 if isinstance(node, yaml.ScalarNode) and node.style in {"'", '"'} else 0
    return (place.line + 1, place.column + 1 + shift) if place is not None else (1, 1)


def _place_of_key(node: Any, location: Location) -> tuple[int, int]:
    """Line and column (from 1) of the last key of a location, where `place_of` gives its value."""
    for key in location[:-1]:
        if isinstance(key, int):
            node = node.value[key]
        else:
            node = next(value for name, value in node.value if name.value == key)
    mark = next(name.start_mark for name, _ in node.value if name.value == str(location[-1]))
    return mark.line + 1, mark.column + 1


def invalid(
    document: Document[Any], error: ValidationError, adapter: TypeAdapter[Any], *above: int | str
) -> list[Problem]:
    """Each thing that the model says is wrong with the part of the document at ``above``, at its place."""
    return [_invalid(document, (*above, *one["loc"]), one, adapter) for one in error.errors()]


def _invalid(document: Document[Any], location: Location, error: Any, adapter: TypeAdapter[Any]) -> Problem:
    parts = [part if isinstance(part, str) else f"item {part + 1}" for part in location]
    where = ": ".join(parts)
    message = _said(error)
    if error["type"] == "extra_forbidden":
        message += _nearest(str(location[-1]), adapter)
        return Problem(document.path, f"{where}: {message}", *document.key(*location))
    return document.problem(location, f"{where or 'file'}: {message}")


def _said(error: Any) -> str:
    """What pydantic says, in plain words, with what to write where that can be told."""
    kind, given, key = error["type"], error["input"], error["loc"][-1] if error["loc"] else ""
    if key == "property" and kind in {"string_type", "string_pattern_mismatch"}:
        number = regex.fullmatch(r"[PpРр]?([1-9]\d{0,9})", str(given))
        cyrillic = "; the Р is Cyrillic" if str(given)[:1] in {"Р", "р"} else ""
        return f"a property is a Latin P and its number{cyrillic}; write {f'P{number[1]}' if number else 'it like P36'}"
    if kind == "string_type" and given is None:
        return "this is empty; delete the item"
    if kind == "list_type" and isinstance(given, str) and given.startswith("-"):
        return "this must be a list; put a space after each hyphen"
    if kind == "string_pattern_mismatch":
        return "a class is written as its number; write it like Q5"
    if kind == "literal_error" and (near := get_close_matches(str(given), _quoted(error["msg"]), 1)):
        return f"{error['msg'].replace('Input should', 'this must')}; write {near[0]}"
    said: str = _ADVICE.get(kind, error["msg"].removeprefix("Value error, "))
    return said.replace("Input should", "this must")


def _quoted(text: str) -> list[str]:
    return [str(word) for word in regex.findall("'([^']*)'", text)]


def _nearest(key: str, adapter: TypeAdapter[Any]) -> str:
    """Advice to write the key that looks most like another, if any does."""
    schema = adapter.json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    keys = [name for part in parts for name in part.get("properties", ())]
    near = get_close_matches(key, keys, 1)
    return f"; {near[0]}" if near else ""


def _unsafe(path: Path, text: str) -> list[Problem]:
    """Aliases, with which a small file grows without bound, and nesting that would exhaust the reader's stack."""
    depth = 0
    anchors: list[Problem] = []
    for event in yaml.parse(text, Loader=_Loader):
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            message = "YAML aliases (*name) are not supported; write the text out"
            return [Problem(path, message, mark.line + 1, mark.column + 1)]
        if getattr(event, "anchor", None):
            message = (
                "YAML anchors (&name) are not supported; delete it, or put the text into 'single quotes'"
            )
            anchors.append(Problem(path, message, mark.line + 1, mark.column + 1))
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_NESTING:
            message = "lists within lists too deep for a file of rules; see docs/rules.md for its form"
            return [Problem(path, message, mark.line + 1, mark.column + 1)]
    return anchors[:1]


def _repeated_keys(path: Path, root: Any) -> list[Problem]:
    problems = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, yaml.SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    problems.append(_at(path, key, "a key must be plain text"))
                elif key.value in seen:
                    problems.append(_at(path, key, f"key {key.value!r} stands twice; merge the two"))
                else:
                    seen.add(key.value)
                stack.append(value)
    return problems


def _at(path: Path, node: Any, message: str) -> Problem:
    return Problem(path, message, node.start_mark.line + 1, node.start_mark.column + 1)
