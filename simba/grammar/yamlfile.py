"""YAML files that people write: read, validated by a pydantic model, each problem at its file, line and column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from simba.errors import Problem, RuleError
from simba.grammar.modeladvice import NO_LIST, location_name, said
from simba.grammar.textfile import read_text
from simba.grammar.yamladvice import TOO_DEEP, explain

Model = TypeVar("Model")
Location = tuple[int | str, ...]
"""Keys and list positions from the top of a file down to a part of it."""
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_NESTING = 20
"""Lists and mappings within one another."""


@dataclass(frozen=True, slots=True)
class Document(Generic[Model]):
    """A file's validated content, and where in the file each part of it stands."""

    path: Path
    text: str
    content: Model
    node: Any

    def problem(self, location: Location, message: str, offset: int = 0, *, advice: str = "") -> Problem:
        """A problem with a part of the file; ``offset`` counts characters within a text of one line."""
        line, column = place_of(self.node, location)
        return Problem(self.path, message, line, column + offset, advice)

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
        raise RuleError(*_invalid(document, error, adapter)) from None


def read_list(path: Path, item: TypeAdapter[Model]) -> tuple[Document[list[Model | None]], list[Problem]]:
    """A file that is a list: each item that is as it should be, None for the others, and the others' problems.

    Raises `RuleError` where the file cannot be read or is no list.
    """
    document = read_raw(path)
    if not isinstance(document.content, list):
        raise RuleError(document.problem((), f"файл: {NO_LIST}"))
    items: list[Model | None] = []
    problems: list[Problem] = []
    for number, content in enumerate(document.content):
        try:
            items.append(item.validate_python(content))
        except ValidationError as error:
            items.append(None)
            problems += _invalid(document, error, item, number)
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
        raise RuleError(explain(path, text, error)) from None
    if content is None:
        raise RuleError(Problem(path, "файл пуст", advice="напишите что-нибудь или удалите его"))
    return Document(path, text, content, node)


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


def _invalid(
    document: Document[Any], error: ValidationError, adapter: TypeAdapter[Any], *above: int | str
) -> list[Problem]:
    """Each thing that the model says is wrong with the part of the document at ``above``, at its place."""
    problems = []
    for one in error.errors():
        location = (*above, *one["loc"])
        message, advice = said(one, adapter)
        message = f"{location_name(location)}: {message}"
        if one["type"] == "extra_forbidden":
            problems.append(Problem(document.path, message, *document.key(*location), advice))
        else:
            problems.append(document.problem(location, message, advice=advice))
    return problems


def _unsafe(path: Path, text: str) -> list[Problem]:
    """Aliases, with which a small file grows without bound, and nesting that would exhaust the reader's stack."""
    depth = 0
    anchors: list[Problem] = []
    for event in yaml.parse(text, Loader=_Loader):
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            message = "ссылки YAML (*имя) не поддерживаются"
            return [_at(path, mark, message, "выпишите текст целиком")]
        if getattr(event, "anchor", None):
            advice = "удалите её или возьмите весь текст в 'одинарные кавычки'"
            anchors.append(_at(path, mark, "метки YAML (&имя) не поддерживаются", advice))
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_NESTING:
            return [_at(path, mark, *TOO_DEEP)]
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
                    problems.append(_at(path, key.start_mark, "ключ должен быть простым текстом"))
                elif key.value in seen:
                    message = f"ключ {key.value} стоит дважды"
                    problems.append(_at(path, key.start_mark, message, "объедините их"))
                else:
                    seen.add(key.value)
                stack.append(value)
    return problems


def _at(path: Path, mark: Any, message: str, advice: str = "") -> Problem:
    return Problem(path, message, mark.line + 1, mark.column + 1, advice)
