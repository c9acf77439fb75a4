"""Where no rule knows the wording, the property is found whose words are most like the question's.

The words beside the best linked name are compared with the vocabularies of all rules whose values could answer
(`simba.stages.nearness`). The nearest that leads somewhere from there is taken: surer the farther it is ahead of the
next, and the fewer properties are nearer that lead nowhere, of which the question may well ask for one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from math import log1p
from typing import TYPE_CHECKING

from simba.common.vocabulary import entity_id
from simba.grammar.wordstock import is_content
from simba.kb.facts import Facts, FactStore, WantedFacts
from simba.query import Count, Entity, Form, Hop, More, Part, Rank, entities, speaks_of, walk
from simba.query.forms import DatePart
from simba.stages.answer_type import DATES, AnswerTypes, is_elsewhere
from simba.stages.answering.in_vain import said_in_vain, without_companies
from simba.stages.answering.one_hop import too_many, unmet_of
from simba.stages.answering.placing import is_smaller
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import Attempt, chosen
from simba.stages.companions import MIN_LINKED
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon, LikeningWeights
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.properties import PropertyCandidate, answers
from simba.stages.ranking import RankScore, Reading, asked_part, form_of
from simba.stages.ranking.words_around import WordsAround
from simba.stages.signs import Usual, usual_of_reading

if TYPE_CHECKING:
    from simba.stages.nearness import Vocabularies

MAX_NEAR = 12
"""Properties that are looked at, the nearest."""
UNTOLD = frozenset({"reason", "manner"})
"""What no property tells."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is compared: the words beside a linked name, and what they ask for."""

    linked: Candidate
    words: tuple[Token, ...]
    interrogative: Interrogative
    part: DatePart | None
    asked: AskedClass | None
    named: Set[str]
    """All entities that the question may name; none of them is its answer."""


@dataclass(frozen=True, slots=True)
class NearProperty:
    """A property whose values could answer, by its rule's number, and how near the words are to its vocabulary."""

    number: int
    nearness: float
    proposal: PropertyCandidate
    form: Form


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


def liken(
    store: FactStore,
    types: AnswerTypes,
    vocabularies: Vocabularies,
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    attempts: tuple[Attempt, ...],
    fillers: Collection[str],
    asked: AskedClass | None,
    lexicon: Lexicon,
    usual: Usual,
    refused: Collection[Form] = frozenset(),
) -> tuple[Attempt, ...]:
    """The attempts and, where none answers, one by the property whose words are most like the question's.

    The refused forms are no answer: the question asks for more than they say.
    """
    if chosen(attempts) is not None or _compares(attempts):
        return attempts
    inquiry = inquiry_of(parse, interrogative, candidates, fillers, asked, lexicon)
    weights = lexicon.weights.likening
    if inquiry is None or Doubts.fewest(inquiry, attempts, weights).weighed(weights) > weights.most:
        return attempts
    near = nearest(vocabularies, types, inquiry, lexicon)
    if not near:
        return attempts
    facts = store.gather(lambda: WantedFacts([one.form for one in near], named=asked is not None))
    tried = [(one, _tried(one, inquiry, facts, types, lexicon)) for one in near]
    found = [(one, attempt) for one, attempt in tried if attempt.accepted]
    if not found or found[0][0].form in refused or _asked_otherwise(found[0][0].form, attempts):
        return attempts
    likest, attempt = found[0]
    listed = interrogative.noun if likest.proposal.rule.direction == "reverse" else None
    if _contradicted(parse, likest, inquiry, vocabularies, lexicon) or parse.says_more_than(
        inquiry.linked.mention.span, listed, len(attempt.accepted)
    ):
        return attempts
    doubts = doubts_of(near, found, inquiry, attempts, facts, usual)
    doubt = doubts.weighed(weights)
    if doubt > weights.most:
        return attempts
    told = _told(likest, attempt, doubt, inquiry, vocabularies)
    if (
        _is_of_another(parse, inquiry.linked)
        or _leaves_name(inquiry, told)
        or _known_wording(attempts, inquiry, told.reading.unexplained, usual, met=doubts.met)
        or _asks_who_did(parse, inquiry, {word for word, _ in told.reading.likened})
    ):
        return attempts
    return without_companies((*attempts, told), interrogative)


def likely(
    types: AnswerTypes,
    vocabularies: Vocabularies,
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    fillers: Collection[str],
    asked: AskedClass | None,
    lexicon: Lexicon,
) -> list[Form]:
    """What `liken` would ask for: so that a store that is far away can be asked for it beside the rest."""
    inquiry = inquiry_of(parse, interrogative, candidates, fillers, asked, lexicon)
    return [one.form for one in nearest(vocabularies, types, inquiry, lexicon)] if inquiry is not None else []


