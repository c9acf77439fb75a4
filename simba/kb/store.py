"""The triple store: SPARQL over an embedded Oxigraph."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import pyoxigraph as ox

from simba.answer import Value
from simba.common.lazy import cached_property
from simba.common.timelimit import time_left
from simba.common.vocabulary import (
    DESCRIPTION,
    DIRECT,
    DUMP,
    ENTITY,
    INSTANCE_OF,
    LABEL,
    MODIFIED,
    OCCUPATION,
    PREFIXES,
    SITELINKS,
    SUBCLASS_OF,
    XSD,
    entity_id,
)
from simba.kb.facts import (
    MAX_NEIGHBOURS,
    MAX_VALUES,
    Facts,
    Found,
    Gatherer,
    Neighbour,
    Neighbours,
    RankedTexts,
    WantedFacts,
    found,
)
from simba.kb.fullvalues import NOTHING_FULL, USUAL_UNIT, FullValues, full_values
from simba.kb.leaders import Superlatives
from simba.kb.members import Members
from simba.kb.nowhere import lacks_a_measure, leads_nowhere
from simba.kb.standing import COUNTRY, Standing
from simba.kb.statement_nodes import Statements
from simba.kb.substituting import resolved
from simba.kb.triples import Triples
from simba.kb.usual import Usual
from simba.query import Entity, Form, Hop, Part, Step, sparql
from simba.query import Path as PropertyPath
from simba.russian.text import shorten

T = TypeVar("T")
MANY = 60
"""Triples of an entity that take longer to read than a few dozen look-ups."""
MAX_CLASSES, MAX_ABOVE = 20_000, 1_000
"""Classes of which those right above are remembered, and all above."""
MAX_LABELS = 2_000
"""Properties of which labels, and whether anything has them, are remembered: most questions' forms have the same."""
RARE = 100
"""Claims of a property that are looked through for the classes of what has it."""
MAX_STEPS = 2_000
"""Steps of which it is remembered whether they lead anywhere."""


