"""How far an answer's confidence can be relied on: precision against answers, and a reliability table.

The expected calibration error is that of Guo et al. (ICML 2017): answers are put into bins of equal width by their
confidence; the error is the mean distance between a bin's mean confidence and its share of right answers, weighted by
its size. With few answers a perfect confidence has an error too: of a hundred, about 0.08.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simba.evaluation.intervals import wilson

BINS = 10
THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Confidences at which tables show what would be answered."""


class Judged(NamedTuple):
    """An answer's confidence, and whether it was right."""

    confidence: float
    correct: bool


def calibration(answers: Sequence[Judged], questions: int, answerable: int) -> dict[str, Any] | None:
    """The tables of some answers to so many questions, as plain data; None without answers.

    ``curve`` has a point for each number of answers that a threshold can leave; ``thresholds`` those that people read.
    """
    if not answers:
        return None
    return {
        "ece": round(expected_error(answers), 6),
        "bins": reliability(answers),
        "curve": curve(answers, questions),
        "thresholds": [_at(threshold, answers, questions, answerable) for threshold in THRESHOLDS],
    }


def expected_error(answers: Sequence[Judged]) -> float:
    """The expected calibration error, between 0 and 1; 0 without answers."""
    gaps = (
        len(some)
        * abs(sum(one.confidence for one in some) / len(some) - sum(one.correct for one in some) / len(some))
        for some in _binned(answers)
        if some
    )
    return sum(gaps) / max(1, len(answers))


def reliability(answers: Sequence[Judged]) -> list[dict[str, Any]]:
    """Of each bin that has answers: its bounds, how many, their mean confidence, and how many were right."""
    rows = []
    for number, some in enumerate(_binned(answers)):
        right = sum(one.correct for one in some)
        interval = wilson(right, len(some))
        if interval is None:
            continue
        rows.append(
            {
                "from": number / BINS,
                "to": (number + 1) / BINS,
                "confidence": round(sum(one.confidence for one in some) / len(some), 6),
                "count": right,
                "of": len(some),
                "share": round(right / len(some), 6),
                "interval": [round(bound, 6) for bound in interval],
            }
        )
    return rows


def _binned(answers: Sequence[Judged]) -> list[list[Judged]]:
    bins: list[list[Judged]] = [[] for _ in range(BINS)]
    for one in answers:
        bins[min(BINS - 1, int(one.confidence * BINS))].append(one)
    return bins


def curve(answers: Sequence[Judged], questions: int) -> list[dict[str, Any]]:
    """How right the answers are when only the surest are given; other questions stay unanswered."""
    ordered = sorted(answers, key=lambda one: -one.confidence)
    points, right = [], 0
    for given, one in enumerate(ordered, 1):
        right += one.correct
        if given < len(ordered) and ordered[given].confidence == one.confidence:
            continue  # a threshold cannot tell these apart
        points.append(
            {
                "threshold": one.confidence,
                "abstained": round(1 - given / questions, 6),
                "precision": round(right / given, 6),
            }
        )
    return points


def _at(threshold: float, answers: Sequence[Judged], questions: int, answerable: int) -> dict[str, Any]:
    given = [one for one in answers if one.confidence >= threshold]
    right = sum(one.correct for one in given)
    return {
        "threshold": threshold,
        "answered": len(given),
        "of": questions,
        "precision": round(right / len(given), 6) if given else None,
        "answerable": round(right / answerable, 6) if answerable else None,
    }
