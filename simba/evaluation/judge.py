"""One system, asked one question after another, and what each answer is worth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeAlias

from simba.answer import Answer, Value
from simba.common.vocabulary import is_entity_id
from simba.errors import EndpointError
from simba.evaluation.blame import Oracle, diagnose
from simba.evaluation.gold import Question
from simba.evaluation.outcome import Outcome, condensed
from simba.evaluation.scoring import Score, score
from simba.system import Simba

System: TypeAlias = "Simba | Callable[[str], Any]"
"""A SimBa, or any callable that takes a question and returns its answers."""


def simba_of(system: System) -> Simba | None:
    """The SimBa that a system is, or is the method of."""
    owner = getattr(system, "__self__", system)
    return owner if isinstance(owner, Simba) else None


class Judge:
    """Puts questions to one system and judges what comes back."""

    def __init__(self, system: System) -> None:
        """Take a system that lives in this process."""
        simba = simba_of(system)
        if simba is not None:
            simba.load()
        self._ask: Callable[[str], Any] = system.answer if isinstance(system, Simba) else system
        self._oracle = Oracle(simba.store) if simba is not None else None

    def __call__(self, question: Question) -> Outcome:
        """Ask one question; an exception of the system is a wrong answer, whatever the question."""
        start = perf_counter()
        seconds = None
        try:
            returned = self._ask(question.text)
            seconds = perf_counter() - start
            values = as_values(returned)
            trace = returned.trace if isinstance(returned, Answer) else {}
        except Exception as error:
            message = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            seconds = perf_counter() - start if seconds is None else seconds
            return Outcome(question, (), "error", Score(False, 0.0, 0.0, 0.0), seconds, message)
        judged = score(values, question.answers, answerable=question.answerable)
        reason = None if values else "abstained"
        if not isinstance(returned, Answer):
            return Outcome(question, values, reason, judged, seconds)
        diagnosis = labels = None
        if self._oracle is not None:
            with suppress(EndpointError):  # what cannot be diagnosed is judged all the same
                diagnosis = diagnose(question, trace, self._oracle, correct=judged.correct)
                found = {
                    item: self._oracle.label(item) for item in (*question.entities, *question.properties)
                }
                labels = {item: label for item, label in found.items() if label}
        return Outcome(
            question,
            values,
            None if values else returned.reason or reason,
            judged,
            seconds,
            entity=returned.entity,
            prop=returned.property,
            direction=returned.direction,
            query=returned.query,
            form=returned.form,
            confidence=returned.confidence,
            trace=condensed(trace),
            diagnosis=diagnosis,
            gold_labels=labels,
        )


def as_values(returned: Any) -> tuple[Value, ...]:
    """What a system returned, as values; raises TypeError for what is none."""
    if returned is None:
        return ()
    if isinstance(returned, Answer):
        return returned.values
    if isinstance(returned, str | Value | dict | int | float):
        returned = (returned,)
    return tuple(_value(item) for item in returned)


def _value(item: Any) -> Value:
    if isinstance(item, Value):
        return item
    if isinstance(item, dict) and isinstance(item.get("value"), str):
        kind = "uri" if item.get("type") == "uri" else "literal"
        return Value(kind, item["value"], item.get("datatype"), item.get("label"))  # type: ignore[arg-type]
    if isinstance(item, str | int | float):
        text = str(item)
        iri = is_entity_id(text.removeprefix("wd:")) or text.startswith(("http://", "https://"))
        return Value("uri" if iri else "literal", text, None, None)
    raise TypeError(
        f"an answer must be text, a Value or a dict with type and value, not {type(item).__name__}"
    )