def inquiry_of(
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    fillers: Collection[str],
    asked: AskedClass | None,
    lexicon: Lexicon,
) -> Inquiry | None:
    """What is to be compared; None where no property tells what is asked, or nothing is linked well."""
    if interrogative.several or interrogative.polar or interrogative.type in UNTOLD:
        return None
    if not candidates or candidates[0].score < lexicon.weights.ranking.related_from:
        return None
    if _another_did(parse, candidates) or _is_offered(parse, candidates[0], lexicon):
        return None
    return Inquiry(
        candidates[0],
        tuple(_compared(parse, interrogative, candidates[0], fillers)),
        interrogative,
        asked_part(parse, interrogative, lexicon),
        asked,
        {one.entity.id for one in candidates if one.score >= MIN_LINKED},
    )


def _another_did(parse: Parse, candidates: Sequence[Candidate]) -> bool:
    """Whether somebody else than who is linked best did what the verb says: "какие фильмы X озвучил Y"."""
    best = candidates[0].mention
    doers = [
        token
        for token in parse.tokens
        if token.relation == "nsubj" and token.pos == "PROPN" and parse.tokens[token.head].pos == "VERB"
    ]
    return bool(doers) and any(
        one.score >= MIN_LINKED
        and not one.mention.span.overlaps(best.span)
        and any(one.mention.span.overlaps(token.span) for token in doers)
        for one in candidates
    )


def _is_offered(parse: Parse, best: Candidate, lexicon: Lexicon) -> bool:
    """Whether "или" stands beside the name: it is offered as an answer ("поёт он баритоном или тенором")."""
    inside = [word.token.index for word in parse.words[best.mention.first : best.mention.last + 1]]
    around = parse.tokens[max(0, inside[0] - 1) : inside[-1] + 2]
    return not lexicon.words.either.isdisjoint(token.folded for token in around)


def _compares(attempts: Sequence[Attempt]) -> bool:
    """Whether a composed reading compared or counted with every word of the question: who was born earlier no one fact
    tells, nor does any number how many stars there are in something.
    """
    return any(
        attempt.reading.proposal is None
        and not attempt.reading.unexplained
        and isinstance(attempt.reading.form, More | Rank | Count)
        for attempt in attempts
    )


def _asked_otherwise(form: Form, attempts: Sequence[Attempt]) -> bool:
    """Whether a form asks for less than a composed reading, or has many values that did not answer by a rule: they are
    not all that is meant, by whatever words they are found.
    """
    return _asks_further(form, attempts) or any(one.form == form and len(one.values) > 1 for one in attempts)


def _asks_further(form: Form, attempts: Sequence[Attempt]) -> bool:
    """Whether a composed reading asked with every word of the question for what the form tells, or for what more than
    one step leads to from where the form starts, in vain: where somebody's mother died, no fact of his own tells.
    """
    whole = [
        one.reading.form for one in attempts if one.reading.proposal is None and not one.reading.unexplained
    ]
    starts = {Entity(one) for one in entities(form)}
    return any(speaks_of(one, form) or any(_leads_on(part, starts) for part in walk(one)) for one in whole)


def _leads_on(form: Form, starts: Set[Entity]) -> bool:
    """Whether a form is what a chain of steps leads to from one of these."""
    match form:
        case Hop(Hop(Entity() as start) | (Entity() as start), way):
            return start in starts and (isinstance(form.source, Hop) or len(way.steps) > 1)
    return False


def _contradicted(
    parse: Parse, near: NearProperty, inquiry: Inquiry, vocabularies: Vocabularies, lexicon: Lexicon
) -> bool:
    """Whether some word that the property's vocabulary does not hold negates, or picks one of many."""
    words = lexicon.words
    return any(
        not inquiry.linked.mention.span.overlaps(token.span)
        and (
            token.folded in words.negations
            or (
                words.picks.fullmatch(token.folded)
                and vocabularies.like(token.lemma, near.number) != token.lemma
            )
        )
        for token in parse.tokens
    )


def _is_of_another(parse: Parse, linked: Candidate) -> bool:
    """Whether what is linked is a common noun, and somebody's: what somebody died of is not what death comes from."""
    mention = linked.mention
    noun = parse.words[mention.first].token.index
    common = mention.first == mention.last and linked.entity.name[:1].islower()
    return common and any(
        token.pos == "PROPN" and token.relation in {"nmod", "appos"} and token.head == noun
        for token in parse.tokens
    )


def _leaves_name(inquiry: Inquiry, told: Attempt) -> bool:
    """Whether several of the asked noun are told and another name is left over, which may pick some of them: not all
    the films that somebody starred in won her «Ника».
    """
    left = told.reading.unexplained
    several = inquiry.interrogative.noun is not None and len(told.accepted) > 1
    return several and any(token.text[:1].isupper() and token.text in left for token in inquiry.words)


def _asks_who_did(parse: Parse, inquiry: Inquiry, alike: Set[str]) -> bool:
    """Whether only what somebody did it to is alike, not what was done: "кто придумал кличку" asks for no name."""
    doing = WordsAround(parse, inquiry.interrogative).doing
    words = [token for token in inquiry.words if token.text in alike]
    return inquiry.interrogative.noun is None and all(
        token.head in doing and token.relation.startswith("obj") for token in words
    )


