"""From what SimBa understood of a question to what it says of a candidate, with the names of all on the path."""

from __future__ import annotations

from collections.abc import Mapping

from simba.answer import Answer, Labelled
from simba.judging.connections import StoredConnections
from simba.judging.judgement import Judgement
from simba.judging.judging import judge_by_facts
from simba.kb.facts import FactStore
from simba.query import Form, expression
from simba.reasoning import Reasoning


def judgement_of(
    answer: Answer, reasoning: Reasoning, candidate: str, store: FactStore, names: Mapping[str, str]
) -> Judgement:
    """The judgement; ``names`` are what the rules call properties that have no label."""

    def fits(form: Form) -> bool:
        return bool(store.values(form).values)

    judged = judge_by_facts(reasoning, candidate, StoredConnections(store), fits)
    mentioned = {candidate: None} | {part: None for connection in judged.path for part in connection}
    texts = store.describe(mentioned)
    labels = {one: label for one in mentioned if (label := texts.label(one) or names.get(one))}
    return Judgement(
        answer.question,
        Labelled(candidate, texts.label(candidate), texts.description(candidate)),
        judged.verdict,
        answer,
        judged.path,
        expression(judged.form) if judged.form is not None else None,
        labels,
    )
