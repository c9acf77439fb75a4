"""The server of ``simba serve``: Werkzeug's, that does not wait for ever for clients who neither write nor read."""

from __future__ import annotations

from contextlib import redirect_stderr
from io import StringIO
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from simba.errors import SimbaError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SILENCE = 10.0
"""Seconds that a client may say nothing in a request, or read nothing of a response (as in gunicorn.conf.py)."""


def server(host: str, port: int, app: Flask, *, silence: float = SILENCE) -> BaseWSGIServer:
    """A server that listens, a thread for each request; raises `SimbaError` where it cannot."""

    class Handler(WSGIRequestHandler):
        timeout = silence

        def make_environ(self) -> WSGIEnvironment:
            """As Werkzeug does, but a query that curl sends as it was typed is not encoded twice."""
            return {**super().make_environ(), "QUERY_STRING": urlsplit(self.path).query}

    why = StringIO()
    try:
        with redirect_stderr(why):
            return make_server(host, port, app, threaded=True, request_handler=Handler)
    except SystemExit:
        reason = why.getvalue().partition("\n")[0]
        raise SimbaError(f"cannot listen on {host}, port {port}: {reason}") from None
