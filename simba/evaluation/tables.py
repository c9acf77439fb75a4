"""The tables of an evaluation, as plain data that the terminal, the page and the files show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from simba.evaluation.blame import EXPLAINED, RECALLS, STAGES
from simba.evaluation.calibration import Judged, calibration
from simba.evaluation.gold import NO_ANSWER, Question
from simba.evaluation.intervals import wilson
from simba.evaluation.outcome import Outcome

ONE_HOP = "1-hop"
_COMBINED = ("reverse", "count", "exclusion")
_ALONE = ("multi-constraint", "multi-hop", "qualifier-constraint")

Predicate = Callable[[Question], bool]


def _plain_hop(question: Question) -> bool:
    return ONE_HOP in question.tags and not set(_COMBINED) & set(question.tags)


def _with_hop(tag: str) -> Predicate:
    return lambda question: ONE_HOP in question.tags and tag in question.tags


def _tagged(tag: str) -> Predicate:
    return lambda question: tag in question.tags


TOTALS: tuple[tuple[str, Predicate], ...] = (
    ("Answerable", lambda question: question.answerable),
    ("Unanswerable", lambda question: not question.answerable),
    ("Total", lambda question: True),
)
KINDS: tuple[tuple[str, Predicate], ...] = (
    (ONE_HOP, _plain_hop),
    *((f"{ONE_HOP} + {tag}", _with_hop(tag)) for tag in _COMBINED),
    *((tag.capitalize(), _tagged(tag)) for tag in _ALONE),
)
"""The rows of the RuBQ 2.0 paper's Table 3. 1-hop questions are those that need nothing else; the rows
below them hold all questions with the tag, so that a question with two tags counts in two rows."""

# The RuBQ 2.0 paper (Rybin et al., ESWC 2021) on the 1.0 test subset, answered from the full Wikidata. Only
# cells that are certain stand here; those of QAnswer and of the rows by kind of question are left out:
# they could not be checked against the paper. "Total" is the sum of the two certain cells.
PUBLISHED = {
    "DeepPavlov": {"Answerable": 277, "Unanswerable": 154, "Total": 431},
    "SimBa (paper)": {"Answerable": 258, "Unanswerable": 219, "Total": 477},
}
PUBLISHED_ON = {"Answerable": 960, "Unanswerable": 240, "Total": 1200}
PUBLISHED_NOTE = "as published (RuBQ 2.0 paper): from another knowledge base, the full Wikidata of its time"
SUBSET = "RuBQ 1.0 test: "


def is_published_set(questions: Sequence[Question]) -> bool:
    """Whether the published figures are about these questions: the 1.0 test subset, by version and size."""
    sizes = {label: sum(map(predicate, questions)) for label, predicate in TOTALS}
    return sizes == PUBLISHED_ON and all(question.version in {None, "1.0"} for question in questions)


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Everything that is counted, as plain data: shares between 0 and 1, with their 95 % intervals."""
    answered = [outcome for outcome in outcomes if outcome.answered]
    right = [outcome for outcome in answered if outcome.score.correct]
    rows = _rows(outcomes)
    return {
        "rows": rows,
        "published": PUBLISHED_NOTE if any(row["published"] for row in rows) else None,
        "answered": _share("Answered", len(answered), len(outcomes)),
        "precision": _share("Correct of answered", len(right), len(answered)),
        **_macro(outcomes),
        "abstained": _abstained(outcomes),
        "errors": sum(outcome.error is not None for outcome in outcomes),
        "stages": _stages(outcomes),
        "calibration": _calibration(outcomes),
    }


