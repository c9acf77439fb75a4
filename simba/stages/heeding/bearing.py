"""Whether somebody bears the title or has the trade by which he is asked for, and a work is of its kind: a republic has
no king, who is known for a poet and a playwright is no cosmonaut, nor is a film a novel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from simba.answer import Value
from simba.common.vocabulary import INSTANCE_OF, OCCUPATION, entity_id
from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.kb.indexed import HUMAN
from simba.query import And, Count, Entity, Form, Hop, Path, Statement, Step, is_plain, path, walk
from simba.russian.morphology import lemmas
from simba.russian.names import stems, words_of
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import Attempt
from simba.stages.heeding.callings import words_called
from simba.stages.lexicon import Titles
from simba.stages.linking import Linker
from simba.stages.linking.classnouns import class_noun
from simba.stages.parse import Parse, Token

OFFICES = {"P35": "P1906", "P6": "P1313"}
"""Heads of a place, and the offices that they hold."""
HEADED = {office: head for head, one in OFFICES.items() for office in (head, one)}
"""Steps from a place to its heads, or to what these hold, with the heads."""
HELD, GOVERNED, STATE = "P39", "P122", "P35"
TOLD, COMMON = 2, 4
"""So many trades that are known of somebody are about all of them, and so many people make a trade one that is told."""
SELDOM = 0.05
"""Of those who have either of two trades, so few have both that nobody need have the other one as well."""


def untrue_titles(
    attempt: Attempt, words: Sequence[Token], titles: Sequence[Titles], store: Gatherer
) -> tuple[str, ...]:
    """The titles by which an attempt asked for who heads, or headed, a place, if what is known speaks against them."""
    place, head = _headed(attempt.form) or (None, "")
    known = [one for one in titles if one.of == head]
    said = {lemma: one.text for one in _spelt(attempt, words) for lemma in lemmas(one.folded)}
    asked = [one for one in known if not one.called.isdisjoint(said)]
    if place is None or not asked or _are_borne(attempt, place, head, asked, known, store):
        return ()
    return tuple(said[name] for one in asked for name in said if name in one.called)


def _headed(form: Form) -> tuple[Entity, str] | None:
    """The place of whose heads a form speaks, and as what they head it."""
    for one in walk(form):
        match one:
            case Hop(Entity() as place, Path((Step(step, inverse=False), *_))) if step in HEADED:
                return place, HEADED[step]
            case Statement(step, Entity() as place) if step in OFFICES:
                return place, step
    return None


def _spelt(attempt: Attempt, words: Sequence[Token]) -> list[Token]:
    """The words of a question that an attempt accounts for."""
    reading = attempt.reading
    if reading.proposal is None:
        return [one for one in words if one.text not in reading.unexplained]
    return [one for one in words if reading.proposal.explains(one.span)]


def _are_borne(
    attempt: Attempt,
    place: Entity,
    head: str,
    asked: Sequence[Titles],
    known: Sequence[Titles],
    store: Gatherer,
) -> bool:
    """Whether they may bear the titles: by the offices that they, or such heads, hold, and by how the place is ruled;
    how it was ruled in their day is not known.
    """
    heads = set(entity_ids(attempt.accepted))
    holders = [Hop(Entity(one), path(HELD)) for one in sorted(heads)] or [Hop(place, path(f"{head}/{HELD}"))]
    offices = [*holders, Hop(place, path(OFFICES[head]))]
    kinds = [Hop(place, path(INSTANCE_OF)), Hop(place, path(GOVERNED))] if is_plain(attempt.form) else []
    of_state = Hop(place, path(STATE))
    facts = store.gather(lambda: WantedFacts([*offices, *kinds, of_state], named=True))
    rule = frozenset(words_called(kinds, facts))
    if any(not one.never.isdisjoint(rule) for one in asked):
        return False
    held = frozenset(words_called(offices, facts))
    borne = [one for one in known if not held.isdisjoint(one.called | one.also)]
    if borne or head == STATE:
        return not borne or any(one in borne for one in asked)
    return heads.isdisjoint(entity_ids(facts.values(of_state).values))


def untrue_trade(attempt: Attempt, parse: Parse, linker: Linker, store: Gatherer) -> tuple[str, ...]:
    """The trade right before the name of somebody of whom others are known, but not this one, though many have it."""
    name, proposal = attempt.reading.candidate, attempt.reading.proposal
    if name is None or HUMAN not in name.entity.classes:
        return ()
    noun = class_noun(parse, name.mention, ())
    if noun is None or noun is name.class_noun or noun.features.get("Animacy") != "Anim":
        return ()
    if noun.features.get("Case") != parse.words[name.mention.first].token.features.get("Case"):
        return ()  # "учителем Бетховена" is another
    if proposal is not None and proposal.explains(noun.span) and proposal.spells(noun.folded):
        return ()
    trades = linker.classes_named(noun.lemma)
    told = not stems([noun.folded]).isdisjoint(stems(words_of(name.entity.description or "")))
    if told or not trades:
        return ()
    has = Hop(Entity(name.entity.id), path(OCCUPATION))
    having = [Count(Hop(Entity(one), path(f"^{OCCUPATION}"))) for one in sorted(trades)]
    facts = store.gather(lambda: WantedFacts([has, *having]))
    known = set(entity_ids(facts.values(has).values))
    kin = linker.above(known) & trades or linker.above(trades) & known
    many = any(int(value.value) >= COMMON for one in having for value in facts.values(one).values)
    return (noun.text,) if len(known) >= TOLD and many and not kin else ()


def without_others(
    attempt: Attempt, asked: AskedClass, linker: Linker, store: Gatherer, *, several: bool
) -> Attempt:
    """An attempt without the people of whom trades are known, but not the one that is asked for, though many have it
    and, of all their trades together, hardly anybody has both; where one is asked for, also without those of whom
    none is known.
    """
    having = [Hop(Entity(one), path(f"^{OCCUPATION}")) for one in sorted(asked.classes)]
    has = {
        value: Hop(Entity(name), path(OCCUPATION))
        for value in attempt.accepted
        if (name := entity_id(value.value)) is not None
    }
    facts = store.gather(lambda: WantedFacts([*has.values(), *having], named=True))

    def trades(value: Value) -> set[str]:
        return {
            trade for one in facts.values(has[value]).values if (trade := entity_id(one.value)) is not None
        }

    def may_be_other(value: Value) -> bool:
        known = trades(value) if value in has else set()
        kin = linker.above(known) & asked.classes or linker.above(asked.classes) & known
        return bool(known) and not kin and bool(asked.unmet([value], facts))

    def is_other(value: Value) -> bool:
        known = trades(value)
        theirs = [Hop(Entity(trade), path(f"^{OCCUPATION}")) for trade in sorted(known)]
        both = [And(one, other) for one, other in product(having, theirs)]
        beside = store.gather(lambda: WantedFacts([*both, *map(Count, theirs)]))
        many = {other: int(beside.values(Count(other)).values[0].value) for other in theirs}
        together = sum(len(beside.values(one).values) for one in both)
        pairs = product(having, theirs)
        return together <= SELDOM * sum(
            max(len(facts.values(one).values), many[other]) for one, other in pairs
        )

    doubtful = {one for one in attempt.accepted if may_be_other(one)}
    if not doubtful or all(len(facts.values(one).values) < COMMON for one in having):
        return attempt  # as mostly: those that have the trade are not even counted
    left = tuple(one for one in attempt.accepted if not (one in doubtful and is_other(one)))
    if len(left) == len(attempt.accepted):
        return attempt
    return replace(
        attempt, accepted=left if several else tuple(one for one in left if one in has and trades(one))
    )


def untrue_kind(
    attempt: Attempt, parse: Parse, works: Sequence[frozenset[str]], store: Gatherer
) -> tuple[str, ...]:
    """The noun before a work's name by which it is called, if it is only known to be of another kind of works."""
    name = attempt.reading.candidate
    noun = class_noun(parse, name.mention, ()) if name is not None else None
    if name is None or noun is None or noun is name.class_noun:
        return ()
    asked = [one for one in works if noun.lemma in one]
    if not asked:
        return ()
    of = Hop(Entity(name.entity.id), path(INSTANCE_OF))
    called = frozenset(words_called([of], store.gather(lambda: WantedFacts([of], named=True))))
    known = [one for one in works if not called.isdisjoint(one)]
    return (noun.text,) if known and not any(one in asked for one in known) else ()
