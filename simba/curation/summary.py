"""A session as text: a few lines for each question that has something to it, and the counts at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simba.curation.curation_page import counts
from simba.curation.entries import QuestionSet
from simba.curation.session import Curated, without_healthy
from simba.russian.text import clean, shorten


def listed(curated: Curated) -> Iterator[str]:
    """The lines about a question; none about a healthy one."""
    if not without_healthy(curated):
        return
    yield _line(f"{curated.before.id}: {curated.before.text}")
    for finding in curated.first.findings:
        yield _line(f"  {finding.kind}: {finding.message}")
    for decision in curated.decisions:
        yield _line(f"  {decision.verdict} ({decision.by}): {decision.why}")
    for suggestion in curated.last.suggestions:
        marks = [
            mark for mark, holds in (("safe", suggestion.safe), ("restores", suggestion.restores)) if holds
        ]
        shown = f" [{', '.join(marks)}]" if marks else ""
        yield _line(f"  ? {'; '.join(map(str, suggestion.changes))}{shown}")


def summary(questions: QuestionSet, every: Sequence[Curated]) -> Iterator[str]:
    """How many of each."""
    told = counts(every)
    yield (
        f"{questions.path.name}: {told['questions']} questions, {told['healthy']} healthy,"
        f" {told['open']} with open suggestions"
    )
    for name in ("first", "findings", "decided"):
        if told[name]:
            listed_ = ", ".join(f"{kind} {count}" for kind, count in told[name].items())
            yield f"{_NAMES[name]}: {listed_}"


_NAMES = {"first": "first suggestions", "findings": "findings", "decided": "decided"}


def _line(text: str) -> str:
    return shorten(
        clean(" ".join(text.split())) if not text.startswith("  ") else "  " + clean(" ".join(text.split()))
    )
