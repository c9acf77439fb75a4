"""Facts from a remote SPARQL endpoint that speaks Wikidata's vocabulary.

A question costs one or two requests: which names are joined; the facts, with texts and the steps that lead anywhere.
Four or five where that is too much for one: the steps, the facts, where they end for an abstention, texts.
Where an endpoint does not take such long ones, each look-up is a request of its own, its answer kept in memory.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from time import monotonic
from typing import TypeVar

from simba.answer import Value
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    INSTANCE_OF,
    LABEL,
    SITELINKS,
    entity_id,
    is_entity_id,
    is_property_id,
)
from simba.endpoint.around import (
    joined_query,
    leading_query,
    neighbours_query,
    read_joined,
    read_leading,
    read_neighbours,
)
from simba.endpoint.batch import MAX_LENGTH, FactsRequest, GatheredFacts, affordable
from simba.endpoint.client import Row, SparqlClient
from simba.endpoint.foresight import Noting, together
from simba.endpoint.gatheredtexts import read_texts, texts_query
from simba.endpoint.leading import Step
from simba.endpoint.remote_classes import EndpointClasses
from simba.endpoint.settings import EndpointSettings
from simba.endpoint.terms import value_of
from simba.errors import EndpointError
from simba.kb.facts import MAX_VALUES, Facts, Found, Gatherer, Neighbours, RankedTexts, WantedFacts, found
from simba.kb.fullvalues import COLUMNS, FullValues, Rows, full_values
from simba.kb.standing import COUNTRY, UNKNOWN_STANDING, Standing
from simba.query import Form, sparql
from simba.russian.text import shorten

TOO_MUCH_ASKED = frozenset({"status", "timeout", "too_long", "partial"})
"""The kinds of failure after which shorter requests may do."""
PATIENCE = 600.0
"""Seconds for which an endpoint that refused a long request is only sent shorter ones."""
PLAIN_NAME = re.compile(r"[\w -]{1,100}")
"""Names that are sent as they are: of letters, digits and hyphens."""
SHORTER = 0.5
"""The share of a refused request's length that may do."""

T = TypeVar("T")


class _Gathered(threading.local):
    """What one thread gathered last, twice a question: who tells where a chain stopped asks for it again."""

    facts: tuple[GatheredFacts, ...] = ()
    pairs: tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]] = (frozenset(), frozenset())
    """Of which it was asked whether a statement joins them, and those that one joins."""


@dataclass(frozen=True, slots=True)
class _Refused:
    """What an endpoint did not take: requests of so many characters, until then."""

    length: float = inf
    until: float = 0.0
    doubted: float = inf
    """Characters of a request that failed perhaps by chance."""

    def holds(self, sparql: str) -> bool:
        """Whether a request is nearly as long as what was refused."""
        return len(sparql) > self.length * SHORTER and monotonic() < self.until

    def also(self, sparql: str, *, by_chance: bool) -> _Refused:
        """That, and this request; what may have failed by chance is refused only where such a one fails again."""
        if by_chance and len(sparql) * SHORTER < self.doubted == inf:
            return replace(self, doubted=len(sparql))
        length = min(self.length, len(sparql)) if monotonic() < self.until else len(sparql)
        return _Refused(length, monotonic() + PATIENCE)

    def taken(self, sparql: str) -> _Refused:
        """That, now that this request was taken."""
        return replace(self, doubted=inf) if len(sparql) >= self.doubted * SHORTER else self


