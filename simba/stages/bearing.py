"""Whether who heads a place bears the title by which he is asked for: a republic has no king, nor a country a mayor."""

from __future__ import annotations

from collections.abc import Sequence

from simba.common.vocabulary import INSTANCE_OF, entity_id
from simba.kb.facts import FactStore, WantedFacts
from simba.query import Entity, Hop, Path, Step, path
from simba.russian.morphology import lemmas
from simba.stages.attempts import Attempt
from simba.stages.callings import words_called
from simba.stages.lexicon import Titles
from simba.stages.parse import Token

OFFICES = {"P35": "P1906", "P6": "P1313"}
"""Heads of a place, and the offices that they hold."""
HELD, GOVERNED, STATE = "P39", "P122", "P35"


def untrue_titles(
    attempt: Attempt, words: Sequence[Token], titles: Sequence[Titles], store: FactStore
) -> tuple[str, ...]:
    """The titles by which an attempt's rule was asked for who heads a place, if what is known speaks against them."""
    match attempt.form:
        case Hop(Entity() as place, Path((Step(head, inverse=False),))) if head in OFFICES:
            pass
        case _:
            return ()
    proposal = attempt.reading.proposal
    spelt = [one for one in words if proposal is not None and proposal.explains(one.span)]
    said = {lemma: one.text for one in spelt for lemma in lemmas(one.folded)}
    known = [one for one in titles if one.of == head]
    asked = [one for one in known if not one.called.isdisjoint(said)]
    if not asked or _are_borne(attempt, place, head, asked, known, store):
        return ()
    return tuple(said[name] for one in asked for name in said if name in one.called)


def _are_borne(
    attempt: Attempt,
    place: Entity,
    head: str,
    asked: Sequence[Titles],
    known: Sequence[Titles],
    store: FactStore,
) -> bool:
    heads = {name for value in attempt.accepted if (name := entity_id(value.value)) is not None}
    offices = [*(Hop(Entity(one), path(HELD)) for one in sorted(heads)), Hop(place, path(OFFICES[head]))]
    kinds = [Hop(place, path(INSTANCE_OF)), Hop(place, path(GOVERNED))]
    of_state = Hop(place, path(STATE))
    facts = store.gather(lambda: WantedFacts([*offices, *kinds, of_state], named=True))
    rule = frozenset(words_called(kinds, facts))
    if any(not one.never.isdisjoint(rule) for one in asked):
        return False
    held = frozenset(words_called(offices, facts))
    borne = [one for one in known if not one.called.isdisjoint(held)]
    if borne or head == STATE:
        return not borne or any(one in borne for one in asked)
    return heads.isdisjoint(entity_id(one.value) for one in facts.values(of_state).values)
