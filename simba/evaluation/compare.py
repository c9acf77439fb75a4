"""Which questions an evaluation fixed and broke against an earlier one, and whether that may be chance."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simba.errors import SourceError
from simba.evaluation.intervals import mcnemar
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.outcome import Outcome
from simba.evaluation.scoring import Meaning, meaning
from simba.evaluation.sparql_json import value_of


def read_earlier(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The content of a results.json, or of the one in a report folder; raises `SourceError` where it is none."""
    path = Path(path)
    if path.is_dir():
        path = path / "results.json"
    content = parse_json(path, read_bytes(path))
    questions = content.get("questions") if isinstance(content, dict) else None
    if not isinstance(questions, list) or "summary" not in content or not all(map(_is_outcome, questions)):
        raise SourceError(f"{path}: not the results.json of an evaluation")
    return dict(content)


def _is_outcome(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("id"), str)
        and isinstance(item.get("question"), str)
        and isinstance(item.get("correct"), bool)
    )


def compare(
    outcomes: Sequence[Outcome], earlier: dict[str, Any], name: str = "the earlier results"
) -> dict[str, Any]:
    """Which questions were fixed, broken or answered otherwise, of those that both have, by id and text.

    ``earlier`` is what `read_earlier` returns. The result is plain data: the three lists, counts, and the two-sided
    p of McNemar's exact test. Raises `SourceError`, with ``name``, where they share no question.
    """
    before = {(item["id"], item["question"]): item for item in earlier["questions"]}
    shared = [
        (outcome, before[key])
        for outcome in outcomes
        if (key := (outcome.question.id, outcome.question.text)) in before
    ]
    if not shared:
        raise SourceError(f"{name}: about other questions; nothing to compare")
    fixed = [_change(outcome, old) for outcome, old in shared if outcome.score.correct and not old["correct"]]
    broken = [
        _change(outcome, old) for outcome, old in shared if not outcome.score.correct and old["correct"]
    ]
    otherwise = [
        _change(outcome, old)
        for outcome, old in shared
        if outcome.score.correct == old["correct"] and _answers(outcome.as_dict()) != _answers(old)
    ]
    return {
        "shared": len(shared),
        "only_here": len(outcomes) - len(shared),
        "only_there": len(before) - len(shared),
        "partial": bool(earlier.get("partial")),
        "correct_before": sum(old["correct"] for _, old in shared),
        "correct_now": sum(outcome.score.correct for outcome, _ in shared),
        "mcnemar_p": round(mcnemar(len(fixed), len(broken)), 6),
        "fixed": fixed,
        "broken": broken,
        "changed": otherwise,
    }


def _change(outcome: Outcome, old: dict[str, Any]) -> dict[str, Any]:
    now = outcome.as_dict()
    return {
        "id": outcome.question.id,
        "question": outcome.question.text,
        "before": _told(old),
        "now": _told(now),
        "expected": shown_answers(now["expected"]),
        "correct": outcome.score.correct,
        "stage": outcome.stage,
    }


def _answers(item: dict[str, Any]) -> set[Meaning]:
    """What a results file says was answered, whatever its order and labels, and however identifiers are written."""
    answers = (one for one in item.get("answers") or [] if isinstance(one, dict))
    return {meaning(value_of(one)) for one in answers if isinstance(one.get("value"), str)}


def _told(item: dict[str, Any]) -> str:
    return shown_answers(item.get("answers") or []) or f"abstained: {item.get('error') or item.get('reason')}"


def shown_answers(answers: Sequence[Any], most: int = 5) -> str:
    """The first ``most`` of some answers (in plain data) as one line that people read."""
    texts = [
        str(answer.get("label") or answer.get("value")) for answer in answers if isinstance(answer, dict)
    ]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")
