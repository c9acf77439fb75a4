"""Stage 6, its first half: entity times property, as readings of the question in one ranked order.

A reading is better the surer its entity, the more of the question its mention and its rule explain together, and the
more specific the rule's match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from simba.grammar.files import Direction
from simba.grammar.rules import Rule
from simba.query import Entity, Form, Hop, Part, path
from simba.query.forms import DatePart
from simba.russian.morphology import readings
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon, RankingWeights
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.properties import PropertyCandidate, Proposals
from simba.stages.ranking.asking_another import AskingAnother
from simba.stages.ranking.evidence import Evidence, Explained, Weighed
from simba.stages.ranking.words_around import WordsAround

MAX_READINGS = 40
MAX_NAMESAKES = 8
"""Entities of one name of which the same is asked, at most: else nothing else would be asked where a name is common."""
MAX_DECORATED = 10
MAX_HOPS = 1_000
"""Steps from an entity that are remembered: a question asks for some dozens."""
IN_ORDER = 1e-4
"""What each place in the order of a group costs: less than a letter of a rule's match."""
Reason = Literal["inside", "unexplained"]
"""Why a rule that fired makes no reading with a candidate: it fired inside the name, or leaves too much unexplained."""


class RankScore(NamedTuple):
    """What adds up to a reading's score; ``rules/weights.yaml`` says what each means."""

    linking: float
    unexplained: float
    length: float
    sister: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the question: a logical form, what led to it, and the words that it leaves unexplained."""

    form: Form
    score: float
    addends: RankScore
    candidate: Candidate | None
    """The entity that it starts from; of a composed reading, the first one."""
    proposal: PropertyCandidate | None
    """The rule that it follows; a composed reading follows several or none."""
    unexplained: tuple[str, ...]
    why: tuple[str, ...] = ()
    """How a composed reading came about: names, properties and constructions in the order they were put together."""
    presupposed: Form | None = None
    """Of a composed reading: a set that has members if this is what was asked ("кроме Германии": she is among them)."""
    asks: frozenset[str] = frozenset()
    """Of a composed reading: kinds of value that its rule knows to answer, as it spelled out the interrogative."""
    related: bool = False
    """Of a composed reading: whether the asked noun says what its values are to something: "притоки Лены"."""
    likened: tuple[tuple[str, str], ...] = ()
    """Where no rule knows the wording: words of the question, each with what the property is asked with like it."""
    sister: bool = False
    """Whether it asks for another property of the group than the rule's: a class that is asked for must be met."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The readings in the order to try them, and the pairs that were left out."""

    readings: tuple[Reading, ...] = ()
    decorated: tuple[Reading, ...] = ()
    """Those that leave much unexplained, but nothing of what forbids an answer, and start from a name set apart."""
    left_out: tuple[tuple[Candidate, PropertyCandidate, Reason], ...] = ()
    refused: frozenset[Form] = frozenset()
    """What would tell all or something else of what is asked: a whole cast for who played somebody."""
    turned: frozenset[Form] = frozenset()
    """Of that, what would tell who did to the name what the question says that it did."""

    @property
    def too_much(self) -> bool:
        """Whether some pair left too much unexplained."""
        return any(reason == "unexplained" for _, _, reason in self.left_out)


NOTHING_RANKED = Ranking()


def rank(
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    proposals: Proposals,
    fillers: Collection[str],
    lexicon: Lexicon,
    *,
    class_known: bool,
) -> Ranking:
    """Rank the pairs of an entity and a property; ``class_known``: whether some class is called as the asked noun."""
    if interrogative.several or interrogative.polar or not candidates or not proposals.candidates:
        return NOTHING_RANKED
    pairs = _Pairs(parse, interrogative, candidates, proposals, fillers, lexicon, class_known=class_known)
    left_out: list[tuple[Candidate, PropertyCandidate, Reason]] = []
    kept: list[Reading] = []
    decorated: list[Reading] = []
    refused: set[Form] = set()
    turned: set[Form] = set()
    for candidate in candidates:
        for verdict in pairs.of(candidate):
            if verdict.reason is not None:
                left_out.append((candidate, verdict.proposal, verdict.reason))
            if verdict.reading is not None:
                (kept if verdict.reason is None else decorated).append(verdict.reading)
            refused |= verdict.refused
            turned |= verdict.turned
    weights, part = lexicon.weights.ranking, pairs.part
    readings = _with_sisters(_best(kept, weights), lexicon, part=part, class_known=class_known)
    best = tuple(_best(decorated, weights)[:MAX_DECORATED])
    return Ranking(tuple(readings), best, tuple(left_out), frozenset(refused | turned), frozenset(turned))


class _Verdict(NamedTuple):
    """What becomes of a pair: a reading, or the reason why it makes none, or but a decorated one."""

    proposal: PropertyCandidate
    reason: Reason | None = None
    reading: Reading | None = None
    refused: frozenset[Form] = frozenset()
    turned: frozenset[Form] = frozenset()


