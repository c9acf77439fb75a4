"""The knowledge base out of which elements are dropped: what goes with a class, a relation, an entity, a fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import pyoxigraph as ox

from simba.answerability.fact_triples import (
    CLAIM,
    DIRECT,
    QUALIFIER,
    ROLES,
    VALUE,
    StatedFact,
    facts_of,
    having,
    role_and_property,
    statement,
    triples_of,
)
from simba.answerability.mirrors import Mirrors
from simba.answerability.routes import Node
from simba.common.vocabulary import DIRECT as WDT
from simba.common.vocabulary import ENTITY, INSTANCE_OF, SUBCLASS_OF, entity_id, is_property_id

Kind = Literal["class", "relation", "entity", "fact"]
KINDS: tuple[Kind, ...] = ("class", "relation", "entity", "fact")
"""In the order in which they are dropped."""
TYPING = frozenset({INSTANCE_OF, SUBCLASS_OF})
"""What says of which class something is: the schema's own words, and no relations to be dropped."""


@dataclass(frozen=True)
class Drop:
    """An element that was dropped; with a class went relations and entities, with a relation and a fact its mirrors."""

    kind: Kind
    element: str | StatedFact
    others: tuple[str, ...]
    triples: frozenset[ox.Triple]
    mirrors: tuple[StatedFact, ...] = ()
    """The facts that went with a fact, of which they tell the same."""

    @property
    def gone(self) -> frozenset[str]:
        """The identifiers that the knowledge base has no longer; none of a fact."""
        return frozenset(self.others) | ({self.element} if isinstance(self.element, str) else set())

    @cached_property
    def relations(self) -> frozenset[str]:
        """The relations of which anything was dropped."""
        roles = (role_and_property(triple.predicate.value) for triple in self.triples)
        return frozenset(role[1] for role in roles if role)

    @property
    def name(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "id": list(self.element.key) if isinstance(self.element, StatedFact) else self.element,
        }


