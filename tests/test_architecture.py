"""What a reader may rely on wherever in the package he looks; the layers themselves are held by `make lint`."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "simba"
MODULES = sorted(PACKAGE.rglob("*.py"))
WITHOUT_WORDS = ("query", "stages", "grammar", "kb", "building", "common")
"""Where Russian words are data of rules/, not code."""
WORD = re.compile(r"[а-яё]{2,}(?:[ -][а-яё]+)?", re.IGNORECASE)
NO_WORDS = re.compile(r"\[[^]]*\]|\\?\{[^}]*\}")
"""Sets of letters, and names of fragments."""
LETTERS = re.compile(r"[а-яё]{2,}")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_two_modules_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        if not path.name.startswith("__"):
            places[path.name].append(name_of(path))
    assert [paths for paths in places.values() if len(paths) > 1] == []


def test_no_two_public_classes_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name_of(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def word_lists(tree: ast.AST) -> Iterator[tuple[int, list[str]]]:
    """Collections of Russian words, texts split into words, and regular expressions of them."""
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            words = [word for item in node.elts for word in strings(item)]
        elif isinstance(node, ast.Dict):
            words = [word for item in node.keys if item is not None for word in strings(item)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "split":
                words = [word for text in strings(node.func.value) for word in text.split()]
            elif node.func.attr in {"compile", "match", "fullmatch", "search", "sub", "findall"}:
                words = [
                    word
                    for item in node.args[:1]
                    for text in strings(item)
                    for word in LETTERS.findall(NO_WORDS.sub("", text))
                ]
                words *= 2  # one word is enough
        if sum(WORD.fullmatch(word) is not None for word in words) > 1:
            yield node.lineno, words


def strings(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Tuple):
        return [text for item in node.elts for text in strings(item)]
    return []


def test_a_word_list_is_found() -> None:
    code = 'A = {"кто", "что"}; B = "кто что".split(); C = re.compile(r"кто\\w+"); D = {"кто": 1, "что": 2}'
    assert len(list(word_lists(ast.parse(code)))) == 4
    assert not list(word_lists(ast.parse('raise ValueError("нет такого правила"); A = {"ё", "е"}')))


@pytest.mark.parametrize("layer", WITHOUT_WORDS)
def test_russian_words_are_data(layer: str) -> None:
    found = [
        f"{name_of(path)}:{line}: {', '.join(words[:5])}"
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        for line, words in word_lists(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
