"""What is compared of a question, and the properties to whose words its own are nearest."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simba.grammar.wordstock import is_content
from simba.query import Form
from simba.query.forms import DatePart
from simba.stages.answer_type import AnswerTypes
from simba.stages.asked_class import AskedClass
from simba.stages.companions import MIN_LINKED
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.properties import PropertyCandidate, answers
from simba.stages.ranking import asked_part, form_of

if TYPE_CHECKING:
    from simba.stages.likening.nearness import Vocabularies

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
