"""How long, how often, since and until when something held: the qualifiers of statements."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Count, Difference, Form, Qualifier, Statement
from simba.query import Part as DatePart
from simba.stages.composing.constructions import Kind
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import ENDS, STARTS, SpecialQuestion
from simba.stages.composing.ranks import NUMBER

LASTED = Difference(Qualifier("P580"), Qualifier("P582"), "age")
"""How many completed years a statement held."""


def tenure(question: SpecialQuestion) -> Iterator[Denotation]:
    """How long somebody held an office, or was married."""
    for subject in question.sources(question.words("tenure")):
        yield question.made(subject, Statement("P39", subject.form, None, (), LASTED), "tenure")
    for subject, value, name, words in question.pairs(question.words("tenure")):
        form = Statement(name, subject.form, value.form, (), LASTED)
        yield question.paired(subject, value, form, words, "tenure")


def terms(question: SpecialQuestion) -> Iterator[Denotation]:
    """How many times somebody held an office."""
    for subject, value, name, words in question.pairs(question.words("count")):
        form = Count(Statement(name, subject.form, value.form, (), "statement"))
        yield question.paired(subject, value, form, words, "count")


def number(question: SpecialQuestion) -> Iterator[Denotation]:
    """Which in turn somebody was in an office."""
    for subject, value, name, words in question.pairs(question.words("number")):
        if name in question.scene.sets.numbered:
            form = Statement(name, subject.form, value.form, (), Qualifier(NUMBER))
            yield question.paired(subject, value, form, words, "number")


def since(question: SpecialQuestion, kind: Kind) -> Iterator[Denotation]:
    """From or until when something held."""
    asks_year = "год" in {token.lemma for token in question.scene.tokens if question.scene.asks(token.index)}
    weights = question.scene.weights
    for subject, value, name, words in question.pairs(question.words(kind) & question.asking()):
        for number, when in enumerate(ENDS if kind == "until" else STARTS):
            form: Form = Statement(name, subject.form, value.form, (), Qualifier(when))
            made = question.paired(
                subject,
                value,
                DatePart(form, "year") if asks_year else form,
                words | question.words(kind),
                kind,
            )
            yield made._replace(score=made.score + weights.since + weights.next_time * number)
