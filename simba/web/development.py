"""The server of ``simba serve``: Werkzeug's, that does not wait for ever for clients who neither write nor read."""

from __future__ import annotations

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

SILENCE = 10.0
"""Seconds that a client may say nothing in a request, or read nothing of a response (as in gunicorn.conf.py)."""


def server(host: str, port: int, app: Flask, *, silence: float = SILENCE) -> BaseWSGIServer:
    """A server that listens, a thread for each request; raises SystemExit, having said why, where it cannot."""

    class Handler(WSGIRequestHandler):
        timeout = silence

    return make_server(host, port, app, threaded=True, request_handler=Handler)
