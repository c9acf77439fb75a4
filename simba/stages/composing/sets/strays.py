"""Phrases with a preposition that say something of a noun though they do not hang on it.

A parser has hung them on nothing or on words that merely ask ("назови мосты Фостера через Темзу"), or the verb between
adds nothing ("мосты стоят на Дунае", "вулканы, лежащие не в Европе"), or
they stand before the verb, right behind the noun.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simba.stages.composing.question.scene import Scene
from simba.stages.parse import ROOT


class Stray(NamedTuple):
    """The head of such a phrase, with the words that add nothing to it."""

    head: int
    words: frozenset[int] = frozenset()
    negated: bool = False


def strays(scene: Scene, noun: int) -> Iterator[Stray]:
    """The phrases that say something of a noun from elsewhere."""
    above = scene.tokens[noun].head
    if 0 <= above < noun and scene.named_outright(above) and scene.case(above) and not scene.case(noun):
        yield Stray(above)  # "сколько в Будапеште мостов"
    yield from _following(scene, noun)
    subject = scene.tokens[noun].relation.startswith("nsubj")
    subject = subject and not scene.interrogative.polar  # whether it stands there may be asked
    if subject and above > noun:
        yield from _between(scene, noun, above)
    for verb in [*scene.clauses_on(noun), *([above] if above != ROOT and subject else [])]:
        if scene.tokens[verb].lemma in scene.words.light:
            yield from _beside(scene, noun, verb)


def _following(scene: Scene, noun: int) -> Iterator[Stray]:
    """The phrases right after what hangs on a noun, that hang on nothing or on what asks."""
    below = set(scene.parse.subtree(noun))
    for token in scene.tokens[noun + 1 :]:
        if token.index in below or token.pos == "ADP":
            continue
        above = token.head
        asks = (
            above < noun and scene.tokens[above].pos == "VERB" and scene.tokens[above].lemma in scene.fillers
        )
        if not (scene.is_nominal(token.index) and scene.case(token.index) and (above == ROOT or asks)):
            return
        yield Stray(token.index)
        below.update(scene.parse.subtree(token.index))


def _between(scene: Scene, noun: int, verb: int) -> Iterator[Stray]:
    """The phrase between a noun and its verb, right behind the noun: "какие государства на Дунае не входят в ЕС"."""
    after = scene.tokens[noun + 1]
    inside = after.pos == "ADP" and noun < after.head < verb
    if inside and scene.is_nominal(after.head) and scene.tokens[after.head].head == verb:
        yield Stray(after.head)


def _beside(scene: Scene, noun: int, verb: int) -> Iterator[Stray]:
    """The phrases of a verb that adds nothing, with what negates them."""
    for kid in scene.children(verb):
        if kid != noun and scene.is_nominal(kid) and scene.case(kid):
            negations = {i for one in (kid, verb) for i in scene.children(one) if scene.negates(i)}
            yield Stray(kid, frozenset({verb, *negations}), bool(negations))
