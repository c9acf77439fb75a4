"""The web page and the HTTP interface: ``create_app(simba)`` makes the WSGI application."""

from __future__ import annotations

from simba.web.application import create_app

__all__ = ["create_app"]
