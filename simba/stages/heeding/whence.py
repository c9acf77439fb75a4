"""Whether what is told is known to lie elsewhere than the adjective of what is asked for says: no "африканская страна"
is in Europe, nor is "турецкая река" one that flows through France alone.

Who people are is told by more than their states (`simba.stages.heeding.citizens`), and borders move: people are not
looked at, nor where in a neighbouring state somebody was born.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from simba.common.vocabulary import INSTANCE_OF, entity_id
from simba.kb.facts import Facts, Gatherer, WantedFacts, entity_ids
from simba.kb.indexed import HUMAN
from simba.query import Entity, Hop, entities, path, properties
from simba.stages.attempts import Attempt
from simba.stages.idsets import Sets
from simba.stages.parse import Parse, Token

_STATES = "(P131*/P17|P495|(P276|P159|P740)/P131*/P17)"
KINDS, STATES, CONTINENTS = path(INSTANCE_OF), path(_STATES), path(f"P30|{_STATES}/P30")
"""What a thing is, the states where it is or whence it comes, and their continents."""
BESIDE = path(f"{_STATES}/P47")
WITHIN, NEXT, ENDED = path("P17|P131|P361"), path("P47"), path("P576")
"""From a place to those around and beside it, and to its end."""


@dataclass(frozen=True, slots=True)
class Whence:
    """An adjective that says whence something is, and its place."""

    adjective: Token
    place: Entity


def said_whence(parse: Parse, asked: Token | None, places: Mapping[str, str]) -> list[Whence]:
    """The adjectives of the asked noun that say whence it is; ``places``: theirs, by their lemmas."""
    if asked is None:
        return []
    return [
        Whence(token, Entity(place))
        for token in parse.tokens[: asked.index]
        if token.head == asked.index
        and token.pos == "ADJ"
        and token.text.islower()
        and (place := places.get(token.lemma)) is not None
    ]


def from_there(attempt: Attempt, said: Collection[Whence], sets: Sets, store: Gatherer) -> Attempt:
    """An attempt without what is known to be from elsewhere than these adjectives say; where one of several is asked
    for, without what is not known to be from there.
    """
    proposal, about = attempt.reading.proposal, attempt.reading.candidate
    of_somebody = about is not None and HUMAN in about.entity.classes
    in_one_place = not sets.place_valued.isdisjoint(properties(attempt.form))
    for whence in said:
        word = whence.adjective
        if whence.place.id in entities(attempt.form):
            continue
        if proposal is not None and proposal.explains(word.span) and proposal.spells(word.folded):
            continue
        things = set(entity_ids(attempt.accepted))
        one_meant = len(things) > 1 and not in_one_place and word.features.get("Number") == "Sing"
        away = _elsewhere(
            things, whence.place, sets.continents, store, of_somebody=of_somebody, one_meant=one_meant
        )
        left = tuple(value for value in attempt.accepted if entity_id(value.value) not in away)
        attempt = replace(attempt, accepted=left)
    return attempt


def _elsewhere(
    things: Collection[str],
    place: Entity,
    continents: Collection[str],
    store: Gatherer,
    *,
    of_somebody: bool,
    one_meant: bool,
) -> set[str]:
    """Those that are known to be elsewhere, but not beside it where ``of_somebody`` something is told; where but
    one of several is meant, also those with a name of which it is not known.
    """
    around = [Hop(place, way) for way in (KINDS, WITHIN, NEXT)]
    ways = (KINDS, STATES, CONTINENTS, BESIDE)
    known = {one: [Hop(Entity(one), way) for way in ways] for one in sorted(things)}
    forms = [*around, *(form for some in known.values() for form in some)]
    facts = store.gather(lambda: WantedFacts(forms, named=True))
    place_kinds, within, beside = (_ids(form, facts) for form in around)
    home = within | {place.id}
    away, there = set(), set()
    for one, of_it in known.items():
        kinds, states, on, near = (_ids(form, facts) for form in of_it)
        if HUMAN in kinds:
            continue
        if one in home or not home.isdisjoint(states | on):
            there.add(one)
            continue
        whereabouts = states if place_kinds.isdisjoint(continents) else on
        if not whereabouts:
            elsewhere = one_meant and facts.label(one) is not None
        elif whereabouts is on:
            elsewhere = on.isdisjoint(beside)
        else:
            may_have_been = of_somebody and not home.isdisjoint(near)
            elsewhere = not may_have_been and _there_now({place.id}, store) and _there_now(states, store)
        if elsewhere:
            away.add(one)
    return {*things} - there if one_meant and there else away


def _there_now(states: Collection[str], store: Gatherer) -> bool:
    """Whether some of these are not known to have ended."""
    ends = [Hop(Entity(one), ENDED) for one in sorted(states)]
    facts = store.gather(lambda: WantedFacts(ends))
    return any(not facts.values(end).values for end in ends)


def _ids(form: Hop, facts: Facts) -> set[str]:
    return set(entity_ids(facts.values(form).values))
