"""What speaks for and against an answer, beside its score: each sign can be read on its own.

Most look at the readings that were tried before and found nothing: where the fact that is asked for is missing, some
other reading nearly always finds something.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from simba.kb.usual import RARE
from simba.russian.text import Span
from simba.stages.attempts import Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate, Links
from simba.stages.properties import PropertyCandidate
from simba.stages.ranking import Reading

MAX_TRIED = 10
"""Readings tried before that count."""
FAR_AHEAD = 0.05
"""A lead in linking score over a namesake that is as good as any larger one."""
EVEN = 0.001
"""Readings whose scores differ by less differ by nothing but the order of the rules."""
MAX_LENGTH = 4.0
"""Tens of characters of a rule's match that count."""
Usual = Callable[[Collection[str], str, bool], "float | None"]
"""The share of entities of some classes that have a property or, in reverse, are a value of it; None if unknown."""


class Signs(NamedTuple):
    """The signs of one answer; ``rules/confidence.yaml`` says what each means and weighs."""

    missing: float
    missing_elsewhere: float
    tried: float
    other_place: float
    better_known: float
    longer_name: float
    other_namesake: float
    outlinked: float
    unexplained: float
    length: float
    class_met: float
    several: float
    reverse: float
    composed: float
    assumed: float


def signs_of(
    attempt: Attempt,
    attempts: Sequence[Attempt],
    candidates: Sequence[Candidate],
    links: Links,
    interrogative: Interrogative,
    usual: Usual,
) -> Signs:
    """The signs of an attempt that would answer, among all that were tried and the entities that were linked."""
    reading, proposal = attempt.reading, attempt.reading.proposal
    place = interrogative.type == "place"  # where a thing lies may be asked of anything
    better, others = _better(attempt, attempts)
    same = [one for one in better if _by_words(one) - _by_words(reading) >= EVEN]
    elsewhere = [_Elsewhere.of(one, reading, usual) for one in others]
    rivals = [one for one in elsewhere if one.often_asked or place]
    shares = [usual_of_reading(one, usual) for one in same]
    places = [usual_of_reading(one, usual) for one in better] if place else []
    return Signs(
        missing=max((share or 0.0 for share in shares), default=0.0),
        missing_elsewhere=max((one.usual or 0.0 for one in elsewhere), default=0.0),
        tried=_tried(attempt, attempts),
        other_place=_other_place(reading, places),
        better_known=max((one.better_known for one in rivals), default=0.0),
        longer_name=float(any(one.longer_name and (one.usual != 0 or place) for one in elsewhere)),
        other_namesake=min(1.0, _namesake_ahead(reading, candidates, usual) / FAR_AHEAD),
        outlinked=_outlinked(reading, candidates),
        unexplained=-reading.addends.unexplained,
        length=_length(proposal) if proposal is not None else 0.0,
        class_met=float(bool(links.asked) and attempt.of_class and proposal is not None),
        several=float(len(attempt.accepted) > 1),
        reverse=float(proposal is not None and proposal.rule.direction == "reverse"),
        composed=float(proposal is None),
        assumed=max(0.0, -reading.addends.linking) if proposal is None else 0.0,
    )


def _other_place(reading: Reading, shares: Sequence[float | None]) -> float:
    """How usual another kind of place is that was looked for first; as usual as can be where that is not known, or the
    question says more of the place.
    """
    return max((1.0 if share is None or reading.unexplained else share for share in shares), default=0.0)


def _tried(attempt: Attempt, attempts: Sequence[Attempt]) -> float:
    """How many readings of one hop were tried before, of `MAX_TRIED`.

    Of the composed ones, an endpoint that does not take long requests drops fewer before they are tried.
    """
    before = sum(one.reading.proposal is not None for one in attempts[: attempts.index(attempt)])
    return min(MAX_TRIED, before) / MAX_TRIED


