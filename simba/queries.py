"""Stage 6: entity times property, as 1-hop queries in one ranked order.

A query is better the surer its entity, and the more of the question its mention and its rule explain together: a content
word that neither accounts for is evidence that something else, or more, is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from simba.interrogative import Interrogative
from simba.linking import Candidate
from simba.parse import ROOT, Parse, Token
from simba.properties import PropertyCandidate
from simba.rules import Direction
from simba.text import Span
from simba.vocabulary import is_entity_id, is_property_id

WEIGHTS = {"NOUN": 1.0, "PROPN": 1.3, "NUM": 1.3, "VERB": 0.9, "ADJ": 0.6, "ADV": 0.5, "X": 1.0}
"""What an unexplained word of each part of speech counts."""
UNEXPLAINED = 0.3
"""What a unit of unexplained words costs, in units of linking score."""
DESCRIBING = 0.25
"""Factor for words that hang in the same noun phrase before the mention ("великий русский поэт Пушкин")."""
MAX_UNEXPLAINED = 2.6
"""More unexplained words than this: the question asks for more than one fact."""
ASKED = 0.6
"""Factor where the noun after "какой" names the property itself ("какую премию получила ...")."""
SURE, SURENESS = 1.3, 3.0
"""A linking score above ``SURE`` allows for so much more: a quoted title of the right class is what the question is about."""
PRIORITY = 0.06
"""A step of a rule's priority."""
LENGTH = 0.004
"""A character that the rule's match spells out."""
MODIFIERS = frozenset({"amod", "acl", "acl:relcl"})
APPOSITIONS = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound"})
SET_OFF = frozenset(",-()")
SUPERLATIVE = regex.compile(r"само?[аеийоуыхмюй]+|\w*(?:ейш|айш)(?:ий|ая|ее|ие|его|ей|их|ему|им|ими|ую|ем)|перв\w+|втор\w+|трет\w+|последн\w+|единственн\w+")
"""Words that pick one of many: left unexplained, they ask for more than a fact."""
PICKING = 2.2
"""Factor for those words."""
GOVERNING = 1.4
"""Factor for a noun that governs the mention: left unexplained, the question is about something related to the entity."""
MAX_QUERIES = 40
MARGIN = 0.45
"""A query that scores this much less than the best is another question; where the best has no fact, it is not tried."""


@dataclass(frozen=True, slots=True)
class Query:
    """The logical form of a 1-hop query: entity, property, direction and what is taken of a date."""

    entity: str
    property: str
    direction: Direction = "forward"
    part: Literal["year"] | None = None

    def __post_init__(self) -> None:
        if not is_entity_id(self.entity) or not is_property_id(self.property):
            raise ValueError(f"not Wikidata identifiers: {self.entity!r}, {self.property!r}")

    def sparql(self) -> str:
        """The query in SPARQL with Wikidata's usual prefixes."""
        subject, target = f"wd:{self.entity}", "?date" if self.part else "?answer"
        triple = f"{subject} wdt:{self.property} {target}"
        if self.direction == "reverse":
            triple = f"{target} wdt:{self.property} {subject}"
        if self.part == "year":
            return f"SELECT DISTINCT ?answer WHERE {{ {triple} . BIND(YEAR(?date) AS ?answer) }}"
        return f"SELECT DISTINCT ?answer WHERE {{ {triple} }}"


@dataclass(frozen=True, slots=True)
class RankedQuery:
    """A query with its score and with what led to it."""

    query: Query
    score: float
    candidate: Candidate
    proposal: PropertyCandidate
    unexplained: tuple[str, ...]


def rank_queries(
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    proposals: Sequence[PropertyCandidate],
    fillers: frozenset[str],
) -> tuple[list[RankedQuery], int]:
    """The queries in the order to try them, and how many were left out because too much stays unexplained."""
    content = _content_words(parse, interrogative, fillers)
    part: Literal["year"] | None = "year" if _asks_year(parse, interrogative) else None
    restricting = _restricting(parse, interrogative)
    asides = _asides(parse, interrogative)
    best: dict[Query, RankedQuery] = {}
    too_much = 0
    explained_by = [
        (proposal, {token.index for token, _ in content if proposal.explains(token.span)}) for proposal in proposals
    ]
    for candidate in candidates:
        mention = candidate.mention.span
        describing = _describing(parse, candidate, asides)
        governing = _governing(parse, candidate, describing)
        describing |= restricting
        rest = [
            (
                token,
                weight
                * (DESCRIBING if token.index in describing else 1.0)
                * (GOVERNING if token.index in governing else 1.0),
            )
            for token, weight in content
        ]
        rest = [
            (token, weight)
            for token, weight in rest
            if not mention.overlaps(token.span) and token is not candidate.class_noun
        ]
        for proposal, explained in explained_by:
            if _fired_inside(parse, candidate, proposal):
                continue
            left = [(token, weight) for token, weight in rest if token.index not in explained]
            unexplained = sum(weight for _, weight in left) * (ASKED if _names_property(proposal, interrogative) else 1.0)
            if unexplained > MAX_UNEXPLAINED + SURENESS * max(0.0, candidate.score - SURE):
                too_much += 1
                continue
            rule = proposal.rule
            score = (
                candidate.score
                - UNEXPLAINED * unexplained
                + PRIORITY * rule.priority
                + LENGTH * min(40, proposal.span.stop - proposal.span.start - sum(gap.stop - gap.start for gap in proposal.gaps))
            )
            query = Query(candidate.entity.id, rule.property, rule.direction, part if "date" in rule.answer else None)
            if query not in best or best[query].score < score:
                words = tuple(token.text for token, _ in left)
                best[query] = RankedQuery(query, score, candidate, proposal, words)
    ranked = sorted(best.values(), key=lambda ranked: -ranked.score)
    worth_trying = [one for one in ranked if one.score >= ranked[0].score - MARGIN]
    return worth_trying[:MAX_QUERIES], too_much


