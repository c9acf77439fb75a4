"""Writing rdflib's algebra as SPARQL again, so that a part of a query can be asked by itself.

rdflib's own ``translateAlgebra`` fails on blank nodes, VALUES, IN, ASK and differences; question sets have them all.
Every group is put in braces of its own: the text is for engines, not for readers.
"""

from __future__ import annotations

from typing import Any

from rdflib.paths import Path
from rdflib.plugins.sparql.algebra import translateGroupGraphPattern
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import BNode, Identifier, Variable

_LISTED = {"ConditionalAndExpression": "&&", "ConditionalOrExpression": "||"}
_SIGNS = {"UnaryNot": "!", "UnaryMinus": "-", "UnaryPlus": "+"}
_NOT_ARGUMENTS = ("_vars", "distinct")


class UnwritableQueryError(ValueError):
    """A part of the algebra that is not written: subqueries, SERVICE, GRAPH, aggregates; the message names it."""


class PatternWriter:
    """Writes the pattern of a WHERE; blank nodes become variables, so that a query may select them.

    The branches of each union bind a variable to 0 and 1, which tells of a solution where it is from.
    """

    def __init__(self) -> None:
        self.hidden: dict[BNode, Variable] = {}
        """The variables of the blank nodes, in the order of the text."""
        self.markers: dict[int, Variable] = {}
        """The variables of the unions, by the `id` of their nodes."""

    def pattern(self, node: CompValue) -> str:
        """The content of a group; raises `UnwritableQueryError`."""
        write = getattr(self, f"_{node.name.lower()}", None)
        if write is None:
            raise UnwritableQueryError(node.name)
        return str(write(node))

    def term(self, term: Identifier | Path) -> str:
        """A term, a variable or a property path."""
        if isinstance(term, BNode):
            return self.variable(term).n3()
        try:
            return str(term.n3())
        except TypeError:  # rdflib does not read inverses inside a negation
            raise UnwritableQueryError("inverse in a negated path") from None

    def variable(self, term: Identifier) -> Identifier:
        """The term itself, or of a blank node its variable."""
        if isinstance(term, BNode):
            return self.hidden.setdefault(term, Variable(f"simba_hidden{len(self.hidden)}"))
        return term

    def _bgp(self, node: CompValue) -> str:
        return " ".join(f"{' '.join(map(self.term, triple))} ." for triple in node.triples)

    def _join(self, node: CompValue) -> str:
        return f"{{ {self.pattern(node.p1)} }} {{ {self.pattern(node.p2)} }}"

    def _leftjoin(self, node: CompValue) -> str:
        inner = f"{{ {self.pattern(node.p2)} }}"
        if node.expr.name != "TrueFilter":
            inner += f" FILTER({self.expression(node.expr)})"
        return f"{{ {self.pattern(node.p1)} }} OPTIONAL {{ {inner} }}"

    def _minus(self, node: CompValue) -> str:
        return f"{{ {self.pattern(node.p1)} }} MINUS {{ {self.pattern(node.p2)} }}"

    def _union(self, node: CompValue) -> str:
        parts = [self.pattern(node.p1), self.pattern(node.p2)]
        marker = self.markers.setdefault(id(node), Variable(f"simba_union{len(self.markers)}"))
        marked = (f"{{ {{ {part} }} BIND({place} AS {marker.n3()}) }}" for place, part in enumerate(parts))
        return " UNION ".join(marked)

    def _filter(self, node: CompValue) -> str:
        return f"{{ {self.pattern(node.p)} }} FILTER({self.expression(node.expr)})"

    def _extend(self, node: CompValue) -> str:
        return f"{{ {self.pattern(node.p)} }} BIND({self.expression(node.expr)} AS {self.term(node.var)})"

    def _tomultiset(self, node: CompValue) -> str:
        if node.p.name != "values":
            raise UnwritableQueryError("subquery")
        names = list(dict.fromkeys(name for row in node.p.res for name in row))
        rows = " ".join(f"({' '.join(self._cell(row.get(name)) for name in names)})" for row in node.p.res)
        return f"VALUES ({' '.join(map(self.term, names))}) {{ {rows} }}"

    def _cell(self, term: Any) -> str:
        return self.term(term) if isinstance(term, Identifier) and str(term) != "UNDEF" else "UNDEF"

    def expression(self, node: Any) -> str:
        """An expression of FILTER and BIND; raises `UnwritableQueryError`."""
        if isinstance(node, Identifier):
            return self.term(node)
        if not isinstance(node, CompValue):
            raise UnwritableQueryError(type(node).__name__)
        name = str(node.name)
        if name in _LISTED:
            return f"({f' {_LISTED[name]} '.join(map(self.expression, [node.expr, *node.other]))})"
        if name in _SIGNS:
            return f"({_SIGNS[name]} {self.expression(node.expr)})"
        if name in {"AdditiveExpression", "MultiplicativeExpression"}:
            rest = zip(node.op, node.other, strict=True)
            return f"({self.expression(node.expr)}{''.join(f' {op} {self.expression(one)}' for op, one in rest)})"
        if name == "RelationalExpression":
            return f"({self.expression(node.expr)} {node.op} {self._operand(node.other)})"
        if name == "Function":
            return f"{self.term(node.iri)}({', '.join(map(self.expression, node.expr or []))})"
        if name in {"Builtin_EXISTS", "Builtin_NOTEXISTS"}:
            # rdflib leaves those inside "&&", to which it turns several filters, as they were parsed
            inner = node.graph
            if inner.name.startswith("GroupGraphPattern"):
                inner = translateGroupGraphPattern(inner)
            return f"{'NOT ' if 'NOT' in name else ''}EXISTS {{ {self.pattern(inner)} }}"
        if name.startswith("Builtin_"):
            return f"{name.removeprefix('Builtin_')}({', '.join(map(self.expression, _arguments(node)))})"
        raise UnwritableQueryError(name)

    def _operand(self, other: Any) -> str:
        if isinstance(other, list):
            return f"({', '.join(map(self.expression, other))})"
        return self.expression(other)


def _arguments(node: CompValue) -> list[Any]:
    """Those of a built-in function, in order."""
    arguments: list[Any] = []
    for key, value in node.items():
        if key not in _NOT_ARGUMENTS:
            arguments += value if isinstance(value, list) else [value]
    return arguments
