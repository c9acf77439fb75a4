"""Stage 6: entity times property, as 1-hop queries in one ranked order.

A query is better the surer its entity, the more of the question its mention and its rule explain together, and the more
specific the rule's match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from simba.answer import Value
from simba.common.vocabulary import XSD, is_entity_id, is_property_id
from simba.grammar.files import Direction
from simba.kb.facts import Facts, Hop
from simba.stages.evidence import Evidence, Explained
from simba.stages.interrogative import Interrogative
from simba.stages.linking import Candidate
from simba.stages.parse import Parse
from simba.stages.properties import PropertyCandidate, Proposals

UNEXPLAINED = 0.3
"""What a unit of unexplained words costs, in units of linking score."""
MAX_UNEXPLAINED = 2.6
"""More than this left unexplained: the question asks for more than one fact."""
SURE, SURENESS = 1.3, 3.0
"""A linking score above ``SURE`` allows for so much more: a quoted title of the right class is what is asked about."""
PRIORITY = 0.06
"""A step of a rule's priority."""
LENGTH, MAX_LENGTH = 0.004, 40
"""A character that the rule's match spells out."""
MARGIN = 0.6
"""A query that scores this much less than the best is another question; where the best has no fact, it is not tried."""
MAX_QUERIES = 40
_YEAR = re.compile(r"-?\d{1,12}(?!\d)")
DATE_TYPES = frozenset({f"{XSD}dateTime", f"{XSD}date"})
"""What SPARQL takes the year of (``xsd:date`` is Oxigraph's own addition)."""


@dataclass(frozen=True, slots=True)
class Query:
    """The logical form of a 1-hop query: entity, property, direction, and what is taken of a date."""

    entity: str
    property: str
    direction: Direction = "forward"
    part: Literal["year"] | None = None

    def __post_init__(self) -> None:
        if not is_entity_id(self.entity) or not is_property_id(self.property):
            raise ValueError(f"not Wikidata identifiers: {self.entity!r}, {self.property!r}")

    def hop(self) -> Hop:
        """The step that the query takes."""
        return Hop(self.entity, self.property, self.direction == "reverse")

    def sparql(self) -> str:
        """The query in SPARQL with Wikidata's usual prefixes."""
        entity, value = f"wd:{self.entity}", "?date" if self.part else "?answer"
        subject, target = (entity, value) if self.direction == "forward" else (value, entity)
        triple = f"{subject} wdt:{self.property} {target}"
        if self.part == "year":
            triple += " . BIND(YEAR(?date) AS ?answer)"
        return f"SELECT DISTINCT ?answer WHERE {{ {triple} }}"


def execute(query: Query, facts: Facts) -> tuple[Value, ...]:
    """The values that a query returns, exactly as its SPARQL would, in the same order from every store."""
    values = facts.neighbours(query.entity, query.property, reverse=query.direction == "reverse")
    if len(values) > 1:
        values = tuple(sorted(dict.fromkeys(values), key=_order))
    if query.part != "year":
        return values
    years = (_YEAR.match(value.value) for value in values if value.datatype in DATE_TYPES)
    found = dict.fromkeys(str(int(year[0])) for year in years if year)
    return tuple(Value("literal", year, f"{XSD}integer", None) for year in found)


Reason = Literal["inside", "unexplained"]
"""Why a rule that fired makes no query of a candidate: it fired inside the name, or leaves too much unexplained."""


def _order(value: Value) -> tuple[int, str, str]:
    """The shorter first: so entities come by their numbers."""
    return len(value.value), value.value, value.datatype or ""


@dataclass(frozen=True, slots=True)
class RankedQuery:
    """A query with its score, what led to it, and the words that it leaves unexplained."""

    query: Query
    score: float
    candidate: Candidate
    proposal: PropertyCandidate
    unexplained: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The queries in the order to try them, and the pairs that were left out."""

    queries: tuple[RankedQuery, ...] = ()
    left_out: tuple[tuple[Candidate, PropertyCandidate, Reason], ...] = ()

    @property
    def too_much(self) -> bool:
        """Whether some pair left too much unexplained."""
        return any(reason == "unexplained" for _, _, reason in self.left_out)


def rank_queries(
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    proposals: Proposals,
    fillers: frozenset[str],
    *,
    class_known: bool,
) -> Ranking:
    """Rank the pairs of an entity and a property."""
    evidence = Evidence(parse, interrogative, proposals.relational, fillers, class_known=class_known)
    explained = [
        (proposal, evidence.explained(proposal), merit(proposal)) for proposal in proposals.candidates
    ]
    year: Literal["year"] | None = "year" if _asks_year(parse, interrogative) else None
    # For each entity, property and direction the best pair; only those worth trying become queries.
    best: dict[tuple[str, str, str], tuple[float, Candidate, PropertyCandidate, Explained]] = {}
    left_out: list[tuple[Candidate, PropertyCandidate, Reason]] = []
    for candidate in candidates:
        beyond = evidence.beyond(candidate.mention, candidate.class_noun)
        allowed = MAX_UNEXPLAINED + SURENESS * max(0.0, candidate.score - SURE)
        for proposal, words, worth in explained:
            if evidence.fired_inside(candidate.mention, proposal):
                left_out.append((candidate, proposal, "inside"))
                continue
            unexplained = words.left(beyond, allowed)
            if unexplained > allowed:
                left_out.append((candidate, proposal, "unexplained"))
                continue
            score = candidate.score - UNEXPLAINED * unexplained + worth
            key = (candidate.entity.id, proposal.rule.property, proposal.rule.direction)
            if key not in best or best[key][0] < score:
                best[key] = (score, candidate, proposal, words)
    ranked = sorted(best.values(), key=lambda one: -one[0])
    queries = [
        RankedQuery(
            Query(
                candidate.entity.id,
                proposal.rule.property,
                proposal.rule.direction,
                year if "date" in proposal.rule.answer else None,
            ),
            score,
            candidate,
            proposal,
            words.left_words(evidence.beyond(candidate.mention, candidate.class_noun)),
        )
        for score, candidate, proposal, words in ranked[:MAX_QUERIES]
        if score >= ranked[0][0] - MARGIN
    ]
    return Ranking(tuple(queries), tuple(left_out))


def merit(proposal: PropertyCandidate) -> float:
    """What a proposal's priority and length add to the score of every query that it leads to."""
    return PRIORITY * proposal.rule.priority + _length(proposal)


def _length(proposal: PropertyCandidate) -> float:
    """The longer match is the more specific one; what it passed over does not count."""
    passed_over = sum(gap.stop - gap.start for gap in proposal.gaps)
    return LENGTH * min(MAX_LENGTH, proposal.span.stop - proposal.span.start - passed_over)


def _asks_year(parse: Parse, interrogative: Interrogative) -> bool:
    """Whether it is the year that is asked for rather than the date."""
    return interrogative.type == "date" and any(
        token.lemma == "год" for phrase in interrogative.removed for token in parse.within(phrase)
    )
