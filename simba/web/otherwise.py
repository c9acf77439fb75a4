"""How else a question can be understood: its other readings that find something, each a click away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from simba.answer import Answer
from simba.query import Exists, Form, entities, is_plain, parse_expression, properties
from simba.web.naming import TraceNames

MAX_WAYS = 5
MAX_LOOKED_AT = 12
"""Readings of one step that no answer needed, and of which the page wants to know whether they lead anywhere."""


@dataclass(frozen=True, slots=True)
class Way:
    """A reading of the question in words, and the form that chooses it."""

    words: str
    form: str
    chosen: bool


def untried(answer: Answer) -> dict[str, Form]:
    """The first readings of one step that were not tried, by their s-expressions."""
    left = (item["reading"] for item in answer.outline.get("queries", ()) if item["results"] is None)
    forms = {reading: parse_expression(reading) for reading in dict.fromkeys(left)}
    return dict([(reading, form) for reading, form in forms.items() if is_plain(form)][:MAX_LOOKED_AT])


def otherwise(answer: Answer, names: TraceNames, form: str | None, found: Collection[str]) -> list[Way]:
    """The readings that found something, or are ``found`` to lead to something else; each in words of its own.

    After a reader's choice of a ``form``, the one taken stands among them. None where there is no other.
    """
    ways: dict[str, Way] = {}
    doubts: set[frozenset[str]] = set()
    for item in sorted(names.items("queries"), key=lambda item: item["form"] != answer.form):
        taken = item["form"] == answer.form
        if taken or item["accepted"] or item["reading"] in found:
            doubt = _doubt(item["reading"])
            if doubt in doubts:
                continue
            doubts |= {doubt} if doubt else set()
            words = names.reading(item)
            ways.setdefault(words, Way(words, item["reading"], taken))
    others = [way for way in ways.values() if not way.chosen]
    if not others:
        return []
    return [*(way for way in ways.values() if way.chosen and form), *others][:MAX_WAYS]


def _doubt(reading: str) -> frozenset[str] | None:
    """What a yes-or-no question asks about: from whichever end, for a reader it is one reading."""
    form = parse_expression(reading)
    return frozenset((*entities(form), *properties(form))) if isinstance(form, Exists) else None
