"""Stage 7: whether to abstain, and why (`simba.answer.REASONS`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simba.kb.validity import KnownKinds
from simba.stages.attempts import Attempt
from simba.stages.composing import Composition
from simba.stages.confidence import Trust
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate
from simba.stages.mentions import Mention
from simba.stages.missing import missing
from simba.stages.parse import Parse
from simba.stages.properties import Proposals
from simba.stages.ranking import Ranking, Reading
from simba.stages.signs import Usual, usual_of_reading

UNASKED = frozenset({"no_mention", "no_property", "not_simple"})
"""Reasons for which a question "how many" asks for what no property or set of the knowledge base tells."""


class Abstention(NamedTuple):
    """Why there is no answer; nothing where there is one."""

    reason: str | None = None
    """A key of `simba.answer.REASONS`."""
    missing: Attempt | None = None
    """The reading that asks for what is missing, if any reading could be tried."""


NO_ABSTENTION = Abstention()


def abstain(
    parse: Parse,
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

    A fact is missing only where such facts are known; else it is the property, or the entity that was meant. So it is
    where the best reading leaves over what is asked for, or a part of the entity's name.
    """
    incomparable = next((one for one in attempts if one.incomparable), None)
    if incomparable is not None:
        return Abstention("incomparable", incomparable)
    overlooking = _overlooking(attempts, usual)
    if overlooking is not None and trust is None:
        return Abstention("not_simple", overlooking)
    why = _reason(interrogative, mentions, candidates, proposals, ranking, composition, attempts, trust)
    if why in UNASKED and interrogative.type == "number" and interrogative.noun is None:
        why = "uncountable"
    if why != "no_fact" or not attempts:
        return Abstention(why)
    found = missing(attempts, usual, kinds)
    reading, noun = found.attempt.reading, interrogative.noun
    if found.unknown is None and reading.proposal is not None:
        if noun is not None and noun.text in reading.unexplained:
            return Abstention("no_property")  # no rule knows the words for what is asked
        if _in_part(parse, reading) or _leaves_a_name(parse, candidates, reading):
            return Abstention("no_entity")
    return Abstention(found.unknown or why, found.attempt)


def _overlooking(attempts: Sequence[Attempt], usual: Usual) -> Attempt | None:
    """The reading that makes it another question, unless the best of one fact did not, and such a fact is usual.

    Where the action of a novel is, was asked first; in which country it was written is beside the point.
    """
    for number, one in enumerate(attempts):
        if one.overlooked:
            better = [tried.reading for tried in attempts[:number] if not tried.values]
            first = next((reading for reading in better if reading.proposal is not None), None)
            heeds = first is not None and set(one.overlooked).isdisjoint(first.unexplained)
            return None if heeds and first is not None and usual_of_reading(first, usual) else one
    return None


def _in_part(parse: Parse, reading: Reading) -> bool:
    """Whether what a reading is about is called by the end of a longer name, of which it leaves the word before over.

    Who asks for the Black Tower asks for nothing that is called tower.
    """
    if reading.candidate is None or parse.hasty or reading.candidate.mention.first < 2:
        return False
    last = reading.candidate.mention.first
    before, first = (word.token for word in parse.words[last - 1 : last + 1])
    return (
        before.text in reading.unexplained
        and before.text[:1].isupper()
        and before.features.get("Case") == first.features.get("Case")
        and parse.text[before.span.stop : first.span.start].isspace()
    )


def _leaves_a_name(parse: Parse, candidates: Sequence[Candidate], reading: Reading) -> bool:
    """Whether a reading is about a common word, or half of a word, and leaves over a name that nothing here has.

    Which country makes the planes of a maker that is not known is asked of that maker, not of planes.
    """
    if reading.candidate is None or reading.candidate.mention.source == "quote" or parse.hasty:
        return False
    own = reading.candidate.mention
    words = parse.words[own.first : own.last + 1]
    if any(word.token.text in reading.unexplained for word in words):
        return True
    known = {number for one in candidates for number in range(one.mention.first, one.mention.last + 1)}
    return not any(word.token.pos == "PROPN" for word in words) and any(
        word.token.pos == "PROPN" and word.token.text in reading.unexplained
        for number, word in enumerate(parse.words)
        if number and number not in known
    )


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
