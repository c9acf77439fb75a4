"""The page of all rules. It takes seconds to make, so another process makes it, once for all workers."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import threading
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic

from flask import Blueprint, Response, current_app, make_response, render_template, send_file, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from simba.common.cache import digest, private_folder, prune
from simba.common.lazy import cached_property
from simba.errors import SimbaError
from simba.grammar.files import files_of, layers
from simba.web.engine import FailedError
from simba.workbench.doc import ASSETS, SCRIPT, STYLE

RELOAD = 3
"""Seconds between looks whether the page is made."""
RETRY = 60.0
"""Seconds before a page that could not be made is tried again."""
ANCHOR = re.compile(r"P[1-9]\d{0,9}(-[1-9]\d{0,2})?", re.ASCII)
"""What a rule is called (`simba.grammar.rules.anchors`)."""
END = "</article>"
NICENESS = 10
"""How far the process that makes it stands back behind those that answer."""

log = logging.getLogger("simba.web")
rules_page = Blueprint("rules", __name__)


class RulesPage:
    """The page in the user's cache folder, named after what it is made from."""

    def __init__(self, own_rules: Path | None) -> None:
        self._own = own_rules
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._failed: float | None = None

    @cached_property
    def path(self) -> Path:
        """Where the page is or will be."""
        folder = private_folder()
        with suppress(OSError):
            prune(folder, "rules-page-*.html")
        return folder / f"rules-page-{digest([*files_of(layers(self._own)), *ASSETS])}.html"

    def article(self, anchor: str) -> str | None:
        """The article of one rule, as it stands in the page that is made; None where there is none."""
        text = self.path.read_text(encoding="utf-8")
        start = text.find(f'<article id="{anchor}">')
        stop = text.find(END, start)
        return text[start : stop + len(END)] if 0 <= start < stop else None

    def ready(self) -> bool:
        """Whether the page is made; if not, and nobody is at it in this process, it is begun.

        Raises `FailedError` where it could not be made.
        """
        try:
            if self.path.is_file():
                return True
            with self._lock:
                self._look_after()
            return self.path.is_file()
        except (SimbaError, OSError) as error:
            log.exception("the page of rules cannot be made")
            raise FailedError("the page of rules cannot be made") from error

    def _look_after(self) -> None:
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return
            self._process = None
            if code:
                log.error("the page of rules could not be made: exit code %d", code)
                self._failed = monotonic()
        if self._failed is not None and monotonic() - self._failed < RETRY:
            raise SimbaError("the page of rules could not be made")
        if not self.path.is_file():
            own = ["--rules", str(self._own)] if self._own else []
            command = [sys.executable, "-m", "simba", "rules", "doc", "--to", str(self.path), "--home", "./"]
            self._process = subprocess.Popen(  # noqa: S603 (our own command)
                [*command, *own], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
            with suppress(OSError, AttributeError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)


@rules_page.get("/rules")
def show() -> Response:
    """All rules in words; while the page is being made, a page that says so and reloads itself."""
    page: RulesPage = current_app.extensions["simba-rules"]
    if not page.ready():
        return _not_yet()
    response = send_file(page.path, mimetype="text/html", conditional=True, max_age=0)
    response.headers["Content-Security-Policy"] = _policy()
    return response


@rules_page.get("/rules/<anchor>")
def article(anchor: str) -> Response:
    """One rule of that page, for who asks what fired: the whole is long."""
    page: RulesPage = current_app.extensions["simba-rules"]
    if not ANCHOR.fullmatch(anchor):
        raise NotFound
    if not page.ready():
        return _not_yet()
    found = page.article(anchor)
    if found is None:
        raise NotFound
    # Fragments stand on the whole page.
    elsewhere = found.replace('href="#f', f'href="{url_for("rules.show")}#f')
    text = render_template(
        "rule.html",
        anchor=anchor,
        style=Markup(STYLE.read_text(encoding="utf-8")),  # noqa: S704 (our own file)
        article=Markup(elsewhere),  # noqa: S704 (escaped when the page was made)
    )
    response = make_response(text)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = _policy()
    return response


def _not_yet() -> Response:
    response = make_response(render_template("rules_loading.html"), 202)
    response.headers["Refresh"] = str(RELOAD)
    response.headers["Cache-Control"] = "no-store"
    return response


def _policy() -> str:
    """Nothing but the page's own style and script, which stand in it."""
    return (
        f"default-src 'none'; style-src '{_hash(STYLE)}'; script-src '{_hash(SCRIPT)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
        " require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
