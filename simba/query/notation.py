"""S-expressions, after GrailQA's: a form written as it is, and read back.

A bare path stands for a hop from the member that is measured.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeAlias, cast

import regex

from simba.query.forms import (
    IT,
    And,
    Called,
    Class,
    Compares,
    Condition,
    Count,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    Member,
    More,
    Named,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.paths import Path, path
from simba.query.scalars import Date, Number, Text, Year

_TOKEN = regex.compile(
    r"""\s*+(?:
    (?P<text>"(?:[^"\\]|\\.)*+")
    | (?P<path>(?P<step>\^?P\d++[*]?|\((?&path)(?:\|(?&path))++\)[*]?)(?:/(?&step))*+)
    | (?P<sign>[()])
    | (?P<atom>[^\s"()]++)
    )\s*+""",
    regex.VERBOSE | regex.DOTALL,
)
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_DATE = re.compile(r"(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})")
MAX_DEPTH = 50
"""Brackets in brackets."""

MAX_PARSED = 512
"""Expressions that are remembered: a page looks several times at those of one question."""
_Tree: TypeAlias = "Path | Form | str | list[_Tree]"


@lru_cache(maxsize=MAX_PARSED)
def parse_expression(text: str) -> Form:
    """The form of an s-expression; raises ValueError with one clear line."""
    tokens = list(_tokens(text))[::-1]
    tree = _read(tokens, 0)
    if tokens:
        raise ValueError(f"more than one expression: {text!r}")
    return _form(tree)


# --- printing ---


def written(form: Form | Condition) -> str:
    """The s-expression of a form or of a condition on a statement, in the order that it has."""
    match form:
        case Entity(identifier):
            return identifier if identifier[0] == "Q" else f"(entity {identifier})"
        case Text(value):
            return _quoted(value)
        case Number(value):
            written = f"{Decimal(value):f}"
            return written.rstrip("0").rstrip(".") if "." in written else written
        case Date():
            return str(form)
        case Year(value):
            return f"(year {value})"
        case Member():
            return "it"
        case Hop(Member(), steps):
            return str(steps)
    return f"({' '.join([type(form).__name__.lower(), *_arguments(form)])})"


def _arguments(form: Form | Condition) -> list[str]:
    match form:
        case Named(name):
            return [_quoted(name)]
        case Class(ids):
            return list(ids)
        case Hop(source, steps):
            return [written(source), str(steps)]
        case And(members) | Or(members):
            return list(map(written, members))
        case Without(source, other):
            return [written(source), written(other)]
        case Where(source, measure, comparison, value):
            return [written(source), written(measure), comparison, written(value)]
        case Rank(source, measure, order, position, limit):
            return [written(source), written(measure), order, str(position), str(limit)]
        case Qualifier(name) | Lacks(name) | Has(name, None):
            return [name]
        case Has(name, known):
            return [name, written(cast(Form, known))]
        case Compares(name, comparison, value):
            return [name, comparison, written(value)]
        case During(first, last):
            return [written(first), *([written(last)] if last else [])]
        case Statement():
            return _statement_arguments(form)
        case Called(source) | Count(source):
            return [written(source)]
        case Part(source, part):
            return [written(source), part]
        case Difference(first, second, unit):
            return [written(first), written(second), unit]
        case More(measure, order, members):
            return [written(measure), order, *map(written, members)]
        case Exists(source, known):
            return [written(source), *([written(known)] if known else [])]
    raise TypeError(f"not a form: {form!r}")


def _statement_arguments(form: Statement) -> list[str]:
    ends = [(name, end) for name, end in (("subject", form.subject), ("value", form.value)) if end]
    return [
        form.property,
        *(f"({name} {written(end)})" for name, end in ends),
        *map(written, form.conditions),
        form.take if isinstance(form.take, str) else written(form.take),
    ]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# --- parsing ---


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise ValueError(
                f"not an s-expression from character {place + 1} on: {text[place : place + 20]!r}"
            )
        kind = next(name for name in ("text", "path", "sign", "atom") if token[name] is not None)
        found.append((kind, token[kind]))
        place = token.end()
    return found


def _read(tokens: list[tuple[str, str]], depth: int) -> _Tree:
    """The next expression of the reversed tokens, in which what is clear by itself is read already."""
    if depth > MAX_DEPTH:
        raise ValueError(f"more than {MAX_DEPTH} brackets in brackets")
    if not tokens:
        raise ValueError("the expression is not complete")
    kind, word = tokens.pop()
    if kind == "text":
        return Text(re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL))
    if kind == "path":
        return path(word)
    if word == ")":
        raise ValueError("a bracket is closed that was not opened")
    if word == "(":
        items: list[_Tree] = []
        while tokens and tokens[-1] != ("sign", ")"):
            items.append(_read(tokens, depth + 1))
        if not tokens:
            raise ValueError("a bracket is not closed")
        tokens.pop()
        return items
    if word[0] == "Q":
        return Entity(word)
    if word == "it":
        return IT
    if day := _DATE.fullmatch(word):
        return Date(int(day[1]), int(day[2]), int(day[3]))
    return Number(Decimal(word)) if _NUMBER.fullmatch(word) else word


def _form(tree: _Tree) -> Form:
    if isinstance(tree, Path):
        return Hop(IT, tree)
    if isinstance(tree, str):
        raise ValueError(f"not a form: {tree!r}")
    if not isinstance(tree, list):
        return tree
    head = tree[0] if tree else None
    try:
        return _built(head, tree[1:])
    except (TypeError, AttributeError, IndexError):
        raise ValueError(f"wrong arguments of {head!r}") from None


def _built(head: Any, rest: list[Any]) -> Form:
    match head, rest:
        case "entity", [steps]:
            return Entity(str(steps))
        case "year", [Number(value)]:
            return Year(int(value))
        case "named", [Text(name)]:
            return Named(name)
        case "called", [source]:
            return Called(_form(source))
        case "class", classes:
            return Class(*(one.id for one in classes))
        case "hop", [source, Path() as steps]:
            return Hop(_form(source), steps)
        case "and", members:
            return And(*map(_form, members))
        case "or", members:
            return Or(*map(_form, members))
        case "without", [source, excluded]:
            return Without(_form(source), _form(excluded))
        case "where", [source, measure, comparison, value]:
            return Where(_form(source), _form(measure), comparison, _form(value))
        case "rank", [source, measure, order, Number(position), Number(limit)]:
            return Rank(_form(source), _form(measure), order, int(position), int(limit))
        case "qualifier", [name]:
            return Qualifier(str(name))
        case "statement", [name, *clauses, take]:
            return _statement(str(name), clauses, take)
        case "count", [source]:
            return Count(_form(source))
        case "part", [source, part]:
            return Part(_form(source), part)
        case "difference", [first, second, unit]:
            return Difference(_form(first), _form(second), unit)
        case "more", [measure, order, *members]:
            return More(_form(measure), order, *map(_form, members))
        case "exists", [source, *known]:
            return Exists(_form(source), *map(_form, known))
    raise ValueError(f"not a form: {head!r} with {len(rest)} arguments")


def _statement(name: str, clauses: list[Any], take: Any) -> Statement:
    ends: dict[str, Form] = {}
    conditions: list[Condition] = []
    for clause in clauses:
        match clause:
            case ["subject" | "value" as side, end]:
                ends[side] = _form(end)
            case ["has", qualifier]:
                conditions.append(Has(str(qualifier)))
            case ["has", qualifier, value]:
                conditions.append(Has(str(qualifier), _form(value)))
            case ["lacks", qualifier]:
                conditions.append(Lacks(str(qualifier)))
            case ["compares", qualifier, comparison, value]:
                conditions.append(Compares(str(qualifier), comparison, cast(Any, _form(value))))
            case ["during", *span]:
                conditions.append(During(*cast(Any, map(_form, span))))
            case _:
                raise ValueError(f"not a condition of a statement: {clause!r}")
    return Statement(
        name,
        ends.get("subject"),
        ends.get("value"),
        tuple(conditions),
        cast(Any, take) if isinstance(take, str) else _form(take),
    )
