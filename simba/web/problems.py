"""Errors: a page for people, application/problem+json (RFC 9457) for programs, a stack trace for nobody."""

from __future__ import annotations

import logging

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError

from simba.common.lines import json_line
from simba.errors import EndpointError
from simba.web.engine import BusyError, EngineError, FailedError, LoadingError, TooSlowError

MIMETYPE = "application/problem+json"
STATUS: dict[type[EngineError], int] = {
    LoadingError: 503,
    FailedError: 503,
    BusyError: 503,
    TooSlowError: 504,
}
RETRY_AFTER = {LoadingError: "2", BusyError: "1"}
TITLES = {
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}
RUSSIAN = {
    400: "Такой запрос непонятен",
    404: "Такой страницы нет",
    405: "Так обратиться к этой странице нельзя",
    413: "Запрос слишком велик",
    429: "Слишком много вопросов за короткое время. Подождите минуту и спросите снова",
    502: "Хранилище фактов, к которому обращается SimBa, не отвечает. Попробуйте через минуту",
    503: "SimBa сейчас не может ответить. Попробуйте через минуту",
    504: "SimBa не успела ответить за отведённое время. Попробуйте ещё раз или спросите иначе",
}

log = logging.getLogger("simba.web")


class HttpProblem(HTTPException):
    """A request that cannot be served, with what is wrong with it."""

    def __init__(self, status: int, detail: str, *, wait: str | None = None) -> None:
        """``wait``: seconds after which to ask again."""
        super().__init__(detail)
        self.code = status
        self.wait = wait


def install(app: Flask) -> None:
    """Let the application answer every error in the form that the client reads."""

    @app.errorhandler(HTTPException)
    def of_http(error: HTTPException) -> Response:
        if isinstance(error, SecurityError):  # of a server by another name there is no page
            return _as_json(400, "this server goes by other names")
        response = _respond(error.code or 500, error.description or "")
        for name, value in error.get_headers():
            if name.lower() in {"allow", "retry-after"}:
                response.headers[name] = value
        if isinstance(error, HttpProblem) and error.wait:
            response.headers["Retry-After"] = error.wait
        if error.code == 405 and getattr(error, "valid_methods", None):
            response.headers["Allow"] = ", ".join(error.valid_methods)  # type: ignore[attr-defined]
        return response

    @app.errorhandler(EngineError)
    def of_engine(error: EngineError) -> Response:
        response = _respond(STATUS[type(error)], str(error))
        if type(error) in RETRY_AFTER:
            response.headers["Retry-After"] = RETRY_AFTER[type(error)]
        return response

    @app.errorhandler(EndpointError)
    def of_endpoint(error: EndpointError) -> Response:
        status, detail = endpoint_problem(error)
        return _respond(status, detail)

    @app.errorhandler(Exception)
    def of_anything(error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.path, exc_info=error)
        return _respond(500, "the error has been logged")


def problem(status: int, detail: str) -> dict[str, object]:
    """The members of a problem document."""
    return {"type": "about:blank", "title": TITLES.get(status, "Error"), "status": status, "detail": detail}


def endpoint_problem(error: EndpointError) -> tuple[int, str]:
    """Status and detail of a question that the SPARQL endpoint failed; its address is for the log alone."""
    log.warning("%s", error)
    status = 504 if error.kind == "timeout" else 502
    return status, f"the SPARQL endpoint behind this server failed: {error.kind}"


def _respond(status: int, detail: str) -> Response:
    if _for_people():
        text = RUSSIAN.get(status, "Что-то пошло не так")
        return Response(render_template("error.html", status=status, text=text), status)
    return _as_json(status, detail)


def _as_json(status: int, detail: str) -> Response:
    return Response(json_line(problem(status, detail)), status, mimetype=MIMETYPE)


def _for_people() -> bool:
    if request.path.startswith(("/api/", "/gerbil", "/healthz", "/metrics")):
        return False
    accepted = request.accept_mimetypes
    return accepted["text/html"] > accepted[MIMETYPE]
