"""A question with another value in one of its fields, as suggestions and decisions name them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simba.curation.entries import SetQuestion
from simba.curation.plain_answers import from_plain, values_as_plain


def decided(entry: SetQuestion, name: str, value: Any) -> SetQuestion:
    """The question with a new value of one of its fields (`Suggestion.field`)."""
    if name == "query":
        return replace(entry, query=value)
    if name == "answers":
        return replace(entry, answers=from_plain(value))
    if name == "text":
        return replace(entry, text=value)
    if name == "duplicate":
        return replace(entry, duplicate=value)
    return replace(entry, fields={**entry.fields, name: value})


def held(entry: SetQuestion, name: str) -> Any:
    """What `decided` would put something else in the place of, in plain data."""
    if name == "answers":
        return values_as_plain(entry.answers)
    if name in {"query", "text", "duplicate"}:
        return getattr(entry, name)
    return entry.fields.get(name)
