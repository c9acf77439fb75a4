"""Addresses that every page has, made once: of other pages, and of the static files, with a mark of their content, so
that browsers may keep them for long.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request, url_for

YEAR = 365 * 24 * 3600


def address(endpoint: str) -> str:
    """Where a page is that takes no parameters."""
    return _address(request.script_root, endpoint)


@lru_cache(maxsize=256)
def _address(root: str, endpoint: str) -> str:
    return url_for(endpoint)


def install(app: Flask) -> None:
    """Give the templates ``asset(name)`` and ``address(endpoint)``."""
    app.add_template_global(address)
    folder = Path(app.static_folder or "")
    marks = {
        path.name: sha256(path.read_bytes()).hexdigest()[:10] for path in folder.iterdir() if path.is_file()
    }

    @app.template_global()
    def asset(name: str) -> str:
        return marked(request.script_root, name)

    @lru_cache(maxsize=64)
    def marked(root: str, name: str) -> str:
        return url_for("static", filename=name, v=marks[name])

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code == 200:
            name = (request.view_args or {}).get("filename")
            if request.args.get("v") == marks.get(str(name)):
                response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return response
