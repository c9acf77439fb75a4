"""Scripts of other sites may ask without a key (CORS): there is nothing in an answer that is not everybody's."""

from __future__ import annotations

from flask import Flask, Response, request

PATHS = frozenset({"/api/answer", "/api/openapi.json"})
"""One question at a time: batches are for programs."""
ANYBODY = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, Server-Timing",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def install(app: Flask) -> None:
    """Put the headers on these paths' responses, errors too: put there last, by who is installed first."""

    @app.after_request
    def open_up(response: Response) -> Response:
        if request.path in PATHS:
            response.headers.update(ANYBODY)
            if request.method == "OPTIONS":
                response.headers.update(PREFLIGHT)
        return response
