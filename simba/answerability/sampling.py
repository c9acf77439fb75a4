"""Drawing what is dropped next, among what the questions that can still be answered use."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from simba.answerability.ablated import AblatedQuestion
from simba.answerability.fact_triples import StatedFact
from simba.answerability.reduced import TYPING, Drop, Kind, ReducedBase
from simba.common.vocabulary import is_property_id


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
