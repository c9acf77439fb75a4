"""Which of three or more that a question names is most so: "какая вершина самая высокая: Олимп, Мусала или Триглав"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Entity, Or, Rank
from simba.stages.composing.asking.comparing import comparative, noun_of
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.ranks import measured, ranked
from simba.stages.composing.sets.superlatives import find

LEAST = 3
"""Names that are several; of two, other readings tell."""
NEAR = 3
"""Tokens from a name to what joins it to the next: a comma, quotes."""


def of_several(question: SpecialQuestion) -> list[Denotation] | None:
    """The one of several named that has the most, or the least, of what is compared; None where no three are named."""
    listed = _listed(question.scene)
    return list(_picked(question, listed)) if len(listed) >= LEAST else None


def _picked(question: SpecialQuestion, listed: list[frozenset[int]]) -> Iterator[Denotation]:
    scene = question.scene
    names = frozenset(index for inside in listed for index in inside)
    among = (one.index for one in scene.tokens if scene.case(one.index) in scene.words.among)
    own = names | noun_of(scene, names) | frozenset(among)
    superlative = find(scene, set(range(len(scene.tokens))) - names)
    compares = comparative(question, names) or []
    measures = superlative.measures if superlative else [(one, most) for one, most, _ in compares]
    chosen = [_chosen(scene, inside, [one for one, _ in measures]) for inside in listed]
    if not measures or None in chosen:
        return
    part = Denotation(Or(*(one for one in chosen if one is not None)), 0.0, own, ("или",))
    if superlative is not None:
        person = any(
            PERSON in candidate.entity.classes
            for index in names
            for candidate, _, _ in scene.covering.get(index, ())
            if Entity(candidate.entity.id) in chosen
        )
        yield from ranked(scene, part, superlative, scene.noun, person=person)
        return
    for place, (measure, most, words) in enumerate(compares):
        yield part._replace(
            form=Rank(part.form, measured(measure), "desc" if most else "asc"),
            score=scene.weights.later * place,
            explained=own | words,
            why=(*part.why, measure.name),
        )


def _chosen(scene: Scene, inside: frozenset[int], measures: list[Measure]) -> Entity | None:
    """Of what goes by a name, the first that one of the measures is known of."""
    found = [
        Entity(candidate.entity.id) for candidate, words, _ in scene.covering[min(inside)] if words == inside
    ]
    known = (one for one in found for measure in measures if scene.leads_along(one, measure.path))
    return next(known, None)


def _listed(scene: Scene) -> list[frozenset[int]]:
    """The names before and after "или", in their order, as the tokens of each."""
    joint = min(scene.with_form(scene.words.either), default=None)
    spans = {inside for some in scene.covering.values() for _, inside, _ in some}
    if joint is None:
        return []
    after = [one for one in spans if 0 < min(one) - joint <= NEAR]
    listed = [min(after, key=lambda one: (min(one), -len(one)))] if after else []
    at: int | None = joint
    while listed and at is not None:
        before = [
            one
            for one in spans
            if 0 < at - max(one) <= NEAR
            and not _worded(scene, max(one) + 1, at)
            and _alike(scene, one, listed[-1])
        ]
        if not before:
            return listed
        listed.insert(0, max(before, key=lambda one: (max(one), len(one))))
        at = _comma(scene, min(listed[0]))
    return listed


def _alike(scene: Scene, one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether common nouns stand in one case: "при какой температуре, осмий или вольфрам" are two."""
    first, after = (scene.tokens[min(name)] for name in (one, other))
    cases = tuple(name.features.get("Case") for name in (first, after))
    # "Кто раньше стал президентом США, X или Y"
    if first.text[:1].islower() and cases[0] == "Ins":
        return False
    if first.relation == "nmod" and cases[0] == "Gen" and cases[1] == "Nom":
        return False
    if any(map(scene.named_outright, one)):
        return True
    return scene.tokens[max(one)].features.get("Case") == scene.tokens[max(other)].features.get("Case")


def _comma(scene: Scene, index: int) -> int | None:
    """The comma right before a name, its quotes aside."""
    marks = [one for one in range(max(0, index - 2), index) if scene.tokens[one].folded == ","]
    return marks[-1] if marks and not _worded(scene, marks[-1], index) else None


def _worded(scene: Scene, first: int, end: int) -> bool:
    return any(token.is_word for token in scene.tokens[first:end])