def _rows(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    rows = [_row(label, predicate, outcomes) for label, predicate in TOTALS]
    if is_published_set([outcome.question for outcome in outcomes]):
        for row in rows:
            row["published"] = {system: cells[row["label"]] for system, cells in PUBLISHED.items()}
    else:
        subset = [outcome for outcome in outcomes if outcome.question.version == "1.0"]
        if is_published_set([outcome.question for outcome in subset]):
            for label, predicate in TOTALS:
                row = _row(SUBSET + label.lower(), predicate, subset)
                rows.append(
                    {**row, "published": {system: cells[label] for system, cells in PUBLISHED.items()}}
                )
    if any(outcome.question.tags for outcome in outcomes):
        rows += [_row(label, predicate, outcomes) for label, predicate in KINDS]
        shown = {ONE_HOP, NO_ANSWER, *_COMBINED, *_ALONE}
        others = sorted({tag for outcome in outcomes for tag in outcome.question.tags} - shown)
        rows += [_row(tag[:1].upper() + tag[1:], _tagged(tag), outcomes) for tag in others]
    return rows


def _row(label: str, predicate: Predicate, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    chosen = [outcome for outcome in outcomes if predicate(outcome.question)]
    exact = sum(outcome.score.exact for outcome in chosen)
    f1 = [outcome.score.f1 for outcome in chosen]
    return {
        **_share(label, sum(outcome.score.correct for outcome in chosen), len(chosen)),
        "exact": round(exact / len(chosen), 6) if chosen else None,
        "f1": round(_mean(f1), 6) if chosen else None,
        "published": None,
    }


def _share(label: str, count: int, total: int) -> dict[str, Any]:
    interval = wilson(count, total)
    return {
        "label": label,
        "count": count,
        "of": total,
        "share": round(count / total, 6) if total else None,
        "interval": [round(bound, 6) for bound in interval] if interval else None,
    }


def _macro(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    scores = [outcome.score for outcome in outcomes]
    precision = _mean([score.precision for score in scores])
    recall, f1 = _mean([score.recall for score in scores]), _mean([score.f1 for score in scores])
    # QALD: nothing returned for an answerable question is no false answer.
    qald = _mean([1.0 if _is_silent(outcome) else outcome.score.precision for outcome in outcomes])
    harmonic = 2 * qald * recall / (qald + recall) if qald + recall else 0.0
    return {
        "macro": {"precision": round(precision, 6), "recall": round(recall, 6), "f1": round(f1, 6)},
        "macro_qald": {"precision": round(qald, 6), "recall": round(recall, 6), "f1": round(harmonic, 6)},
    }


def _is_silent(outcome: Outcome) -> bool:
    return outcome.question.answerable and not outcome.answered and outcome.error is None


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _abstained(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    silent = [outcome for outcome in outcomes if not outcome.answered]
    reasons = Counter(outcome.reason or "abstained" for outcome in silent)
    answerable = Counter(outcome.reason or "abstained" for outcome in silent if outcome.question.answerable)
    return {
        **_share("Abstained", len(silent), len(outcomes)),
        "by_reason": [
            {
                **_share(reason, count, len(outcomes)),
                "answerable": answerable[reason],
                "unanswerable": count - answerable[reason],
            }
            for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ],
    }


def _stages(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """Stage recall, and failures by stage; None where there is nothing to judge stages by."""
    judged = [outcome for outcome in outcomes if outcome.diagnosis is not None]
    if not judged:
        return None
    answerable = [outcome for outcome in outcomes if outcome.question.answerable]
    failed = [outcome for outcome in answerable if not outcome.score.correct]
    one_hop = [outcome for outcome in judged if outcome.diagnosis and outcome.diagnosis.one_hop]
    return {
        "recall": [
            {
                "key": key,
                "explained": explained,
                **_recall(key, judged),
                "one_hop": _recall(key, one_hop),
            }
            for key, explained in RECALLS.items()
        ],
        "one_hop": _share("one hop can answer", len(one_hop), len(judged)),
        "failures": [
            {
                "key": stage,
                "label": label,
                "explained": EXPLAINED[stage],
                "first": sum(outcome.stage == stage for outcome in failed),
                "only": sum(outcome.failing == (stage,) for outcome in failed),
                "any": sum(stage in outcome.failing for outcome in failed),
                "answered_wrongly": sum(outcome.stage == stage and outcome.answered for outcome in failed),
            }
            for stage, label in STAGES.items()
        ],
        "unplaced": sum(outcome.stage is None for outcome in failed),
        "answered_unanswerable": sum(o.answered for o in outcomes if not o.question.answerable),
    }


def _recall(key: str, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    found = [outcome.diagnosis.found[key] for outcome in outcomes if outcome.diagnosis is not None]
    told = [some for some in found if some is not None]
    return _share(key, sum(told), len(told))


def _calibration(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """What the answers' confidences are worth; None where the system gives none."""
    answered = [outcome for outcome in outcomes if outcome.answered]
    judged = [Judged(one.confidence, one.score.correct) for one in answered if one.confidence is not None]
    if len(judged) < len(answered):
        return None
    return calibration(judged, len(outcomes), sum(outcome.question.answerable for outcome in outcomes))
