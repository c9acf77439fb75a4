"""Reading the SPARQL of question sets."""

import pytest

from simba.evaluation.sparql_reading import UnreadableQueryError, read_query

CAPITAL = """
SELECT DISTINCT ?answer WHERE {
  wd:Q159 wdt:P17*/wdt:P36 ?answer . ?answer p:P1082 ?statement . ?statement pq:P585 ?year
  FILTER NOT EXISTS { ?answer wdt:P31 wd:Q515 } FILTER(?answer NOT IN (wd:Q656))
}
"""


def test_a_query_tells_its_patterns_and_what_they_name():
    query = read_query(CAPITAL)
    assert not query.is_ask
    assert [str(variable) for variable in query.answers] == ["answer"]
    assert len(query.patterns) == 3
    assert set(query.entities) == {"Q159", "Q515", "Q656"}
    assert set(query.properties) == {"P17", "P36", "P1082", "P585", "P31"}


def test_a_question_of_yes_or_no_selects_nothing():
    query = read_query("ASK { wd:Q656 wdt:P17 wd:Q159 }")
    assert query.is_ask
    assert query.answers == ()


def test_wikidatas_prefixes_are_never_missing_but_others_are():
    with pytest.raises(UnreadableQueryError, match="the prefix dbo: is not declared") as caught:
        read_query("SELECT ?x { wd:Q159 dbo:capital ?x }")
    assert caught.value.prefix == "dbo"


@pytest.mark.parametrize("text", ["", "SELECT", "SELECT ?x { wd:Q1 wdt:P1 ?x", "столица России", "\0"])
def test_what_does_not_parse_is_said_in_one_line(text):
    with pytest.raises(UnreadableQueryError) as caught:
        read_query(text)
    assert "\n" not in str(caught.value)
    assert caught.value.prefix is None
