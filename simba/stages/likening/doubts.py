"""What speaks for and against a property that only the likeness of words tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p

from simba.kb.facts import Facts
from simba.stages.answering.one_hop import unmet_of
from simba.stages.attempts import Attempt
from simba.stages.lexicon import LikeningWeights
from simba.stages.likening.inquiry import Inquiry, NearProperty
from simba.stages.signs import Usual


@dataclass(frozen=True, slots=True)
class Doubts:
    """What speaks for and against a property that only words tell; ``rules/weights.yaml`` says what each means."""

    lead: float
    behind: float
    nearer: float
    met: bool
    unmet: bool
    proposed: bool
    usual: float
    empty: bool

    def weighed(self, weights: LikeningWeights) -> float:
        """The doubt, 0 at least."""
        doubt = weights.guessed + weights.lead * self.lead + weights.behind * self.behind
        doubt += weights.nearer * self.nearer + weights.met * self.met + weights.unmet * self.unmet
        doubt += weights.proposed * self.proposed + weights.usual * self.usual
        doubt += weights.empty * self.empty
        return max(0.0, doubt)

    @classmethod
    def fewest(cls, inquiry: Inquiry, attempts: Sequence[Attempt], weights: LikeningWeights) -> Doubts:
        """The least that there are about any property: what is known before one is looked for, at best the rest.

        What counts by how far or how many properties are nearer, or by how usual one is, never speaks for it.
        """
        found = any(one.values for one in attempts)
        return cls(
            lead=weights.lead < 0,
            behind=0,
            nearer=0,
            met=inquiry.asked is not None and weights.met < 0,
            unmet=False,
            proposed=found and weights.proposed < 0,
            usual=0,
            empty=any(_came_to_nothing(one, inquiry) for one in attempts),
        )


def doubts_of(
    near: Sequence[NearProperty],
    found: Sequence[tuple[NearProperty, Attempt]],
    inquiry: Inquiry,
    attempts: Sequence[Attempt],
    facts: Facts,
    usual: Usual,
) -> Doubts:
    """The doubts about the nearest property that leads somewhere."""
    best, attempt = found[0]
    rule = best.proposal.rule
    others = (one.nearness for one, other in found if set(other.accepted) != set(attempt.accepted))
    asked = inquiry.asked
    classed = asked is not None and bool(asked.classes)
    met = asked is not None and len(unmet_of(attempt, facts, asked)) < len(attempt.accepted)
    return Doubts(
        lead=min(1.0, best.nearness - next(others, 0.0)),
        behind=near[0].nearness - best.nearness,
        nearer=log1p(near.index(best)),
        met=met,
        unmet=classed and not met,
        proposed=any(one.reading.form == best.form for one in attempts),
        usual=usual(inquiry.linked.entity.classes, rule.property, rule.direction == "reverse") or 0.0,
        empty=any(_came_to_nothing(one, inquiry) for one in attempts),
    )


def _came_to_nothing(attempt: Attempt, inquiry: Inquiry) -> bool:
    """Whether a rule asked for something of the linked entity that is not known: it may be what was meant."""
    reading = attempt.reading
    same = reading.candidate is not None and reading.candidate.entity.id == inquiry.linked.entity.id
    return same and reading.proposal is not None and not attempt.values
