"""What became of one question, in plain data that travels between processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simba.answer import Labelled, Value
from simba.evaluation.blame import Diagnosis
from simba.evaluation.gold import Question
from simba.evaluation.scoring import Score

QUERY_KEYS = ("rank", "entity", "property", "direction", "score", "unexplained", "results", "accepted")
SHOWN = 10
"""Entries of each stage that a results file keeps."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question with what the system returned and how that is judged."""

    question: Question
    values: tuple[Value, ...]
    reason: str | None
    """Why the system abstained; None where it answered."""
    score: Score
    seconds: float
    error: str | None = None
    entity: Labelled | None = None
    prop: Labelled | None = None
    direction: str | None = None
    query: str | None = None
    form: str | None = None
    confidence: float | None = None
    trace: Mapping[str, Any] | None = None
    diagnosis: Diagnosis | None = None
    gold_labels: Mapping[str, str] | None = None

    @property
    def answered(self) -> bool:
        """Whether any answer was returned."""
        return bool(self.values)

    @property
    def stage(self) -> str | None:
        """The first failing stage, a key of `STAGES`; None of a right answer and where it cannot be told."""
        return self.failing[0] if self.failing else None

    @property
    def failing(self) -> tuple[str, ...]:
        """The stages that failed it, in their order."""
        return self.diagnosis.failing if self.diagnosis else ()

    def as_dict(self) -> dict[str, Any]:
        """The outcome as results.json holds it, in a stable order and without its time."""
        question, diagnosis = self.question, self.diagnosis
        labels = self.gold_labels or {}
        return {
            "id": question.id,
            "question": question.text,
            "tags": list(question.tags),
            "answerable": question.answerable,
            "correct": self.score.correct,
            "status": "answered" if self.answered else "abstained",
            "reason": self.reason,
            "error": self.error,
            "precision": round(self.score.precision, 6),
            "recall": round(self.score.recall, 6),
            "f1": round(self.score.f1, 6),
            "answers": [_value(value) for value in self.values],
            "expected": [_value(value) for value in question.answers],
            "entity": self.entity and {"id": self.entity.id, "label": self.entity.label},
            "property": self.prop and {"id": self.prop.id, "label": self.prop.label},
            "direction": self.direction,
            "query": self.query,
            "form": self.form,
            "confidence": self.confidence,
            "gold": {
                "entities": [{"id": found, "label": labels.get(found)} for found in question.entities],
                "properties": [{"id": found, "label": labels.get(found)} for found in question.properties],
                "query": question.query,
            },
            "stage": self.stage,
            "failing": list(self.failing),
            "one_hop": diagnosis.one_hop if diagnosis else None,
            "found": dict(diagnosis.found) if diagnosis else None,
            "trace": self.trace,
        }


def _value(value: Value) -> dict[str, Any]:
    return {"type": value.type, "value": value.value, "datatype": value.datatype, "label": value.label}


def condensed(trace: Mapping[str, Any]) -> dict[str, Any] | None:
    """A trace without its tokens, of each list the first `SHOWN`; under "of" how long they were. None of no trace."""
    if not trace:
        return None
    return {
        "interrogative": trace["interrogative"],
        "mentions": [mention["text"] for mention in trace["mentions"]],
        "candidates": [
            {key: candidate[key] for key in ("entity", "label", "description", "mention", "route", "score")}
            for candidate in trace["candidates"][:SHOWN]
        ],
        "properties": [
            {key: proposal[key] for key in ("property", "name", "direction", "words")}
            for proposal in trace["properties"][:SHOWN]
        ],
        "queries": [{key: query[key] for key in QUERY_KEYS} for query in trace["queries"][:SHOWN]],
        "of": {stage: len(trace[stage]) for stage in ("mentions", "candidates", "properties", "queries")},
    }
