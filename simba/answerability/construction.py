"""The construction of a benchmark of answerability (GrailQAbility: Patidar et al., ACL 2023)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from simba.answerability.ablated import AblatedQuestion, UnusableQuestionError
from simba.answerability.reduced import KINDS, Drop, Kind, ReducedBase
from simba.answerability.routes import Routes
from simba.answerability.sampling import next_drop
from simba.evaluation.gold import Question

SHARE = 0.0825
"""Of the questions, which each kind of element makes unanswerable: together 33 %."""
SHARES: Mapping[Kind, float] = MappingProxyType(dict.fromkeys(KINDS, SHARE))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question that is not in the benchmark, and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Constructed:
    """The questions as the reduced knowledge base has them, and what was dropped, in order."""

    questions: tuple[AblatedQuestion, ...]
    left_out: tuple[LeftOut, ...]
    drops: tuple[Drop, ...]


def construct(
    questions: Iterable[Question],
    base: ReducedBase,
    *,
    shares: Mapping[Kind, float] = SHARES,
    seed: int = 0,
    advance: Callable[[], object] = lambda: None,
) -> Constructed:
    """Drop classes, relations, entities and facts out of a knowledge base, each until its share is reached.

    A share is that of all questions of the benchmark that a kind of element makes unanswerable, 0 to 1. Less is
    reached where nothing is left to be dropped that takes no more questions than there is room for. ``advance`` is
    called after each question and each drop.
    """
    taken, left_out = _taken(questions, base, advance)
    chance = random.Random(seed)  # noqa: S311
    drops: list[Drop] = []
    gone: frozenset[str] = frozenset()
    for kind in KINDS:
        wanted = shares.get(kind, 0) * len(taken)
        made = 0
        while made < wanted:
            drop = next_drop(kind, taken, base, chance, ceil(wanted - made))
            if drop is None:
                break
            base.take_out(drop)
            gone |= drop.gone
            drops.append(drop)
            for question in taken:
                question.refresh(base, drop, gone)
            made += sum(question.by is drop for question in taken)
            advance()
    return Constructed(tuple(taken), tuple(left_out), tuple(drops))


def _taken(
    questions: Iterable[Question], base: ReducedBase, advance: Callable[[], object]
) -> tuple[list[AblatedQuestion], list[LeftOut]]:
    """The questions that the knowledge base answers now, and the others."""
    routes = Routes(base.store)
    taken, left_out = [], []
    for question in questions:
        advance()
        if not question.answerable:
            left_out.append(LeftOut(question.id, "is unanswerable already"))
            continue
        try:
            taken.append(AblatedQuestion.read(question, base, routes))
        except UnusableQuestionError as error:
            left_out.append(LeftOut(question.id, str(error)))
    return taken, left_out
