"""The kind of place that a place lies in: "в каком штате родился", "государство, в котором родился Моцарт"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from simba.query import Class, Entity, Form, Hop, Without, path
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation, Link, both

COUNTRY, STREET = "P17", "P669"
UP = "(P131|P276)*"
"""From a place to all that it lies in."""
LIES = "(P131|P276)"
"""Where a thing lies; the base says it by either."""
MAX_KINDS = 12
"""Classes that are taken together for one noun: "штат США", "штат Индии"."""


def above(scene: Scene, part: Denotation, noun: int) -> Denotation | None:
    """All places that the place lies in; of a country or street, that alone. None where it is no place of something."""
    link = part.link
    if link is None or link.reverse or part.rest or link.conditions:
        return None
    if link.property not in scene.sets.place_valued:
        return None
    further = _alone(scene, noun)
    apart = part.dead and link.property in scene.sets.placing and isinstance(link.source, Entity)
    first = LIES if apart else link.property
    return Denotation(
        Hop(link.source, path(f"{first}/{further or UP}")),
        part.score + scene.weights.later,
        part.explained,
        (*part.why, scene.tokens[noun].lemma if further else "где это"),
        dead=not scene.leads_along(link.source, LIES) if apart else part.dead,
    )


def _alone(scene: Scene, noun: int) -> str | None:
    """The property that tells the one country or street of a place."""
    lemma = scene.tokens[noun].lemma
    if lemma in scene.words.countries:
        return COUNTRY
    return STREET if lemma in scene.words.streets else None


def climbs(form: Form) -> bool:
    """Whether a form leads to all that a place lies in, whatever that is, but for what is set apart."""
    form = form.source if isinstance(form, Without) else form
    return isinstance(form, Hop) and form.path.steps[-1:] == path(UP).steps


def climbing(scene: Scene, part: Denotation, noun: int, kinds: Sequence[Denotation]) -> Iterator[Denotation]:
    """The asked kind of place that a place lies in, by what the noun denotes, or by what the kind or it is called."""
    found, link = above(scene, part, noun), part.link
    if found is None or link is None:
        return
    own = frozenset({noun})
    if _alone(scene, noun):
        yield found.with_words(own)
        return
    wide = _all_called(scene, noun)
    for kind in [*kinds, *wide]:
        yield found.also(kind)
    found = found.with_words(own)
    assert isinstance(found.form, Hop)
    yield found._replace(score=found.score + scene.weights.doubt)
    for country, words in _countries(scene, noun):
        told = found._replace(
            form=_in_country(scene, link, found.form, country), explained=found.explained | words
        )
        yield from (told.also(kind) for kind in wide)
        yield told._replace(score=told.score + scene.weights.doubt)


@lru_cache(maxsize=8)
def _all_called(scene: Scene, noun: int) -> list[Denotation]:
    """All of whatever kind is called by a noun."""
    lemma = scene.tokens[noun].lemma
    called = scene.called_so(lemma, None)
    each = [one for one in called if scene.leads(Entity(one), "P31", True)][:MAX_KINDS]
    return [Denotation(Class(*each), scene.weights.later, frozenset({noun}), (lemma,))] if each else []


def _countries(scene: Scene, noun: int) -> Iterator[tuple[Entity, frozenset[int]]]:
    """The country that the asked kind of place is said to be of: "в какой китайской провинции", "в уезде Эстонии"."""
    for kid in scene.children(noun):
        if country := scene.constructions.adjectives.get(scene.tokens[kid].lemma):
            yield Entity(country), frozenset({kid})
        elif not scene.case(kid):
            for candidate, inside, _ in scene.covering.get(kid, ()):
                if scene.is_a(candidate.entity.classes, scene.sets.countries):
                    yield Entity(candidate.entity.id), inside


def _in_country(scene: Scene, link: Link, climb: Hop, country: Entity) -> Form:
    """All that a place in a country lies in; the base may say of the thing or of its place in what country it is."""
    lying = Hop(country, path("^P17"))
    if link.property in scene.sets.locations:
        return Hop(both(lying, link.source), climb.path)
    return Hop(both(lying, link.form()), path(UP))
