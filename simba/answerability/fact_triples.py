"""Facts, and the triples that tell them: a direct claim (``wdt:``), and statements with qualifiers (``p: ps: pq:``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pyoxigraph as ox

from simba.answerability.routes import Node
from simba.common.vocabulary import REFERENCE, entity_id, is_property_id
from simba.evaluation.sparql_reading import PREDECLARED

DIRECT = tuple(PREDECLARED[name] for name in ("wdt", "wdtn"))
CLAIM = PREDECLARED["p"]
VALUE = PREDECLARED["ps"]
QUALIFIER = PREDECLARED["pq"]
ROLES = (
    *DIRECT,
    *(PREDECLARED[name] for name in ("p", "ps", "psv", "psn", "pq", "pqv", "pqn", "pr", "prv", "prn")),
)
"""What stands before a property's identifier in the predicates that are made with it."""
_DERIVED = PREDECLARED["prov"] + "wasDerivedFrom"


@dataclass(frozen=True, slots=True)
class StatedFact:
    """Subject, relation and value, in whatever statements they are told; the value may be a statement that has none."""

    subject: Node
    relation: str
    value: Node

    @property
    def key(self) -> tuple[str, str, str]:
        """As it is written in lists: entities by their identifiers, all else as in N-Triples."""
        return shown(self.subject), self.relation, shown(self.value)


def shown(node: Node) -> str:
    """Q42 of an entity, else the term as in N-Triples."""
    return (entity_id(node.value) if isinstance(node, ox.NamedNode) else None) or str(node)


@cache
def role_and_property(predicate: str) -> tuple[str, str] | None:
    """What a predicate says of which property, as a namespace of `ROLES` and "P31"; None of others, as of labels."""
    start, slash, name = predicate.rpartition("/")
    role = start + slash
    return (role, name) if role in ROLES and is_property_id(name) else None


def facts_of(store: ox.Store, triple: ox.Triple) -> list[StatedFact]:
    """The facts that a triple helps to tell: none of a label, several of a value node that statements share."""
    if found := role_and_property(triple.predicate.value):
        role, name = found
        if role in DIRECT:
            return [StatedFact(triple.subject, name, triple.object)]
        if role == CLAIM:
            return [_told(store, triple)]
    if isinstance(triple.subject, ox.NamedNode) and entity_id(triple.subject.value):
        return []
    claims = _claims(store, triple.subject)
    if not claims:  # a value node, or a reference
        owners = {quad.subject for quad in store.quads_for_pattern(None, None, triple.subject)}
        claims = [claim for owner in owners for claim in _claims(store, owner)]
    return sorted({_told(store, claim) for claim in claims}, key=lambda fact: fact.key)


def triples_of(store: ox.Store, fact: StatedFact) -> set[ox.Triple]:
    """All triples that tell a fact, with its qualifiers and what only they need."""
    found: set[ox.Triple] = set()
    for role in DIRECT:
        found |= having(store, fact.subject, role + fact.relation, fact.value)
    for claim in having(store, fact.subject, CLAIM + fact.relation, None):
        if claim.object == fact.value or having(store, claim.object, VALUE + fact.relation, fact.value):
            found |= statement(store, claim)
    return found


def statement(store: ox.Store, claim: ox.Triple) -> set[ox.Triple]:
    """The triples of a statement, by the one (``p:``) that leads to it, with values and references of no other."""
    found = {claim}
    for triple in having(store, claim.object, None, None):
        found.add(triple)
        leads_on = role_and_property(triple.predicate.value) or triple.predicate.value == _DERIVED
        if leads_on and _is_part(triple.object):
            users = {quad.subject for quad in store.quads_for_pattern(None, None, triple.object)}
            if users == {claim.object}:
                found |= having(store, triple.object, None, None)
    return found


def having(
    store: ox.Store, subject: Node | None, predicate: str | None, value: Node | None
) -> set[ox.Triple]:
    """The triples of a pattern."""
    if isinstance(subject, ox.Literal):
        return set()
    name = None if predicate is None else ox.NamedNode(predicate)
    return {quad.triple for quad in store.quads_for_pattern(subject, name, value)}


def _claims(store: ox.Store, node: Node) -> list[ox.Triple]:
    """The triples that lead from entities to a statement."""
    return [triple for triple in having(store, None, None, node) if _is_claim(triple)]


def _is_claim(triple: ox.Triple) -> bool:
    found = role_and_property(triple.predicate.value)
    return found is not None and found[0] == CLAIM


def _told(store: ox.Store, claim: ox.Triple) -> StatedFact:
    """The fact that a statement tells."""
    name = claim.predicate.value.removeprefix(CLAIM)
    values: Iterable[ox.Triple] = having(store, claim.object, VALUE + name, None)
    value = min((triple.object for triple in values), key=str, default=claim.object)
    return StatedFact(claim.subject, name, value)


def _is_part(node: Node) -> bool:
    """Whether it is a node of its own rather than an entity or a literal."""
    return isinstance(node, ox.BlankNode) or (
        isinstance(node, ox.NamedNode) and node.value.startswith((PREDECLARED["wdv"], REFERENCE))
    )
