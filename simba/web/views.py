"""The page: a question, its answer, and why."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from simba.pipeline import MAX_QUESTION
from simba.vocabulary import is_entity_id
from simba.web.engine import LoadingError, engine
from simba.web.examples import EXAMPLES
from simba.web.metrics import count_answer
from simba.web.page import Page
from simba.web.steps import STAGES

PATIENCE = 0.3
"""Seconds that a page waits for SimBa to be loaded before it says so."""
RELOAD = 1
"""Seconds between looks whether SimBa is loaded."""

pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> Response:
    """The question box and, with ``?q=``, the answer."""
    question = request.args.get("q", "").strip()
    entity = request.args.get("entity") or None
    if entity is not None and not is_entity_id(entity):
        entity = None
    if not question:
        return _html("index.html", question="")
    try:
        answer, descriptions = engine().explain(question, entity=entity, patience=PATIENCE)
    except LoadingError:
        response = _html("loading.html", 202, question=question)
        response.headers["Refresh"] = str(RELOAD)
        return response
    count_answer(answer)
    page = Page(answer, entity=entity, descriptions=descriptions)
    return _html("index.html", question=question, page=page)


def _html(template: str, status: int = 200, **values: object) -> Response:
    text = render_template(template, examples=EXAMPLES, max_question=MAX_QUESTION, stages=STAGES, **values)
    response = make_response(text, status)
    response.headers["Cache-Control"] = "no-store" if status != 200 else "private, no-cache"
    return response
