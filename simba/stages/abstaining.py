"""Stage 7: whether to abstain, and why (`simba.answer.REASONS`)."""

from __future__ import annotations

from collections.abc import Sequence

from simba.stages.answering import Attempt
from simba.stages.composing import Composition
from simba.stages.confidence import Trust
from simba.stages.interrogative import Interrogative
from simba.stages.linking import Candidate
from simba.stages.mentions import Mention
from simba.stages.properties import Proposals
from simba.stages.ranking import Ranking


def reason(
    interrogative: Interrogative,
    mentions: Sequence[Mention],
    candidates: Sequence[Candidate],
    proposals: Proposals,
    ranking: Ranking,
    composition: Composition,
    attempts: Sequence[Attempt],
    trust: Trust | None,
) -> str | None:
    """The first thing that was missing on the way to an answer; None where there is one."""
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
