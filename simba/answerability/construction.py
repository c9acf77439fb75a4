"""The construction of a benchmark of answerability (GrailQAbility: Patidar et al., ACL 2023).

What is dropped next is drawn among what the questions that can still be answered use.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

from simba.answerability.ablated import AblatedQuestion, UnusableQuestionError
from simba.answerability.fact_triples import StatedFact
from simba.answerability.reduced import KINDS, TYPING, Drop, Kind, ReducedBase
from simba.answerability.routes import Routes
from simba.common.vocabulary import is_property_id
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


def facts_in_use(questions: Iterable[AblatedQuestion]) -> list[StatedFact]:
    """The facts that whole answer paths use, always in the same order."""
    used = (uses for one in questions if one.status == "answerable" for uses in one.whole_paths())
    return sorted({fact for uses in used for fact in uses.facts}, key=lambda fact: fact.key)


def candidates(kind: Kind, questions: Iterable[AblatedQuestion], base: ReducedBase) -> list[str]:
    """The classes, relations or entities that valid forms name or whole answer paths use, always in the same order.

    A path uses the classes that its entities are said to be of.
    """
    names: set[str] = set()
    for question in questions:
        if question.status == "answerable":
            names |= question.named
            for uses in question.whole_paths():
                names |= uses.relations | uses.entities
    if kind == "relation":
        return sorted((names & base.properties) - TYPING)
    names = {name for name in names if not is_property_id(name)}
    if kind == "entity":
        return sorted(names - base.classes)
    return sorted({above for name in names for above in base.classes_of(name)} | (names & base.classes))


def draw(
    kind: Kind, choices: Sequence[str | StatedFact], base: ReducedBase, chance: random.Random
) -> str | StatedFact:
    """One of them: facts all alike, others the likelier the less popular they are."""
    if kind == "fact":
        return chance.choice(choices)
    return chance.choices(choices, [1 / base.popularity(kind, str(choice)) for choice in choices])[0]


def next_drop(
    kind: Kind, questions: Sequence[AblatedQuestion], base: ReducedBase, chance: random.Random, room: int
) -> Drop | None:
    """What is dropped next; None where nothing is left, or nothing that takes no more questions than there is room for.

    In the paper's set of 64,000 questions no element matters that much; in one of a hundred, one takes a third of them.
    """
    used = facts_in_use(questions) if kind == "fact" else candidates(kind, questions, base)
    choices: list[str | StatedFact] = [*used]
    while choices:
        chosen = draw(kind, choices, base, chance)
        planned = base.plan(kind, chosen)
        if sum(one.would_break(planned) for one in questions) <= room:
            return planned
        choices.remove(chosen)
    return None
