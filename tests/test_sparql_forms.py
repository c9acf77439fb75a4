"""The forms of reference queries: SPARQL read into what SimBa's own queries say."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from form_strategies import Forms
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simba.evaluation.gold import read_gold
from simba.evaluation.sparql_forms import UnsayableError, equivalent, exact, form_of, without_classes
from simba.evaluation.sparql_reading import UnreadableQueryError, read_query
from simba.query import And, Entity, Form, Named, canonical, expression, parse_expression, sparql, walk

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"

FORMS = Forms([f"Q{n}" for n in range(1000, 9000)], ["Q11", "Q12"], ["P1", "P2", "P3"], ["P10", "P11"])


def read(text: str) -> str:
    return expression(form_of(read_query(text)))


REFERENCES = {
    "one step": ("SELECT ?answer { wd:Q142 wdt:P36 ?answer }", "(hop Q142 P36)"),
    "a blank node between": (
        "SELECT ?answer { wd:Q9798 wdt:P61 [ wdt:P27 ?answer ] }",
        "(hop Q9798 P61/P27)",
    ),
    "a year": (
        "SELECT ?answer { wd:Q9312 wdt:P569 ?date BIND(YEAR(?date) AS ?answer) }",
        "(part (hop Q9312 P569) year)",
    ),
    "except some": (
        "SELECT ?answer { wd:Q276 wdt:P407 ?answer FILTER(?answer NOT IN (wd:Q1860, wd:Q150)) }",
        "(without (hop Q276 P407) (or Q150 Q1860))",
    ),
    "what is not": (
        "SELECT ?answer { wd:Q1 wdt:P180 ?answer MINUS { ?answer wdt:P59 wd:Q8918 } }",
        "(without (hop Q1 P180) (hop Q8918 ^P59))",
    ),
    "optional, and not there": (
        "SELECT ?answer { wd:Q1 wdt:P180 ?answer OPTIONAL { ?answer wdt:P59 ?x . ?x wdt:P31 wd:Q8 } "
        "FILTER(!BOUND(?x)) }",
        "(without (hop Q1 P180) (hop Q8 ^P31/^P59))",
    ),
    "a role": (
        "SELECT ?answer { wd:Q51416 p:P161 [ ps:P161 ?answer; pq:P453 wd:Q2071077 ] }",
        "(statement P161 (subject Q51416) (has P453 Q2071077) value)",
    ),
    "a qualifier, and on from there": (
        "SELECT ?answer { wd:Q5685 p:P69/pq:P512/wdt:P279* ?answer }",
        "(hop (statement P69 (subject Q5685) (qualifier P512)) P279*)",
    ),
    "by a day": (
        'SELECT ?answer { wd:Q17 p:P36 [ ps:P36 ?answer; pq:P580 "0794-01-01T00:00:00Z"^^xsd:dateTime ] }',
        "(statement P36 (subject Q17) (compares P580 = 0794-01-01) value)",
    ),
    "the largest, in square metres": (
        "SELECT ?answer { ?answer p:P2046/psn:P2046/wikibase:quantityAmount ?a . ?answer wdt:P31 wd:Q8514 } "
        "ORDER BY DESC(?a) LIMIT 1",
        "(rank (hop Q8514 ^P31) (statement P2046 (subject it) value) desc 1 1)",
    ),
    "where the highest one is": (
        "SELECT ?answer { ?t wdt:P2048 ?h . ?t wdt:P31 wd:Q11166728 . ?t wdt:P131* ?answer } "
        "ORDER BY DESC(?h) LIMIT 1",
        "(hop (rank (hop Q11166728 ^P31) P2048 desc 1 1) P131*)",
    ),
    "the third in office": (
        "SELECT ?answer { ?answer p:P39 ?st . ?st ps:P39 wd:Q218295 ; pq:P580 ?b } "
        "GROUP BY ?answer ORDER BY MIN(?b) OFFSET 2 LIMIT 1",
        "(rank (statement P39 (value Q218295) subject) (qualifier P580) asc 3 1)",
    ),
    "the longest in office": (
        "SELECT ?answer { ?answer p:P39 ?st . ?st ps:P39 wd:Q9097 ; pq:P580 ?b ; pq:P582 ?e } "
        "ORDER BY DESC(?e - ?b) LIMIT 1",
        "(rank (statement P39 (value Q9097) subject) (difference (qualifier P580) (qualifier P582) days) desc 1 1)",
    ),
    "years in office": (
        "SELECT ?answer { wd:Q36450 p:P39 ?st . ?st ps:P39 wd:Q3114 ; pq:P580 ?b ; pq:P582 ?e "
        "BIND(YEAR(?e) - YEAR(?b) AS ?answer) }",
        "(statement P39 (subject Q36450) (value Q3114) (difference (qualifier P580) (qualifier P582) years))",
    ),
    "age at a moment": (
        "SELECT ?answer { wd:Q180589 wdt:P569 ?b ; p:P39 ?st . ?st ps:P39 wd:Q14211 ; pq:P580 ?e . "
        "BIND(YEAR(?e) - YEAR(?b) - IF(MONTH(?e) < MONTH(?b) || (MONTH(?e) = MONTH(?b) && DAY(?e) < DAY(?b)), "
        "1, 0) AS ?answer) }",
        "(difference (hop Q180589 P569) (statement P39 (subject Q180589) (value Q14211) (qualifier P580)) age)",
    ),
    "years up to one": (
        "SELECT ?answer { wd:Q656 wdt:P571 ?begin BIND(2003 - YEAR(?begin) AS ?answer) }",
        "(difference (hop Q656 P571) (year 2003) years)",
    ),
    "a union over a variable in between": (
        "SELECT ?answer { wd:Q867 wdt:P61 ?p { ?p wdt:P185 ?answer } UNION { ?answer wdt:P802 ?p } }",
        "(or (hop Q867 P61/P185) (hop Q867 P61/^P802))",
    ),
    "still a member": (
        "SELECT ?answer { ?answer p:P463 ?st . ?st ps:P463 wd:Q458 FILTER NOT EXISTS { ?st pq:P582 ?x } }",
        "(statement P463 (value Q458) (lacks P582) subject)",
    ),
    "a number of statements": (
        "SELECT (COUNT(DISTINCT ?st) AS ?answer) { wd:Q214 p:P39 ?st . ?st ps:P39 wd:Q14211 }",
        "(count (statement P39 (subject Q214) (value Q14211) statement))",
    ),
    "by a symbol": ('SELECT ?answer { ?answer wdt:P246 "Re" }', '(hop "Re" ^P246)'),
    "by a name": ('SELECT ?answer { ?answer skos:altLabel "кинза"@ru }', '(named "кинза")'),
    "another name": (
        'SELECT ?answer { wd:Q44299 skos:altLabel ?answer FILTER(lang(?answer) = "ru") }',
        "(called Q44299)",
    ),
    "other names of what is found": (
        'SELECT ?answer { wd:Q142 wdt:P36 ?c . ?c rdfs:label|skos:altLabel ?answer FILTER(lang(?answer) IN ("ru", "")) '
        'FILTER(STR(?answer) != "Париж") }',
        '(without (called (hop Q142 P36)) "Париж")',
    ),
    "yes or no": ("ASK { wd:Q45 wdt:P47 wd:Q142 }", "(exists (and (hop Q45 P47) Q142))"),
    "yes or no, of some": (
        "ASK { ?f wdt:P57 wd:Q8877 ; wdt:P161 wd:Q38111 }",
        "(exists (and (hop Q38111 ^P161) (hop Q8877 ^P57)))",
    ),
}


@pytest.mark.parametrize(("query", "form"), REFERENCES.values(), ids=REFERENCES)
def test_a_reference_query_has_a_form(query, form):
    assert read(query) == form


UNSAYABLE = {
    "a label": "SELECT ?a { wd:Q1 rdfs:label ?a }",
    "a label in another language": 'SELECT ?a { wd:Q1 rdfs:label ?a FILTER(LANG(?a) = "en") }',
    "a circle": "SELECT ?a { ?a wdt:P50 ?b . ?a wdt:P57 ?b . ?b wdt:P27 wd:Q159 }",
    "two variables": "SELECT ?a ?b { wd:Q1 wdt:P36 ?a ; wdt:P37 ?b }",
    "any one": "SELECT ?a { wd:Q1 wdt:P36 ?a } LIMIT 1",
    "patterns apart": "SELECT ?a { wd:Q1 wdt:P36 ?a . wd:Q2 wdt:P36 ?b }",
    "a predicate": "SELECT ?p { wd:Q1 ?p wd:Q2 }",
    "another vocabulary": "SELECT ?a { ?a a schema:Article ; schema:about wd:Q1 }",
    "an average": "SELECT (AVG(?x) AS ?a) { wd:Q1 wdt:P1082 ?x }",
    "a regular expression": 'SELECT ?a { wd:Q1 wdt:P36 ?a FILTER(REGEX(?a, "x")) }',
    "all there is": "SELECT ?a { ?a wdt:P569 ?d FILTER(YEAR(?d) > 1900) }",
    "whether a property has a value": "SELECT ?a { wd:Q1 wdt:P40 ?a . ?a wdt:P570 ?d }",
    "a rank": "SELECT ?a { wd:Q1 p:P36 ?s . ?s ps:P36 ?a ; wikibase:rank ?r }",
    "a service": "SELECT ?a { wd:Q1 wdt:P36 ?a SERVICE wikibase:label { bd:serviceParam wikibase:language 'ru' } }",
}


@pytest.mark.parametrize("query", UNSAYABLE.values(), ids=UNSAYABLE)
def test_what_no_form_says_is_told_in_a_line(query):
    with pytest.raises(UnsayableError) as caught:
        form_of(read_query(query))
    assert str(caught.value)
    assert "\n" not in str(caught.value)


SAME = {
    "the order of conditions": ("(and (hop Q1 P1) (hop Q2 P2))", "(and (hop Q2 P2) (hop Q1 P1))"),
    "a statement without conditions": ("(statement P26 (subject Q1) value)", "(hop Q1 P26)"),
    "its two ends": ("(statement P39 (subject Q1) (value Q2) subject)", "(and (hop Q2 ^P39) Q1)"),
    "a class, climbed or not": ("(and (hop Q5 ^P31) (hop Q1 P1))", "(and (class Q5) (hop Q1 P1))"),
    "a class above": ("(hop Q5 ^P279/^P31)", "(class Q5)"),
    "from a class on": ("(hop Q5 ^P279*/^P31/P36)", "(hop (class Q5) P36)"),
    "alternatives": ("(hop Q1 (P17|P131)/P36)", "(or (hop Q1 P17/P36) (hop Q1 P131/P36))"),
    "classes": ("(and (hop Q1 P1) (or (class Q5) (class Q6)))", "(and (class Q5 Q6) (hop Q1 P1))"),
    "what alternatives share": (
        "(or (and (hop Q1 P1) (hop Q2 P2)) (and (hop Q1 P1) (hop Q3 P3)))",
        "(and (hop Q1 P1) (or (hop Q2 P2) (hop Q3 P3)))",
    ),
    "an equal value": ("(where (class Q5) P577 = (year 2012))", "(and (class Q5) (hop (year 2012) ^P577))"),
    "a year in days": (
        "(where (class Q5) P577 >= 1990-01-01)",
        "(where (class Q5) P577 > (year 1989))",
    ),
    "a condition on the statement": (
        "(where (statement P39 (value Q1) subject) (qualifier P580) > (year 1945))",
        "(statement P39 (value Q1) (compares P580 >= (year 1946)) subject)",
    ),
    "during": (
        "(statement P39 (value Q1) (compares P580 <= 1939-12-31) (compares P582 >= 1939-01-01) subject)",
        "(statement P39 (value Q1) (during (year 1939)) subject)",
    ),
    "at a point in time": (
        "(statement P166 (value Q1) (compares P585 = 2016-01-01) subject)",
        "(statement P166 (value Q1) (during (year 2016)) subject)",
    ),
    "at some time of a year": (
        "(statement P166 (value Q1) (compares P585 >= 2016-01-01) (compares P585 <= 2016-12-31) subject)",
        "(statement P166 (value Q1) (during (year 2016)) subject)",
    ),
    "a truth and what is known": (
        "(exists (and (hop Q45 P47) Q142) (hop Q45 P47))",
        "(exists (and (hop Q45 P47) Q142))",
    ),
    "a truth from its other end": ("(exists (and (hop Q45 P47) Q142))", "(exists (and (hop Q142 ^P47) Q45))"),
    "a chain from its middle": (
        "(exists (and (hop Q1 ^P161) (hop Q2 ^P57)))",
        "(exists (and (hop Q1 ^P161/P57) Q2))",
    ),
    "whether it is one": ("(exists (and (class Q5) Q1))", "(exists (and (hop Q1 P31/P279*) Q5))"),
    "which is more, in other words": (
        "(exists (where Q1 P569 < (hop Q2 P569)))",
        "(exists (and (more P569 asc Q1 Q2) Q1))",
    ),
    "the first of two": ("(rank (or Q1 Q2) P569 asc 1 1)", "(more P569 asc Q2 Q1)"),
}
OTHER = {
    "the other way": ("(hop Q1 P36)", "(hop Q1 ^P36)"),
    "one condition more": ("(hop Q1 P1)", "(and (hop Q1 P1) (hop Q2 P2))"),
    "another class": ("(and (class Q5) (hop Q1 P1))", "(and (class Q6) (hop Q1 P1))"),
    "the class of something": ("(hop Q1 P31)", "(hop Q1 P31/P279*)"),
    "a day in the year": ("(where (class Q5) P577 >= 1990-01-02)", "(where (class Q5) P577 >= (year 1990))"),
    "started in a year": (
        "(statement P463 (value Q1) (compares P580 = (year 1995)) subject)",
        "(statement P463 (value Q1) (during (year 1995)) subject)",
    ),
    "how many times and with how many": (
        "(count (statement P26 (subject Q1) statement))",
        "(count (hop Q1 P26))",
    ),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_what_asks_the_same_matches_exactly(one, other):
    assert exact(parse_expression(one)) == exact(parse_expression(other))


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_what_asks_something_else_does_not(one, other):
    assert exact(parse_expression(one)) != exact(parse_expression(other))


def test_the_statement_whose_qualifier_is_measured_stays():
    rank = "(rank (statement P463 (value Q458) subject) (qualifier P580) desc 1 1)"
    assert exact(parse_expression(rank)) == rank


def test_classes_beside_other_conditions_can_be_left_out():
    form = parse_expression("(count (and (class Q5) (hop (and (class Q6) (hop Q1 P1)) P2)))")
    assert expression(without_classes(form)) == "(count (hop Q1 P1/P2))"
    assert expression(without_classes(parse_expression("(class Q5)"))) == "(class Q5)"


def _examples() -> list[str]:
    blocks = re.findall(r"```text\n(.*?)```", (ROOT / "docs/forms.md").read_text(encoding="utf-8"), re.DOTALL)
    return [block.splitlines()[1] for block in blocks]


@pytest.mark.parametrize("text", _examples())
def test_simbas_own_queries_are_read_back(text):
    form = parse_expression(text)
    assert exact(form_of(read_query(sparql(form)))) == exact(form)


def _is_regular(form: Form) -> bool:
    """Whether no entity occurs twice, and none is asked to be another: there the form has several readings."""
    named = [part.id for part in walk(canonical(form)) if isinstance(part, Entity)]
    alone = not any(
        isinstance(part, And) and sum(isinstance(one, Entity) for one in part.members) > 1
        for part in walk(canonical(form))
    )
    texts = [part.name for part in walk(form) if isinstance(part, Named)]
    return alone and len(set(named)) == len(named) and all(text.isalnum() for text in texts)


@settings(max_examples=40, deadline=None)
@given(FORMS.forms)
@pytest.mark.slow
def test_whatever_form_is_read_back_is_the_same(form):
    assume(_is_regular(form))
    try:
        query = sparql(form)
    except ValueError:
        assume(False)
    try:
        found = form_of(read_query(query))
    except UnsayableError:
        assume(False)
    assert exact(found) == exact(form)


@settings(max_examples=40, deadline=None)
@given(FORMS.forms)
def test_the_form_that_stands_for_all_stands_for_itself(form):
    once = equivalent(form)
    assert equivalent(once) == once
    assert parse_expression(exact(form)) == once


@settings(max_examples=50, deadline=None)
@given(
    st.text(max_size=60)
    | st.sampled_from([query for query, _ in REFERENCES.values()]).flatmap(
        lambda query: st.integers(0, len(query)).map(lambda cut: query[:cut] + query[cut + 1 :])
    )
)
def test_whatever_text_has_a_form_or_is_refused(text):
    with suppress(UnreadableQueryError, UnsayableError):
        assert exact(form_of(read_query(text)))


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the question sets in ../shared are not here")
@pytest.mark.parametrize("name", ["rubq/dev", "rubq/dev2", "complex/dev"])
def test_nearly_all_reference_queries_have_forms(name):
    queries = [question.query for question in read_gold(SHARED / f"{name}.json").questions if question.query]
    said = 0
    for text in queries:
        with suppress(UnsayableError):
            said += bool(form_of(read_query(text)))
    assert said >= 0.98 * len(queries)
