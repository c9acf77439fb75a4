"""The JSON interface: one question, many questions, and its own description."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, stream_with_context
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from simba.answer import Answer
from simba.common.lines import json_line
from simba.errors import EndpointError
from simba.web.configuration import Settings
from simba.web.engine import EngineError, engine
from simba.web.kept import checked_again, kept
from simba.web.metrics import count_answer
from simba.web.openapi import describe
from simba.web.problems import STATUS, HttpProblem, endpoint_problem, problem
from simba.web.requests import asked, json_object, of_object, readable
from simba.web.turns import Turns

LINES = "application/x-ndjson"
JSON_LINES = frozenset(
    f"application/{name}" for name in ("x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines")
)
"""What lines of JSON are called."""

api = Blueprint("api", __name__, url_prefix="/api")


@api.route("/answer", methods=["GET", "POST"])
def answer() -> Response:
    """Answer a question."""
    wanted = asked()

    def make() -> tuple[Answer, bytes]:
        found = engine().answer(wanted)
        return found, json_line(found.as_dict(trace=wanted.trace))

    return _json(kept().body(wanted, make))


@api.post("/batch")
def batch() -> Response:
    """Answer questions, a JSON line each, as they come."""
    if request.mimetype not in JSON_LINES:
        raise HttpProblem(415, f"send JSON lines as {LINES}")
    request.max_content_length = _settings().batch_body
    if request.content_length is not None and request.content_length > _settings().batch_body:
        raise HttpProblem(413, f"a batch may have {_settings().batch_body} bytes")
    turns: Turns = current_app.extensions["simba-batches"]
    free = turns.take()
    response = Response(stream_with_context(_last(_answers(), free)), mimetype=LINES)
    response.call_on_close(free)  # also where nobody began to read
    return response


@api.get("/openapi.json")
def description() -> Response:
    """The description of the interface for programs."""
    return _json(json_line(describe(_settings(), request.script_root)))


@api.get("/")
def documentation() -> str:
    """The description of the interface for people."""
    return render_template("api.html", api=describe(_settings(), request.script_root))


def _last(lines: Iterator[bytes], then: Callable[[], None]) -> Iterator[bytes]:
    try:
        yield from lines
    finally:
        then()


def _answers() -> Iterator[bytes]:
    limit, seconds = _settings().batch_lines, _settings().batch_seconds
    deadline = monotonic() + seconds
    try:
        for count, (number, line) in enumerate(_lines(), 1):
            if count > limit:
                yield _broken(number, problem(413, f"a batch may have {limit} lines"))
                return
            if monotonic() > deadline:
                yield _broken(
                    number, problem(504, f"a batch may take {seconds:g} s; it ends before this line")
                )
                return
            if len(line) > _settings().body:
                yield _broken(number, problem(413, f"a line may have {_settings().body} bytes"))
            else:
                yield _answer_line(number, line)
    except RequestEntityTooLarge:
        yield _broken(None, problem(413, f"a batch may have {_settings().batch_body} bytes"))
    except HttpProblem:
        return  # the client has gone, or sends what is no HTTP


def _lines() -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank with their numbers; of one that is too long, only its beginning."""
    longest, number = _settings().body, 0
    while line := _piece(longest + 1):
        number += 1
        rest = line
        while len(rest) > longest and not rest.endswith(b"\n"):
            rest = _piece(longest + 1)
        if line.strip():
            yield number, line


def _piece(most: int) -> bytes:
    with readable():
        return request.stream.readline(most)


def _answer_line(number: int, line: bytes) -> bytes:
    try:
        values = json_object(line)
        wanted = of_object(values)
        found = engine().answer(wanted)
    except HTTPException as error:
        return _broken(number, problem(error.code or 400, error.description or ""))
    except EngineError as error:
        return _broken(number, problem(STATUS[type(error)], str(error)))
    except EndpointError as error:
        return _broken(number, problem(*endpoint_problem(error)))
    except Exception:
        current_app.logger.exception("line %d of a batch failed", number)
        return _broken(number, problem(500, "the error has been logged"))
    count_answer(found.status, found.reason)
    kept: dict[str, Any] = {name: values[name] for name in ("uid", "id") if name in values}
    return json_line({**kept, **found.as_dict(trace=wanted.trace)})


def _broken(number: int | None, error: dict[str, object]) -> bytes:
    return json_line({"line": number, "problem": error})


def _json(content: bytes) -> Response:
    response = Response(content, mimetype="application/json")
    return checked_again(response, "no-cache")


def _settings() -> Settings:
    found: Settings = current_app.extensions["simba-settings"]
    return found
