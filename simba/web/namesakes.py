"""Whom or what the name in a question may mean too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from simba.answer import Answer
from simba.query import entities, parse_expression
from simba.russian.text import clean
from simba.web.naming import TraceNames

MAX_NAMESAKES = 8


@dataclass(frozen=True, slots=True)
class Namesake:
    """An entity with the same name, which the reader may have meant."""

    id: str
    text: str
    note: str | None
    chosen: bool


def namesakes(answer: Answer, names: TraceNames, chosen: str | None) -> list[Namesake]:
    """The entities that the same words may name, the one that was taken marked; none where there is but one.

    ``chosen`` is the reader's own choice.
    """
    if answer.reason == "unclear":
        return [
            Namesake(one.id, clean(one.label or one.id), one.description, one.id == chosen)
            for one in answer.namesakes
        ]
    candidates = names.items("candidates")
    taken = answer.entity.id if answer.entity else chosen
    if taken is None and answer.form:
        named = entities(parse_expression(answer.form))
        taken = next((item["entity"] for item in candidates if item["entity"] in named), None)
    if taken is None:
        taken = next((query["entity"] for query in names.tried), None)
    spans = [item["span"] for item in candidates if item["entity"] == taken]
    spans = spans or [item["span"] for item in candidates[:1]]
    found: dict[str, Namesake] = {}
    for item in candidates:
        if item["span"] in spans and item["entity"] not in found:
            note = clean(item["description"]) if item["description"] else None
            found[item["entity"]] = Namesake(
                item["entity"], names.entity(item["entity"]), note, item["entity"] == taken
            )
    if len(found) < 2:
        return []
    count = Counter((one.text, one.note) for one in found.values())
    return [
        replace(one, text=f"{one.text} ({one.id})") if count[one.text, one.note] > 1 else one
        for one in list(found.values())[:MAX_NAMESAKES]
    ]
