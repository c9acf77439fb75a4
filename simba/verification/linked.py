"""The entities that a question speaks of, where nobody has told: those that SimBa takes its names for."""

from __future__ import annotations

from simba.errors import QuestionError
from simba.query import Entity, walk
from simba.russian.text import Span
from simba.system import Simba


def linked_entities(simba: Simba, question: str) -> list[str]:
    """The entities of the reading that answers, else the best candidate of each name, the longest names first."""
    try:
        _, reasoning = simba.reason(question)
    except QuestionError:
        return []
    if reasoning.found is not None:
        return list(dict.fromkeys(one.id for one in walk(reasoning.found.form) if isinstance(one, Entity)))
    taken: list[Span] = []
    found: dict[str, None] = {}
    ranked = sorted(
        reasoning.candidates,
        key=lambda one: (one.mention.span.start - one.mention.span.stop, -one.score, one.entity.id),
    )
    for one in ranked:
        if not any(span.overlaps(one.mention.span) for span in taken):
            taken.append(one.mention.span)
            found[one.entity.id] = None
    return list(found)