def _content_words(
    parse: Parse, interrogative: Interrogative, fillers: frozenset[str]
) -> list[tuple[Token, float]]:
    """The words that an answer has to account for, with their weights."""
    noun = interrogative.noun.span if interrogative.noun else Span(0, 0)
    return [
        (token, WEIGHTS[token.pos] * (PICKING if token.pos == "ADJ" and SUPERLATIVE.fullmatch(token.folded) else 1.0))
        for token in parse.tokens
        if token.pos in WEIGHTS
        and token.is_word
        and not (interrogative.covers(token.span) and (token.span != noun or token.pos == "NOUN"))
        and token.lemma not in fillers
    ]


def _names_property(proposal: PropertyCandidate, interrogative: Interrogative) -> bool:
    noun = interrogative.noun
    return (
        proposal.asks
        and noun is not None
        and interrogative.type not in {"place", "person", "date", "number"}
        and proposal.explains(noun.span)
    )


def _fired_inside(parse: Parse, candidate: Candidate, proposal: PropertyCandidate) -> bool:
    """Whether a name's own words fired the rule ("Кто написал «Столицу»?" does not ask for a capital).

    The first word of a name may belong to both: "архитектор храма Христа Спасителя".
    """
    mention = candidate.mention
    if not mention.span.overlaps(proposal.span) or any(gap.covers(mention.span) for gap in proposal.gaps):
        return False
    explained = [token for token in parse.within(proposal.span) if token.is_word and proposal.explains(token.span)]
    shared = [token for token in explained if mention.span.overlaps(token.span)]
    return bool(shared) and not (
        shared == [parse.words[mention.first].token] and mention.first < mention.last and len(explained) > 1
        and explained[0].span < mention.span
    )


def _describing(parse: Parse, candidate: Candidate, asides: list[range]) -> set[int]:
    """Tokens that describe the entity rather than ask: "великий русский поэт Пушкин", "Лайка, первая собака в космосе".

    They are what the name stands in apposition to, its own modifiers and relative clauses, and what is set off by commas,
    dashes or brackets right after it. A noun that governs the name ("отец Пушкина") asks, so it is not among them.
    """
    mention = candidate.mention
    inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
    head = next((parse.tokens[index] for index in sorted(inside) if parse.tokens[index].head not in inside), None)
    if head is None:
        return set()
    named = mention.source == "quote" or mention.text[:1].isupper()
    found = {
        index
        for child in parse.children[head.index]
        if named or parse.tokens[child].relation in MODIFIERS
        for index in parse.subtree(child)
    }
    below = head
    for index in parse.ancestors(head.index):
        if below.relation not in APPOSITIONS or parse.tokens[index].pos not in {"NOUN", "PROPN"}:
            break
        below = parse.tokens[index]
        found.update(parse.subtree(index))
    if named:
        found.update(index for aside in asides if not inside & set(aside) for index in aside)
    return found - inside


def _restricting(parse: Parse, interrogative: Interrogative) -> set[int]:
    """What hangs on the noun that is asked for and follows it: "в каком городе Самарской области"."""
    noun = interrogative.noun
    if noun is None:
        return set()
    return {
        index
        for child in parse.children[noun.index]
        if child > noun.index and parse.tokens[child].relation.startswith("nmod")
        for index in parse.subtree(child)
    }


def _asides(parse: Parse, interrogative: Interrogative) -> list[range]:
    """The stretches between commas, dashes and brackets that hold neither the interrogative nor the question's root."""
    marks = [-1, *(token.index for token in parse.tokens if token.folded in SET_OFF), len(parse.tokens)]
    stretches = [range(start + 1, stop) for start, stop in zip(marks, marks[1:], strict=False) if stop - start > 1]
    return [
        stretch
        for stretch in stretches
        if len(stretches) > 1
        and not any(
            interrogative.covers(parse.tokens[index].span)
            or (parse.tokens[index].head == ROOT and parse.tokens[index].pos == "VERB")
            for index in stretch
        )
    ]


def _governing(parse: Parse, candidate: Candidate, describing: set[int]) -> set[int]:
    """Nouns above the mention in the tree, which ask about it ("дочь основательницы Когтеврана")."""
    inside = {word.token.index for word in parse.words[candidate.mention.first : candidate.mention.last + 1]}
    head = next((index for index in sorted(inside) if parse.tokens[index].head not in inside), None)
    found: set[int] = set()
    for index in parse.ancestors(head) if head is not None else ():
        if parse.tokens[index].pos == "VERB":
            break
        if parse.tokens[index].pos == "NOUN" and index not in describing and index not in inside:
            found.add(index)
    return found


def _asks_year(parse: Parse, interrogative: Interrogative) -> bool:
    if interrogative.type != "date":
        return False
    return any(
        token.lemma == "год" for phrase in interrogative.removed for token in parse.within(phrase)
    )
