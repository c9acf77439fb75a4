"""The asked kind of place that a place lies in: "в каком штате родился"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Hop, path
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.parts import Denotation, both
from simba.stages.composing.scene import Scene


def climbing(scene: Scene, part: Denotation, noun: int, nouns: Nouns) -> Iterator[Denotation]:
    """The asked kind of place that a place lies in: "в каком штате родился"."""
    if (
        part.link is None
        or part.link.reverse
        or part.rest
        or part.link.conditions
        or noun in part.explained - {noun}
    ):
        return
    name = part.link.property
    if name not in scene.sets.place_valued:
        return
    explained = part.explained | {noun}
    if scene.tokens[noun].lemma in scene.words.countries:
        if name != "P17":
            form = Hop(part.link.source, path(f"{name}/P17"))
            yield Denotation(
                form, part.score + scene.weights.later, explained, (*part.why, "страна"), dead=part.dead
            )
        return
    form = Hop(part.link.source, path(f"{name}/(P131|P276)*"))
    for kind in nouns.parts(noun)[:2]:
        yield Denotation(
            both(form, kind.form),
            part.score + scene.weights.later + kind.score,
            explained | kind.explained,
            (*part.why, "где это"),
            dead=part.dead,
        )
