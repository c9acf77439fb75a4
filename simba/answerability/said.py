"""What a system said about a question that may have no answer: an answer, NK or NA.

NK: there is no valid form; NA: a valid form has no answers. Of SimBa's reasons
`no_mention`, `no_entity`, `no_property`, `not_simple`, `uncountable`, `incomparable`, `unclear` and `too_long` are NK,
`no_fact` is NA; `unsure` is NK, as GrailQAbility's adapted systems say below their thresholds. Another system's
abstention is what its reason says ("NK", "NA", or one of SimBa's), else NA if it has a form or query, else NK. A form
that names what the knowledge base's schema has not is not valid there: that is NK, whatever the reason.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from typing import Literal

from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.outcome import Outcome
from simba.evaluation.sparql_forms import form_of_text
from simba.kb.validity import Schema, is_valid
from simba.query import Form, parse_expression

Said = Literal["answered", "NK", "NA"]
NK_REASONS = frozenset(
    [
        "no_mention",
        "no_entity",
        "no_property",
        "not_simple",
        "too_long",
        "unsure",
        "unclear",
        "uncountable",
        "incomparable",
        "NK",
    ]
)
NA_REASONS = frozenset({"no_fact", "NA"})
SAID: tuple[Said, ...] = ("answered", "NK", "NA")


@dataclass(frozen=True, slots=True)
class ManifestSchema:
    """The properties and classes that a benchmark's manifest tells."""

    properties: frozenset[str]
    classes: frozenset[str]

    def has_property(self, name: str) -> bool:
        """Whether the property is among them."""
        return name in self.properties

    def has_class(self, name: str) -> bool:
        """Whether the class is among them."""
        return name in self.classes


def schema_of(kb: pathlib.Path | None) -> Schema | None:
    """The schema that the manifest of a benchmark's knowledge base has; None of any other folder, and of none."""
    if kb is None or not (kb / "manifest.json").is_file():
        return None
    content = parse_json(kb / "manifest.json", read_bytes(kb / "manifest.json"))
    found = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(found, dict):
        return None
    return ManifestSchema(frozenset(found.get("properties", ())), frozenset(found.get("classes", ())))


def said(outcome: Outcome, schema: Schema | None = None) -> Said:
    """What a system said about a question."""
    if outcome.answered:
        return "answered"
    form = form_asked(outcome) if schema is not None and outcome.form is not None else None
    if form is not None and schema is not None and not is_valid(form, schema):
        return "NK"
    if outcome.reason in NA_REASONS:
        return "NA"
    if outcome.reason in NK_REASONS or not (outcome.form or outcome.query):
        return "NK"
    return "NA"


def form_asked(outcome: Outcome) -> Form | None:
    """What a system asked: by its form, else by its query."""
    if outcome.form is None:
        return form_of_text(outcome.query)
    try:
        return parse_expression(outcome.form)
    except ValueError:
        return None
