"""Reading the SPARQL of question sets: rdflib parses it into its algebra, with Wikidata's prefixes bound first."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rdflib.paths import Path
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import Identifier, URIRef, Variable

from simba.common.vocabulary import ENTITY, PREFIXES, STATEMENT, VALUE, is_entity_id, is_property_id

_PROPERTY = PREFIXES["p"]
PREDECLARED = {
    **PREFIXES,
    "wds": STATEMENT,
    "wdv": VALUE,
    "wdtn": f"{_PROPERTY}direct-normalized/",
    "psn": f"{_PROPERTY}statement/value-normalized/",
    "pqn": f"{_PROPERTY}qualifier/value-normalized/",
    "pr": f"{_PROPERTY}reference/",
    "prv": f"{_PROPERTY}reference/value/",
    "prn": f"{_PROPERTY}reference/value-normalized/",
    "bd": "http://www.bigdata.com/rdf#",
    "hint": "http://www.bigdata.com/queryHints#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "schema": "http://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "dct": "http://purl.org/dc/terms/",
    "ontolex": "http://www.w3.org/ns/lemon/ontolex#",
    "geo": "http://www.opengis.net/ont/geosparql#",
    "geof": "http://www.opengis.net/def/function/geosparql/",
}
"""The prefixes that Wikidata's query service knows without a declaration."""

logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it warns, with a traceback, of each year BC
_UNKNOWN_PREFIX = re.compile(r"Unknown namespace prefix : (.+)")


class UnreadableQueryError(ValueError):
    """A query that does not parse; the message says where. `prefix`: the one that was not declared, if that is it."""

    def __init__(self, message: str, prefix: str | None = None) -> None:
        super().__init__(message)
        self.prefix = prefix


@dataclass(frozen=True, slots=True)
class TriplePattern:
    """One triple pattern: terms or variables, and a predicate that may be a property path."""

    subject: Identifier
    predicate: Identifier | Path
    object: Identifier


@dataclass(frozen=True, slots=True)
class ReadQuery:
    """A query as rdflib's algebra (``algebra``, of its form ``SelectQuery``, ``AskQuery`` ...)."""

    text: str
    algebra: CompValue

    @property
    def is_ask(self) -> bool:
        """Whether it asks for yes or no."""
        return bool(self.algebra.name == "AskQuery")

    @property
    def answers(self) -> tuple[Variable, ...]:
        """The variables that it selects, in order; none of an ASK."""
        return tuple(self.algebra.get("PV") or ())

    @property
    def patterns(self) -> tuple[TriplePattern, ...]:
        """Its triple patterns, also of optional and united groups, but not those of NOT EXISTS."""
        return tuple(TriplePattern(*triple) for block in self.blocks("BGP") for triple in block.triples)

    @property
    def terms(self) -> tuple[URIRef, ...]:
        """Every IRI of its patterns, paths and lists of VALUES, each once."""
        return tuple(dict.fromkeys(node for node in _walk(self.algebra) if isinstance(node, URIRef)))

    @property
    def entities(self) -> tuple[str, ...]:
        """The Wikidata entities that it names, each once."""
        names = (str(term).removeprefix(ENTITY) for term in self.terms if term.startswith(ENTITY))
        return tuple(name for name in names if is_entity_id(name))

    @property
    def properties(self) -> tuple[str, ...]:
        """The Wikidata properties that it names, of statements and of qualifiers, each once."""
        names = (str(term).rpartition("/")[2] for term in self.terms if term.startswith(_PROPERTY))
        return tuple(dict.fromkeys(name for name in names if is_property_id(name)))

    def blocks(self, name: str) -> Iterator[CompValue]:
        """The nodes of its algebra of one name ("BGP", "Filter", "Builtin_NOTEXISTS" ...), outermost first."""
        return (node for node in _walk(self.algebra) if isinstance(node, CompValue) and node.name == name)


def read_query(text: str) -> ReadQuery:
    """Parse a query; raises `UnreadableQueryError` with one line."""
    try:
        return ReadQuery(text, translateQuery(parseQuery(text), initNs=PREDECLARED).algebra)
    except Exception as error:  # rdflib raises plain exceptions, and pyparsing's own
        message = " ".join(str(error).split())
        unknown = _UNKNOWN_PREFIX.fullmatch(message)
        if unknown:
            raise UnreadableQueryError(f"the prefix {unknown[1]}: is not declared", unknown[1]) from None
        raise UnreadableQueryError(f"does not parse: {message[:300]}") from None


def _walk(node: Any) -> Iterator[Any]:
    """A node of the algebra and all below it, property paths too."""
    yield node
    if isinstance(node, CompValue):
        for value in node.values():
            yield from _walk(value)
    elif isinstance(node, Path):
        yield from (part for value in vars(node).values() for part in _walk(value))
    elif isinstance(node, dict):
        yield from (part for pair in node.items() for value in pair for part in _walk(value))
    elif isinstance(node, list | tuple | set | frozenset):
        yield from (part for value in node for part in _walk(value))
