"""Wikidata's identifiers and RDF names."""

from __future__ import annotations

import re
from functools import lru_cache

ENTITY = "http://www.wikidata.org/entity/"
DIRECT = "http://www.wikidata.org/prop/direct/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
DESCRIPTION = "http://schema.org/description"
ONTOLOGY = "http://wikiba.se/ontology#"
SITELINKS = f"{ONTOLOGY}sitelinks"
DUMP = f"{ONTOLOGY}Dump"
"""What each of Wikidata's dumps calls itself."""
MODIFIED = "http://schema.org/dateModified"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
"""From a redirected item to what it is now."""
STATEMENT = f"{ENTITY}statement/"
VALUE = "http://www.wikidata.org/value/"
REFERENCE = "http://www.wikidata.org/reference/"
JULIAN = f"{ENTITY}Q1985786"
"""The proleptic Julian calendar."""
XSD = "http://www.w3.org/2001/XMLSchema#"
WKT_LITERAL = "http://www.opengis.net/ont/geosparql#wktLiteral"
"""The datatype of coordinates."""
INSTANCE_OF = "P31"
SUBCLASS_OF = "P279"
OCCUPATION = "P106"
NAME_PROPERTIES = ("P742", "P1449", "P1477", "P1559", "P1813", "P1448", "P2561")
"""Pseudonym, nickname, birth name, native name, short name, official name, name."""
_PROPERTY = "http://www.wikidata.org/prop/"
PREFIXES = {
    "wd": ENTITY,
    "wdt": DIRECT,
    "p": _PROPERTY,
    "ps": f"{_PROPERTY}statement/",
    "psv": f"{_PROPERTY}statement/value/",
    "pq": f"{_PROPERTY}qualifier/",
    "pqv": f"{_PROPERTY}qualifier/value/",
    "wdno": f"{_PROPERTY}novalue/",
    "wikibase": ONTOLOGY,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": XSD,
}
"""What Wikidata's own service declares beforehand, as far as `simba.query` uses it."""

_ENTITY_ID = re.compile(r"[QPL][1-9][0-9]{0,11}")
MAX_IDS = 10_000
"""Identifiers of which it is remembered that they are some: the forms of one question have the same."""
_PROPERTY_ID = re.compile(r"P[1-9][0-9]{0,9}")


@lru_cache(maxsize=MAX_IDS)
def is_entity_id(text: str) -> bool:
    """Whether it is written like Q42 or P31: only such text may go into SPARQL."""
    return _ENTITY_ID.fullmatch(text) is not None


def is_property_id(text: str) -> bool:
    """Whether it is written like P31; a property's identifier is an entity's too."""
    return _PROPERTY_ID.fullmatch(text) is not None


def entity_id(iri: str) -> str | None:
    """Q42 of http://www.wikidata.org/entity/Q42, None for another IRI."""
    identifier = iri.removeprefix(ENTITY)
    return identifier if len(identifier) < len(iri) and is_entity_id(identifier) else None
