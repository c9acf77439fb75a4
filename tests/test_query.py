"""Forms are data: small, checked when they are made, and the same in every rendering."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache
from timeit import timeit

import pyoxigraph as ox
import pytest
from form_strategies import ATTACKS, TEXTS, Forms
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from simba.common.vocabulary import LABEL, PREFIXES
from simba.query import (
    IT,
    And,
    Choice,
    Class,
    Compares,
    Count,
    Date,
    Difference,
    Entity,
    Form,
    Has,
    Hop,
    Lacks,
    More,
    Named,
    Number,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    Step,
    Text,
    Where,
    Without,
    Year,
    canonical,
    entities,
    expression,
    is_plain,
    main_hop,
    parse_expression,
    path,
    prefixes,
    properties,
    sparql,
)

NAPOLEON, FRANCE, PUSHKIN = Entity("Q517"), Entity("Q142"), Entity("Q7200")
RIVERS, LENGTH = Class("Q4022"), Hop(IT, path("P2043"))
FORMS = Forms(["Q1", "Q22", "Q333", "P31"], ["Q5", "Q6256"], ["P1", "P22", "P131"], ["P569", "P580", "P2043"])


# --- SPARQL ---


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
            And(Class("Q11424"), Hop(FRANCE, path("^P495"))),
            "SELECT DISTINCT ?answer WHERE { ?answer wdt:P495 wd:Q142 . ?answer wdt:P31/wdt:P279* wd:Q11424 }",
        ),
        (
            Count(Hop(PUSHKIN, path("P40"))),
            "SELECT (COUNT(DISTINCT ?counted) AS ?answer) WHERE { wd:Q7200 wdt:P40 ?counted }",
        ),
    ],
)
def test_simple_forms_are_simple_queries(form: Form, query: str) -> None:
    assert sparql(form) == query


def test_a_one_hop_query_costs_little() -> None:
    form = Hop(FRANCE, path("P36"))
    assert min(timeit(lambda: sparql(form), number=1000) for _ in range(5)) / 1000 < 15e-6


def answers(store: ox.Store, form: Form) -> list[object]:
    solutions = store.query(sparql(form), prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    assert [variable.value for variable in solutions.variables] == ["answer"]
    return [solution["answer"] for solution in solutions]


@given(FORMS.forms)
@settings(max_examples=300)
@pytest.mark.slow
def test_every_form_is_a_query(form: Form) -> None:
    answers(ox.Store(), form)


@pytest.mark.slow
@given(FORMS.forms)
@settings(max_examples=50, deadline=None)
def test_another_parser_takes_it_too(form: Form) -> None:
    rdflib = pytest.importorskip("rdflib")
    pytest.importorskip("rdflib.plugins.sparql").prepareQuery(
        sparql(form), initNs={name: rdflib.Namespace(iri) for name, iri in PREFIXES.items()}
    )


# --- text that strangers wrote ---


@lru_cache(maxsize=1)
def store_with_secrets() -> ox.Store:
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("http://a/b"), ox.NamedNode(LABEL), ox.Literal("тайна", language="ru")))
    return store


@pytest.mark.parametrize("text", ATTACKS)
@pytest.mark.parametrize(
    "form",
    [Named, lambda text: Hop(Text(text), path("^P1")), lambda text: Where(RIVERS, LENGTH, "=", Text(text))],
)
def test_what_is_searched_for_stays_text(form: Callable[[str], Form], text: str) -> None:
    assert answers(store_with_secrets(), form(text)) == []
    # Engines that replace such escapes before all else see no more than a text either.
    early = sparql(form(text)).encode().decode("utf-8").replace("\\u0022", '"').replace("\\U00000022", '"')
    solutions = store_with_secrets().query(early, prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    assert list(solutions) == []


@given(TEXTS)
@example('"\\')
@example("Кот'\n\t\"д'Ивуар\"")
def test_any_name_is_found(name: str) -> None:
    assume("\\u" not in name.lower() and "\0" not in name)
    store = ox.Store()
    cat = ox.NamedNode("http://www.wikidata.org/entity/Q146")
    store.add(ox.Quad(cat, ox.NamedNode(LABEL), ox.Literal(name, language="ru")))
    assert answers(store, Named(name)) == [cat]


WRONG: dict[str, Callable[[], object]] = {
    "an entity": lambda: Entity("Q1 } #"),
    "an entity with a line end": lambda: Entity("Q1\n"),
    "a class": lambda: Class("Q5", "wd:Q5"),
    "no class": lambda: Class(),
    "a step": lambda: Step("Q5"),
    "a qualifier": lambda: Qualifier("P580 ?x"),
    "a statement": lambda: Statement("", PUSHKIN),
    "a statement of nothing": lambda: Statement("P39"),
    "what is taken": lambda: Statement("P39", PUSHKIN, take="?x"),  # type: ignore[arg-type]
    "conditions": lambda: (Has("p"), Lacks("?"), Compares("P1", "<", Year(1))),
    "a comparison": lambda: Where(RIVERS, LENGTH, "> 1 || 1 <", Number(1)),  # type: ignore[arg-type]
    "an order": lambda: Rank(RIVERS, LENGTH, "asc) ?x"),  # type: ignore[arg-type]
    "a position": lambda: Rank(RIVERS, LENGTH, "asc", 0),
    "a part": lambda: Part(RIVERS, "week"),  # type: ignore[arg-type]
    "a unit": lambda: Difference(RIVERS, RIVERS, "s"),  # type: ignore[arg-type]
    "an age by years": lambda: Difference(Year(1), Year(2), "age"),
    "a comparison of one": lambda: More(LENGTH, "desc", PUSHKIN),
    "nothing together": lambda: And(),
    "a choice of one": lambda: Choice((path("P1"), path("P1"))),
    "an empty name": lambda: Named(""),
    "half a letter": lambda: Named("\ud800"),
    "no number": lambda: Number(float("inf")),  # type: ignore[arg-type]
    "no date": lambda: Date(2000, 13, 1),
}


@pytest.mark.parametrize("make", WRONG.values(), ids=WRONG.keys())
def test_a_form_that_makes_no_sense_is_not_made(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        make()


@pytest.mark.parametrize("form", [LENGTH, Qualifier("P580"), Rank(RIVERS, Qualifier("P580"))])
def test_what_refers_to_nothing_is_no_query(form: Form) -> None:
    with pytest.raises(ValueError, match=r"^there is no (member|statement) here"):
        sparql(form)


# --- paths ---


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("P36", "P36"),
        ("^P50", "^P50"),
        ("P20/P17", "P20/P17"),
        ("P131*", "P131*"),
        ("P131+", "P131/P131*"),
        ("P276|P131", "(P131|P276)"),
        ("((P276)|P131|(P276|P17))", "(P131|P17|P276)"),
        ("^(P20/P17)", "^P17/^P20"),
        ("(P131|P276)*/P17", "(P131|P276)*/P17"),
        ("^(^P674|P1441)", "(P674|^P1441)"),
    ],
)
def test_a_path_is_read_and_shown(text: str, shown: str) -> None:
    assert str(path(text)) == shown
    assert path(shown) == path(text)
    assert path(text).reversed().reversed() == path(text)


@pytest.mark.parametrize(
    "text", ["", "P", "p36", "Q5", "P1/", "/P1", "P1|", "(P1", "P1)", "P1**", "(P1/P2)*", "P1 P2", "(" * 400]
)
def test_what_is_no_path(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*path|repeated"):
        path(text)


# --- s-expressions ---


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Hop(Hop(NAPOLEON, path("P19")), path("P17")), "(hop Q517 P19/P17)"),
        (Rank(RIVERS, LENGTH, "desc", 2), "(rank (class Q4022) P2043 desc 2 1)"),
        (
            Statement("P39", None, Entity("Q30461"), (Lacks("P582"),), "subject"),
            "(statement P39 (value Q30461) (lacks P582) subject)",
        ),
        (Where(Class("Q8502"), LENGTH, ">", Number(8000)), "(where (class Q8502) P2043 > 8000)"),
        (Named('«Кот "Бегемот"»'), '(named "«Кот \\"Бегемот\\"»")'),
    ],
)
def test_an_expression_reads_well(form: Form, text: str) -> None:
    assert expression(form) == text
    assert parse_expression(text) == canonical(form)


@given(FORMS.forms)
@settings(max_examples=300)
def test_an_expression_is_read_back(form: Form) -> None:
    assert parse_expression(expression(form)) == canonical(form)
    assert canonical(canonical(form)) == canonical(form)


@given(FORMS.sets, FORMS.sets, FORMS.sets, FORMS.scalars)
def test_order_that_does_not_matter_is_lost(one: Form, two: Form, three: Form, value: Form) -> None:
    longer, born = (lambda inner: Where(inner, LENGTH, ">", value)), (lambda inner: Without(inner, two))
    for several in (
        [And(one, And(two, three)), And(And(three, one), two, one)],
        [Or(one, Or(two, three)), Or(Or(three, one), two, one)],
        [Without(Without(one, two), three), Without(one, Or(three, two))],
        [longer(born(one)), born(longer(one))],
        [And(longer(one), three), longer(And(three, one))],
        [More(LENGTH, "asc", one, two), More(LENGTH, "asc", two, one)],
    ):
        assert len({expression(form) for form in several}) == 1


@given(
    st.lists(st.sampled_from([*'()"\\ QP12*/|^>=', "it", "(hop ", "(and ", "Q1 ", "P1"]), max_size=30).map(
        "".join
    )
)
@example("(hop Q1 P1) Q2")
@example("(" * 60)
@example("(year 1.5)")
@example("(rank Q1 P1 asc 1.5 1)")
def test_what_is_no_expression_is_said_so(text: str) -> None:
    try:
        form = parse_expression(text)
    except ValueError:
        return
    assert parse_expression(expression(form)) == canonical(form)


# --- what tools ask of a form ---


def test_the_main_hop_starts_at_an_entity() -> None:
    assert main_hop(Hop(PUSHKIN, path("^P50"))) == ("Q7200", "P50", "reverse")
    assert main_hop(Hop(And(Class("Q5"), Hop(FRANCE, path("P36"))), path("P17"))) == (
        "Q142",
        "P36",
        "forward",
    )
    assert main_hop(Hop(PUSHKIN, path("P20/P17"))) == ("Q7200", "P20", "forward")
    assert main_hop(Statement("P39", value=FRANCE, take="subject")) == ("Q142", "P39", "reverse")
    assert main_hop(Class("Q5")) is None


@pytest.mark.parametrize(
    ("form", "steps"),
    [
        ("(hop Q517 P19/P17)", ["(hop Q517 P19)", "(hop Q517 P19/P17)"]),
        ("(count (hop Q7200 P40))", ["(hop Q7200 P40)"]),
        ("(exists (and (hop Q45 P47) Q142) (hop Q45 P47))", ["(hop Q45 P47)"]),
        ("(more P2044 desc Q43105 Q583)", ["(more P2044 desc Q43105 Q583)"]),
        (
            "(rank (and (class Q4022) (hop Q15 ^P30)) P2043 desc 1 1)",
            [
                "(hop Q15 ^P30)",
                "(and (class Q4022) (hop Q15 ^P30))",
                "(rank (and (class Q4022) (hop Q15 ^P30)) P2043 desc 1 1)",
            ],
        ),
        (
            "(statement P39 (value Q11696) (during (year 1990)) subject)",
            [
                "(statement P39 (value Q11696) subject)",
                "(statement P39 (value Q11696) (during (year 1990)) subject)",
            ],
        ),
    ],
)
def test_a_form_is_reached_step_by_step(form: str, steps: list[str]) -> None:
    assert [expression(step) for step in prefixes(parse_expression(form))] == steps


@given(FORMS.forms)
def test_each_step_is_a_form_of_its_own(form: Form) -> None:
    for step in prefixes(form):
        assert sparql(step)


@pytest.mark.parametrize(
    ("form", "plain"),
    [
        ("(hop Q142 P36)", True),
        ("(hop Q142 ^P36)", True),
        ("(part (hop Q7200 P569) year)", True),
        ("(and (class Q11424) (hop Q853 ^P57))", True),
        ("(hop Q142 P131*)", False),
        ("(hop (hop Q142 P36) P6)", False),
        ("Q142", False),
    ],
)
def test_one_step_from_an_entity_is_plain(form: str, plain: bool) -> None:
    assert is_plain(parse_expression(form)) == plain


def test_what_a_form_mentions() -> None:
    form = Rank(
        And(Class("Q4022"), Statement("P39", value=FRANCE, conditions=(Has("P453", PUSHKIN), Lacks("P582")))),
        Difference(Qualifier("P580"), Hop(IT, path("P20/^P17")), "days"),
    )
    assert entities(form) == ("Q4022", "Q142", "Q7200")
    assert properties(form) == ("P39", "P453", "P582", "P580", "P20", "P17")


# --- calendars ---

DAYS = st.dates(date(1000, 1, 1), date(2999, 12, 31))


def between(first: date, second: date, unit: str) -> int:
    days = [Date(day.year, day.month, day.day) for day in (first, second)]
    (answer,) = answers(ox.Store(), Difference(*days, unit))  # type: ignore[arg-type]
    assert isinstance(answer, ox.Literal)
    return int(answer.value)


@given(DAYS, st.integers(0, 500_000))
def test_days_are_counted_as_calendars_do(first: date, days: int) -> None:
    assume(days <= (date.max - first).days)
    second = first + timedelta(days)
    assert between(first, second, "days") == days
    age = second.year - first.year - ((second.month, second.day) < (first.month, first.day))
    assert between(first, second, "age") == age
    assert between(second, first, "years") == second.year - first.year
