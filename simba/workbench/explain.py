r"""Phrases and patterns told in words: ``(?:{какой} )?столиц\w+`` is "[какой] столиц…".

The notation is that of phrases: ``[...]`` is optional, ``( | )`` one of several, ``…`` any ending or, alone, a few
other words. Python's own parser of regular expressions reads the pattern, so that what is told is what is matched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import regex

from simba.errors import PatternError
from simba.grammar.fragments import FRAGMENT, LEMMA
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.written import Expression
from simba.workbench.parsetree import parse_tree

PieceKind = Literal["text", "lemma", "fragment", "note"]
_FIRST_SIGN = 0xE000
_BRANCHES = "\uf8fe\uf8ff"
_MANY = 1000
_LETTERS = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz0123456789")
_WORDS_BETWEEN = regex.compile(r"\(\?(?:P<gap>|:)\(\?:\\W\+\\w\+\)\{0,(\d)\}\??\)")
_TIDY = regex.compile(r" +")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what is told: words as they stand, a lemma, a fragment's name, or a note on what is meant."""

    kind: PieceKind
    text: str


class _OddError(Exception):
    """Something that words would not make clearer."""


def explain(expression: Expression) -> tuple[Piece, ...] | None:
    """An expression in words; None where it is too odd."""
    try:
        pattern = expression.text
        return explain_pattern(phrase_to_pattern(pattern) if expression.kind == "phrases" else pattern)
    except PatternError:
        return None


def explain_pattern(pattern: str) -> tuple[Piece, ...] | None:
    """A pattern with its ``{fragments}`` and ``<lemmas>`` in words; None where it is too odd."""
    signs: dict[str, Piece] = {}

    def sign(kind: PieceKind, text: str) -> str:
        char = chr(_FIRST_SIGN + len(signs))
        signs[char] = Piece(kind, text)
        return char

    marked = FRAGMENT.sub(lambda match: sign("fragment", match[1]), pattern)
    marked = LEMMA.sub(lambda match: sign("lemma", match[1]), marked)
    marked = _WORDS_BETWEEN.sub(lambda match: f" {sign('note', f'до {match[1]} других слов')} ", marked)
    try:
        told = "".join(_told(parse_tree(_apart(marked)), signs))
    except (_OddError, RecursionError, re.error):
        return None
    return tuple(_pieces(_TIDY.sub(" ", told).strip(), signs))


def _apart(pattern: str) -> str:
    """The pattern with a sign at the start of each branch, so that the parser does not draw out what they share."""
    parts, inside, number = [], False, 0
    escaped = False
    for char in pattern:
        parts.append(char)
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == "[":
            inside = True
        elif char == "]":
            inside = False
        elif char == "|" and not inside:
            parts.append(_BRANCHES[number % 2])
            number += 1
    return "".join(parts)


def _told(tree: Iterable[Any], signs: dict[str, Piece]) -> Iterator[str]:
    """The parts of a sequence in words."""
    letter = False  # whether a letter stands before
    for operator, argument in tree:
        name = str(operator)
        if name == "LITERAL":
            char = chr(argument)
            if char in _BRANCHES:
                continue
            yield char
            letter = char in _LETTERS
            continue
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            yield _repeat(argument, signs, letter=letter)
        elif name == "BRANCH":
            text = _either(argument[1], signs)
            yield text
            letter = _ends_in_letter(text)
            continue
        elif name == "SUBPATTERN":
            if argument[1] or argument[2]:  # flags
                raise _OddError
            inner = list(argument[-1])
            text = "".join(_told(inner, signs))
            yield text
            letter = _ends_in_letter(text)
            continue
        elif name == "IN":
            yield _set(argument)
        elif name in {"ASSERT", "ASSERT_NOT"}:
            yield _condition(argument, signs, negative=name == "ASSERT_NOT")
            continue
        elif name == "AT":
            yield _at(str(argument))
        elif name == "ANY":
            yield _note("любой знак", signs)
        else:
            raise _OddError
        letter = False


def _ends_in_letter(text: str) -> bool:
    return text.rstrip(")]")[-1:] in _LETTERS


