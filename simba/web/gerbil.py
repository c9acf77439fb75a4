"""The interface of the GERBIL question answering platform: a form in, QALD-JSON out."""

from __future__ import annotations

import codecs
import re
from typing import Any
from urllib.parse import unquote_plus

from flask import Blueprint, Response, current_app, request

from simba.answer import Answer
from simba.common.lines import json_line
from simba.common.vocabulary import PREFIXES
from simba.evaluation.sparql_json import as_results
from simba.web.engine import engine
from simba.web.metrics import count_answer
from simba.web.problems import HttpProblem
from simba.web.requests import body, form
from simba.web.turns import Turns
from simba.web.webquestion import Asked

LANGUAGE = "ru"
AT_ONCE = 2
"""Questions of one client that are answered at once: an experiment asks one after the other, without a pause."""
KIND = "application/json; charset=utf-8"
"""GERBIL reads a reply that names no charset as ISO-8859-1."""

_CODED = re.compile(rb"[!-~]*")
"""What a form looks like whose text is URL-encoded."""
_BETWEEN = re.compile(r"&(?=query=|lang=[A-Za-z-]*(?:&|$))")
"""Where a field of a form ends whose text is not."""

gerbil = Blueprint("gerbil", __name__)


@gerbil.post("/gerbil")
def answer() -> Response:
    """Answer the form's ``query``; one in another language than Russian gets no answers."""
    question, language = asked()
    found = None
    if language.lower().split("-")[0] == LANGUAGE:
        turns: Turns = current_app.extensions["simba-gerbil"]
        free = turns.take()
        try:
            found = engine().answer(Asked(question))
        finally:
            free()
        count_answer(found.status, found.reason)
    return Response(json_line(qald(question, language, found)), content_type=KIND)


def asked() -> tuple[str, str]:
    """Question and language of this request; raises `HttpProblem`."""
    content = body().strip()
    if request.mimetype == "multipart/form-data" or _CODED.fullmatch(content):
        fields = dict(form()) or as_it_stands(content, _charset())
    else:
        fields = as_it_stands(content, _charset())
    if "query" not in fields:
        raise HttpProblem(400, "the form field query is missing")
    return fields["query"], fields.get("lang") or LANGUAGE


def as_it_stands(content: bytes, charset: str = "utf-8") -> dict[str, str]:
    """The fields of a form whose text is not URL-encoded, as GERBIL sends it: an ampersand may stand in a question.

    Where there is no space at all, + and % are taken for those of URL encoding.
    """
    text = content.decode(charset, "replace")
    if " " not in text:
        text = unquote_plus(text)
    fields = (field.partition("=") for field in _BETWEEN.split(text))
    return {name: value.strip() for name, equals, value in reversed([*fields]) if equals}


def _charset() -> str:
    try:
        return codecs.lookup(request.mimetype_params.get("charset", "utf-8")).name
    except LookupError:
        return "utf-8"


def qald(question: str, language: str, answer: Answer | None) -> dict[str, Any]:
    """One question with its answers in the QALD format."""
    query = answer.query if answer else None
    return {
        "questions": [
            {
                "question": [{"language": language, "string": question}],
                "query": {"sparql": _standalone(query)} if query else {},
                "answers": [as_results(answer.values)] if answer and query else [],
            }
        ]
    }


def _standalone(query: str) -> str:
    prefixes = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in PREFIXES.items())
    return prefixes + query