def _compared(
    parse: Parse, interrogative: Interrogative, linked: Candidate, fillers: Collection[str]
) -> list[Token]:
    """The words that say what is asked: content words beside the name, the asked noun among them."""
    return [
        token
        for token in parse.tokens
        if token.is_word
        and token.lemma not in fillers
        and is_content(token.folded)
        and not linked.mention.span.overlaps(token.span)
        and token is not linked.class_noun
        and (token is interrogative.noun or not interrogative.covers(token.span))
    ]


def nearest(
    vocabularies: Vocabularies, types: AnswerTypes, inquiry: Inquiry, lexicon: Lexicon
) -> list[NearProperty]:
    """The properties whose values could answer and to which the words are nearest, nearest first."""
    near: list[NearProperty] = []
    for number, nearness in vocabularies.nearest([token.lemma for token in inquiry.words]):
        if len(near) == MAX_NEAR:
            break
        rule = vocabularies.rules[number]
        if rule.property in lexicon.sets.of_kind or not answers(rule, inquiry.interrogative):
            continue
        proposal = PropertyCandidate(rule, inquiry.words[0].span, (), asks=False, pattern=0)
        if types.fits(inquiry.linked.entity.classes, proposal):
            form = form_of(inquiry.linked.entity.id, rule, part=inquiry.part)
            near.append(NearProperty(number, nearness, proposal, form))
    return near


def _tried(
    near: NearProperty, inquiry: Inquiry, facts: Facts, types: AnswerTypes, lexicon: Lexicon
) -> Attempt:
    """What the property's query returns, and what of that can answer."""
    found = facts.values(near.form)
    accepted = types.acceptable(
        found.values, facts, inquiry.interrogative, near.proposal, year=isinstance(near.form, Part)
    )
    accepted = tuple(value for value in accepted if entity_id(value.value) not in inquiry.named)
    asked = inquiry.asked
    if inquiry.interrogative.noun is not None and inquiry.interrogative.type is None:
        accepted = tuple(
            value for value in accepted if value.datatype not in DATES
        )  # what is asked for is no time
    if asked is not None and (
        too_many(accepted, inquiry.interrogative, asked)
        or (asked.exact and asked.is_another(accepted, facts))
        or is_elsewhere(accepted, facts, inquiry.interrogative, near.proposal.rule.answer, asked)
        or is_smaller(near.form, accepted, asked, facts, inquiry.interrogative, lexicon)
    ):
        accepted = ()
    if inquiry.interrogative.type == "person":  # no author said that these answer "who": a religion is nobody
        accepted = types.somebody(accepted, facts)
    linked = inquiry.linked
    reading = Reading(near.form, linked.score, RankScore(linked.score, 0.0, 0.0, 0.0), linked, None, ())
    return Attempt(reading, near.form, found.values, accepted, True, found.truncated)


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


def _known_wording(
    attempts: Sequence[Attempt], inquiry: Inquiry, left: Collection[str], usual: Usual, *, met: bool
) -> bool:
    """Whether a rule knew as much of the wording as what leaves these words, and asked for what such a thing may have:
    that is what is missing.

    Where nothing is known of such things, values of the class that is asked for may be meant all the same, unless the
    rule knew a noun that is left: who asks for the colour of eyes, asks for none of hair.
    """
    known = [*said_in_vain(attempts, inquiry.linked.entity.id, left)]
    nouns = [token for token in inquiry.words if token.pos == "NOUN" and token.text in left]
    spelt = (one.proposal for one in known if one.proposal is not None)
    if any(one.explains(noun.span) and one.spells(noun.folded) for one in spelt for noun in nouns):
        return True
    shares = [usual_of_reading(one, usual) for one in known]
    return any(not met if share is None else share > 0 for share in shares)


def _came_to_nothing(attempt: Attempt, inquiry: Inquiry) -> bool:
    """Whether a rule asked for something of the linked entity that is not known: it may be what was meant."""
    reading = attempt.reading
    same = reading.candidate is not None and reading.candidate.entity.id == inquiry.linked.entity.id
    return same and reading.proposal is not None and not attempt.values


def _told(
    near: NearProperty, attempt: Attempt, doubt: float, inquiry: Inquiry, vocabularies: Vocabularies
) -> Attempt:
    """The attempt with what led to it: which words are like those that the property is asked with."""
    alike = [(token, vocabularies.like(token.lemma, near.number)) for token in inquiry.words]
    reading = Reading(
        near.form,
        inquiry.linked.score,
        RankScore(-doubt, 0.0, 0.0, 0.0),
        inquiry.linked,
        None,
        tuple(token.text for token, one in alike if one is None),
        likened=tuple((token.text, one) for token, one in alike if one is not None),
    )
    return Attempt(reading, near.form, attempt.values, attempt.accepted, True, attempt.truncated)
