"""What a system said about a question that may have no answer: an answer, NK or NA.

NK: there is no valid form; NA: a valid form has no answers. Of SimBa's reasons
`no_mention`, `no_entity`, `no_property`, `not_simple` and `too_long` are NK, `no_fact` is NA; `unsure` is NK, as
GrailQAbility's adapted systems say below their thresholds. Another system's abstention is what its reason says ("NK",
"NA", or one of SimBa's), else NA if it has a form or query, else NK. A form that names what the knowledge base's schema
has not is not valid there: that is NK, whatever the reason.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from typing import Literal

from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.outcome import Outcome
from simba.evaluation.sparql_forms import UnsayableError, form_of
from simba.evaluation.sparql_reading import UnreadableQueryError, read_query
from simba.query import Choice, Class, Form, Hop, Or, Path, parse_expression, parts, properties

Said = Literal["answered", "NK", "NA"]
NK_REASONS = frozenset({"no_mention", "no_entity", "no_property", "not_simple", "too_long", "unsure", "NK"})
NA_REASONS = frozenset({"no_fact", "NA"})
SAID: tuple[Said, ...] = ("answered", "NK", "NA")


@dataclass(frozen=True, slots=True)
class Schema:
    """The properties and classes that a knowledge base knows of, whether or not it has facts for them."""

    properties: frozenset[str]
    classes: frozenset[str]

    def has(self, form: Form) -> bool:
        """Whether a form names no other, but for alternatives to what is known."""
        match form:
            case Or(members):
                return any(map(self.has, members))
            case Class(ids):
                return not self.classes.isdisjoint(ids)
            case Hop(source, path):
                return self._leads(path) and self.has(source)
        own = {*properties(form)}.difference(*map(properties, parts(form)))
        return own <= self.properties and all(map(self.has, parts(form)))

    def _leads(self, path: Path) -> bool:
        return all(
            any(map(self._leads, step.options))
            if isinstance(step, Choice)
            else step.property in self.properties
            for step in path.steps
        )


def schema_of(kb: pathlib.Path | None) -> Schema | None:
    """The schema that the manifest of a benchmark's knowledge base has; None of any other folder, and of none."""
    if kb is None or not (kb / "manifest.json").is_file():
        return None
    content = parse_json(kb / "manifest.json", read_bytes(kb / "manifest.json"))
    found = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(found, dict):
        return None
    return Schema(frozenset(found.get("properties", ())), frozenset(found.get("classes", ())))


def said(outcome: Outcome, schema: Schema | None = None) -> Said:
    """What a system said about a question."""
    if outcome.answered:
        return "answered"
    form = form_asked(outcome) if schema is not None and outcome.form is not None else None
    if form is not None and schema is not None and not schema.has(form):
        return "NK"
    if outcome.reason in NA_REASONS:
        return "NA"
    if outcome.reason in NK_REASONS or not (outcome.form or outcome.query):
        return "NK"
    return "NA"


def form_of_query(text: str | None) -> Form | None:
    """The form of a query; None where it has none that can be told."""
    if text is None:
        return None
    try:
        return form_of(read_query(text))
    except (UnsayableError, UnreadableQueryError):
        return None


def form_asked(outcome: Outcome) -> Form | None:
    """What a system asked: by its form, else by its query."""
    if outcome.form is None:
        return form_of_query(outcome.query)
    try:
        return parse_expression(outcome.form)
    except ValueError:
        return None
