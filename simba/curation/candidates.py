"""The queries that may stand in the place of one that degraded, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from rdflib.term import URIRef

from simba.answer import Value
from simba.common.vocabulary import DIRECT, ENTITY, entity_id, is_property_id
from simba.curation.asking import Results
from simba.curation.catalogue import Catalogue
from simba.curation.rewriting import iris, replaced, turned
from simba.curation.suggestion import Change
from simba.evaluation.sparql_reading import PREDECLARED, ReadQuery

ROLES = tuple(iri for iri in PREDECLARED.values() if iri.startswith(PREDECLARED["p"]))
"""Wikidata's namespaces of properties."""
Candidate = tuple[tuple[Change, ...], str]
"""Changes, and the query with them."""


@dataclass(frozen=True, slots=True)
class Case:
    """A query that does not do what it should."""

    query: str
    """As it is written, its prefixes declared."""
    read: ReadQuery
    moves: Mapping[str, Change]
    """Its entities that are redirects."""
    declared: tuple[Change, ...]
    """Its prefixes that were not declared."""
    wanted: Sequence[Value]
    """What it should return; nothing: that is not known."""
    outcome: Results
    text: str
    """The question."""


class Candidates:
    """Makes candidates, each rewritten from the query as it is written; nothing is run."""

    def __init__(self, catalogue: Catalogue, named: Callable[[str], Sequence[str]]) -> None:
        """Take what is known of names, and what finds the entities that a question's text may name."""
        self._catalogue, self._named = catalogue, named

    def kinds(self, case: Case) -> Iterator[Iterator[Candidate]]:
        """Candidates, kind by kind, in QUANT's order, each with the prefixes and, later on, the redirects."""
        plain: Candidate = (case.declared, case.query)
        moved: Candidate = (
            (*case.declared, *case.moves.values()),
            replaced(case.query, moved_iris(case.moves)),
        )
        yield self._predicates(case, plain)
        if case.moves:
            yield iter([moved])
            yield self._predicates(case, moved)
        for start in dict.fromkeys((moved, plain)):
            yield self._pairs(case, start)
        yield self._entities(case, moved)
        yield (both for one in self._entities(case, moved) for both in self._predicates(case, one))
        yield self._turned(moved)

    def _predicates(self, case: Case, start: Candidate) -> Iterator[Candidate]:
        """Another predicate with a like label, in one place or in all."""
        changes, query = start
        for prop in case.read.properties:
            for other in self._catalogue.near(prop):
                change = self._predicate(case, prop, other)
                yield (*changes, change), replaced(query, _in_all_roles(prop, other))
                count = list(iris(query)).count(DIRECT + prop)
                if count > 1:
                    for place in range(count):
                        yield (
                            (*changes, change),
                            replaced(query, {DIRECT + prop: DIRECT + other}, place.__eq__),
                        )

    def _pairs(self, case: Case, start: Candidate) -> Iterator[Candidate]:
        """Two other predicates at once."""
        changes, query = start
        for one, two in combinations(case.read.properties, 2):
            for first, second in product(self._catalogue.near(one), self._catalogue.near(two)):
                made = (self._predicate(case, one, first), self._predicate(case, two, second))
                yield (
                    (*changes, *made),
                    replaced(query, _in_all_roles(one, first) | _in_all_roles(two, second)),
                )

    def _predicate(self, case: Case, prop: str, other: str) -> Change:
        why = f"{self._catalogue.told(other)} is labelled like {self._catalogue.told(prop)}, {_where(prop, case.read)}"
        return Change("predicate", prop, other, why)

    def _entities(self, case: Case, start: Candidate) -> Iterator[Candidate]:
        """Another entity: a duplicate or successor, one of the same label, one that the question's text names."""
        changes, query = start
        for entity in case.read.entities:
            if entity in case.moves or is_property_id(entity):
                continue
            named = () if self._catalogue.has_facts(entity) else self._named(case.text)
            for why, others in (
                ("takes the place of", self._catalogue.successors(entity)),
                ("has the label of", self._catalogue.namesakes(entity)),
                ("is named in the question, unlike", named),
            ):
                for other in others:
                    change = Change("entity", entity, other, f"{self._catalogue.told(other)} {why} {entity}")
                    yield (*changes, change), replaced(query, {ENTITY + entity: ENTITY + other})

    def _turned(self, start: Candidate) -> Iterator[Candidate]:
        """One triple with subject and object exchanged."""
        changes, query = start
        for other, iri in turned(query):
            prop = iri.removeprefix(DIRECT)
            why = f"{self._catalogue.told(prop)} now leads the other way"
            yield (*changes, Change("permuted", prop, f"^{prop}", why)), other


def moved_iris(moves: Mapping[str, Change]) -> dict[str, str]:
    """The IRIs of moved entities with their new ones."""
    return {ENTITY + old: ENTITY + change.new for old, change in moves.items()}


def _in_all_roles(prop: str, other: str) -> dict[str, str]:
    return {role + prop: role + other for role in ROLES}


def _where(prop: str, read: ReadQuery) -> str:
    """Where in the query a property leads from something known (QUANT's three ways to other predicates)."""
    for pattern in read.patterns:
        if any(f"{role}{prop}>" in f"{pattern.predicate!s}>{pattern.predicate.n3()}" for role in ROLES):
            if isinstance(pattern.subject, URIRef):
                return f"at the known subject {_short(pattern.subject)}"
            if isinstance(pattern.object, URIRef):
                return f"at the known object {_short(pattern.object)}"
    return "through the query's other triples"


def _short(iri: URIRef) -> str:
    return entity_id(str(iri)) or str(iri)
