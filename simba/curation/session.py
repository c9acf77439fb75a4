"""Curating a set from start to end: what is certain, or one suggestion after another by what someone says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from simba.curation.curator import Curator, Examined
from simba.curation.decisions import Decision, Decisions, Verdict
from simba.curation.entries import QuestionSet, SetQuestion
from simba.curation.suggestion import Suggestion

MOST_ROUNDS = 50
"""Decisions on one question in one run; each may bring up the next suggestion."""
AUTOMATIC = "simba --accept safe"
"""Who decided, where nobody was asked."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What someone says to a suggestion; an edit has the new value. Nothing: it is left open."""

    verdict: Verdict
    value: Any = None
    by: str | None = None
    """Who says so, if not who runs the session."""


Judge = Callable[[Examined, Suggestion], "Ruling | None"]
"""Who decides what is to be done with a suggestion; None leaves it open."""


@dataclass(frozen=True, slots=True)
class Curated:
    """A question at the end of a session, and how it was at its start."""

    before: SetQuestion
    first: Examined
    """As it was found, with what had been decided before."""
    last: Examined
    decisions: tuple[Decision, ...]


def curate(
    questions: QuestionSet, curator: Curator, decisions: Decisions, judge: Judge, by: str
) -> Iterator[Curated]:
    """Examine every question and put its suggestions before the judge; each decision is kept at once."""
    for entry in questions.entries:
        yield _curated(entry, curator, decisions, judge, by)


def _curated(entry: SetQuestion, curator: Curator, decisions: Decisions, judge: Judge, by: str) -> Curated:
    first = examined = curator.examine(*decisions.replayed(entry))
    open_: set[str] = set()
    for _ in range(MOST_ROUNDS):
        suggestion = next((one for one in examined.suggestions if one.key not in open_), None)
        if suggestion is None:
            break
        said = judge(examined, suggestion)
        if said is None:
            open_.add(suggestion.key)
            continue
        decisions.add(Decision.on(suggestion, entry, said.verdict, said.by or by, said.value))
        examined = curator.examine(*decisions.replayed(entry))
    return Curated(entry, first, examined, decisions.of(entry))


def accept_safe(examined: Examined, suggestion: Suggestion) -> Ruling | None:
    """Say yes to what is certain, and leave the rest open."""
    return Ruling("yes", by=AUTOMATIC) if suggestion.safe else None


def leave_open(examined: Examined, suggestion: Suggestion) -> Ruling | None:
    """Decide nothing."""
    return None


def first_safe(then: Judge) -> Judge:
    """Say yes to what is certain, and ask somebody about the rest."""
    return lambda examined, suggestion: accept_safe(examined, suggestion) or then(examined, suggestion)


def without_healthy(curated: Curated) -> bool:
    """Whether there was anything to a question."""
    return not curated.first.healthy or bool(curated.decisions)
