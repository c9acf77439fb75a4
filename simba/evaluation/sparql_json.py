"""SPARQL 1.1 query results in JSON, as QALD's files have them: read, and written of an answer's values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from simba.answer import Value
from simba.common.vocabulary import XSD


class MalformedError(ValueError):
    """What is wrong with the reference of a question."""


def bindings(answers: Iterable[Any]) -> Iterator[Value]:
    """The values of SPARQL results in JSON; an ASK's outcome is a boolean literal."""
    for result in answers:
        if not isinstance(result, dict):
            raise MalformedError('"answers" are not SPARQL results')
        if isinstance(result.get("boolean"), bool):
            yield Value("literal", str(result["boolean"]).lower(), f"{XSD}boolean", None)
        bindings = result.get("results", {})
        rows = bindings.get("bindings", []) if isinstance(bindings, dict) else None
        if not isinstance(rows, list):
            raise MalformedError('"answers" are not SPARQL results')
        for row in rows:
            if not isinstance(row, dict):
                raise MalformedError('"answers" are not SPARQL results')
            yield from (value_of(binding) for binding in row.values())


def value_of(answer: Any) -> Value:
    """An answer of RuBQ's, or a binding of SPARQL results, as a value; raises `MalformedError`."""
    if not isinstance(answer, dict) or not isinstance(answer.get("value"), (str, int, float)):
        raise MalformedError('an answer without "value"')
    label, datatype = answer.get("label"), answer.get("datatype")
    return Value(
        "uri" if answer.get("type") == "uri" else "literal",
        str(answer["value"]),
        datatype if isinstance(datatype, str) else None,
        label if isinstance(label, str) else None,
    )


def as_results(values: Sequence[Value]) -> dict[str, Any]:
    """The values under the variable "answer"; yes or no alone is the outcome of an ASK."""
    match values:
        case [Value(datatype=datatype, value=value)] if datatype == f"{XSD}boolean":
            return {"head": {}, "boolean": value == "true"}
    rows = [{"answer": as_term(value)} for value in values]
    return {"head": {"vars": ["answer"]}, "results": {"bindings": rows}}


def as_term(value: Value) -> dict[str, str]:
    """A value as a binding."""
    term: dict[str, str] = {"type": value.type, "value": value.value}
    return {**term, "datatype": value.datatype} if value.datatype else term
