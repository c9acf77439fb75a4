"""The expressions of rules that fired, each with its place in the rule files."""

from __future__ import annotations

from dataclasses import dataclass

from simba.answer import Answer
from simba.query import Hop, Step, parse_expression, properties, walk
from simba.russian.text import clean, shorten
from simba.web.naming import Shown, TraceNames
from simba.web.nearmisses import meant

MAX_RULE = 60
"""Characters of an expression that the page shows; the link leads to the whole."""
MAX_FIRED = 3
"""Expressions that are told at once."""


@dataclass(frozen=True, slots=True)
class FiredExpression:
    """An expression of a rule and the words on which it fired."""

    property: Shown
    reverse: bool
    words: str
    rule: str
    """The rule's anchor on the page of rules."""
    anchor: str
    """The expression's own."""
    place: str
    """File and line."""
    text: str
    chosen: bool
    """Whether it is of the property that was taken."""


def all_fired(answer: Answer, names: TraceNames) -> list[FiredExpression]:
    """All that fired, each once for the same words."""
    taken = (answer.property.id if answer.property else None, answer.direction)
    found: dict[tuple[str, str], FiredExpression] = {}
    for item in names.items("properties"):
        rule = item["rule"]
        found[rule["anchor"], item["words"]] = FiredExpression(
            names.property(item["property"]),
            item["direction"] == "reverse",
            clean(item["words"]),
            rule["anchor"],
            f"{rule['anchor']}.{rule['part']}" if rule["part"] else rule["anchor"],
            f"{clean(rule['file'])}:{rule['line']}",
            shorten(clean(rule["text"]), MAX_RULE),
            (item["property"], item["direction"]) == taken,
        )
    return list(found.values())


def fired(answer: Answer, names: TraceNames) -> list[FiredExpression]:
    """The few that what was understood rests on: of its properties, those that took the most words.

    Where it says in which direction, only those; where nothing was understood, those of what may be meant.
    """
    form = parse_expression(answer.form) if answer.form else None
    about = meant(names) if form is None else properties(form)
    steps = {
        (step.property, step.inverse)
        for part in (() if form is None else walk(form))
        if isinstance(part, Hop)
        for step in part.path.steps
        if isinstance(step, Step)
    }
    best: dict[str | None, FiredExpression] = {}
    for one in all_fired(answer, names):
        prop = one.property.id
        turned = (prop, not one.reverse) in steps and (prop, one.reverse) not in steps
        if prop in about and not turned and (prop not in best or len(one.words) > len(best[prop].words)):
            best[prop] = one
    return list(best.values())[:MAX_FIRED]
