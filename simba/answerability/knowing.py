"""Does a system know that it cannot know? GrailQAbility's scores (Patidar et al., ACL 2023, section 5).

* **F1(R)**, regular: a question's answers against the reference of the reduced knowledge base; silence on a question
  that cannot be answered is 1.
* **F1(L)**, lenient: precision and recall are each the greater of those against the reduced and the ideal reference.
* **EM**: the logical form equals the reference's; where there is none (NK), saying so. Forms are equal by
  `simba.evaluation.sparql_forms.exact`. Questions whose reference no form says are left out and counted.
* **EM without classes**: the same, where classes beside other conditions are left out of both.

What counts as said is in `simba.answerability.said`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simba.answerability.benchmark_labels import CATEGORIES, BenchmarkLabel
from simba.answerability.said import SAID, Said, form_asked, said
from simba.evaluation.cells import percent
from simba.evaluation.outcome import Outcome
from simba.evaluation.scoring import score
from simba.evaluation.sparql_forms import exact, form_of_text, without_classes
from simba.kb.validity import Schema
from simba.query import expression


@dataclass(frozen=True, slots=True)
class Knowing:
    """How a system did on one question of a benchmark."""

    label: BenchmarkLabel
    said: Said
    lenient: float
    regular: float
    exact: bool | None
    """None where it cannot be told: no form says the reference's query."""
    without_classes: bool | None


def judged(outcome: Outcome, label: BenchmarkLabel, schema: Schema | None = None) -> Knowing:
    """Score one question."""
    told = said(outcome, schema)
    reduced = outcome.score
    ideal = reduced if outcome.error else score(outcome.values, label.answers)
    precision, recall = max(reduced.precision, ideal.precision), max(reduced.recall, ideal.recall)
    lenient = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    if label.status == "NK":
        right = told == "NK" and outcome.error is None
        return Knowing(label, told, lenient, reduced.f1, right, right)
    gold = form_of_text(label.query)
    if gold is None:
        return Knowing(label, told, lenient, reduced.f1, None, None)
    mine = None if told == "NK" else form_asked(outcome)
    return Knowing(
        label,
        told,
        lenient,
        reduced.f1,
        mine is not None and exact(mine) == exact(gold),
        mine is not None and expression(without_classes(mine)) == expression(without_classes(gold)),
    )


ROWS: tuple[tuple[str, Callable[[Knowing], bool]], ...] = (
    ("all", lambda one: True),
    ("answerable", lambda one: one.label.status == "answerable"),
    ("unanswerable", lambda one: one.label.status != "answerable"),
    ("NK", lambda one: one.label.status == "NK"),
    ("NA", lambda one: one.label.status == "NA"),
)


def _of_category(name: str) -> Callable[[Knowing], bool]:
    return lambda one: one.label.category == name


def knowing(
    outcomes: Sequence[Outcome], labels: Mapping[str, BenchmarkLabel], schema: Schema | None = None
) -> dict[str, Any]:
    """All scores of a benchmark's questions as plain data: "rows", "confusion", "told_apart", and "tables" of them."""
    some = [
        judged(outcome, labels[outcome.question.id], schema)
        for outcome in outcomes
        if outcome.question.id in labels
    ]
    return summary_of(some)


def summary_of(some: Sequence[Knowing]) -> dict[str, Any]:
    """The scores of questions that are judged, of one benchmark or of several together."""
    kinds = (*ROWS, *((name, _of_category(name)) for name in CATEGORIES))
    rows = [_row(name, [one for one in some if wanted(one)]) for name, wanted in kinds]
    counts = Counter((one.label.status, one.said) for one in some)
    confusion = [
        {"status": status, **{told: counts[status, told] for told in SAID}}
        for status in ("answerable", "NK", "NA")
    ]
    abstained = [one for one in some if one.label.status != "answerable" and one.said != "answered"]
    apart = sum(one.said == one.label.status for one in abstained)
    found = {
        "rows": [row for row in rows if row["of"]],
        "confusion": confusion,
        "told_apart": {
            "count": apart,
            "of": len(abstained),
            "share": _mean(one.said == one.label.status for one in abstained),
        },
    }
    return {**found, "tables": tables_of(found)}


def _row(name: str, some: Sequence[Knowing]) -> dict[str, Any]:
    told = [one for one in some if one.exact is not None]
    return {
        "label": name,
        "of": len(some),
        "f1_lenient": _mean(one.lenient for one in some),
        "f1_regular": _mean(one.regular for one in some),
        "exact_match": _mean(bool(one.exact) for one in told),
        "exact_match_without_classes": _mean(bool(one.without_classes) for one in told),
        "of_exact_match": len(told),
    }


def _mean(numbers: Any) -> float | None:
    several = list(numbers)
    return round(sum(several) / len(several), 6) if several else None


def tables_of(found: Mapping[str, Any]) -> list[tuple[str, list[str], list[list[str]]]]:
    """The scores as cells that people read: title, header, rows."""
    figures = ("f1_lenient", "f1_regular", "exact_match", "exact_match_without_classes")
    rows = [
        [
            row["label"],
            str(row["of"]),
            *(percent(row[key]) for key in figures),
            f"{row['of_exact_match']} of {row['of']}",
        ]
        for row in found["rows"]
    ]
    header = ["questions", "of", "F1(L)", "F1(R)", "EM", "EM, no classes", "with a form"]
    apart = found["told_apart"]
    confusion = [[row["status"], *(str(row[told]) for told in SAID)] for row in found["confusion"]]
    confusion.append(["told apart", f"{apart['count']} of {apart['of']}", percent(apart["share"]), ""])
    return [
        ("Answerability (GrailQAbility)", header, rows),
        ("What was said, and NK and NA told apart", ["questions", *SAID], confusion),
    ]
