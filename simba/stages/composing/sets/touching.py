"""A clause whose verb no rule knows: the class it describes finds the relation ("река, над которой разводят мост").

Whatever of that class has to do with all that the clause names is meant: one path of those properties that lead
anywhere from a named thing, so that no more is asked than it has statements of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from simba.query import Entity, Hop, path, properties
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_participle
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.parts import Denotation, both
from simba.stages.composing.sets.periods import times

MAX_STEPS = 24
"""Properties that lead somewhere from a thing; one of more, or of which that is unknown, has to do with everything."""
MAX_THINGS = 3
"""Things that a clause may name."""


def touching(
    scene: Scene, tokens: frozenset[int], sources: Callable[[int], list[Denotation]], least: int = 1
) -> Iterator[Denotation]:
    """What has to do with all the things that some tokens name; two of them tell where something lies, too."""
    if any(map(scene.negates, tokens)) or times(scene, tokens):
        return
    heads = [head for group in arguments(scene, tokens) for head in group]
    if not least <= len(heads) <= MAX_THINGS:
        return
    verbs = frozenset(i for i in tokens if scene.tokens[i].pos == "VERB" or is_participle(scene.tokens[i]))
    if any(scene.tokens[verb].lemma in scene.fillers for verb in verbs):
        return  # it tells a name
    names = scene.sets.touching | (scene.sets.locations if len(heads) > 1 else frozenset())
    things = [thing for head in heads if (thing := _best(scene, _things(scene, head, sources))) is not None]
    if len(things) < len(heads):
        return  # none is looked up in vain
    met = [near for thing in things if (near := _near(scene, thing, names)) is not None]
    if len(met) < len(heads):
        return
    known = {one.rule.property for one in scene.fired if verbs & one.words}
    if known and len(heads) == 1 and known.isdisjoint(name for one in met for name in properties(one.form)):
        return  # where somebody lived does not tell where he was born
    yield Denotation(
        both(*(one.form for one in met)),
        sum(one.score for one in met) + 3 * scene.weights.doubt,
        verbs.union(*(one.explained for one in met)),
        tuple(why for one in met for why in one.why),
    )


def _things(scene: Scene, head: int, sources: Callable[[int], list[Denotation]]) -> list[Denotation]:
    """What a noun phrase names, be it below a noun of no more meaning than a preposition: "под началом Глушко"."""
    found = sources(head)
    kids = [kid for kid in scene.children(head) if scene.is_nominal(kid)]
    if found or len(kids) != 1 or scene.classes(head):
        return found
    return [one.with_words({head}) for one in sources(kids[0])]


def _best(scene: Scene, sources: list[Denotation]) -> Denotation | None:
    """The best linked of some things; None where that is an adjective's."""
    source = next((one for one in sources if isinstance(one.form, Entity)), None)
    if source is None or (scene.tokens[min(source.explained)].pos == "ADJ" and len(source.explained) == 1):
        return None
    return source


def _near(scene: Scene, source: Denotation, names: frozenset[str]) -> Denotation | None:
    """What a thing has to do with; None where it has to do with nothing."""
    assert isinstance(source.form, Entity)
    steps = scene.leading(source.form, names)
    if not 0 < len(steps) <= MAX_STEPS:
        return None
    form = Hop(source.form, path("|".join(steps)))
    return source._replace(form=form, why=(*source.why, "связано"))
