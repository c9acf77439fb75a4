"""From the reasoning to what people get: the answer with its labels, or the abstention with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simba.answer import Answer, Labelled, Value
from simba.common.vocabulary import entity_id
from simba.display.shown import ShownAnswer
from simba.kb.facts import FactStore, Texts
from simba.kb.index import IndexedName
from simba.query import Part, expression, main_hop, sparql
from simba.reasoning import Reasoning
from simba.russian.values import literal_label
from simba.stages.answering import Attempt
from simba.trace import trace


def answer_of(reasoning: Reasoning, store: FactStore) -> Answer:
    """The answer that the reasoning came to; the store's texts are its labels."""

    def explain(texts: Texts | None = None) -> dict[str, Any]:
        return trace(reasoning, texts or store.describe(_linked(reasoning)))

    attempt = reasoning.chosen
    if attempt is None:
        return ShownAnswer(reasoning.question, "abstained", reasoning.reason, explain=explain)
    candidate = attempt.reading.candidate
    entity = candidate.entity if candidate else None
    shown = {identifier for value in attempt.accepted if (identifier := entity_id(value.value))}
    if entity is not None and entity.kind != "label":
        shown.add(entity.id)
    # Where texts are asked for at all, those of the candidates come along for the trace.
    texts = store.describe(shown | _linked(reasoning)) if shown else None
    hop = main_hop(attempt.form)
    proposal = attempt.reading.proposal
    return ShownAnswer(
        reasoning.question,
        "answered",
        None,
        _labelled(attempt, texts),
        _named(entity, texts) if entity is not None else None,
        Labelled(hop[1], proposal.rule.name if proposal else None) if hop else None,
        hop[2] if hop else None,
        sparql(attempt.form),
        form=expression(attempt.form),
        truncated=attempt.truncated,
        explain=lambda: explain(texts),
    )


def _named(entity: IndexedName, texts: Texts | None) -> Labelled:
    label = texts.label(entity.id) if texts and entity.kind != "label" else entity.name
    return Labelled(entity.id, label, entity.description or None)


def _linked(reasoning: Reasoning) -> set[str]:
    return {candidate.entity.id for candidate in reasoning.links.candidates}


def _labelled(attempt: Attempt, texts: Texts | None) -> tuple[Value, ...]:
    year = isinstance(attempt.form, Part)
    return tuple(_label(value, texts, year=year) for value in attempt.accepted)


def _label(value: Value, texts: Texts | None, *, year: bool) -> Value:
    if value.type == "uri":
        identifier = entity_id(value.value)
        return replace(value, label=texts.label(identifier) if texts and identifier else None)
    return replace(value, label=literal_label(value.value, value.datatype, year=year))