class _Proposed(NamedTuple):
    """What holds of a proposal, whatever it is asked of."""

    proposal: PropertyCandidate
    explained: Explained
    length: float
    choice: float
    """What its property loses to others of its group."""
    beside: bool
    """Whether it asks for something beside the name, so that nothing is asked of that."""


class _Pairs:
    """Judges the pairs of an entity and a property of one question."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        proposals: Proposals,
        fillers: Collection[str],
        lexicon: Lexicon,
        *,
        class_known: bool,
    ) -> None:
        self._parse, self._interrogative = parse, interrogative
        self._weights = lexicon.weights.ranking
        self._within, self._doers = lexicon.words.within, lexicon.sets.doers
        self.part = asked_part(parse, interrogative, lexicon)
        self._around = around = WordsAround(parse, interrogative)
        names = {
            one.mention
            for one in candidates
            if one.route == "exact" and (len(one.mention.words) > 1 or one.entity.name[:1].islower())
        }
        self._evidence = evidence = Evidence(
            parse, interrogative, around, proposals, fillers, lexicon, names=names, class_known=class_known
        )
        self._another = AskingAnother(parse, interrogative, around, proposals, fillers, lexicon.sets)
        choices = _choices(proposals, lexicon, class_known=class_known)
        self._proposed = [
            _Proposed(
                one,
                evidence.explained(one),
                length(one, self._weights),
                choices[one.rule.property, one.rule.direction],
                self._another.asks_beside(one) or around.tells(one),
            )
            for one in proposals.candidates
        ]
        self._circles = {
            one for one in around.circles(lexicon.words.among) if parse.tokens[one].text.islower()
        }
        self._named = {
            word.token.index
            for one in candidates
            for word in parse.words[one.mention.first : one.mention.last + 1]
        }

    def of(self, candidate: Candidate) -> Iterator[_Verdict]:
        """What becomes of the pairs of one entity."""
        mention = candidate.mention
        beyond = self._evidence.beyond(mention, candidate.class_noun, candidate.companions)
        sureness = self._weights.sureness * max(0.0, candidate.score - self._weights.sure)
        allowed = self._weights.max_unexplained + sureness
        asked_of_other = (
            self._another.is_for(mention)
            or self._another.is_somebodys(mention, self._named)
            or self._around.is_told(mention, self._named)
            or self._around.is_where(mention, self._named, self._within)
            or self._parse.words[mention.first].token.index in self._circles
        )
        for one in self._proposed:
            if self._evidence.fired_inside(mention, one.proposal) or self._evidence.fired_among(
                candidate.companions, one.proposal
            ):
                yield _Verdict(one.proposal, "inside")
            elif asked_of_other or one.beside:
                yield _Verdict(one.proposal, "unexplained")
            else:
                yield self._judged(candidate, one, beyond, allowed)

    def _judged(self, candidate: Candidate, one: _Proposed, beyond: Weighed, allowed: float) -> _Verdict:
        """What becomes of a pair by the words that it leaves unexplained."""
        proposal, explained = one.proposal, one.explained
        left: list[Token] | None = None
        unexplained = explained.left(beyond, allowed)
        too_much = unexplained > allowed
        if not too_much and unexplained and asks_time_only(proposal, self._interrogative):
            left = explained.left_of(beyond)
            if any(map(_is_verb, left)):  # "in what year was it repainted?"
                return _Verdict(proposal, "unexplained")
        if self._another.is_turned_round(candidate, proposal):
            back = proposal.rule.direction == "reverse" or proposal.rule.property not in self._doers
            turned = (_hop(candidate.entity.id, name, back) for name in self._doers)
            return _Verdict(proposal, "unexplained", turned=frozenset(turned))
        if self._another.asks_another(candidate, proposal, explained, beyond):
            form = form_of(candidate.entity.id, proposal.rule, part=self.part)
            return _Verdict(proposal, "unexplained", refused=frozenset([form]))
        if too_much:
            left = explained.left_of(beyond)
            if not self._evidence.is_decorated(candidate.mention, left):
                return _Verdict(proposal, "unexplained")
            unexplained = explained.left(beyond)
        cost = -self._weights.unexplained * unexplained
        reading = Reading(
            form_of(candidate.entity.id, proposal.rule, part=self.part),
            candidate.score + cost + one.length + one.choice,
            RankScore(candidate.score, cost, one.length, one.choice),
            candidate,
            proposal,
            tuple(token.text for token in (explained.left_of(beyond) if left is None else left)),
        )
        return _Verdict(proposal, "unexplained" if too_much else None, reading)


def _best(readings: list[Reading], weights: RankingWeights) -> list[Reading]:
    """Of each form the best reading, in order; only those worth trying."""
    best: dict[Form, Reading] = {}
    alike: Counter[tuple[object, ...]] = Counter()
    for reading in sorted(readings, key=lambda one: -one.score):
        if reading.form in best:
            continue
        namesakes = _asked_of_namesakes(reading)
        alike[namesakes] += 1
        if alike[namesakes] <= MAX_NAMESAKES:
            best[reading.form] = reading
    ranked = list(best.values())[:MAX_READINGS]
    return [one for one in ranked if one.score >= ranked[0].score - weights.margin]


def _asked_of_namesakes(reading: Reading) -> tuple[object, ...]:
    """What a reading has in common with those that ask the same of others of that name."""
    name, proposal = reading.candidate, reading.proposal
    assert name is not None
    assert proposal is not None  # it is of one hop
    return name.mention.first, name.mention.last, proposal.rule.property, proposal.rule.direction


def _with_sisters(
    readings: list[Reading], lexicon: Lexicon, *, part: DatePart | None, class_known: bool
) -> list[Reading]:
    """The readings and, of the first one's entity, those by the other properties of each one's group."""
    if not readings or readings[0].candidate is None:
        return readings
    cost = lexicon.weights.ranking.sister
    known = {reading.form for reading in readings}
    more: dict[Form, Reading] = {}
    for reading in readings:
        proposal = reading.proposal
        assert proposal is not None  # it is of one hop
        assert reading.candidate is not None
        if (
            reading.candidate.entity.id != readings[0].candidate.entity.id
            or reading.addends.unexplained < readings[0].addends.unexplained
        ):
            continue
        rule = proposal.rule
        for number, sister in enumerate(lexicon.groups.of_step(rule.property, rule.direction), 1):
            if sister.of_class and not class_known:
                continue
            answer = frozenset() if sister.of_class else rule.answer
            asked = Rule(sister.property, "", sister.direction, answer, frozenset())
            form = form_of(reading.candidate.entity.id, asked, part=part)
            if form not in known and form not in more:
                other = PropertyCandidate(
                    asked, proposal.span, proposal.gaps, proposal.asks, proposal.pattern, proposal.source
                )
                lost = cost + number * IN_ORDER  # in the group's order
                more[form] = Reading(
                    form,
                    reading.score - lost,
                    reading.addends._replace(sister=reading.addends.sister - lost),
                    reading.candidate,
                    other,
                    reading.unexplained,
                    sister=True,
                )
    return sorted([*readings, *more.values()], key=lambda one: -one.score)[:MAX_READINGS]


def form_of(entity: str, rule: Rule, *, part: DatePart | None) -> Form:
    """What a rule asks of an entity; of a date, only the part that is asked for, but of no period."""
    hop = _hop(entity, rule.property, rule.direction == "reverse")
    return (
        Part(hop, part) if part is not None and "date" in rule.answer and "thing" not in rule.answer else hop
    )


@lru_cache(maxsize=MAX_HOPS)
def _hop(entity: str, name: str, reverse: bool) -> Hop:
    """What a step from an entity leads to; many rules ask for the same, and so do the stages after one another."""
    return Hop(Entity(entity), path(f"^{name}" if reverse else name))


def _choices(
    proposals: Proposals, lexicon: Lexicon, *, class_known: bool
) -> dict[tuple[str, Direction], float]:
    """What each property that is proposed loses to others of its group: the group's order, and more where it needs a
    class to be asked for, as none is.
    """
    groups, cost = lexicon.groups, lexicon.weights.ranking.sister
    steps = {(one.rule.property, one.rule.direction) for one in proposals.candidates}
    return {
        step: -groups.places.get(step, 0) * IN_ORDER
        - (cost if not class_known and groups.usual.get(step, frozenset()) & steps else 0.0)
        for step in steps
    }


def length(proposal: PropertyCandidate, weights: RankingWeights) -> float:
    """The longer match is the more specific one; what it passed over does not count."""
    passed_over = sum(gap.stop - gap.start for gap in proposal.gaps)
    return weights.length * (proposal.span.stop - proposal.span.start - passed_over)


def asks_time_only(proposal: PropertyCandidate, interrogative: Interrogative) -> bool:
    """Whether a rule for dates explains nothing but "when": it knows no verb, whose date may be another one."""
    return proposal.rule.answer == {"date"} and any(
        phrase.covers(proposal.span) for phrase in interrogative.removed
    )


def _is_verb(token: Token) -> bool:
    """Whether the tagger or, where it errs, the dictionary takes a word for a verb."""
    return token.pos == "VERB" or readings(token.folded)[0][1].startswith("VERB")


def asked_part(parse: Parse, interrogative: Interrogative, lexicon: Lexicon) -> DatePart | None:
    """The part of a date that is asked for rather than all of it: "в каком году", "в каком веке"."""
    if interrogative.type != "date":
        return None
    lemmas = [token.lemma for phrase in interrogative.removed for token in parse.within(phrase)]
    return next(
        (lexicon.words.date_parts[lemma] for lemma in lemmas if lemma in lexicon.words.date_parts), None
    )
