"""The kind of place that a place lies in: "в каком штате родился", "государство, в котором родился Моцарт"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Hop, path
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.parts import Denotation, both
from simba.stages.composing.scene import Scene

COUNTRY, STREET = "P17", "P669"


def above(scene: Scene, part: Denotation, noun: int) -> Denotation | None:
    """All places that the place lies in; of a country or street, that alone. None where it is no place of something."""
    link = part.link
    if link is None or link.reverse or part.rest or link.conditions:
        return None
    if link.property not in scene.sets.place_valued:
        return None
    further = _alone(scene, noun)
    return Denotation(
        Hop(link.source, path(f"{link.property}/{further or '(P131|P276)*'}")),
        part.score + scene.weights.later,
        part.explained,
        (*part.why, scene.tokens[noun].lemma if further else "где это"),
        dead=part.dead,
    )


def _alone(scene: Scene, noun: int) -> str | None:
    """The property that tells the one country or street of a place."""
    lemma = scene.tokens[noun].lemma
    if lemma in scene.words.countries:
        return COUNTRY
    return STREET if lemma in scene.words.streets else None


def climbing(scene: Scene, part: Denotation, noun: int, nouns: Nouns) -> Iterator[Denotation]:
    """The asked kind of place that a place lies in."""
    found = above(scene, part, noun)
    if found is None:
        return
    if _alone(scene, noun):
        yield found._replace(explained=found.explained | {noun})
        return
    for kind in nouns.parts(noun)[:2]:
        yield found._replace(
            form=both(found.form, kind.form),
            score=found.score + kind.score,
            explained=found.explained | kind.explained | {noun},
        )
