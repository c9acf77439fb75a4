"""What is read of a query and written again returns the same."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from simba.answerability.answer_paths import pattern_of
from simba.evaluation.sparql_reading import PREDECLARED, read_query
from simba.evaluation.sparql_writing import PatternWriter, UnwritableQueryError

WORLD = (
    "\n".join(f"PREFIX {name}: <{iri}>" for name, iri in PREDECLARED.items())
    + """
wd:Q1 wdt:P1 wd:Q2, wd:Q3 ; wdt:P2 5 ; wdt:P3 "2001-02-03T00:00:00Z"^^xsd:dateTime ; rdfs:label "один"@ru .
wd:Q2 wdt:P1 wd:Q3 ; wdt:P2 7 ; rdfs:label "two \\"2\\""@en .
wd:Q3 wdt:P1 wd:Q1 ; wdt:P3 "2003-02-03T00:00:00Z"^^xsd:dateTime .
"""
)
PATTERNS = [
    "?a wdt:P1 ?b",
    "wd:Q1 wdt:P1 [ wdt:P1 ?a ]",
    "?a wdt:P1/wdt:P1|^wdt:P1 ?b",
    "?a (wdt:P1|^wdt:P2)*/!(wdt:P2|wdt:P3) ?b",
    "?a wdt:P1+ ?b . ?b wdt:P1? ?c",
    "?a wdt:P1 ?b FILTER(?b IN (wd:Q2, wd:Q3)) FILTER(?a NOT IN (wd:Q2))",
    "?a wdt:P1 ?b FILTER NOT EXISTS { ?b wdt:P2 ?n } FILTER EXISTS { ?a wdt:P2 ?m FILTER(?m > 4) }",
    "?a wdt:P2 ?n FILTER(!BOUND(?x) && (?n >= 6 || -?n < -8 || ?n = 5 + 0 * 2 - 0))",
    "?a wdt:P3 ?d BIND(YEAR(?d) - IF(MONTH(?d) < 3, 1, 0) AS ?b)",
    '?a wdt:P3 ?d . ?c wdt:P3 ?e BIND(xsd:integer(STRBEFORE(STRAFTER(STR(?e - ?d), "P"), "D")) AS ?b)',
    '?a rdfs:label ?b FILTER(LANG(?b) = "ru" || REGEX(STR(?b), "TWO", "i"))',
    '?a rdfs:label "two \\"2\\""@en',
    "?a wdt:P1 ?b OPTIONAL { ?b wdt:P2 ?c FILTER(?c > 5) }",
    "?a wdt:P1 ?b MINUS { ?b wdt:P2 ?c }",
    "{ ?a wdt:P1 wd:Q3 } UNION { ?a wdt:P2 5 } UNION { wd:Q1 wdt:P1 ?a }",
    "VALUES (?a ?b) { (wd:Q1 UNDEF) (wd:Q2 wd:Q3) } ?a wdt:P1 ?b",
    "VALUES ?a { wd:Q1 wd:Q9 }",
    "?a wdt:P2 ?n BIND(COALESCE(?nothing, ?n) AS ?b) FILTER(CONCAT(STR(?n), 'x') != '5x')",
]


def rows(pattern: str, store: ox.Store) -> list[str]:
    found = store.query(f"SELECT ?a ?b ?c WHERE {{ {pattern} }}", prefixes=PREDECLARED)
    assert isinstance(found, ox.QuerySolutions)
    return sorted(str(tuple(row)) for row in found)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_written_returns_what_was_read(pattern: str) -> None:
    store = ox.Store()
    store.load(WORLD.encode(), format=ox.RdfFormat.TURTLE)
    query = read_query(f"SELECT ?a ?b ?c WHERE {{ {pattern} }}")
    written = PatternWriter().pattern(pattern_of(query))
    assert rows(written, store) == rows(pattern, store) != []


@pytest.mark.parametrize(
    "pattern",
    ["{ SELECT ?a WHERE { ?a wdt:P1 ?b } }", "SERVICE wikibase:label { ?a ?b ?c }", "GRAPH ?g { ?a ?b ?c }"],
)
def test_what_cannot_be_written_is_said(pattern: str) -> None:
    with pytest.raises(UnwritableQueryError):
        PatternWriter().pattern(pattern_of(read_query(f"SELECT ?a WHERE {{ {pattern} }}")))
