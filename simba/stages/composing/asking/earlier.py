"""Whether something held of one earlier than of another: "Финляндия вступила в НАТО раньше Хорватии"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from simba.query import And, Difference, Exists, Or, Qualifier, Rank, Statement
from simba.stages.composing.asking.questions import STARTS, SpecialQuestion
from simba.stages.composing.sets.named import named_things
from simba.stages.composing.sets.parts import Denotation

NEAR = 3
"""Tokens within which the other follows "раньше": "раньше, чем X"."""


def earlier(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether of two that the question names one got a third for a value first, by when the statements began."""
    scene = question.scene
    order = next((t for t in scene.tokens if t.folded in scene.constructions.comparatives), None)
    measures = scene.constructions.comparatives[order.folded] if order is not None else []
    later = next((most for measure, most in measures if measure.date), None)
    relations = question.held(lasting=True) if later is not None else []
    if order is None or not relations:
        return
    than = scene.with_form(scene.words.than)
    values = [part for head in sorted(scene.nominal) for part in question.entities(head)]
    for (one, _, own, score), (other, _, also, less) in permutations(named_things(scene), 2):
        if own & also or not 0 < min(also) - order.index <= NEAR:
            continue
        for held, value in product(relations, values):
            name = held.property
            if value.explained & (own | also | {order.index}) or not scene.leads(value.form, name, True):
                continue
            if not all([scene.leads(one, name, False), scene.leads(other, name, False)]):
                continue
            began = Qualifier(scene.sets.starts.get(name, STARTS[0]))
            first, second = (Statement(name, who, value.form, (), began) for who in (one, other))
            either = Statement(name, Or(one, other), value.form, (), "subject")
            picked = And(Rank(either, began, "desc" if later else "asc"), one)
            form = Exists(picked, Difference(first, second, "years"))
            explained = own | also | value.explained | words | held.words | than | {order.index}
            yield Denotation(form, score + less + value.score, explained, (name, "раньше"))
