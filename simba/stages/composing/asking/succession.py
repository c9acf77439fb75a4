"""What held before or after something else of the kind: "за кем X была замужем до Y", "где X играл после Y"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import IT, Form, Qualifier, Statement, Where
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.sets.parts import Denotation


def in_turn(question: SpecialQuestion) -> Iterator[Denotation]:
    """The values whose statement began earlier, or later, than that of the value named behind "до" or "после"."""
    scene = question.scene
    for token in scene.tokens:
        order = scene.words.bounds.get(token.folded)
        if order is None or scene.named_outright(token.index):
            continue
        own = frozenset({token.index})
        parting = scene.with_lemma(scene.words.parting)
        for subject, value, name, words in question.pairs(own | parting):
            between = frozenset(range(token.index + 1, min(value.explained)))
            if name not in scene.sets.former or value.explained <= own or not between <= parting:
                continue
            if min(value.explained) < token.index:
                continue  # "кто был премьером до X" asks for no office of his

            def began(what: Form, name: str = name, subject: Form = subject.form) -> Statement:
                return Statement(name, subject, what, (), Qualifier(scene.sets.starts[name]))

            every = Statement(name, subject.form)
            form = Where(every, began(IT), order, began(value.form))
            said = words | own | between | question.asking() | scene.with_lemma(scene.words.copulas)
            why = (*subject.why, name, token.folded)
            yield subject.with_other(value, form, said, scene.weights.likely, why)
