"""Benchmarks of answerability: what is dropped, and what becomes of the questions, computed by hand."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from commands import invoke
from hypothesis import given, settings
from hypothesis import strategies as st

from simba import Simba
from simba.answerability import ablate
from simba.answerability.ablated import AblatedQuestion, UnusableQuestionError
from simba.answerability.construction import candidates, construct, draw, facts_in_use, next_drop
from simba.answerability.fact_triples import StatedFact, triples_of
from simba.answerability.mirrors import MIN_MIRRORED, learned
from simba.answerability.reduced import Drop, Kind, ReducedBase
from simba.answerability.routes import Routes
from simba.common.vocabulary import DIRECT, ENTITY
from simba.errors import SimbaError, SourceError
from simba.evaluation import read_gold
from simba.evaluation.gold import Question
from simba.evaluation.sparql_reading import PREDECLARED
from simba.kb.folder import KnowledgeBase

PREFIXES = "\n".join(f"PREFIX {name}: <{iri}>" for name, iri in PREDECLARED.items())
CITY, CAPITAL, COUNTRY, RIVER, PERSON = "Q515", "Q5119", "Q6256", "Q4022", "Q5"
FRANCE, GERMANY, PARIS, BERLIN, SEINE, HUGO = "Q142", "Q183", "Q90", "Q64", "Q1471", "Q535"
WORLD = """
wd:Q142 wdt:P31 wd:Q6256 ; wdt:P36 wd:Q90 ; wdt:P47 wd:Q183 ; wdt:P1082 68 .
wd:Q183 wdt:P31 wd:Q6256 ; wdt:P36 wd:Q64 ; wdt:P47 wd:Q142 ; wdt:P1082 84 .
wd:Q90 wdt:P31 wd:Q5119, wd:Q515 ; wdt:P17 wd:Q142 ; wdt:P206 wd:Q1471 .
wd:Q64 wdt:P31 wd:Q5119 ; wdt:P17 wd:Q183 .
wd:Q1471 wdt:P31 wd:Q4022 ; wdt:P403 wd:Q41573 ; wdt:P17 wd:Q142 .
wd:Q535 wdt:P31 wd:Q5 ; wdt:P19 wd:Q90 ; wdt:P463 wd:Q161806 ; p:P463 wds:member .
wds:member ps:P463 wd:Q161806 ; pq:P580 "1841" ; pq:P1686 wd:Q41567 ; psv:P463 wdv:own ; pqv:P580 wdv:shared .
wdv:own wikibase:quantityAmount 1 . wdv:shared wikibase:timeValue "1841" .
wds:other pqv:P580 wdv:shared .
wd:Q5119 wdt:P279 wd:Q515 . wd:Q515 wdt:P279 wd:Q486972 .
"""


def base(text: str = WORLD) -> ReducedBase:
    store = ox.Store()
    store.load(f"{PREFIXES}\n{text}".encode(), format=ox.RdfFormat.TURTLE)
    return ReducedBase(store)


def question(query: str, base: ReducedBase) -> AblatedQuestion:
    """A question, of which only the query matters; "?a" is what is asked for."""
    text = query if query.startswith(("ASK", "SELECT")) else f"SELECT ?a WHERE {{ {query} }}"
    answered = read_gold_of(text)
    return AblatedQuestion.read(answered, base, Routes(base.store))


def read_gold_of(query: str | None) -> Question:
    return Question("1", "?", (), query=query)


def dropped(
    base: ReducedBase, one: AblatedQuestion, *elements: tuple[Kind, str | StatedFact]
) -> AblatedQuestion:
    gone: frozenset[str] = frozenset()
    for kind, element in elements:
        drop = base.drop(kind, element)
        gone |= drop.gone
        one.refresh(base, drop, gone)
    return one


def fact(subject: str, relation: str, value: str) -> tuple[Kind, StatedFact]:
    return "fact", StatedFact(ox.NamedNode(ENTITY + subject), relation, ox.NamedNode(ENTITY + value))


def answers(one: AblatedQuestion) -> list[str]:
    return sorted(str(answer.value).removeprefix(ENTITY) for answer in one.answers)  # type: ignore[union-attr]


def holds(base: ReducedBase, pattern: str) -> bool:
    return bool(base.store.query(f"ASK {{ {pattern} }}", prefixes=PREDECLARED))


# What a question becomes


def test_an_answer_stays_while_one_of_its_paths_is_whole() -> None:
    here = base()
    one = question("{ wd:Q142 wdt:P36 ?a } UNION { ?a wdt:P17 wd:Q142 . ?a wdt:P31 wd:Q515 }", here)
    assert {path.answer for path, _ in one.paths} == {f"<{ENTITY}{PARIS}>"}
    assert sorted(len(path.triples) for path, _ in one.paths) == [1, 2]
    assert dropped(here, one, fact(FRANCE, "P36", PARIS)).status == "answerable"
    assert dropped(here, one, fact(PARIS, "P31", CITY)).status == "NA"
    assert (one.category, answers(one)) == ("fact", [])


def test_a_form_that_names_what_is_gone_is_nk_and_one_without_facts_na() -> None:
    query = "wd:Q142 wdt:P36 ?a"
    here = base()
    no_relation = dropped(here, question(query, here), ("relation", "P36"))
    assert (no_relation.status, no_relation.category, no_relation.missing) == ("NK", "relation", ("P36",))
    assert "P36" not in here.schema()["properties"]
    here = base()
    no_fact = dropped(here, question(query, here), fact(FRANCE, "P36", PARIS), fact(GERMANY, "P36", BERLIN))
    assert (no_fact.status, no_fact.category, no_fact.missing) == ("NA", "fact", ())
    assert "P36" in here.schema()["properties"]  # though nothing has it any more


def test_entities_are_mentioned_or_other() -> None:
    query = "wd:Q535 wdt:P19 ?place . ?place wdt:P206 ?a"
    here = base()
    mentioned = dropped(here, question(query, here), ("entity", HUGO))
    assert (mentioned.status, mentioned.category) == ("NK", "entity-mentioned")
    here = base()
    other = dropped(here, question(query, here), ("entity", PARIS))
    assert (other.status, other.category) == ("NA", "entity-other")
    assert not holds(here, "wd:Q90 ?p ?o")
    assert not holds(here, "?s ?p wd:Q90")


def test_a_question_keeps_the_category_that_first_did_it_and_the_status_of_the_end() -> None:
    here = base()
    one = dropped(here, question("wd:Q142 wdt:P36 ?a", here), ("entity", PARIS), ("entity", FRANCE))
    assert (one.category, one.status, one.by and one.by.element) == ("entity-other", "NK", PARIS)


def test_part_of_the_answers_may_go() -> None:
    here = base()
    one = dropped(here, question("?a wdt:P31 wd:Q5119", here), ("entity", BERLIN))
    assert (one.status, answers(one), len(one.ideal)) == ("answerable", [PARIS], 2)


# What goes with an element


def test_with_a_class_go_its_relations_and_the_entities_that_have_only_it() -> None:
    here = base()
    drop = here.drop("class", CAPITAL)
    # Paris is a city too; P206 and P17 are said of the Seine or of Paris, P36 and P47 of countries
    assert drop.others == ("P206", BERLIN)
    assert holds(here, "wd:Q90 wdt:P31 wd:Q515")
    assert not holds(here, "wd:Q183 wdt:P36 ?capital")
    assert not {CAPITAL, BERLIN} & set(here.schema()["classes"])
    assert not holds(here, "?s wdt:P279 wd:Q5119")
    assert not holds(here, "wd:Q5119 ?p ?o")


def test_a_relation_belongs_to_a_class_if_all_its_subjects_do_as_a_qualifier_too() -> None:
    text = WORLD + "wd:Q1471 p:P793 wds:event . wds:event ps:P793 wd:Q1 ; pq:P1082 3 ."
    assert "P1082" in base().drop("class", COUNTRY).others
    assert "P1082" not in base(text).drop("class", COUNTRY).others


def test_a_class_drop_is_nk_where_the_form_names_what_went_with_it() -> None:
    here = base()
    named = question("wd:Q142 wdt:P47 ?a", here)
    led_to = question("wd:Q535 wdt:P19/wdt:P17 ?a", here)
    drop = here.drop("class", COUNTRY)
    for one in (named, led_to):
        one.refresh(here, drop, drop.gone)
    assert (named.status, named.category) == ("NK", "class")
    assert (led_to.status, led_to.category) == ("NA", "class")


CAPITALS = "\n".join(
    f"""
    wd:Q{n} wdt:P36 wd:Q{n}0 ; wdt:P26 wd:Q{n}9 ; wdt:P6 wd:Q{n}8 ; wdt:P463 wd:Q{n}0 .
    wd:Q{n}0 wdt:P1376 wd:Q{n} ; wdt:P17 wd:Q{n} . wd:Q{n}1 wdt:P17 wd:Q{n} . wd:Q{n}2 wdt:P17 wd:Q{n} .
    wd:Q{n}9 wdt:P26 wd:Q{n} ; p:P26 wds:own{n} . wds:own{n} ps:P26 wd:Q{n} ; pq:P580 "1841" .
    wd:Q{n}8 wdt:P26 "nobody", wd:Q{n}8 .
    """
    for n in range(1, MIN_MIRRORED + 1)
)
"""Countries whose capitals are told from both sides, and whose other towns only tell the country; marriages."""


def test_mirrors_are_learned_from_facts_that_are_mostly_told_from_both_sides() -> None:
    assert learned(base(CAPITALS).store) == {
        "P1376": ("P36", "P463"),  # which are told of the same here
        "P26": ("P26",),
        "P36": ("P1376",),
        "P463": ("P1376",),
    }
    few = base(CAPITALS.replace("wd:Q10 wdt:P1376 wd:Q1 ;", "wd:Q10"))
    assert "P36" not in learned(few.store)  # so few may be by chance


def test_a_fact_goes_with_what_tells_the_same_from_the_other_side() -> None:
    there = base(CAPITALS)
    here = ReducedBase(there.store, {"P26": ("P26",), "P36": ("P1376",)})
    one = question("{ wd:Q1 wdt:P36 ?a } UNION { ?a wdt:P1376 wd:Q1 }", here)
    drop = here.plan(*fact("Q1", "P36", "Q10"))
    assert [mirror.key for mirror in drop.mirrors] == [("Q10", "P1376", "Q1")]
    assert dropped(here, one, fact("Q1", "P36", "Q10")).status == "NA"
    assert (here.drop(*fact("Q2", "P36", "Q20")).gone, holds(here, "wd:Q20 wdt:P17 wd:Q2")) == (set(), True)
    married = here.drop(*fact("Q1", "P26", "Q19"))
    assert not holds(here, "wd:Q19 ?p ?o")  # with the statement, and its qualifier
    assert len(married.triples) == 5
    assert here.drop(*fact("Q18", "P26", "Q18")).mirrors == ()
    assert there.plan(*fact("Q3", "P36", "Q30")).mirrors == ()  # where nothing is taken for a mirror


def test_a_relation_goes_with_what_tells_the_same_from_the_other_side() -> None:
    here = ReducedBase(base(CAPITALS).store, {"P36": ("P1376", "P99"), "P1376": ("P36",)})
    asked = question("?a wdt:P1376 wd:Q1", here)
    drop = here.plan("relation", "P36")
    assert (drop.others, asked.would_break(drop)) == (("P1376",), True)
    one = dropped(here, asked, ("relation", "P36"))
    assert (one.status, one.category, one.missing) == ("NK", "relation", ("P1376",))
    assert not {"P36", "P1376"} & here.properties
    assert holds(here, "wd:Q10 wdt:P17 wd:Q1")


def test_with_a_class_go_the_mirrors_of_its_relations() -> None:
    here = ReducedBase(
        base(f"{CAPITALS}\nwd:Q1 wdt:P31 wd:Q6 . wd:Q1 wdt:P7 wd:Q10 .").store, {"P7": ("P1376",)}
    )
    assert here.drop("class", "Q6").others == ("P7", "P1376", "Q1")


def test_what_says_the_class_is_no_relation_to_be_dropped() -> None:
    here = base("wd:Q1 wdt:P31 wd:Q2 . wd:Q2 wdt:P279 wd:Q3 .")
    one = question("wd:Q1 wdt:P31 ?a", here)
    assert candidates("relation", [one], here) == []
    assert here.drop("class", "Q2").others == ("Q1",)


def test_properties_are_no_entities_of_a_class() -> None:
    here = base(WORLD + "wd:P36 wdt:P31 wd:Q18616576 .")
    one = question("wd:Q142 wdt:P36 ?a", here)
    assert "Q18616576" not in candidates("class", [one], here)
    assert here.drop("class", "Q18616576").others == ()


def test_a_fact_goes_with_its_statements_and_what_only_they_need() -> None:
    here = base()
    _, membership = fact(HUGO, "P463", "Q161806")
    assert len(triples_of(here.store, membership)) == 8
    one = question("wd:Q535 p:P463 [ ps:P463 wd:Q161806 ; pq:P580 ?a ]", here)
    assert one.paths[0][1].facts == (membership,)
    assert dropped(here, one, ("fact", membership)).status == "NA"
    assert not holds(here, "wds:member ?p ?o")
    assert not holds(here, "wdv:own ?p ?o")
    assert holds(here, "wdv:shared ?p ?o")


def test_of_a_dropped_entity_that_is_a_qualifier_only_the_qualifier_goes() -> None:
    here = base()
    here.drop("entity", "Q41567")
    assert not holds(here, "?statement pq:P1686 ?o")
    assert holds(here, "wds:member pq:P580 ?o")


# Answer paths


def test_paths_with_a_star_are_made_of_the_triples_that_they_lead_over() -> None:
    query = "?a wdt:P31/wdt:P279* wd:Q486972 ; wdt:P17 wd:Q183"
    here = base()
    one = question(query, here)
    assert [len(path.triples) for path, _ in one.paths] == [4]  # P17, capital, capital < city < settlement
    assert dropped(here, one, fact(CITY, "P279", "Q486972")).status == "NA"
    here = base(WORLD + "wd:Q5119 wdt:P279 wd:Q486972 .")  # another way up
    one = question(query, here)
    assert sorted(len(path.triples) for path, _ in one.paths) == [3, 4]
    assert dropped(here, one, fact(CITY, "P279", "Q486972")).status == "answerable"


@pytest.mark.parametrize(
    ("query", "sizes"),
    [
        ("wd:Q142 wdt:P36 ?a", [1]),
        ("wd:Q90 ^wdt:P36 ?a", [1]),
        ("wd:Q142 (wdt:P36|wdt:P47) ?a", [1, 1]),
        ("wd:Q142 wdt:P47+ ?a", [1, 2]),
        ("wd:Q142 wdt:P36? ?a", [0, 1]),
        ("wd:Q142 !(wdt:P31|wdt:P36|wdt:P1082) ?a", [1]),
        ("wd:Q142 wdt:P36 ?a OPTIONAL { ?a wdt:P206 ?river }", [1]),
        ("wd:Q142 wdt:P36 ?c OPTIONAL { ?c wdt:P206 ?a }", [2]),
        ("?a wdt:P36 wd:Q90 MINUS { ?a wdt:P17 wd:Q1 }", [1]),
        ("?a wdt:P1082 ?n FILTER(?n > 60 && ?a NOT IN (wd:Q142)) FILTER NOT EXISTS { ?a wdt:P17 ?x }", [1]),
        ("wd:Q142 wdt:P1082 ?n BIND(?n * 2 - 1 AS ?a)", [1]),
        ("VALUES ?a { wd:Q142 }", [0]),
        ("wd:Q142 ?p wd:Q90 BIND(?p AS ?a)", [1]),
        ("SELECT (COUNT(?x) AS ?a) WHERE { ?x wdt:P31 wd:Q6256 }", [1, 1]),
        ("SELECT ?a WHERE { ?a wdt:P1082 ?n } ORDER BY DESC(?n) LIMIT 1", [1, 1]),
        ("SELECT ?a WHERE { ?a wdt:P31 ?c } GROUP BY ?a HAVING(COUNT(?c) > 1)", [1] * 7),
        ("ASK { wd:Q142 wdt:P36 wd:Q90 }", [1]),
    ],
)
def test_paths_of_all_shapes_of_queries(query: str, sizes: list[int]) -> None:
    here = base()
    assert sorted(len(path.triples) for path, _ in question(query, here).paths) == sizes


def test_no_paths_are_made_up_for_what_cannot_be_traced() -> None:
    with pytest.raises(UnusableQuestionError, match="no answer paths: subquery"):
        question("{ SELECT ?a WHERE { ?a wdt:P36 wd:Q90 } LIMIT 1 }", base())


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("wd:Q142 wdt:P36 ?a SERVICE <http://127.0.0.1:9/sparql> { ?a ?b ?c }", "asks another SERVICE"),
        (
            "wd:Q142 wdt:P36 ?a FILTER NOT EXISTS { SERVICE ?any { ?a ?b ?c } } FILTER(?a > 1)",
            "asks another SERVICE",
        ),
        ("SELECT ?a WHERE { ?a wdt:P36 }", "does not parse"),
        ("SELECT ?a WHERE { ?a my:capital ?b }", "the prefix my: is not declared"),
        ("SELECT ?a WHERE { ?a wdt:P77 ?b }", "returns nothing"),
    ],
)
def test_a_query_that_cannot_be_run_here_is_told(query: str, said: str) -> None:
    """A question set may come from anybody: nothing that it names is asked over the network."""
    with pytest.raises(UnusableQuestionError, match=said):
        question(query, base())


def test_only_queries_that_select_or_ask_are_questions() -> None:
    here = base()
    for query in ("DESCRIBE wd:Q142", "CONSTRUCT { ?a ?b ?c } WHERE { ?a ?b ?c }"):
        with pytest.raises(UnusableQuestionError, match="neither SELECT nor ASK"):
            AblatedQuestion.read(read_gold_of(query), here, Routes(here.store))


# Aggregates, which have no single paths


def test_counts_change_and_break_when_nothing_is_left_to_count() -> None:
    here = base()
    one = question("SELECT (COUNT(?x) AS ?a) WHERE { ?x wdt:P1082 ?n }", here)
    assert answers(dropped(here, one, ("entity", FRANCE))) == ["1"]
    assert dropped(here, one, ("entity", GERMANY)).status == "NA"


def test_the_first_of_an_order_gives_way_to_the_next() -> None:
    here = base()
    one = question("SELECT ?a WHERE { ?a wdt:P1082 ?n } ORDER BY DESC(?n) LIMIT 1", here)
    assert answers(one) == [GERMANY]
    assert [key.key[0] for key in facts_in_use([one])] == [GERMANY]  # of all measures, that of the first
    assert answers(dropped(here, one, ("entity", GERMANY))) == [FRANCE]
    assert one.status == "answerable"
    assert [key.key[0] for key in facts_in_use([one])] == [FRANCE]


def test_yes_is_an_answer_with_paths_and_no_has_none_to_break() -> None:
    here = base()
    yes, no = (
        question("ASK { wd:Q142 wdt:P36 wd:Q90 }", here),
        question("ASK { wd:Q183 wdt:P36 wd:Q90 }", here),
    )
    drop = here.drop(*fact(FRANCE, "P36", PARIS))
    for one in (yes, no):
        one.refresh(here, drop, drop.gone)
    assert (yes.status, no.status, answers(no)) == ("NA", "answerable", ["false"])


def test_what_only_lacks_a_fact_becomes_no_answer() -> None:
    here = base()
    one = question("?a wdt:P31 wd:Q5119 FILTER NOT EXISTS { ?a wdt:P206 ?river }", here)
    assert answers(dropped(here, one, fact(PARIS, "P206", SEINE))) == [BERLIN]


# Drawing


def test_what_few_facts_are_about_is_likelier_to_be_dropped() -> None:
    here = base(
        "wd:Q1 wdt:P1 wd:Q2, wd:Q3, wd:Q4, wd:Q5, wd:Q6, wd:Q7, wd:Q8, wd:Q9, wd:Q10 . wd:Q11 wdt:P2 1 ."
    )
    assert (here.popularity("entity", "Q1"), here.popularity("entity", "Q11")) == (9, 1)
    assert (here.popularity("relation", "P1"), here.popularity("relation", "P2")) == (9, 1)
    chance = random.Random(5)
    drawn = Counter(draw("entity", ["Q1", "Q11"], here, chance) for _ in range(1000))
    assert 870 < drawn["Q11"] < 930  # 1 : 1/9
    here.drop("entity", "Q2")
    assert here.popularity("entity", "Q1") == 8  # of the knowledge base as it then is


def test_elements_are_drawn_among_what_can_still_be_answered() -> None:
    here = base()
    capital, river = question("wd:Q142 wdt:P36 ?a", here), question("wd:Q535 wdt:P19/wdt:P206 ?a", here)
    both = [capital, river]
    assert candidates("class", both, here) == [RIVER, PERSON, CAPITAL, CITY, COUNTRY]
    assert candidates("relation", both, here) == ["P19", "P206", "P36"]
    assert candidates("entity", both, here) == [FRANCE, SEINE, HUGO, PARIS]
    assert len(facts_in_use(both)) == 3
    drop = here.drop("relation", "P36")
    for one in both:
        one.refresh(here, drop, drop.gone)
    assert candidates("relation", both, here) == ["P19", "P206"]
    assert candidates("entity", both, here) == [SEINE, HUGO, PARIS]


def test_no_element_takes_more_questions_than_there_is_room_for() -> None:
    here = base()
    some = [question("wd:Q142 wdt:P36 ?a", here), question("wd:Q183 wdt:P36 ?a", here)]
    for seed in range(5):
        assert next_drop("relation", some, here, random.Random(seed), 1) is None  # both name it
        planned = next_drop("relation", some, here, random.Random(seed), 2)
        assert planned is not None
        assert planned.element == "P36"
        country = next_drop("class", some, here, random.Random(seed), 1)
        assert country is not None
        assert country.element != COUNTRY


# Any graph

NAMES = [f"Q{number}" for number in range(1, 6)]
EDGES = st.lists(
    st.tuples(*map(st.sampled_from, (NAMES, ["P1", "P2"], NAMES))), min_size=1, max_size=9, unique=True
)
QUERIES = [
    "wd:Q1 wdt:P1 ?a",
    "wd:Q1 wdt:P1/wdt:P2 ?a",
    "wd:Q1 wdt:P1+ ?a",
    "wd:Q1 (wdt:P1|^wdt:P2)* ?a",
    "?a wdt:P1 ?x . ?x wdt:P2* wd:Q2",
    "{ wd:Q1 wdt:P1 ?a } UNION { ?a wdt:P2 wd:Q1 }",
    "wd:Q1 wdt:P1 ?a OPTIONAL { ?a wdt:P2 ?x }",
    "wd:Q1 wdt:P1 [ wdt:P1 ?a ] FILTER(?a != wd:Q1)",
]


@given(EDGES, st.sampled_from(QUERIES), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_an_answer_is_left_if_and_only_if_a_path_is(
    edges: list[tuple[str, str, str]], query: str, chance: random.Random
) -> None:
    """The paths that were traced say the same as the query that is run again."""
    # What no triple is about starts no path of no steps: that everything has a label keeps that out.
    named = [f'wd:{end} rdfs:label "{end}" .' for start, _, last in edges for end in (start, last)]
    here = base("\n".join([*named, *(f"wd:{start} wdt:{name} wd:{end} ." for start, name, end in edges)]))
    try:
        one = question(query, here)
    except UnusableQuestionError:
        return
    chance.shuffle(edges)
    for edge in edges:
        dropped(here, one, fact(*edge))
        assert {str(answer) for answer in one.answers} == {path.answer for path, _ in one.paths}


# The whole

LABELS = "\n".join(
    f'wd:Q{n} rdfs:label "имя {n}"@ru . wd:Q{n} wikibase:sitelinks {n} .' for n in range(1, 30)
)


def written(tmp_path: Path) -> tuple[Path, Path]:
    """Two dozen questions for one fact each, and their world."""
    facts = "\n".join(
        f"wd:Q{n} wdt:P{1000 + n % 9} wd:Q{n + 1} ; wdt:P31 wd:Q{200 + n // 2} ." for n in range(1, 25)
    )
    world = tmp_path / "world.ttl"
    world.write_text(f"{PREFIXES}\n{facts}\n{LABELS}", encoding="utf-8")
    items: list[dict[str, Any]] = [
        {
            "uid": n,
            "question_text": f"Вопрос {n}?",
            "query": f"SELECT ?answer WHERE {{ wd:Q{n} wdt:P{1000 + n % 9} ?answer }}",
            "question_uris": [f"{ENTITY}Q{n}"],
            "question_props": [f"wdt:P{1000 + n % 9}"],
            "answers": [{"type": "uri", "label": f"имя {n + 1}", "value": f"{ENTITY}Q{n + 1}"}],
            "tags": ["1-hop"],
        }
        for n in range(1, 25)
    ]
    items += [
        {"uid": 98, "question_text": "?", "query": None, "answers": [], "tags": ["no-answer"]},
        {**items[0], "uid": 99, "query": "SELECT ?answer WHERE { wd:Q1 wdt:P1 }"},
        {**items[0], "uid": 100, "query": "SELECT ?answer WHERE { wd:Q1 wdt:P77 ?answer }"},
    ]
    dataset = tmp_path / "set.json"
    dataset.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
    return dataset, world


def test_the_folder_has_all_that_a_researcher_needs(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    out = tmp_path / "out"
    outcome = invoke("ablate", dataset, world, "--to", out, "--seed", "3", "--share", "0.1")
    assert outcome.exit_code == 0, outcome.output
    assert "entity-mentioned" in outcome.output
    assert "unanswerable" in outcome.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "set.json", "world.ttl"]

    settings = json.loads((out / "ablation.json").read_bytes())
    counted = settings["statistics"]
    assert counted["questions"]["all"] == 24
    assert {one["id"]: one["reason"][:25] for one in settings["left_out"]} == {
        "98": "is unanswerable already",
        "99": "its query: does not parse",
        "100": "its query returns nothing",
    }
    for name in ("class", "relation", "fact"):
        share = next(row for row in counted["categories"] if row["category"] == name)["share"]
        assert 0 < share <= 3 / 24  # the first above 10 %, or what is left that takes no more

    items = json.loads((out / "questions.rubq.json").read_bytes())
    lines = [json.loads(line) for line in (out / "dropped.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == sorted(
        (line["kind"] for line in lines), key=["class", "relation", "entity", "fact"].index
    )
    for item in items:
        said = item["ablation"]
        if said["status"] == "answerable":
            assert item["answers"][0]["label"]
            assert item["tags"] == ["1-hop"]
            assert said["category"] is None
        else:
            assert item["answers"] == []
            assert "no-answer" in item["tags"]
            assert said["ideal_answers"]
            assert (item["query"] is None) is (said["status"] == "NK") is bool(said["missing"])
            line = next(one for one in lines if {"kind": one["kind"], "id": one["id"]} == said["by"])
            assert str(item["uid"]) in line["questions"]
            assert said["category"].startswith(line["kind"])

    qald = read_gold(out / "questions.qald.json")
    for one, other in zip(read_gold(out / "questions.rubq.json").questions, qald.questions, strict=True):
        assert (one.id, one.text, one.query) == (other.id, other.text, other.query)
        assert [value.value for value in one.answers] == [value.value for value in other.answers]

    manifest = KnowledgeBase(out / "kb").manifest
    assert manifest.triples == counted["knowledge_base"]["after"]["triples"]
    gone = {name for line in lines if line["kind"] != "fact" for name in (line["id"], *line["with"])}
    assert not gone & {*manifest.schema["properties"], *manifest.schema["classes"]}
    with gzip.open(out / "kb.nt.gz", "rt", encoding="utf-8") as file:
        triples = file.read().splitlines()
    assert triples == sorted(triples)
    assert not any(
        f"<{ENTITY}{name}>" in line or f"<{DIRECT}{name}>" in line for name in gone for line in triples
    )
    assert Simba(out / "kb").store.label("Q1") in {"имя 1", None}


@pytest.mark.slow
def test_the_same_seed_makes_the_same_benchmark_whatever_the_hashes(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    for seed in ("1", "2"):
        command = ["ablate", str(dataset), str(world), "--to", str(tmp_path / seed), "--seed", "7"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(
            [sys.executable, "-m", "simba", *command], check=True, env=environment, capture_output=True
        )
    for name in ("ablation.json", "dropped.jsonl", "questions.rubq.json", "questions.qald.json", "kb.nt.gz"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name


def test_shares_can_be_set_for_each_kind(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    made = ablate(dataset, [world], tmp_path / "out", shares={"fact": 0.5})
    assert {drop.kind for drop in made.construction.drops} == {"fact"}
    assert Counter(one.status for one in made.construction.questions) == {"answerable": 12, "NA": 12}
    with pytest.raises(SimbaError, match=r"together, which is more than all questions"):
        ablate(dataset, [world], tmp_path / "out", shares={"fact": 0.5, "class": 0.6})


@pytest.mark.slow
def test_qald_files_are_ablated_too(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    first = ablate(dataset, [world], tmp_path / "first", shares={})
    assert all(one.status == "answerable" for one in first.construction.questions)
    second = ablate(tmp_path / "first" / "questions.qald.json", [world], tmp_path / "second", seed=7)
    third = ablate(dataset, [world], tmp_path / "third", seed=7)
    for name in ("dropped.jsonl", "kb.nt.gz"):
        assert (second.folder / name).read_bytes() == (third.folder / name).read_bytes()


def test_only_what_simba_wrote_is_replaced(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(SourceError, match="not a benchmark that SimBa wrote"):
        ablate(dataset, [world], mine)
    ablate(dataset, [world], tmp_path / "out", seed=1, shares={"fact": 0.1})
    made = ablate(dataset, [world], tmp_path / "out", seed=2, shares={"fact": 0.1})
    assert json.loads((made.folder / "ablation.json").read_bytes())["seed"] == 2
    (made.folder / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SourceError, match=r"holds notes\.txt"):
        ablate(dataset, [world], tmp_path / "out")


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    dataset, world = written(tmp_path)
    command = ["ablate", str(dataset), "--to", str(tmp_path / "out")]
    for wrong, said in (
        (["--kb", str(tmp_path)], "not a SimBa knowledge base"),
        ([str(world), "--kb", str(tmp_path)], "either --kb or SOURCE"),
        ([str(world), "--class-share", "2"], "'--class-share'"),
    ):
        outcome = invoke(*command, *wrong)
        assert outcome.exit_code == 2
        assert said in outcome.output
        assert "Traceback" not in outcome.output
    assert not list(tmp_path.glob(".out*"))
    assert not (tmp_path / "out").exists()


def test_all_of_a_kind_may_be_dropped(tmp_path: Path) -> None:
    here = base()
    asked = Question("1", "?", read_gold_answers(), query="SELECT ?a WHERE { wd:Q142 wdt:P36 ?a }")
    made = construct([asked], here, shares={"fact": 1})
    assert [one.status for one in made.questions] == ["NA"]
    assert [type(drop) for drop in made.drops] == [Drop]


def read_gold_answers() -> tuple[Any, ...]:
    from simba.answer import Value

    return (Value("uri", ENTITY + PARIS, None, None),)
