"""YAML files that people write: read, validated by a pydantic model, with errors that name file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from simba.errors import RuleError

Model = TypeVar("Model")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_BYTES = 2_000_000


def read_yaml(path: Path, adapter: TypeAdapter[Model]) -> Model:
    """The file's content as the adapter's type; raises `RuleError` with file, line and reason."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise RuleError(f"{path}: larger than {MAX_BYTES:,} bytes; split the file")
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=_Loader)
        _refuse_repeated_keys_and_aliases(path, text, node)
        content = yaml.load(text, Loader=_Loader)  # noqa: S506 (a safe loader)
    except OSError as error:
        raise RuleError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RuleError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f"{path}:{mark.line + 1}" if mark is not None else str(path)
        raise RuleError(f"{line}: not valid YAML: {getattr(error, 'problem', None) or error}") from None
    try:
        return adapter.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RuleError(f"{path}:{line_of(node, first['loc'])}: {where or 'file'}: {first['msg']}") from None


def line_of(node: Any, location: tuple[int | str, ...]) -> int:
    """The line (from 1) of the deepest part of the location that stands in the YAML tree."""
    line = node.start_mark.line + 1 if node is not None else 1
    for key in location:
        if isinstance(node, yaml.MappingNode):
            pairs = [(name, value) for name, value in node.value if name.value == str(key)]
            if not pairs:
                break
            name, node = pairs[0]
            line = name.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
            line = node.start_mark.line + 1
        else:
            break
    return int(line)


def _refuse_repeated_keys_and_aliases(path: Path, text: str, root: Any) -> None:
    if "&" in text or "*" in text:  # anchors let a small file grow without bound
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent):
                line = event.start_mark.line + 1  # type: ignore[union-attr]
                raise RuleError(f"{path}:{line}: YAML aliases (*name) are not supported; write the text out")
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, yaml.SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                if key.value in seen:
                    line = key.start_mark.line + 1
                    raise RuleError(f"{path}:{line}: key {key.value!r} stands twice; merge the two")
                seen.add(key.value)
                stack.append(value)
