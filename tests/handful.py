"""A knowledge base of a handful of things that no other has, written in the test that asks it."""

from __future__ import annotations

from pathlib import Path

from simba import Simba
from simba.building.build import build

PREFIXES = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix pq: <http://www.wikidata.org/prop/qualifier/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix psv: <http://www.wikidata.org/prop/statement/value/> .
@prefix s: <http://www.wikidata.org/entity/statement/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix schema: <http://schema.org/> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix wikibase: <http://wikiba.se/ontology#> .
"""


def knowing(facts: str, folder: Path, rules: Path | None = None) -> Simba:
    """SimBa over facts in Turtle, whose usual prefixes are known; the folder takes the knowledge base."""
    source = folder / "facts.ttl"
    source.write_text(PREFIXES + facts, encoding="utf-8")
    build([source], folder / "kb")
    return Simba(kb=folder / "kb", rules=rules)
