"""Stage 7: whether to abstain, and why (`simba.answer.REASONS`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simba.kb.nowhere import leads_nowhere
from simba.kb.validity import KnownKinds, is_valid
from simba.query import And, Form, entities
from simba.stages.attempts import Attempt
from simba.stages.composing import Composition
from simba.stages.confidence import Trust
from simba.stages.interrogative import Interrogative
from simba.stages.linking import Candidate
from simba.stages.mentions import Mention
from simba.stages.properties import Proposals
from simba.stages.ranking import Ranking
from simba.stages.signs import Usual, usual_of_reading

AS_GOOD = 0.05
"""Readings whose scores differ by less may both be meant."""
UNASKED = frozenset({"no_mention", "no_property", "not_simple"})
"""Reasons for which a question "how many" asks for what no property or set of the knowledge base tells."""
EVEN = 0.001
"""Readings whose scores differ by less differ by nothing but the order of the rules."""


class Abstention(NamedTuple):
    """Why there is no answer; nothing where there is one."""

    reason: str | None = None
    """A key of `simba.answer.REASONS`."""
    missing: Attempt | None = None
    """The reading that asks for what is missing, if any reading could be tried."""


NO_ABSTENTION = Abstention()


def abstain(
    interrogative: Interrogative,
    mentions: Sequence[Mention],
    candidates: Sequence[Candidate],
    proposals: Proposals,
    ranking: Ranking,
    composition: Composition,
    attempts: Sequence[Attempt],
    trust: Trust | None,
    usual: Usual,
    kinds: KnownKinds | None,
) -> Abstention:
    """The first thing that was missing on the way to an answer.

    A fact is missing only where such facts are known; else it is the property, or the entity that was meant.
    """
    incomparable = next((one for one in attempts if one.incomparable), None)
    if incomparable is not None:
        return Abstention("incomparable", incomparable)
    overlooking = next((one for one in attempts if one.overlooked), None)
    if overlooking is not None and trust is None:
        return Abstention("not_simple", overlooking)
    why = _reason(interrogative, mentions, candidates, proposals, ranking, composition, attempts, trust)
    if why in UNASKED and interrogative.type == "number" and interrogative.noun is None:
        why = "uncountable"
    if why != "no_fact" or not attempts:
        return Abstention(why)
    missing = _missing(attempts, usual)
    if kinds is None or not kinds.has_facts:
        return Abstention(why, missing)
    unknown = _unknown(missing.form, kinds)
    if unknown != "no_entity":
        return Abstention(unknown or why, missing)
    about = {*entities(missing.form)}
    others = (
        one
        for one in attempts
        if not one.values
        and missing.reading.score - one.reading.score < AS_GOOD
        and about.issuperset(entities(one.form))
    )
    other = next((one for one in others if _unknown(one.form, kinds) is None), None)
    return Abstention(unknown, missing) if other is None else Abstention(why, other)


def _unknown(form: Form, kinds: KnownKinds) -> str | None:
    """The reason why what a form asks for is not known of anything, if it is not."""
    if not is_valid(form, kinds):
        return "no_property"
    return "no_entity" if leads_nowhere(form, kinds.knowable) else None


def _reason(
    interrogative: Interrogative,
    mentions: Sequence[Mention],
    candidates: Sequence[Candidate],
    proposals: Proposals,
    ranking: Ranking,
    composition: Composition,
    attempts: Sequence[Attempt],
    trust: Trust | None,
) -> str | None:
    if trust is not None:
        if trust.enough:
            return None
        # What was asked in the first place is not known; something else that is known is no answer to that.
        return "no_fact" if not attempts[0].values else "unsure"
    if not mentions:
        return "no_mention"
    if composition.readings and composition.first:
        return "no_fact"
    if interrogative.several or interrogative.polar:
        return "not_simple"
    if not candidates:
        return "no_entity"
    if not proposals.candidates:
        return "no_property"
    if not ranking.readings:
        return "not_simple" if ranking.too_much else "no_property"
    return "no_fact"


def _missing(attempts: Sequence[Attempt], usual: Usual) -> Attempt:
    """The reading whose fact is missing: the first that was tried.

    Of others as good, about the same entity, it is the one whose fact such things most usually have: who asks for the
    author of a book asks for its writer, not for its composer. Of a conjunction, it is the one fact without which all
    else matters nothing: not in which town of Brazil he was born, but where he was.
    """
    first = attempts[0]
    if isinstance(first.form, And) and not first.values:
        members = (one for one in attempts if not one.values and one.form in first.form.members)
        return next((one for one in members if one.reading.proposal is not None), first)
    even = [
        one
        for one in attempts
        if not one.values
        and one.reading.proposal is not None
        and one.reading.candidate is first.reading.candidate
        and first.reading.score - one.reading.score < EVEN
    ]
    if first.values or first not in even or len(even) == 1:
        return first
    return max(even, key=lambda one: usual_of_reading(one.reading, usual) or 0.0)  # the first of equal ones
