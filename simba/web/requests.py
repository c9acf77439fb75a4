"""What a request asks, checked: a question with its options from the address, a form or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from simba.common.vocabulary import is_entity_id
from simba.context import Context
from simba.errors import ContextError
from simba.web.problems import HttpProblem
from simba.web.webquestion import Asked

SHORT = "q"
"""What ``question`` may be called too, as in the addresses of the page."""
NAMES = {SHORT, "question", "entity", "form", "context", "min_confidence", "trace"}
"""What may stand only once in an address or a form."""
Given = TypeVar("Given")
FLAGS = {"1": True, "true": True, "0": False, "false": False}


def of_address(values: MultiDict[str, str]) -> Asked:
    """From an address's or a form's parameters; raises `HttpProblem`."""
    if again := [name for name, some in values.lists() if name in NAMES and len(some) > 1]:
        raise HttpProblem(400, f"{again[0]} stands there more than once")
    read: dict[str, Any] = {**values, "trace": _flag(values.get("trace", "0"))}
    if "min_confidence" in values:
        read["min_confidence"] = _number(values["min_confidence"])
    if "context" in values:
        read["context"] = context_of(values["context"], Context.of_text)
    return of_object(read)


def of_object(values: Mapping[str, Any]) -> Asked:
    """From a JSON object; raises `HttpProblem`."""
    question, entity, trace = _question(values), values.get("entity"), values.get("trace", False)
    if not isinstance(question, str):
        raise HttpProblem(400, "question is missing" if question is None else "question must be a string")
    if entity is not None and not (isinstance(entity, str) and is_entity_id(entity)):
        raise HttpProblem(400, "entity must be an identifier like Q42")
    form = values.get("form")
    if form is not None and not isinstance(form, str):
        raise HttpProblem(400, "form must be a string")
    if not isinstance(trace, bool):
        raise HttpProblem(400, "trace must be true or false")
    least = values.get("min_confidence")
    if least is not None and (isinstance(least, bool) or not isinstance(least, int | float)):
        raise HttpProblem(400, "min_confidence must be a number")
    if least is not None and not 0 <= least <= 1:
        raise HttpProblem(400, "min_confidence must be from 0 to 1")
    context = values.get("context")
    if context is not None and not isinstance(context, Context):
        context = context_of(context, Context.of_object)
    confidence = None if least is None else float(least)
    return Asked(question, entity, form, context, min_confidence=confidence, trace=trace)


def context_of(given: Given, read: Callable[[Given], Context]) -> Context:
    """What an earlier answer left to be taken up; raises `HttpProblem`."""
    try:
        return read(given)
    except ContextError as error:
        raise HttpProblem(400, str(error)) from None


def asked() -> Asked:
    """What this request asks; of a POST, the body with the address's ``trace``."""
    if request.method != "POST":
        return of_address(request.args)
    if request.mimetype in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        found = of_address(form())
    elif request.mimetype == "application/json" or request.mimetype.endswith("+json"):
        found = of_object(json_object(body()))
    else:
        raise HttpProblem(415, "send application/json or a form")
    return replace(found, trace=_flag(request.args["trace"])) if "trace" in request.args else found


def form() -> MultiDict[str, str]:
    """The fields of a posted form; raises `HttpProblem`."""
    body()
    return request.form


@contextmanager
def readable() -> Iterator[None]:
    """While a body is read, raise `HttpProblem` where it breaks off or is no HTTP: servers have errors of their own."""
    try:
        yield
    except HTTPException:
        raise
    except Exception:
        raise HttpProblem(400, "the body could not be read") from None


def body() -> bytes:
    """The whole body: of one in chunks, Werkzeug would silently take as much as the limit allows."""
    with readable():
        content = request.get_data()
    limit = request.max_content_length
    if request.content_length is None and limit is not None and len(content) >= limit:
        raise HttpProblem(413, f"a body may have {limit} bytes")
    return content


def json_object(content: bytes) -> dict[str, Any]:
    """A JSON object out of bytes; raises `HttpProblem`."""
    try:
        values = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise HttpProblem(400, "not valid JSON in UTF-8") from None
    if not isinstance(values, dict):
        raise HttpProblem(400, "a JSON object is expected")
    return values


def _question(values: Mapping[str, Any]) -> Any:
    question = values.get("question")
    if SHORT not in values:
        return question
    if "question" in values:
        raise HttpProblem(400, f"{SHORT} means the same as question: send one of them")
    return values[SHORT]


def _flag(text: str) -> bool:
    if text not in FLAGS:
        raise HttpProblem(400, "trace must be 0 or 1")
    return FLAGS[text]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise HttpProblem(400, "min_confidence must be a number") from None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
