"""Which of the readings that found nothing asks for what is missing, and whether that could be known at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from simba.common.vocabulary import OCCUPATION
from simba.kb.nowhere import leads_nowhere
from simba.kb.validity import KnownKinds, is_valid
from simba.query import And, Form, entities, prefixes, properties, speaks_of, walk
from simba.stages.attempts import Attempt
from simba.stages.signs import EVEN, Usual, usual_of_reading

AS_GOOD = 0.05
"""Readings whose scores differ by less may both be meant."""
SELDOM = 0.5
"""The share of things of a kind below which what they have is not surely what is asked of them."""
Unknown = Literal["no_property", "no_entity"]


class Missing(NamedTuple):
    """The reading that asks for what is missing."""

    attempt: Attempt
    unknown: Unknown | None = None
    """Why nothing here could be such a fact, if so: nothing has the property, or nothing of the entity's kind."""


def missing(attempts: Sequence[Attempt], usual: Usual, kinds: KnownKinds | None) -> Missing:
    """The reading whose fact is missing: the first that was tried, or a simpler one that says as much.

    Of others as good, about the same entity, it is the one whose fact such things most usually have: who asks for the
    author of a book asks for its writer, not for its composer. Where such things seldom have that, as far as is known,
    and nothing at all has what another of them asks for, that may be what is missing.
    """
    first = attempts[0]
    if first.values:
        return Missing(first)
    empty = [one for one in attempts if not one.values]
    if first.reading.proposal is None:
        first = _simpler(first, empty, kinds)
    even = [one for one in _of_one_hop(empty) if _is_even(one, first)]
    if len(even) > 1:
        first = max(even, key=lambda one: usual_of_reading(one.reading, usual) or 0.0)
    else:
        first = next(iter(even), first)
    unknown = _unknown(first.form, kinds)
    if unknown is None:
        if even and (usual_of_reading(first.reading, usual) or 0.0) < SELDOM:
            own = (one for one in even if not one.reading.sister)
            gone = next((one for one in own if _unknown(one.form, kinds) == "no_property"), None)
            return Missing(first) if gone is None else Missing(gone, "no_property")
        return Missing(first)
    other = _known(first, empty, kinds) if unknown == "no_entity" else None
    return Missing(first, unknown) if other is None else Missing(other)


def _unknown(form: Form, kinds: KnownKinds | None) -> Unknown | None:
    """The reason why what a form asks for is not known of anything, if it is not."""
    if kinds is None or not kinds.has_facts:
        return None
    if not is_valid(form, kinds):
        return "no_property"
    return "no_entity" if leads_nowhere(form, kinds.knowable, stated=True) else None


def _is_even(one: Attempt, other: Attempt) -> bool:
    """Whether two readings, of one hop each, are about the same entity and differ by nothing else."""
    ours, theirs = one.reading, other.reading
    return (
        theirs.proposal is not None
        and ours.candidate is theirs.candidate
        and abs(ours.score - theirs.score) < EVEN
    )


def _of_one_hop(attempts: Iterable[Attempt]) -> list[Attempt]:
    return [one for one in attempts if one.reading.proposal is not None]


def _best(attempts: Iterable[Attempt]) -> Attempt | None:
    return max(attempts, key=lambda one: one.reading.score, default=None)  # the first of equal ones


def _simpler(first: Attempt, empty: Sequence[Attempt], kinds: KnownKinds | None) -> Attempt:
    """What says as much as a composed reading with less: one fact, or the same without a class.

    Of a conjunction, it is the one fact without which all else matters nothing: not in which town of Brazil he was
    born, but where he was.
    """
    one_hop = _of_one_hop(empty)
    whole = _best(one for one in one_hop if _names_whole(one, first))
    if whole is not None:
        return whole
    if _unknown(first.form, kinds) == "no_property":
        return first
    on_the_way = {*prefixes(first.form)}
    alone = [
        one
        for one in one_hop
        if not one.reading.unexplained
        and not one.reading.sister
        and one.form not in on_the_way
        and _unknown(one.form, kinds) is None
    ]
    members = [one for one in one_hop if isinstance(first.form, And) and one.form in first.form.members]
    if alone or members:
        return _best(alone or members) or first
    told = {*properties(first.form)} - {OCCUPATION}
    less = [
        one
        for one in empty
        if len(one.reading.unexplained) <= len(first.reading.unexplained)
        and speaks_of(first.form, one.form)
        and told.issubset(properties(one.form))
    ]
    return min(less, key=lambda one: len(walk(one.form)), default=first)


def _names_whole(one: Attempt, composed: Attempt) -> bool:
    """Whether a reading is about a name of which a composed one leaves a part over: a palace in St. Petersburg, where
    the Winter Palace is meant.
    """
    if one.reading.candidate is None:
        return False
    name = {*one.reading.candidate.mention.text.split()}
    return not name.isdisjoint(composed.reading.unexplained) and name.isdisjoint(one.reading.unexplained)


def _known(first: Attempt, empty: Sequence[Attempt], kinds: KnownKinds | None) -> Attempt | None:
    """Another reading, of what could be known: of a composed one the best of one hop about the same; else one as good,
    about the same or a namesake.
    """
    about = {*entities(first.form)}
    one_hop = _of_one_hop(empty)
    composed = first.reading.proposal is None
    if composed:
        best = _best(one for one in one_hop if about.issuperset(entities(one.form)))
        if best is not None and _unknown(best.form, kinds) is None:
            return best
    others = (
        one
        for one in ([one for one in empty if one.reading.proposal is None] if composed else one_hop)
        if first.reading.score - one.reading.score < AS_GOOD
        and (about.issuperset(entities(one.form)) or (not composed and _same_name(first, one)))
    )
    return next((one for one in others if _unknown(one.form, kinds) is None), None)


def _same_name(first: Attempt, other: Attempt) -> bool:
    ours, theirs = first.reading.candidate, other.reading.candidate
    return ours is not None and theirs is not None and ours.mention.span == theirs.mention.span
