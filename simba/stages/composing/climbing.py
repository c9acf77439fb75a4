"""The kind of place that a place lies in: "в каком штате родился", "государство, в котором родился Моцарт"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Hop, path
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.parts import Denotation, both
from simba.stages.composing.scene import Scene


def above(scene: Scene, part: Denotation, noun: int) -> Denotation | None:
    """All places that the place lies in; of a country, its country alone. None where it is no place of something."""
    link = part.link
    if link is None or link.reverse or part.rest or link.conditions:
        return None
    if link.property not in scene.sets.place_valued:
        return None
    country = scene.tokens[noun].lemma in scene.words.countries
    return Denotation(
        Hop(link.source, path(f"{link.property}/P17" if country else f"{link.property}/(P131|P276)*")),
        part.score + scene.weights.later,
        part.explained,
        (*part.why, "страна" if country else "где это"),
        dead=part.dead,
    )


def climbing(scene: Scene, part: Denotation, noun: int, nouns: Nouns) -> Iterator[Denotation]:
    """The asked kind of place that a place lies in."""
    found = above(scene, part, noun)
    if found is None:
        return
    if scene.tokens[noun].lemma in scene.words.countries:
        yield found._replace(explained=found.explained | {noun})
        return
    for kind in nouns.parts(noun)[:2]:
        yield found._replace(
            form=both(found.form, kind.form),
            score=found.score + kind.score,
            explained=found.explained | kind.explained | {noun},
        )
