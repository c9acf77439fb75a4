"""Expressions of SPARQL as plain trees, and what they compute: dates' parts, durations, values that can be compared.

What is computed is told by templates: the expressions that `simba.query.sparql` writes, and those that people write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, get_args

from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import BNode, Identifier, Literal, Variable

from simba.evaluation.sparql_reading import read_query
from simba.query.forms import DatePart, Unit
from simba.query.sparql import arithmetic

Expression: TypeAlias = "Identifier | CompValue | tuple[Any, ...]"
"""A term, the pattern of an EXISTS, or an operator with its operands."""

NOTHING = Variable(arithmetic.NOTHING.removeprefix("?"))
_AGE = "YEAR(?b) - YEAR(?a) - IF(MONTH(?b) < MONTH(?a) || (MONTH(?b) = MONTH(?a) && DAY(?b) < DAY(?a)), 1, 0)"
_WRITTEN_BY_HAND: tuple[tuple[str, str], ...] = (
    ("YEAR(?a)", "year"),
    ("MONTH(?a)", "month"),
    ("DAY(?a)", "day"),
    (_AGE, "age"),
    ("YEAR(?b) - YEAR(?a)", "years"),
    ("?b - YEAR(?a)", "years"),
    ('xsd:integer(STRBEFORE(STRAFTER(STR(?b - ?a), "P"), "D"))', "days"),
    ("?b - ?a", "between"),
    ("ABS(?b - ?a)", "amount"),
)
ONE_VALUE = frozenset({"number", "ordered", "comparable", *get_args(DatePart)})
"""What is computed of one value: ``ordered`` is a day as a number."""
TWO_VALUES = frozenset({"between", *get_args(Unit)})
"""What is computed of two; ``between`` does not say in what."""


@dataclass(frozen=True, slots=True)
class Computed:
    """What an expression computes, and of what: variables, or expressions themselves."""

    kind: str
    first: Expression
    second: Expression | None = None


def variable_of(term: Any) -> Any:
    """A blank node of a query is a variable that is not named."""
    return Variable(f"_{term}") if isinstance(term, BNode) else term


def expression_of(node: Any) -> Expression:
    """rdflib's expression as a tree."""
    if not isinstance(node, CompValue):
        return variable_of(node)  # type: ignore[no-any-return]
    match node.name:
        case "ConditionalAndExpression" | "ConditionalOrExpression":
            sign = "&&" if "And" in node.name else "||"
            return (sign, *map(expression_of, (node.expr, *node.other)))
        case "RelationalExpression" if node.op is None:
            return expression_of(node.expr)
        case "RelationalExpression":
            others = node.other if isinstance(node.other, list) else [node.other]
            return (str(node.op), *map(expression_of, (node.expr, *others)))
        case "AdditiveExpression" | "MultiplicativeExpression":
            found = expression_of(node.expr)
            for sign, other in zip(node.op or (), node.other or (), strict=True):
                found = (str(sign), found, expression_of(other))
            return found
        case "UnaryNot":
            return ("!", expression_of(node.expr))
        case "UnaryMinus" if isinstance(node.expr, Literal):
            return Literal(f"-{node.expr}", datatype=node.expr.datatype)
        case "Function":
            return (str(node.iri), *map(expression_of, node.expr))
        case "Builtin_NOTEXISTS" | "Builtin_EXISTS":
            return (node.name, node.graph)
    operands = [value for key, value in node.items() if key != "_vars" and value is not None]
    return (node.name, *(expression_of(one) for part in operands for one in _each(part)))


def _each(part: Any) -> Iterable[Any]:
    return part if isinstance(part, list) else [part]


def conjuncts(expression: Expression) -> Iterator[Expression]:
    """The conditions that a condition joins with "and"."""
    if isinstance(expression, tuple) and expression[0] == "&&":
        for one in expression[1:]:
            yield from conjuncts(one)
    else:
        yield expression


def variables(expression: Expression) -> Iterator[Variable]:
    """The variables of an expression that may have a value, from left to right."""
    if isinstance(expression, Variable):
        if expression != NOTHING:
            yield expression
    elif isinstance(expression, tuple):
        for one in expression[1:]:
            yield from variables(one)


def replaced(expression: Expression, by: dict[Any, Expression]) -> Expression:
    """The expression with some of its variables replaced."""
    if isinstance(expression, tuple):
        return (expression[0], *(replaced(one, by) for one in expression[1:]))
    return by.get(expression, expression)


def computed(expression: Expression) -> Computed | None:
    """What an expression computes; None where no template fits."""
    for template, kind in _templates():
        found: dict[Variable, Expression] = {}
        if matches(template, expression, found):
            return Computed(kind, found[Variable("a")], found.get(Variable("b")))
    return None


def matches(template: Expression, expression: Expression, found: dict[Variable, Expression]) -> bool:
    """Whether an expression fits a template, whose variables stand for anything, alike wherever they are."""
    if isinstance(template, Variable) and template != NOTHING:
        return found.setdefault(template, expression) == expression
    if isinstance(template, tuple):
        return (
            isinstance(expression, tuple)
            and len(template) == len(expression)
            and template[0] == expression[0]
            and all(matches(*pair, found) for pair in zip(template[1:], expression[1:], strict=True))
        )
    return bool(template == expression)


@lru_cache(maxsize=100)
def template(text: str) -> Expression:
    """An expression, written as in a query."""
    extended = next(read_query(f"SELECT * WHERE {{ BIND({text} AS ?x) }}").blocks("Extend"))
    return expression_of(extended.expr)


@lru_cache(maxsize=1)
def _templates() -> tuple[tuple[Expression, str], ...]:
    written = [
        (arithmetic.number("?a"), "number"),
        (arithmetic.day("?a"), "ordered"),
        (arithmetic.comparable("?a"), "comparable"),
        *((arithmetic.part("?a", part), part) for part in get_args(DatePart)),
        *((arithmetic.difference("?a", "?b", unit), unit) for unit in get_args(Unit)),
        *_WRITTEN_BY_HAND,
    ]
    return tuple((template(text), kind) for text, kind in written)