class Store:
    """A store opened for reading; many processes and threads may share its folder.

    What looks for facts raises TimeoutError where the question's time is over.
    """

    def __init__(
        self, store: ox.Store, shown: Path | None = None, *, languages: Sequence[str] | None = None
    ) -> None:
        """Take an opened store, and in which languages labels are told, the preferred first; else in any."""
        self._languages = languages
        self._triples = Triples(store, shown or Path("store"))
        self.leads = lru_cache(maxsize=MAX_STEPS)(self._leads)
        self._kinds = lru_cache(maxsize=MAX_STEPS)(lambda one: self._values(one, INSTANCE_OF))
        self._parents = lru_cache(maxsize=MAX_CLASSES)(lambda kind: self._values(kind, SUBCLASS_OF))
        self._above = lru_cache(maxsize=MAX_ABOVE)(self._all_above)
        self._claimed = lru_cache(maxsize=MAX_LABELS)(
            lambda prop: self._triples.any(None, ox.NamedNode(DIRECT + prop), None)
        )
        self._rare = lru_cache(maxsize=MAX_LABELS)(self._having)
        self._kinds_of_rare = lru_cache(maxsize=MAX_LABELS)(self._kinds_having)
        self._property_label = lru_cache(maxsize=MAX_LABELS)(lambda prop: self._text(prop, LABEL))
        self._usual = Usual(self._instances, self._how_many_lead, self._some_lead)
        superlatives = Superlatives(self._table, lambda form: self._members.of(form))
        statements = Statements(self._triples.having, self._value, lambda form: self._members.of(form))
        self._members = Members(self._one_step, self._is_of, superlatives.members, statements.of)

    @classmethod
    def open(
        cls, folder: Path, *, shown: Path | None = None, languages: Sequence[str] | None = None
    ) -> Store:
        """Open a folder that the builder made; messages call the knowledge base ``shown``.

        Raises OSError or RuntimeError for a damaged one. What is found damaged later on raises `KnowledgeBaseError`.
        """
        return cls(ox.Store.read_only(str(folder)), shown or folder, languages=languages)

    def hold(self) -> None:
        """Keep all facts in memory from now on; raises `KnowledgeBaseError` where they are damaged."""
        self._triples.hold()

    @cached_property
    def dated(self) -> str | None:
        """The day that the facts are of, as YYYY-MM-DD: the latest that a dump in it says of itself, if any does."""
        dates = self._triples.having(ox.NamedNode(DUMP), ox.NamedNode(MODIFIED), None)
        return max((getattr(one.object, "value", "")[:10] for one in dates), default=None)

    def select(self, sparql: str) -> tuple[Value, ...]:
        """The values of the query's only variable, without labels."""
        return tuple(value for value in self._rows(sparql) if value is not None)

    def results(
        self, sparql: str, most: int
    ) -> bool | tuple[tuple[str, ...], list[tuple[Value | None, ...]]]:
        """What any SELECT or ASK query returns: the truth, or its variables and at most so many rows.

        What is unbound or a blank node is None. Nothing but the store is asked: the query calls no service. Raises
        ValueError with one line where it is no such query.
        """
        time_left()
        return self._triples.results(sparql, most, self._value)

    def _rows(self, sparql: str) -> list[Value | None]:
        """The query's rows; what is unbound or a blank node is None."""
        return [row[0] for row in self._table(sparql)]

    def _table(self, sparql: str) -> list[list[Value | None]]:
        """The same of a query of several variables."""
        time_left()
        return [list(map(self._value, row)) for row in self._triples.rows(sparql)]

    def standing(self, identifier: str) -> Standing:
        """How well known the entity is, and the countries it lies in."""
        return Standing(self._sitelinks(identifier), self._values(identifier, COUNTRY))

    def _sitelinks(self, identifier: str) -> int:
        node = ox.NamedNode(ENTITY + identifier)
        texts = (
            getattr(q.object, "value", "") for q in self._triples.having(node, ox.NamedNode(SITELINKS), None)
        )
        return max((int(text[:9]) for text in texts if text.isascii() and text.isdecimal()), default=0)

    def full_values(self, form: Form) -> FullValues:
        """The units and precisions of a form's values, as far as the store has full values."""
        match form.source if isinstance(form, Part) else form:
            case Hop(Entity(entity), PropertyPath((Step(name, False, False),))):
                statement, usual = ox.NamedNode(PREFIXES["p"] + name), ox.NamedNode(DIRECT + USUAL_UNIT)
                if not (
                    self._triples.any(ox.NamedNode(ENTITY + entity), statement, None)
                    or self._triples.any(ox.NamedNode(ENTITY + name), usual, None)
                ):
                    return NOTHING_FULL
        return full_values(form, self._table)

    def gather(self, wanted: Callable[[], WantedFacts]) -> Facts:
        """The facts of the forms: they are at hand."""
        return self

    def foresee(self, work: Callable[[Gatherer], object]) -> None:
        """Nothing is asked ahead: all is at hand."""

    def neighbours(self, identifiers: Collection[str]) -> Neighbours:
        """The entities one step away from these, either way; none of a way that has more than `MAX_NEIGHBOURS`."""
        found = (
            Neighbour(one, prop, reverse, other, self.classes(other) | self._values(other, OCCUPATION))
            for one in dict.fromkeys(identifiers)
            for reverse in (False, True)
            for prop, other in self._beside(one, reverse=reverse)
        )
        return Neighbours(tuple(found), self)

    def joined(self, pairs: Collection[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Those of the pairs of entities that a direct claim joins, one way or the other."""
        return frozenset(
            (one, other) for one, other in pairs if self._joins(one, other) or self._joins(other, one)
        )

    def _joins(self, one: str, other: str) -> bool:
        quads = self._triples.having(ox.NamedNode(ENTITY + one), None, ox.NamedNode(ENTITY + other))
        return any(quad.predicate.value.startswith(DIRECT) for quad in quads)

    def _beside(self, identifier: str, *, reverse: bool) -> list[tuple[str, str]]:
        """Property and entity of the direct claims from an entity, or to it; of too many, none."""
        node = ox.NamedNode(ENTITY + identifier)
        found: list[tuple[str, str]] = []
        for quad in self._triples.about(node, reverse=reverse):
            term = quad.subject if reverse else quad.object
            other = entity_id(term.value) if isinstance(term, ox.NamedNode) else None
            if other and quad.predicate.value.startswith(DIRECT):
                found.append((quad.predicate.value.removeprefix(DIRECT), other))
            if len(found) > MAX_NEIGHBOURS:
                return []
        return list(dict.fromkeys(found))

    def describe(
        self, identifiers: Collection[str], *, ranked: Collection[str] = (), named: Collection[str] = ()
    ) -> RankedTexts:
        """The texts and the standing of these entities: they are at hand."""
        return self

    def values(self, form: Form) -> Found:
        """The values that the form's SPARQL returns, at most `MAX_VALUES`."""
        time_left()
        match form:
            case Hop(Entity(entity), PropertyPath((Step(name, inverse, False),))):
                return found(self._one_step(entity, name, inverse, MAX_VALUES + 1))
        if leads_nowhere(form, self.leads) or lacks_a_measure(form, self.leads):
            return Found(())
        some = self._members.of(form)
        if some is not None:
            return found(some)
        known = resolved(form, self._members.of)
        if known is None:
            return Found(())
        if known is not form:
            return self.values(known)
        return found(self._rows(f"{sparql(form)} LIMIT {MAX_VALUES + 1}"))

    def _one_step(self, entity: str, name: str, reverse: bool, most: int) -> list[Value | None]:
        """What a query for one property would return, in a third of its time."""
        node, predicate = ox.NamedNode(ENTITY + entity), ox.NamedNode(DIRECT + name)
        subject, value = (None, node) if reverse else (node, None)
        quads = self._triples.having(subject, predicate, value, most)
        return [self._value(quad.subject if reverse else quad.object) for quad in quads]

    def _is_of(self, value: Value, kinds: Collection[str]) -> bool:
        """Whether a value is an instance of one of these classes, or of one below."""
        one = entity_id(value.value) if value.type == "uri" else None
        return one is not None and any(not self._above(kind).isdisjoint(kinds) for kind in self.classes(one))

    def _all_above(self, kind: str) -> frozenset[str]:
        """A class and all above it."""
        found = {kind: None}
        queue = [kind]
        for below in queue:
            for above in self._parents(below):
                if above not in found:
                    found[above] = None
                    queue.append(above)
        return frozenset(found)

    def _value(self, term: object) -> Value | None:
        if isinstance(term, ox.NamedNode):
            return Value("uri", term.value, None, None)
        if isinstance(term, ox.Literal):
            datatype = term.datatype.value
            plain = datatype in {f"{XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"}
            return Value("literal", term.value, None if plain else datatype, None)
        return None  # an unknown value (a blank node) is no answer

    def _leads(self, entity: str, name: str, reverse: bool = False) -> bool:
        """Whether an entity has a value of a property, or in reverse is one."""
        node, predicate = ox.NamedNode(ENTITY + entity), ox.NamedNode(DIRECT + name)
        subject, value = (None, node) if reverse else (node, None)
        return self._triples.any(subject, predicate, value)

    def leading(self, entity: str, steps: Collection[tuple[str, bool]]) -> list[tuple[str, bool]]:
        """Those of many steps from an entity that lead anywhere: what has few triples is read through for all."""
        known = {reverse: self._few_properties(entity, reverse=reverse) for reverse in (False, True)}
        return [
            (name, reverse)
            for name, reverse in steps
            if (self.leads(entity, name, reverse) if (some := known[reverse]) is None else name in some)
        ]

    def lands(self, entity: str, name: str, classes: Collection[str]) -> bool:
        """Whether an entity has values of a property, and all of them are of the classes."""
        values = self._one_step(entity, name, reverse=False, most=MANY)
        return bool(values) and all(value is not None and self._is_of(value, classes) for value in values)

    def _few_properties(self, entity: str, *, reverse: bool) -> frozenset[str] | None:
        """The properties that an entity has values of or, in reverse, is one of; None where there are many triples."""
        node = ox.NamedNode(ENTITY + entity)
        subject, value = (None, node) if reverse else (node, None)
        quads = self._triples.having(subject, None, value, MANY)
        if len(quads) == MANY:
            return None
        predicates = {quad.predicate.value for quad in quads}
        return frozenset(one.removeprefix(DIRECT) for one in predicates if one.startswith(DIRECT))

    def settled(self, work: Callable[[], T], ahead: Callable[[T], WantedFacts]) -> T:
        """What the work comes to: which steps lead anywhere is at hand."""
        return work()

    def usual(self, classes: Collection[str], prop: str, *, reverse: bool) -> float | None:
        """The share, 0 to 1, of entities of these classes that have the property, by a sample (`simba.kb.usual`)."""
        return self._usual.share(classes, prop, reverse=reverse)

    def knowable(self, entity: str, prop: str, reverse: bool) -> bool:
        """Whether the entity has the property, or anything of its kind has.

        Of an entity whose class is not told here nothing is known at all.
        """
        if self.leads(entity, prop, reverse):
            return True
        classes = self.classes(entity)
        if not classes:
            return self.leads(entity, SUBCLASS_OF)
        return not self._usual.never(classes, prop, reverse=reverse)

    def has_property(self, name: str) -> bool:
        """Whether any claim or qualifier has the property."""
        return self.has_claims(name) or self._triples.any(None, ox.NamedNode(PREFIXES["pq"] + name), None)

    def has_class(self, name: str) -> bool:
        """Whether anything is an instance or a subclass of it."""
        return self.leads(name, INSTANCE_OF, True) or self.leads(name, SUBCLASS_OF, True)

    @property
    def has_facts(self) -> bool:
        """Whether there are facts at all: a folder of labels for use with an endpoint has none."""
        return self.has_claims(INSTANCE_OF)

    def _instances(self, kind: str, most: int) -> list[str]:
        kind_node = ox.NamedNode(ENTITY + kind)
        quads = self._triples.having(None, ox.NamedNode(DIRECT + INSTANCE_OF), kind_node, most)
        subjects = (entity_id(getattr(quad.subject, "value", "")) for quad in quads)
        return [one for one in subjects if one]

    def _how_many_lead(self, some: Sequence[str], prop: str, reverse: bool) -> int:
        """How many of some entities have a property, or in reverse are its value."""
        having = self._rare(prop, reverse)
        if having is not None:
            return sum(one in having for one in some)
        return sum(self.leads(one, prop, reverse) for one in some)

    def _having(self, prop: str, reverse: bool) -> frozenset[str] | None:
        """What has a rare property, or in reverse is its value; None for one that is not rare."""
        name = ox.NamedNode(DIRECT + prop)
        # The store passes over so many claims in a fifth of the time that it takes to read them.
        if self._triples.rows(f"SELECT ?one {{ ?one {name} ?other }} OFFSET {RARE} LIMIT 1"):
            return None
        quads = self._triples.having(None, name, None)
        terms = {quad.object if reverse else quad.subject for quad in quads}
        names = (entity_id(term.value) for term in terms if isinstance(term, ox.NamedNode))
        return frozenset(name for name in names if name)

    def _kinds_having(self, prop: str, reverse: bool) -> frozenset[str] | None:
        """The classes of that."""
        having = self._rare(prop, reverse)
        if having is None:
            return None
        return frozenset(kind for name in having for kind in self.classes(name))

    def _some_lead(self, kind: str, prop: str, reverse: bool, most: int) -> bool:
        """Whether one of the first so many of `_instances` has the property; one query, not a look-up each."""
        kinds = self._kinds_of_rare(prop, reverse)
        if kinds is not None:
            return kind in kinds
        instance, of, name = map(ox.NamedNode, (DIRECT + INSTANCE_OF, ENTITY + kind, DIRECT + prop))
        step = f"?other {name} ?one" if reverse else f"?one {name} ?other"
        some = f"SELECT ?one WHERE {{ ?one {instance} {of} }} LIMIT {most}"
        return bool(self._rows(f"SELECT ?one WHERE {{ {{ {some} }} FILTER EXISTS {{ {step} }} }} LIMIT 1"))

    def has_claims(self, prop: str) -> bool:
        """Whether anything has a direct claim with the property."""
        return self._claimed(prop)

    def label(self, identifier: str) -> str | None:
        """The entity's label in the first of the languages that it has one in."""
        if identifier.startswith("P"):
            return self._property_label(identifier)
        return self._text(identifier, LABEL)

    def description(self, identifier: str) -> str | None:
        """The same of its description."""
        return self._text(identifier, DESCRIPTION)

    def _text(self, identifier: str, predicate: str) -> str | None:
        node = ox.NamedNode(ENTITY + identifier)
        quads = self._triples.having(node, ox.NamedNode(predicate), None)
        found = [quad.object for quad in quads if isinstance(quad.object, ox.Literal)]
        if self._languages is not None:
            found = [text for text in found if not text.language or text.language in self._languages]
        order = ("ru", "en") if self._languages is None else self._languages
        return shorten(min(found, key=lambda text: _preference(text, order)).value) if found else None

    def classes(self, identifier: str) -> frozenset[str]:
        """The classes that the entity is an instance of."""
        return self._kinds(identifier)

    def _values(self, identifier: str, prop: str) -> frozenset[str]:
        quads = self._triples.having(ox.NamedNode(ENTITY + identifier), ox.NamedNode(DIRECT + prop), None)
        return frozenset(found for quad in quads if (found := entity_id(getattr(quad.object, "value", ""))))


def _preference(text: ox.Literal, order: Sequence[str]) -> tuple[int, str, str]:
    """By the place of the language, others last; among several texts in one language always the same."""
    language = text.language or ""
    return order.index(language) if language in order else len(order), language, text.value
