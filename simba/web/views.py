"""The page: a question, its answer, and why."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, current_app, render_template, request

from simba.answer import Answer
from simba.common.vocabulary import is_entity_id
from simba.context import Context
from simba.errors import ContextError
from simba.system import MAX_QUESTION
from simba.web.assets import address
from simba.web.configuration import Settings
from simba.web.engine import LoadingError, engine
from simba.web.examples import EXAMPLES, Examples
from simba.web.kept import checked_again, kept
from simba.web.page import Page
from simba.web.provenance import provenance
from simba.web.steps import STAGES
from simba.web.webquestion import Asked

PATIENCE = 0.3
"""Seconds that a page waits for SimBa to be loaded before it says so."""
RELOAD = 1
"""Seconds between looks whether SimBa is loaded."""

pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> Response:
    """The question box and, with ``?q=``, the answer."""
    asked = Asked(
        (request.args.get("q") or request.args.get("question") or "").strip(),
        entity=_identifier("entity"),
        form=request.args.get("form") or None,
        context=_context(request.args.get("context")),
        candidate=_identifier("candidate"),
        trace=request.args.get("why") == "1",
    )
    if not asked.question:
        return _html(_rendered("index.html", question=""))

    def make() -> tuple[Answer, bytes]:
        answer, described = engine().explain(asked, patience=PATIENCE)
        settings: Settings = current_app.extensions["simba-settings"]
        page = Page(answer, asked, described, base=provenance(engine().simba), issues=settings.issues)
        return answer, _rendered("index.html", question=asked.question, page=page)

    try:
        return _html(kept().body(("page", asked), make))
    except LoadingError:
        response = _html(_rendered("loading.html", question=asked.question), 202)
        response.headers["Refresh"] = str(RELOAD)
        return response


@pages.app_template_global()
def asking(
    question: str,
    entity: str | None = None,
    context: Context | None = None,
    form: str | None = None,
    candidate: str | None = None,
    *,
    why: bool = False,
) -> str:
    """The permanent link of a question, with ``why`` of every step of its reasoning; its question mark is escaped, for
    many programs cut it off a link's end."""
    more = {"entity": entity, "form": form, "candidate": candidate, "context": context and context.as_text()}
    more["why"] = "1" if why else None
    asked = {"q": question} | {name: text for name, text in more.items() if text}
    return f"{address('pages.index')}?{_encoded(tuple(asked.items()))}"


@lru_cache(maxsize=256)
def _encoded(asked: tuple[tuple[str, str], ...]) -> str:
    """The same examples and links stand on page after page."""
    return urlencode(asked, quote_via=quote)


def _identifier(name: str) -> str | None:
    """An identifier in the address; of a foolish one, nothing."""
    given = request.args.get(name) or None
    return given if given is not None and is_entity_id(given) else None


def _context(text: str | None) -> Context | None:
    """What the question may take up; of a foolish one in the address, nothing."""
    try:
        return Context.of_text(text) if text else None
    except ContextError:
        return None


def _rendered(template: str, **values: object) -> bytes:
    examples: Examples = current_app.extensions["simba-examples"]
    settings: Settings = current_app.extensions["simba-settings"]
    text = render_template(
        template,
        examples=examples.drawn((date.today(), values.get("question")), tried="page" not in values),
        placeholder=EXAMPLES[0],
        max_question=MAX_QUESTION,
        stages=STAGES,
        pictures=settings.pictures,
        **values,
    )
    return text.encode("utf-8")


def _html(content: bytes, status: int = 200) -> Response:
    response = Response(content, status)
    if status == 200:
        return checked_again(response, "private, no-cache")
    response.headers["Cache-Control"] = "no-store"
    return response
