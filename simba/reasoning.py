"""What travels from stage to stage: the question, and each stage's result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simba.context import Naming
from simba.query import expression
from simba.stages.abstaining import NO_ABSTENTION, Abstention
from simba.stages.attempts import Attempt, chosen
from simba.stages.composing import NOTHING_COMPOSED, Composition
from simba.stages.confidence import Trust
from simba.stages.interrogative import NO_INTERROGATIVE, Interrogative
from simba.stages.links import NOTHING_LINKED, Candidate, Links
from simba.stages.mentions import Mention
from simba.stages.parse import NOTHING_PARSED, Parse
from simba.stages.properties import NOTHING_PROPOSED, Proposals
from simba.stages.ranking import NOTHING_RANKED, Ranking, Reading


@dataclass(frozen=True)
class Reasoning:
    """Every stage's result for one question; of stages that did not run, nothing."""

    question: str
    choice: str | None = None
    """The entity that a reader chose among namesakes."""
    form: str | None = None
    """The reading that a reader chose among those of the question, as an s-expression."""
    min_confidence: float | None = None
    """The confidence below which there is no answer; None: as the weights say."""
    known: tuple[Naming, ...] = ()
    """Words whose entities are known beforehand: those that a follow-up took over."""
    parse: Parse = NOTHING_PARSED
    interrogative: Interrogative = NO_INTERROGATIVE
    mentions: tuple[Mention, ...] = ()
    links: Links = NOTHING_LINKED
    proposals: Proposals = NOTHING_PROPOSED
    ranking: Ranking = NOTHING_RANKED
    composition: Composition = NOTHING_COMPOSED
    attempts: tuple[Attempt, ...] = ()
    trust: Trust | None = None
    """How sure the answer is that was found; None where there is none."""
    abstention: Abstention = NO_ABSTENTION

    def having(self, result: str, found: Any) -> Reasoning:
        """The same with a stage's result, of the name that it has here."""
        if self.__dict__[result] is found:
            return self
        other = object.__new__(Reasoning)  # a tenth of the time of `replace`, and there are a dozen stages
        other.__dict__.update(self.__dict__)
        other.__dict__[result] = found
        return other

    @property
    def reason(self) -> str | None:
        """Why SimBa abstains, if it does."""
        return self.abstention.reason

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The linked entities without those that a namesake overshadows; after a reader's choice, only that one."""
        choice = self.choice  # asked for by most stages: a list, which is sooner made than a generator
        return tuple(
            [
                one
                for one in self.links.candidates
                if (not one.overshadowed if choice is None else one.entity.id == choice)
            ]
        )

    @property
    def picked(self) -> Reading | None:
        """The reading that a reader chose; None where it is none of this question's."""
        if self.form is None:
            return None
        readings = (*self.composition.readings, *self.ranking.readings, *self.ranking.decorated)
        return next((one for one in readings if expression(one.form) == self.form), None)

    @property
    def offered(self) -> tuple[Ranking, Composition]:
        """The readings that may answer: after a reader's choice, only that one."""
        picked = self.picked
        if picked is None:
            return self.ranking, self.composition
        if picked in self.composition.readings:
            return NOTHING_RANKED, Composition((picked,))
        return Ranking((picked,)), NOTHING_COMPOSED

    @property
    def chosen(self) -> Attempt | None:
        """The attempt that answers."""
        return self.found if self.trust is not None and self.trust.enough else None

    @property
    def found(self) -> Attempt | None:
        """The attempt that would answer, whether or not it is sure enough."""
        return chosen(self.attempts)