def _better(attempt: Attempt, attempts: Sequence[Attempt]) -> tuple[list[Reading], list[Reading]]:
    """The one-hop readings that were tried before this one, score no less, and found nothing.

    First those of the same entity, but what the same words ask for may be any of several facts, as "автор" may be a
    writer or a creator; then those of others. A composed reading has none of them.
    """
    reading = attempt.reading
    if reading.proposal is None or reading.candidate is None:
        return [], []
    before = [one for one in attempts[: attempts.index(attempt)] if not one.values]
    empty = [one.reading for one in before if one.reading.proposal is not None]
    better = [one for one in empty if one.candidate is not None and one.score >= reading.score]
    own = reading.candidate.entity.id
    of_it = [one for one in better if one.candidate is not None and one.candidate.entity.id == own]
    same = [one for one in of_it if one.score - reading.score >= EVEN]
    return same, [one for one in better if one not in of_it]


def _by_words(reading: Reading) -> float:
    """A reading's score, whichever property of a group it takes."""
    return reading.score - reading.addends.sister


class _Elsewhere(NamedTuple):
    """What a better reading of another entity says against the reading that would answer."""

    usual: float | None
    better_known: float
    """By how much its entity is better known, where it was linked better too."""
    longer_name: bool
    """Whether its name is a longer one that holds the other."""

    @property
    def often_asked(self) -> bool:
        """Whether it is not just now and then that such a thing has such a fact."""
        return self.usual is None or self.usual > RARE

    @classmethod
    def of(cls, other: Reading, reading: Reading, usual: Usual) -> _Elsewhere:
        theirs, ours = other.candidate, reading.candidate
        assert theirs is not None
        assert ours is not None
        lead = theirs.addends.popularity - ours.addends.popularity if theirs.score > ours.score else 0.0
        longer, shorter = theirs.mention, ours.mention
        holds = longer.first <= shorter.first and shorter.last <= longer.last and longer.span != shorter.span
        holds = holds and not _says_the_same(other, reading)
        return cls(usual_of_reading(other, usual), max(0.0, lead), holds)


def _says_the_same(other: Reading, reading: Reading) -> bool:
    """Whether a longer name is a common noun's, and the rule spells out what it has beyond the shorter one.

    "губернатор Калифорнии" is what the rule asks of California, whether or not the base knows the office.
    """
    longer, shorter, proposal = other.candidate, reading.candidate, reading.proposal
    assert longer is not None
    assert shorter is not None
    office = (
        longer.entity.kind == "label" and longer.entity.name[:1].islower()
    )  # not Bryansk as "город Брянск"
    if not office or proposal is None:
        return False
    before = Span(longer.mention.span.start, shorter.mention.span.start - 1)
    after = Span(shorter.mention.span.stop + 1, longer.mention.span.stop)
    return all(proposal.explains(one) for one in (before, after) if one.stop > one.start)


def usual_of_reading(reading: Reading, usual: Usual) -> float | None:
    """How usual it is that what a reading asks for is known of its entity's kind."""
    candidate, proposal = reading.candidate, reading.proposal
    assert candidate is not None
    assert proposal is not None
    return _usual_of(candidate, proposal, usual)


def _usual_of(candidate: Candidate, proposal: PropertyCandidate, usual: Usual) -> float | None:
    return usual(candidate.entity.classes, proposal.rule.property, proposal.rule.direction == "reverse")


def _namesake_ahead(reading: Reading, candidates: Sequence[Candidate], usual: Usual) -> float:
    """By how much something else that the same words name was linked better, if it may have such a fact."""
    linked, proposal = reading.candidate, reading.proposal
    if linked is None:
        return 0.0
    ahead = (
        one.score - linked.score
        for one in candidates
        if one.score > linked.score
        and one.mention.span == linked.mention.span
        and one.entity.id != linked.entity.id
        and (proposal is None or (share := _usual_of(one, proposal, usual)) is None or share > RARE)
    )
    return max(ahead, default=0.0)


def _outlinked(reading: Reading, candidates: Sequence[Candidate]) -> float:
    """By how much the best linked entity of the question was linked better than where the reading starts from."""
    if reading.candidate is None or not candidates:
        return 0.0
    return max(0.0, max(one.score for one in candidates) - reading.candidate.score)


def _length(proposal: PropertyCandidate) -> float:
    """Tens of characters that a rule's match spells out; what it passed over does not count."""
    passed_over = sum(gap.stop - gap.start for gap in proposal.gaps)
    return min(MAX_LENGTH, (proposal.span.stop - proposal.span.start - passed_over) / 10)
