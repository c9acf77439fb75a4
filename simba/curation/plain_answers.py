"""Answers in plain data: SPARQL's results in JSON, as QALD's files have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simba.answer import Value
from simba.common.vocabulary import XSD
from simba.curation.asking import Results

Plain = list[dict[str, Any]]


def as_plain(results: Results) -> Plain:
    """The results as the list "answers" of a QALD file."""
    if results.boolean is not None:
        return [{"head": {}, "boolean": results.boolean}]
    rows = [
        {name: _term(value) for name, value in zip(results.variables, row, strict=True) if value is not None}
        for row in results.rows
    ]
    return [{"head": {"vars": list(results.variables)}, "results": {"bindings": rows}}]


def values_as_plain(values: Sequence[Value]) -> Plain:
    """Bare answers as that list, under the variable "answer"; a single truth is an ASK's."""
    if len(values) == 1 and values[0].datatype == f"{XSD}boolean":
        return [{"head": {}, "boolean": values[0].value == "true"}]
    rows = [{"answer": _term(value)} for value in values]
    return [{"head": {"vars": ["answer"]}, "results": {"bindings": rows}}]


def _term(value: Value) -> dict[str, str]:
    term = {"type": value.type, "value": value.value}
    return {**term, "datatype": value.datatype} if value.datatype else term