def _repeat(argument: Any, signs: dict[str, Piece], *, letter: bool) -> str:
    least, most, inner = argument[0], int(argument[1]), list(argument[2])
    category = _category(inner)
    if category == "WORD":
        if letter:
            return "…"
        word = _note("любое слово", signs)
        return f" {word} " if least else f" [{word}] "
    if category in {"NOT_WORD", "SPACE"}:
        return " "
    if category == "DIGIT":
        return _note("число", signs)
    if category:
        raise _OddError
    text = "".join(_told(inner, signs))
    if (least, most) == (0, 1):
        before, after = " " * text.startswith(" "), " " * text.endswith(" ")
        inner_text = text.strip()
        if inner_text.startswith("(") and inner_text.endswith(")") and _is_one_group(inner_text):
            inner_text = inner_text[1:-1]
        return f"{before}[{inner_text}]{after}" if inner_text else " "
    if most > _MANY:
        return f"({text.strip()}) {_note('один раз или больше' if least else 'сколько угодно раз', signs)} "
    return f"({text.strip()}) {_note(f'{least}–{most} раз', signs)} "


def _is_one_group(text: str) -> bool:
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return True


def _either(branches: Sequence[Any], signs: dict[str, Piece]) -> str:
    told = ["".join(_told(branch, signs)) for branch in branches]
    if not all(text.strip() for text in told):  # one of several, or nothing
        return f"[{' | '.join(text.strip() for text in told if text.strip())}]"
    before = " " * all(text.startswith(" ") for text in told)
    after = " " * all(text.endswith(" ") for text in told)
    return f"{before}({' | '.join(text.strip() for text in told)}){after}"


def _set(items: Sequence[Any]) -> str:
    chars = []
    for operator, argument in items:
        name = str(operator)
        if name == "LITERAL":
            chars.append(chr(argument))
        elif name == "CATEGORY":
            category = str(argument)
            if category == "CATEGORY_NOT_WORD":
                return " "
            chars.append("цифра" if category == "CATEGORY_DIGIT" else "буква")
        elif name == "RANGE":
            chars.append(f"{chr(argument[0])}–{chr(argument[1])}")
        else:
            raise _OddError
    if set(chars) <= {" ", "-"}:
        return chars[0]
    return f"({' | '.join(chars)})"


def _category(tree: Sequence[Any]) -> str | None:
    """The one class of characters that is repeated: WORD, NOT_WORD ..."""
    if len(tree) != 1 or str(tree[0][0]) != "IN" or len(tree[0][1]) != 1:
        return None
    operator, argument = tree[0][1][0]
    return str(argument).removeprefix("CATEGORY_") if str(operator) == "CATEGORY" else None


def _condition(argument: Any, signs: dict[str, Piece], *, negative: bool) -> str:
    ahead, inner = argument
    text = " ".join("".join(_told(inner, signs)).split())
    if not negative and ahead > 0 and _ends(inner):
        return f" {_note('(здесь вопрос кончается)', signs)}"
    if not text:
        return " "
    where = "дальше" if ahead > 0 else "перед этим"
    no_more = "не " if negative else ""
    return f" {_note(f'({where} {no_more}'.rstrip(), signs)} «{text}») "


def _ends(tree: Iterable[Any]) -> bool:
    """Whether only the question's end can follow (``\\W*$``)."""
    return [str(operator) for operator, _ in tree][-1:] == ["AT"]


def _at(where: str) -> str:
    if where.startswith("AT_BEGINNING"):
        return "^ "
    if where.startswith("AT_END"):
        return " $"
    return ""


def _note(text: str, signs: dict[str, Piece]) -> str:
    char = next((char for char, piece in signs.items() if piece == Piece("note", text)), None)
    if char is None:
        char = chr(_FIRST_SIGN + len(signs))
        signs[char] = Piece("note", text)
    return char


def _pieces(told: str, signs: dict[str, Piece]) -> Iterator[Piece]:
    text = ""
    for char in told:
        if char not in signs:
            text += char
            continue
        if text:
            yield Piece("text", text)
            text = ""
        yield signs[char]
    if text:
        yield Piece("text", text)
