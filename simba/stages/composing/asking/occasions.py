"""Which of several times is meant: "на ком X женился во второй раз", "был женат первым браком"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Qualifier, Rank
from simba.russian.numerals import ordinal
from simba.stages.composing.asking.asked import asked_sets
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.parts import Denotation


def on_occasion(clauses: Clauses) -> Iterator[Denotation]:
    """The value that something had the first or the second time."""
    scene = clauses.scene
    for number, words in _said(scene):
        for part in asked_sets(clauses, words):
            link = part.link
            if link is None or link.reverse or part.rest or link.property not in scene.sets.former:
                continue
            form = Rank(link.statement(), Qualifier(scene.sets.starts[link.property]), "asc", number)
            yield part.remade(form, words, scene.weights.hint, f"{number}-й")


def _said(scene: Scene) -> Iterator[tuple[int, frozenset[int]]]:
    """The number of the time, and the words that say it."""
    for token in scene.tokens:
        if token.folded in scene.words.at_first:
            yield 1, frozenset({token.index})
        after = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
        if after is None or after.lemma not in scene.words.occasions or scene.named_outright(token.index):
            continue
        if (found := ordinal([token.lemma])) is not None:
            yield found[0], frozenset({token.index, after.index})
