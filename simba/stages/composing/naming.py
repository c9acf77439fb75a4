"""Names: who or what something is, how else it is called, what is called so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query import Entity, Hop, path
from simba.stages.composing.constructions import Kind
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import Question

NAMES = "P742|P1449|P1477|P1559|P1813|P1448|P2561"
"""Pseudonym, nickname, birth name, native name, short name, official name, name."""


def identity(question: Question) -> Iterator[Denotation]:
    """Who or what a name is."""
    scene = question.scene
    words = question.words("identity")
    for part in question.sources(words):
        asks = any(
            scene.tokens[i].lemma in scene.constructions.nouns and not scene.named_outright(i)
            for i in part.explained
        )
        if isinstance(part.form, Entity) and not asks:
            yield replace(part, explained=part.explained | words, score=part.score + 0.1)


def names(question: Question, kind: Kind, names: str) -> Iterator[Denotation]:
    """What else somebody or something is called."""
    words = question.words(kind)
    for part in question.sources(words):
        yield question.made(part, Hop(part.form, path(names)), kind)


def known_as(question: Question) -> Iterator[Denotation]:
    """Who or what is called so."""
    scene = question.scene
    words = question.words("known_as") - frozenset(
        i for i in question.words("known_as") if scene.named_outright(i)
    )
    noun = frozenset() if scene.noun is None else frozenset({scene.noun})
    of = () if scene.noun is None else scene.classes(scene.noun)
    for some in list(scene.covering.values()):
        for candidate, inside, score in some:
            if inside & noun:
                continue
            if of and candidate.entity.classes and not scene.is_a(candidate.entity.classes, of):
                continue
            quoted = candidate.mention.source == "quote"
            yield Denotation(
                Entity(candidate.entity.id),
                score - (0.0 if quoted else 0.05),
                inside | words | noun,
                (candidate.entity.name,),
            )
