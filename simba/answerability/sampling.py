"""Drawing what is dropped next, among what the questions that can still be answered use."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from simba.answerability.ablated import AblatedQuestion
from simba.answerability.fact_triples import StatedFact
from simba.answerability.reduced import TYPING, Kind, ReducedBase


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
    if kind == "entity":
        return sorted(name for name in names - base.classes if not name.startswith("P"))
    return sorted({above for name in names for above in base.classes_of(name)} | (names & base.classes))


def fitting(choices: Sequence[str], questions: Iterable[AblatedQuestion], room: float) -> Sequence[str]:
    """Those that no more questions name than there is room for; all of them if there are none.

    In a large set no single element matters that much; in one of a hundred questions, one would take a third of them.
    """
    named = Counter(name for one in questions if one.status == "answerable" for name in one.named)
    return [choice for choice in choices if named[choice] < room + 1] or choices


def draw(kind: Kind, choices: Sequence[str], base: ReducedBase, chance: random.Random) -> str:
    """One of them, the likelier the less popular it is."""
    return chance.choices(choices, [1 / base.popularity(kind, choice) for choice in choices])[0]
