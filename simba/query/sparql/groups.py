"""What all translations of forms share: groups of elements, their variables and terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from typing import Any, TypeAlias

from simba.query.forms import Count, Difference, Entity, Exists, Form, More, Part, Rank, Where
from simba.query.scalars import Date, Number, Scalar, Text, Year

Translation: TypeAlias = "Callable[[Any, str, Scope], list[str]]"
"""A form, the term that is in it, where: the elements that say so."""
_NEED_A_VARIABLE = (Where, Rank, Count, Part, Difference, More, Exists)
_LAST = {"OPTIONAL": 1, "BIND": 2, "FILTER": 3}
"""What comes behind the triples, and in which order: Oxigraph would look for all of a triple behind what is optional,
0.4 s for 4 ms.
"""
_ESCAPES = str.maketrans(
    {
        "\\": "\\\\",
        '"': '\\"',
        "\n": "\\n",
        "\r": "\\r",
        "\t": "\\t",
        "\b": "\\b",
        "\f": "\\f",
        "\0": "\ufffd",
    }
)


@dataclass(frozen=True, slots=True)
class Scope:
    """What is in force at a place in the query."""

    translations: Mapping[type, Translation]
    """How each kind of form is said."""
    taken: str
    """The variable that whoever asked for the pattern has named."""
    member: str | None = None
    """The member that measures are taken of."""
    statement: str | None = None
    """The statement that qualifiers are taken of."""
    classes_apart: bool = False
    """Whether the instances of classes are found first, in a subquery."""
    numbers: dict[str, Iterator[int]] = field(default_factory=dict)

    def fresh(self, role: str) -> str:
        """A variable that is used nowhere else."""
        number = next(self.numbers.setdefault(role, count(1)))
        variable = f"?{role}{number if number > 1 else ''}"
        return variable if variable != self.taken else self.fresh(role)

    def elements(self, form: Form, term: str) -> list[str]:
        """What says that a term, a variable or a constant, is in the set."""
        translate = self.translations[type(form)]
        if isinstance(form, _NEED_A_VARIABLE) and not is_variable(term):
            variable = self.fresh("value")
            return [*translate(form, variable, self), f"FILTER({variable} = {term})"]
        return translate(form, term, self)


def is_variable(term: str) -> bool:
    """Whether a term is a variable rather than a constant."""
    return term.startswith("?")


def group(elements: list[str]) -> str:
    """Elements as the body of a group: triples, what is optional, values computed from those, then the conditions."""
    return " . ".join(sorted(elements, key=_place))


def _place(element: str) -> int:
    return _LAST.get(element.partition("(")[0].partition(" ")[0], 0)


def block(elements: list[str]) -> str:
    """Elements as a group in braces."""
    return f"{{ {group(elements)} }}" if elements else "{ }"


def same(term: str, other: str) -> list[str]:
    """What says that two terms are the same."""
    if term == other:
        return []
    if not is_variable(term):
        return [f"FILTER({term} = {other})"]
    return [f"BIND({other} AS {term})" if is_variable(other) else f"VALUES {term} {{ {other} }}"]


def computed(expression: str, term: str) -> list[str]:
    """What binds a variable to the value of an expression, or drops out."""
    return [f"BIND({expression} AS {term})", f"FILTER(BOUND({term}))"]


def constant(form: Entity | Scalar) -> str:
    """An entity or a scalar as a term."""
    match form:
        case Entity(identifier):
            return f"wd:{identifier}"
        case Number(value):
            return f"{Decimal(value):f}"
        case Year(value):
            return str(value)
        case Date():
            return f'"{form}T00:00:00Z"^^xsd:dateTime'
        case Text(value):
            return literal(value)


def literal(text: str) -> str:
    """A string literal.

    Some engines replace ``\\u0022`` before they read the query, so that no escape may come of the text; Virtuoso reads
    up to a zero character.
    """
    return f'"{text.replace(chr(92) + "u", "＼u").replace(chr(92) + "U", "＼U").translate(_ESCAPES)}"'
