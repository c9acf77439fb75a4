"""What happened to a thing that the question names: when, where, with whom, how long; of which things it is told.

Wikidata tells it as a significant event, with qualifiers: first ascents, constructions, landings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simba.query import And, Difference, Entity, Exists, Form, Hop, Or, Qualifier, Statement, path
from simba.query import Part as DatePart
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.named import named_things
from simba.stages.composing.sets.parts import Denotation, Link

EVENT = "P793"
QUALIFIERS = {"date": ("P585", "P580"), "place": ("P276",), "person": ("P710",)}
"""What of a statement answers a question for a time, a place, a person."""
STARTED, ENDED = "P580", "P582"
MAX_EVENTS = 8
HAPPENED = "событие"
"""What a reading by an event is told by."""


def happenings(scene: Scene) -> list[Denotation]:
    """What qualifiers tell of an event, or the things of which the event is told."""
    return [part for events, words in _events(scene) for part in _told(scene, events, words)]


def lasted(scene: Scene) -> Iterator[Denotation]:
    """How many years an event of a named thing took."""
    length = Difference(Qualifier(STARTED), Qualifier(ENDED), "years")
    for events, words in _events(scene):
        for thing, named, score in _things(scene):
            form = Statement(EVENT, thing, events, (), length)
            yield Denotation(form, score + scene.weights.likely, named | words, (HAPPENED,))


def happened(scene: Scene, particles: frozenset[int]) -> Iterator[Denotation]:
    """Whether an event is told of a named thing, of which some are."""
    for events, words in _events(scene):
        for thing, named, score in _things(scene):
            form = Exists(And(Statement(EVENT, None, events, (), "subject"), thing))
            told = Hop(thing, path(EVENT))
            explained = named | words | particles
            yield Denotation(form, score + scene.weights.likely, explained, (HAPPENED,), presupposed=told)


def _events(scene: Scene) -> list[tuple[Form, frozenset[int]]]:
    """The events that the question's words may mean, and these words."""
    text = scene.whole.text
    found: list[tuple[Form, frozenset[int]]] = []
    for one, pattern in scene.constructions.events.within(text):
        words = frozenset(
            index for place in pattern.all(text) for index in scene.whole.tokens(place.span, place.gaps)
        )
        if not words:
            continue
        linked = [
            (candidate.entity.id, inside)
            for index in sorted(words)
            for candidate, inside, _ in scene.covering.get(index, ())
            if candidate.entity.name[:1].islower() and scene.leads(Entity(candidate.entity.id), EVENT, True)
        ]
        longest = max((len(inside) for _, inside in linked), default=0)
        for name, inside in dict.fromkeys(linked):
            if len(inside) == longest:
                found.append((Entity(name), words | inside))
        exactly = (event for name in one.called for event in sorted(scene.classes_named(name)))
        called = dict.fromkeys([*exactly, *(e for name in one.called for e in scene.called_so(name, None))])
        known = [name for name in called if scene.leads(Entity(name), EVENT, True)][:MAX_EVENTS]
        if known:
            form: Form = Or(*map(Entity, known)) if len(known) > 1 else Entity(known[0])
            found.append((form, words))
    return found


def _things(scene: Scene) -> Iterator[tuple[Entity, frozenset[int], float]]:
    """The named things of which events are told."""
    for thing, _, words, score in named_things(scene):
        if scene.leads(thing, EVENT, False):
            yield thing, words, score


def _told(scene: Scene, events: Form, words: frozenset[int]) -> Iterator[Denotation]:
    asked = scene.interrogative.type or ""
    things = [one for one in _things(scene) if not one[1] & words]
    for thing, named, score in things:
        for later, qualifier in enumerate(_qualifiers(scene, asked)):
            form: Form = Statement(EVENT, thing, events, (), Qualifier(qualifier))
            if asked == "date" and any(scene.tokens[i].lemma == scene.words.year for i in _asking(scene)):
                form = DatePart(form, "year")
            yield Denotation(
                form,
                score + scene.weights.likely + scene.weights.later * later,
                named | words | _turns(scene),
                (HAPPENED,),
            )
    if not things and scene.noun is not None:
        link = Link(EVENT, events, True)
        yield Denotation(link.form(), scene.weights.later, words, (HAPPENED,), link, named=words)


def _qualifiers(scene: Scene, asked: str) -> Sequence[str]:
    """The qualifiers that may answer: of what began, when it did."""
    lemmas = {token.lemma for token in scene.tokens}
    if asked == "date" and lemmas & scene.words.started:
        return (STARTED,)
    if asked == "date" and lemmas & scene.words.ended:
        return (ENDED,)
    return QUALIFIERS.get(asked, ())


def _turns(scene: Scene) -> frozenset[int]:
    """The verbs that say that something happened, began or ended."""
    verbs = scene.words.started | scene.words.ended | scene.words.occurring
    return scene.with_lemma(verbs)


def _asking(scene: Scene) -> list[int]:
    return [token.index for token in scene.tokens if scene.asks(token.index)]