class EndpointStore:
    """The facts, labels and classes that an endpoint knows; may be shared between threads.

    Every method raises `EndpointError` where the endpoint does not answer as one should.
    """

    def __init__(self, endpoint: str | EndpointSettings) -> None:
        """Take the endpoint's URL or settings; nothing is asked yet. Raises `EndpointError` where they are wrong."""
        self._client = SparqlClient(endpoint)
        self.hierarchy = EndpointClasses(self._client)
        self._refused = _Refused()
        self._most_rows: float = inf
        self._gathered = _Gathered()
        self._rows = lru_cache(maxsize=1_000)(self._read_rows)
        self.label = lru_cache(maxsize=50_000)(lambda one: self._text(one, LABEL))
        self.description = lru_cache(maxsize=50_000)(lambda one: self._text(one, DESCRIPTION))
        self.classes = lru_cache(maxsize=50_000)(self._classes)
        self.standing = lru_cache(maxsize=50_000)(self._standing)

    def select(self, sparql: str) -> tuple[Value, ...]:
        """The values of the query's only variable."""
        return tuple(value for value in self._rows(sparql) if value is not None)

    def gather(self, wanted: Callable[[], WantedFacts]) -> Facts:
        """The facts of these forms, or of as many as can be asked for: by one request, or each when it is asked for."""
        asked = wanted()
        forms = affordable(list(dict.fromkeys(asked.forms)))
        known = next((one for one in self._gathered.facts if one.found.keys() >= set(forms)), None)
        if not forms or known is not None:
            return known or self
        return self._ask(FactsRequest.of([asked])) or self

    def foresee(self, work: Callable[[Gatherer], object]) -> None:
        """Ask, by one request each, for the facts and the pairs for which the work would ask by several."""
        noting = Noting()
        work(noting)
        if len(noting.wanted) > 1:
            self.gather(lambda: together(noting.wanted))
        if len(noting.pairs) > 1:
            self.joined([pair for some in noting.pairs for pair in some])

    def _ask(self, request: FactsRequest) -> GatheredFacts | None:
        facts = self._long(request.query(), request.read)
        if facts is not None:
            self.hierarchy.expect(one for some in facts.classes_of.values() for one in some)
            self._gathered.facts = (facts, *self._gathered.facts[:1])
        return facts

    def leading(self, steps: Collection[Step], ahead: Sequence[WantedFacts] = ()) -> Mapping[Step, bool]:
        """Which of some steps lead anywhere, by one request; nothing where the endpoint does not take it.

        The facts that may be wanted then are gathered ``ahead`` by the same request, where that holds them all.
        """
        asked = list(dict.fromkeys(steps))
        found: frozenset[int] | None = None
        request = FactsRequest.of(ahead, asked)
        if request.forms and len(request.query()) <= MAX_LENGTH:
            facts = self._ask(request)
            found = facts.leading if facts is not None else None
        if found is None:
            found = self._long(leading_query(asked), lambda rows: read_leading(asked, rows))
        return {} if found is None else {step: number in found for number, step in enumerate(asked)}

    def neighbours(self, identifiers: Collection[str]) -> Neighbours:
        """The entities one step away from these, either way, by one request; none where it does not take that."""
        entities = sorted(filter(is_entity_id, set(identifiers)))
        found = self._long(neighbours_query(entities), read_neighbours) if entities else None
        return found or Neighbours((), self)

    def joined(self, pairs: Collection[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Those of the pairs of entities that a direct claim joins, by one request; none where it takes none."""
        asked, joined = self._gathered.pairs
        if asked.issuperset(pairs):
            return joined.intersection(pairs)
        known = sorted({pair for pair in pairs if all(map(is_entity_id, pair))})
        found = self._long(joined_query(known), lambda rows: read_joined(known, rows)) if known else None
        if found is not None:
            self._gathered.pairs = (frozenset(pairs), found)
        return found or frozenset()

    def called(self, names: Collection[str]) -> Mapping[str, frozenset[str]]:
        """The items that have one of these as a Russian label or alias, letter for letter, by one request."""
        texts = " ".join(f'"{name}"@ru' for name in sorted(names) if PLAIN_NAME.fullmatch(name))
        entities: dict[str, set[str]] = {name: set() for name in names}
        rows = (
            self._client.select(
                f"SELECT DISTINCT ?name ?entity WHERE {{ VALUES ?name {{ {texts} }}"
                f" {{ ?entity <{LABEL}> ?name }} UNION {{ ?entity <{ALIAS}> ?name }} }}"
            )
            if texts
            else []
        )
        for row in rows:
            identifier = entity_id(row["entity"]["value"]) if "entity" in row else None
            name = row.get("name", {}).get("value", "")
            if identifier and not is_property_id(identifier) and name in entities:
                entities[name].add(identifier)
        self.hierarchy.expect(one for some in entities.values() for one in some)
        return {name: frozenset(some) for name, some in entities.items()}

    def full_values(self, form: Form) -> FullValues:
        """The units and precisions of a form's values, by one request; none where the endpoint does not take it."""

        def ask(query: str) -> Rows:
            def read(rows: list[Row]) -> Rows:
                return [[value_of(row[name]) if name in row else None for name in COLUMNS] for row in rows]

            return self._long(query, read) or []

        return full_values(form, ask)

    def describe(
        self, identifiers: Collection[str], *, ranked: Collection[str] = (), named: Collection[str] = ()
    ) -> RankedTexts:
        """The texts of these entities, the labels of others, and the standing of those to be ranked.

        That came with the facts, or is one request, or one for each text and standing when it is asked for.
        """
        entities, others, known = (
            sorted(filter(is_entity_id, set(some))) for some in (identifiers, named, ranked)
        )
        for facts in self._gathered.facts:
            if facts.tell(entities, known, others):
                return facts.shown
        asked = sorted({*entities, *others})
        return (self._long(texts_query(asked, known), read_texts) if asked else None) or self

    def values(self, form: Form) -> Found:
        """The values that the form's SPARQL returns, at most `MAX_VALUES`, or as many as the endpoint gives of any."""
        rows = self._rows(f"{sparql(form)} LIMIT {MAX_VALUES + 1}")
        some = found(rows)
        return some._replace(truncated=some.truncated or len(rows) >= self._most_rows)

    def _long(self, sparql: str, read: Callable[[list[Row]], T | None]) -> T | None:
        """What a long request's answer says; None where the endpoint does not take one so long or cuts the answer."""
        if self._refused.holds(sparql):
            return None
        by_chance = False
        try:
            rows = self._client.select(sparql)
            told = read(rows)
        except EndpointError as error:
            if error.kind not in TOO_MUCH_ASKED:
                raise
            by_chance = error.kind == "partial" or (error.kind == "status" and error.transient)
        except (KeyError, ValueError, IndexError):  # it answers something else than it was asked
            pass
        else:
            self._refused = self._refused.taken(sparql)
            if told is None:  # it has cut the rows, and will cut no fewer of others
                self._most_rows = min(self._most_rows, max(1, len(rows)))
            return told
        self._refused = self._refused.also(sparql, by_chance=by_chance)
        return None

    def _standing(self, identifier: str) -> Standing:
        if not is_entity_id(identifier):
            return UNKNOWN_STANDING
        sitelinks = self.select(f"SELECT ?number WHERE {{ wd:{identifier} <{SITELINKS}> ?number }}")
        found = UNKNOWN_STANDING
        for number in sitelinks:
            found = found.told(number.value)
        for country in self.select(
            f"SELECT DISTINCT ?country WHERE {{ wd:{identifier} wdt:{COUNTRY} ?country }}"
        ):
            found = found.lying_in(entity_id(country.value))
        return found

    def _text(self, identifier: str, predicate: str) -> str | None:
        """The text in Russian, else in English, else in any language."""
        if not is_entity_id(identifier):
            return None
        found = self.select(
            f"SELECT ?text WHERE {{ wd:{identifier} <{predicate}> ?text FILTER(isLiteral(?text)) }} ORDER BY "
            'DESC(LANG(?text) = "ru") DESC(LANG(?text) = "en") LANG(?text) STR(?text) LIMIT 1'
        )
        return shorten(found[0].value) if found else None

    def _classes(self, identifier: str) -> frozenset[str]:
        if not is_entity_id(identifier):
            return frozenset()
        found = self.select(f"SELECT DISTINCT ?class WHERE {{ wd:{identifier} wdt:{INSTANCE_OF} ?class }}")
        return frozenset(parent for value in found if (parent := entity_id(value.value)))

    def _read_rows(self, sparql: str) -> list[Value | None]:
        """The query's rows; what is unbound or unknown is None."""
        return [next(map(value_of, row.values()), None) for row in self._client.select(sparql)]
