"""A query is answered from the store's index as its SPARQL would be: the same values for every question."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from simba import Simba
from simba.stages.ranking import Query, execute

QUESTIONS = Path(__file__).parent / "questions" / "answered.yaml"


def test_the_index_returns_what_sparql_returns(demo: Simba) -> None:
    asked = 0
    for item in yaml.safe_load(QUESTIONS.read_text(encoding="utf-8")):
        for step in demo.answer(item["question"]).trace["queries"][:5]:
            part = "year" if "YEAR" in step["sparql"] else None
            query = Query(step["entity"], step["property"], step["direction"], part)
            assert query.sparql() == step["sparql"]
            assert set(execute(query, demo.kb.store)) == set(demo.kb.store.select(query.sparql())), query
            asked += 1
    assert asked > 500


@pytest.mark.parametrize(
    ("entity", "prop"), [("Q1 } ; DROP ALL", "P31"), ("Q42", "p31"), ("", "P31"), ("Q42", "P0")]
)
def test_only_identifiers_become_queries(entity: str, prop: str) -> None:
    with pytest.raises(ValueError, match="not Wikidata identifiers"):
        Query(entity, prop)
