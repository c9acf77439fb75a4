"""Thresholds below which a system says that it does not know, tuned on one benchmark to be used on another.

GrailQAbility adapts systems so (Patidar et al., ACL 2023, section 6): one threshold on how sure the linking is, one on
how sure the whole logical form is. Both are chosen for the greatest mean F1(R); of equal ones the lowest are taken, so
that no more is kept silent than it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from simba.evaluation.outcome import Outcome
from simba.evaluation.scoring import score

STEPS = 40
"""Thresholds on the linking that are tried."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Answers that are less sure than this are not given."""

    linking: float
    confidence: float
    f1: float
    """The mean F1(R), 0 to 1, that they reach on what they were tuned on."""

    def as_dict(self) -> dict[str, Any]:
        """As results.json holds them."""
        return {
            "linking": round(self.linking, 6),
            "confidence": round(self.confidence, 6),
            "tuned_f1_regular": round(self.f1, 6),
        }

    def kept(self, outcome: Outcome) -> Outcome:
        """The outcome, or the abstention that it becomes."""
        if not outcome.answered or self._enough(outcome):
            return outcome
        silent = score((), outcome.question.answers, answerable=outcome.question.answerable)
        return replace(outcome, values=(), reason="unsure", score=silent)

    def _enough(self, outcome: Outcome) -> bool:
        return linking_of(outcome) >= self.linking and _sure(outcome) >= self.confidence


def linking_of(outcome: Outcome) -> float:
    """How sure the linking of the answer's entity is: its candidate's share in the scores of all that its mention has.

    Between 0 and 1; 1 where the trace does not tell.
    """
    candidates = (outcome.trace or {}).get("candidates") or []
    entity = outcome.entity.id if outcome.entity else None
    own = next((one for one in candidates if one["entity"] == entity), None)
    if own is None:
        return 1.0
    rivals = [max(0.0, one["score"]) for one in candidates if one["mention"] == own["mention"]]
    return max(0.0, own["score"]) / sum(rivals) if sum(rivals) else 1.0


def _sure(outcome: Outcome) -> float:
    return 1.0 if outcome.confidence is None else outcome.confidence


def tune(outcomes: Sequence[Outcome]) -> Thresholds:
    """The thresholds for the greatest mean F1(R) on some outcomes, which have whatever was found.

    They lie halfway between what occurs. Every threshold on the confidence is tried, with `STEPS` on the linking.
    """
    silent = sum(one.score.f1 for one in outcomes if not one.answered)
    answers = sorted(
        _Judged(_sure(one), linking_of(one), one.score.f1, 0.0 if one.question.answerable else 1.0)
        for one in outcomes
        if one.answered
    )
    best = Thresholds(0.0, 0.0, -1.0)
    for linking in _steps([one.linking for one in answers]):
        kept = [one for one in answers if one.linking >= linking]
        f1 = silent + sum(one.given if one.linking >= linking else one.held for one in answers)
        below = None  # the confidence of the surest answer that is held back
        for one in kept:
            if (below is None or one.sure > below) and f1 / len(outcomes) > best.f1 + 1e-9:
                best = Thresholds(
                    linking, 0.0 if below is None else (below + one.sure) / 2, f1 / len(outcomes)
                )
            f1 += one.held - one.given
            below = one.sure
        if below is not None and below < 1 and f1 / len(outcomes) > best.f1 + 1e-9:
            best = Thresholds(linking, (below + 1) / 2, f1 / len(outcomes))
    return best if best.f1 >= 0 else Thresholds(0.0, 0.0, silent / max(1, len(outcomes)))


class _Judged(NamedTuple):
    """An answer: how sure it and its linking are, its F1(R) where it is given, and where it is held back."""

    sure: float
    linking: float
    given: float
    held: float


def _steps(numbers: Sequence[float]) -> list[float]:
    """No threshold, and some between the numbers."""
    ordered = sorted(set(numbers))
    between = [(one + other) / 2 for one, other in pairwise(ordered)]
    return [0.0, *between[:: max(1, -(-len(between) // STEPS))]]
