"""The interface of the GERBIL question answering platform: a form in, QALD-JSON out."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from simba.answer import Answer, Value
from simba.common.lines import json_line
from simba.common.vocabulary import PREFIXES
from simba.web.engine import engine
from simba.web.metrics import count_answer
from simba.web.problems import HttpProblem
from simba.web.requests import form

LANGUAGE = "ru"

gerbil = Blueprint("gerbil", __name__)


@gerbil.post("/gerbil")
def answer() -> Response:
    """Answer the form's ``query``; one in another language than Russian gets no answers."""
    fields = form()
    question = fields.get("query")
    if question is None:
        raise HttpProblem(400, "the form field query is missing")
    language = fields.get("lang") or LANGUAGE
    found = None
    if language.lower().split("-")[0] == LANGUAGE:
        found = engine().answer(question)
        count_answer(found.status, found.reason)
    return Response(json_line(qald(question, language, found)), mimetype="application/json")


def qald(question: str, language: str, answer: Answer | None) -> dict[str, Any]:
    """One question with its answers in the QALD format."""
    query = answer.query if answer else None
    return {
        "questions": [
            {
                "question": [{"language": language, "string": question}],
                "query": {"sparql": _standalone(query)} if query else {},
                "answers": [results(answer.values)] if answer and query else [],
            }
        ]
    }


def results(values: tuple[Value, ...]) -> dict[str, Any]:
    """The values as SPARQL 1.1 query results in JSON."""
    return {
        "head": {"vars": ["answer"]},
        "results": {"bindings": [{"answer": _term(value)} for value in values]},
    }


def _term(value: Value) -> dict[str, str]:
    term: dict[str, str] = {"type": value.type, "value": value.value}
    if value.datatype:
        term["datatype"] = value.datatype
    return term


def _standalone(query: str) -> str:
    prefixes = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in PREFIXES.items())
    return prefixes + query
