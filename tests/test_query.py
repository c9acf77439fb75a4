"""Forms denote the same set in every rendering and on every engine."""

from __future__ import annotations

import pytest

from simba.query import (
    And,
    Class,
    Count,
    Entity,
    Form,
    Hop,
    Named,
    Part,
    expression,
    main_hop,
    parse_expression,
    path,
    sparql,
)

NAPOLEON, FRANCE, PUSHKIN = Entity("Q517"), Entity("Q142"), Entity("Q7200")


@pytest.mark.parametrize(
    ("form", "query"),
    [
        (Hop(FRANCE, path("P36")), "SELECT DISTINCT ?answer WHERE { wd:Q142 wdt:P36 ?answer }"),
        (Hop(PUSHKIN, path("^P50")), "SELECT DISTINCT ?answer WHERE { ?answer wdt:P50 wd:Q7200 }"),
        (
            Part(Hop(PUSHKIN, path("P569")), "year"),
            "SELECT DISTINCT ?answer WHERE { wd:Q7200 wdt:P569 ?date . BIND(YEAR(?date) AS ?answer) }",
        ),
        (
            Hop(Hop(NAPOLEON, path("P19")), path("P17")),
            "SELECT DISTINCT ?answer WHERE { wd:Q517 wdt:P19/wdt:P17 ?answer }",
        ),
        (
            Count(Hop(PUSHKIN, path("P40"))),
            "SELECT (COUNT(DISTINCT ?counted) AS ?answer) WHERE { wd:Q7200 wdt:P40 ?counted }",
        ),
    ],
)
def test_simple_forms_are_simple_queries(form: Form, query: str) -> None:
    assert sparql(form) == query


@pytest.mark.parametrize(
    "form",
    [
        Hop(FRANCE, path("P36")),
        Hop(Named("Титаник"), path("P57/P19")),
        And(Class("Q11424"), Hop(FRANCE, path("^P495"))),
        Count(Hop(PUSHKIN, path("(P131|^P276)*/P17"))),
    ],
)
def test_an_expression_is_read_back(form: Form) -> None:
    assert parse_expression(expression(form)) == form


def test_the_main_hop_starts_at_an_entity() -> None:
    assert main_hop(Hop(PUSHKIN, path("^P50"))) == ("Q7200", "P50", "reverse")
    assert main_hop(Hop(And(Class("Q5"), Hop(FRANCE, path("P36"))), path("P17"))) == (
        "Q142",
        "P36",
        "forward",
    )
    assert main_hop(Class("Q5")) is None