class ReducedBase:
    """A store of triples in Wikidata's vocabulary that becomes smaller, and its schema."""

    def __init__(self, store: ox.Store, mirrors: Mirrors = MappingProxyType({})) -> None:
        """Take a store, which is changed; its schema is the properties and classes that occur in it.

        ``mirrors`` says which properties tell the same from the other side, and go with what they mirror.
        """
        self.store = store
        self.mirrors = mirrors
        self.properties: set[str] = set()
        self.classes: set[str] = set()
        for quad in store:
            found = role_and_property(quad.predicate.value)
            if found is None:
                continue
            self.properties.add(found[1])
            if found[1] in TYPING and found[0] == WDT and isinstance(quad.object, ox.NamedNode):
                self.classes |= {entity_id(quad.object.value) or ""} - {""}
        self._popularity: dict[tuple[Kind, str], int] = {}

    def schema(self) -> dict[str, list[str]]:
        """The properties and classes, as they go into a manifest."""
        return {"properties": _in_order(self.properties), "classes": _in_order(self.classes)}

    def classes_of(self, entity: str) -> set[str]:
        """The classes that an entity is said to be of, not those above them."""
        return _ids(triple.object for triple in having(self.store, _node(entity), WDT + INSTANCE_OF, None))

    def popularity(self, kind: Kind, element: str) -> int:
        """How many entities a class has, facts a relation or an entity; 1 at least."""
        key = kind, element
        if key not in self._popularity:
            self._popularity[key] = max(1, self._count(kind, element))
        return self._popularity[key]

    def drop(self, kind: Kind, element: str | StatedFact) -> Drop:
        """Take an element out, with all that goes with it."""
        planned = self.plan(kind, element)
        self.take_out(planned)
        return planned

    def plan(self, kind: Kind, element: str | StatedFact) -> Drop:
        """What would go with an element."""
        if isinstance(element, StatedFact):
            mirrors = self._mirrors_of(element)
            told = (triples_of(self.store, fact) for fact in (element, *mirrors))
            return Drop(kind, element, (), frozenset().union(*told), mirrors)
        relations: set[str] = set()
        entities: set[str] = set()
        if kind == "class":
            relations, entities = self._relations_of(element), self._only_in(element) - {element}
        elif kind == "relation":
            relations = {element}
        relations = self._with_mirrors(relations)
        triples = self._of_entity(element) if kind != "relation" else set()
        for name in relations:
            triples |= self._of_relation(name)
        for name in entities:
            triples |= self._of_entity(name)
        others = (*_in_order(relations - {element}), *_in_order(entities))
        return Drop(kind, element, others, frozenset(triples))

    def _mirrors_of(self, fact: StatedFact) -> tuple[StatedFact, ...]:
        """The facts that tell the same from the other side."""
        back = (
            StatedFact(fact.value, name, fact.subject)
            for name in self.mirrors.get(fact.relation, ())
            if fact.value != fact.subject
        )
        return tuple(one for one in back if triples_of(self.store, one))

    def _with_mirrors(self, relations: set[str]) -> set[str]:
        """Relations, and those that tell the same from the other side and are there."""
        mirrors = {name for one in relations for name in self.mirrors.get(one, ())}
        return relations | (mirrors & self.properties)

    def take_out(self, planned: Drop) -> None:
        """Take out what was planned."""
        for triple in planned.triples:
            self.store.remove(ox.Quad(*triple))
        self.properties -= planned.gone
        self.classes -= planned.gone
        self._forget(planned.triples)

    def _forget(self, triples: Iterable[ox.Triple]) -> None:
        """How popular those are of which triples are gone."""
        for triple in triples:
            role = role_and_property(triple.predicate.value)
            if role is not None:
                for name in (*_ids([triple.subject, triple.object]), role[1]):
                    for kind in KINDS:
                        self._popularity.pop((kind, name), None)

    def _of_entity(self, name: str) -> set[ox.Triple]:
        """Its labels and facts, those of others that it is the value of, and qualifiers that it is the value of."""
        node = _node(name)
        found = having(self.store, node, None, None)
        for triple in (*found, *having(self.store, None, None, node)):
            found.add(triple)
            role = role_and_property(triple.predicate.value)
            if role and role[0] in {*DIRECT, CLAIM, VALUE}:
                for fact in facts_of(self.store, triple):
                    found |= triples_of(self.store, fact)
        return found

    def _of_relation(self, name: str) -> set[ox.Triple]:
        """Its facts, and qualifiers and references that are made with it, and its own labels."""
        found = having(self.store, _node(name), None, None) | having(self.store, None, None, _node(name))
        for role in ROLES:
            found |= having(self.store, None, role + name, None)
        for claim in having(self.store, None, CLAIM + name, None):
            found |= statement(self.store, claim)
        return found

    def _relations_of(self, name: str) -> set[str]:
        """The relations all of whose subjects are of a class."""
        members = self._members(name)
        said = (triple for member in members for triple in having(self.store, _node(member), None, None))
        candidates = {found[1] for triple in said if (found := role_and_property(triple.predicate.value))}
        nodes = {_node(member) for member in members}
        return {one for one in candidates - TYPING if all(node in nodes for node in self._subjects(one))}

    def _subjects(self, relation: str) -> Iterator[Node]:
        """What a relation says something of, also as a qualifier of a statement about it."""
        for role in (*DIRECT, CLAIM):
            predicate = ox.NamedNode(role + relation)
            yield from (quad.subject for quad in self.store.quads_for_pattern(None, predicate, None))
        for triple in having(self.store, None, QUALIFIER + relation, None):
            yield from (fact.subject for fact in facts_of(self.store, triple))

    def _members(self, name: str) -> set[str]:
        return _ids(triple.subject for triple in having(self.store, None, WDT + INSTANCE_OF, _node(name)))

    def _only_in(self, name: str) -> set[str]:
        """The entities that are of no other class; properties are relations, and no entities."""
        members = (one for one in self._members(name) if not is_property_id(one))
        return {member for member in members if self.classes_of(member) == {name}}

    def _count(self, kind: Kind, element: str) -> int:
        if kind == "class":
            return len(self._members(element))
        if kind == "relation":
            predicates = (role + element for role in (WDT, QUALIFIER))
            direct = sum(len(having(self.store, None, predicate, None)) for predicate in predicates)
            return direct or len(having(self.store, None, CLAIM + element, None))
        node = _node(element)
        about = (*having(self.store, node, None, None), *having(self.store, None, None, node))
        roles = (role_and_property(triple.predicate.value) for triple in about)
        return sum(role is not None and role[0] in {WDT, QUALIFIER} for role in roles)


def _node(name: str) -> ox.NamedNode:
    return ox.NamedNode(ENTITY + name)


def _ids(nodes: Iterable[Node]) -> set[str]:
    return {name for node in nodes if isinstance(node, ox.NamedNode) and (name := entity_id(node.value))}


def _in_order(names: Iterable[str]) -> list[str]:
    """By letter and number."""
    return sorted(names, key=lambda name: (name[0], int(name[1:])))
