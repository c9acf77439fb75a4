"""Who or what has the same as a named thing: "какие актёры родились в том же городе, что и X", "в одном городе с X"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simba.query import IT, Class, Form, Hop, Part, Where, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.asking.sameness import asked_of_both, one_and_the_same
from simba.stages.composing.question.covering import HUMAN
from simba.stages.composing.sets.parts import Denotation

NEAR = 4
"""Tokens between what is the same and the other thing that has it: ", что и «X"."""
KINDS, NAMESAKES = 3, 2


def sharing(question: SpecialQuestion) -> Iterator[Denotation]:
    """Those of the asked kind that have the same of what a noun after "тот же" asks for, but for whom it is told of."""
    scene = question.scene
    own = one_and_the_same(question, scene.words.same | scene.words.very)
    noun = next((i for i in range(max(own, default=0) + 1, len(scene.tokens)) if scene.is_noun(i)), None)
    if not own or noun is None or noun == scene.noun:
        return
    dated, part = scene.tokens[noun].lemma in scene.words.periods, scene.part_of_date(scene.tokens[noun])
    if dated and part != "year":
        return
    behind = range(noun + 1, min(noun + 2 + NEAR, len(scene.tokens)))
    other = next((i for i in behind if scene.named_outright(i)), None)
    if other is None or not _compared(question, range(noun + 1, other)):
        return
    asking = question.asking() | ({scene.noun} if scene.noun is not None else frozenset())
    between = frozenset(range(noun + 1, other))
    kinds: list[Denotation | None] = [None]
    if scene.noun is not None:
        kinds = [*question.nouns.parts(scene.noun)[:KINDS]]
    elif scene.interrogative.type == "person":
        kinds = [Denotation(Class(HUMAN))]
    for one, kind in product(question.entities(_head(question, other))[:NAMESAKES], kinds):
        rest = question.clauses.main - asking - own - between - one.explained
        rest -= kind.explained if kind is not None else frozenset()
        for fired in asked_of_both(question, noun, rest):
            name = fired.rule.property
            if kind is not None and kind.explained & (one.explained | own | {noun}):
                continue
            words = own | between | asking | fired.words | {noun}
            dead = not scene.leads(one.form, name, False)
            if dated and kind is None:
                continue
            form: Form = Hop(one.form, path(f"{name}/^{name}"))
            if dated and kind is not None:
                years = (Part(Hop(of, path(name)), "year") for of in (IT, one.form))
                form = Where(kind.form, next(years), "=", next(years))
            shared = Denotation(
                form,
                one.score + fired.merit,
                one.explained | words,
                (*one.why, fired.why),
                dead=dead,
            )
            told = shared if kind is None or dated else shared.also(kind)
            yield told.but(Denotation(one.form))._replace(presupposed=None)


def _compared(question: SpecialQuestion, between: range) -> bool:
    """Whether but a conjunction or a preposition stands before the other thing: ", что и X", "с X"."""
    tokens = question.scene.tokens
    said = [tokens[i] for i in between if tokens[i].is_word]
    return bool(said) and all(one.pos in {"ADP", "SCONJ", "CCONJ", "PART", "PRON", "ADV"} for one in said)


def _head(question: SpecialQuestion, index: int) -> int:
    """The head of a name, by one of its words."""
    scene = question.scene
    while scene.tokens[index].relation.startswith("flat") and scene.tokens[index].head >= 0:
        index = scene.tokens[index].head
    return index
