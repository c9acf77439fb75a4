"""What of Wikidata's RDF no question asks for, and would only fill the triple store."""

from __future__ import annotations

from functools import lru_cache

from simba.common.vocabulary import (
    DUMP,
    JULIAN,
    MODIFIED,
    ONTOLOGY,
    PREFIXES,
    REFERENCE,
    STATEMENT,
    TYPE,
    VALUE,
)

_SCHEMA = "http://schema.org/"
_PROV = "http://www.w3.org/ns/prov#"
_PROP = PREFIXES["p"]
_PREDICATES = frozenset(
    [
        f"{_SCHEMA}name",  # the label again, and a Wikipedia article's title
        "http://www.w3.org/2004/02/skos/core#prefLabel",  # the label again
        *(
            _SCHEMA + name
            for name in ("about", "inLanguage", "isPartOf", "version", "dateModified", "softwareVersion")
        ),
        f"{_PROV}wasDerivedFrom",
        *(
            ONTOLOGY + name
            for name in (
                *("badge", "wikiGroup", "statements", "identifiers", "timeTimezone", "quantityNormalized"),
                *("quantityUpperBound", "quantityLowerBound"),
                *("geoLatitude", "geoLongitude", "geoPrecision", "geoGlobe"),
                # Of properties.
                *("propertyType", "claim", "directClaim", "directClaimNormalized", "novalue"),
                *("statementProperty", "statementValue", "statementValueNormalized"),
                *("qualifier", "qualifierValue", "qualifierValueNormalized"),
                *("reference", "referenceValue", "referenceValueNormalized"),
            )
        ),
    ]
)
_BEGINS = (
    f"{_PROP}reference/",
    f"{_PROP}direct-normalized/",
    f"{_PROP}statement/value-normalized/",
    f"{_PROP}qualifier/value-normalized/",
)
"""Of predicates: of references, and of values turned into other units or into addresses."""
_KINDS = (ONTOLOGY, f"{_SCHEMA}Article", f"{_SCHEMA}Dataset", _PROV)
"""How types of nodes begin: Statement and BestRank (the direct claims say that), values, references, articles."""
_CALENDAR = f"{ONTOLOGY}timeCalendarModel"
_NODES = (_PROP + "P", f"{_PROP}statement/", f"{_PROP}qualifier/")


def is_left_out(subject: str, predicate: str, value: str, *, nodes: bool = True) -> bool:
    """Whether a triple is not kept; without ``nodes``, nothing is kept of statements but the direct claims."""
    if predicate == TYPE:
        return value.startswith(_KINDS) or (not nodes and subject.startswith((STATEMENT, VALUE)))
    if predicate == _CALENDAR:
        return not nodes or value != JULIAN
    if _is_noise(predicate) or subject.startswith(REFERENCE):
        return subject != DUMP or predicate != MODIFIED  # of the whole dump, it is told how old it is
    return not nodes and (predicate.startswith(_NODES) or subject.startswith((STATEMENT, VALUE)))


@lru_cache(maxsize=50_000)
def _is_noise(predicate: str) -> bool:
    return predicate in _PREDICATES or predicate.startswith(_BEGINS)


def left_out(subject: bytes, predicate: bytes, rest: bytes, *, nodes: bool) -> bool:
    """The same of a line of N-Triples as Wikidata writes it, in its three parts; of another one, it is kept."""
    if not (subject.startswith(b"<") and predicate.startswith(b"<") and predicate.endswith(b">")):
        return False
    value = rest[1 : rest.find(b">")] if rest.startswith(b"<") else b""
    return is_left_out(
        subject[1:-1].decode(errors="replace"),
        predicate[1:-1].decode(errors="replace"),
        value.decode(errors="replace"),
        nodes=nodes,
    )
