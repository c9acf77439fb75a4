"""Many patterns at once: the literal prefilter changes nothing but the time, and runaways are noticed."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simba.common.resources import data_path
from simba.grammar.compiling import compile_pattern
from simba.grammar.literals import LiteralFinder
from simba.grammar.patterns import TIME_LIMIT, PatternSet
from simba.grammar.written import WrittenRule, read_rules
from simba.russian.text import Span, fold
from simba.workbench.backtracking import hard_texts, longest_time, over_and_over

compiled = cache(compile_pattern)


@cache
def rules() -> list[WrittenRule]:
    return read_rules([data_path("rules")])


@cache
def rule_patterns() -> list[str]:
    return sorted({expression.regex for rule in rules() for expression in rule.expressions})


@cache
def examples() -> list[str]:
    return sorted(
        {fold(text) for rule in rules() for text in [*rule.text.examples, *rule.text.counterexamples]}
    )


@cache
def words() -> list[str]:
    return sorted({word for text in examples() for word in text.split()})


def plain(patterns: list[str], text: str) -> list[tuple[int, Span]]:
    """What a search with every single pattern finds."""
    return [
        (number, Span(*match.span()))
        for number, pattern in enumerate(patterns)
        for match in compiled(pattern).finditer(text)
        if match.end() > match.start()
    ]


def found(patterns: PatternSet, text: str) -> list[tuple[int, Span]]:
    return [(match.pattern, match.span) for match in patterns.finditer(text)]


# --- the prefilter ---


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        (r"столиц\w+", [{" столиц"}]),
        (r"кто написал\w*", [{" кто написал"}]),
        (r"нов(?:ый|ая) (?:роман|повест\w+)", [{" новый", " новая"}, {" роман ", " повест"}]),
        (r"(?:кто|что) открыл", [{" кто", " что"}, {" открыл "}]),
        (r"(?:новый )?год", [{" год "}]),
        (r"(?P<gap>\w+ )?автор", [{" автор "}]),
        (r"в (?P<year>\d{4}) году", [{" в "}, {" году "}]),
        (r"(?P<one>кто) и (?P=one)", []),
        (r"кто(?:\W+\w+){0,4}?\W+открыл", [{" кто"}, {" открыл "}]),
        (r"по(?:эт|вар)", [{" поэт ", " повар "}]),
        (r"\w+вед", [{"вед "}]),
        (r"\w+", []),
        (r"роман|\w+", []),
        (r"(?:роман)?", []),
        (r"(?!роман)\w+", []),
        (r"(?i)роман", []),
        (r"(?:роман){e<=1}", []),
    ],
)
def test_each_match_holds_one_of_each_set_of_literals(pattern: str, literals: list[set[str]]) -> None:
    (required,) = LiteralFinder().required(pattern)
    assert required.ordered == tuple(map(frozenset, literals))


@pytest.mark.parametrize(
    "pattern", [r"кто открыл|автор\w*", r"(?:кто открыл|автор\w*)", r"кто открыл|(?:автор\w*)"]
)
def test_each_alternative_requires_its_own_literals(pattern: str) -> None:
    assert [one.ordered for one in LiteralFinder().required(pattern)] == [
        (frozenset({" кто открыл "}),),
        (frozenset({" автор"}),),
    ]


def test_patterns_are_found_by_the_literals_that_the_fewest_questions_hold() -> None:
    pattern = r"какой(?:\W+\w+)*\W+год"
    first, second = {" какой"}, {" год "}
    for sample, rarest in (["какой город", "остров", "река"], second), (["в год быка", "а", "год"], first):
        ((ordered, number),) = LiteralFinder(sample).required(pattern)
        assert ordered == (first, second)
        assert ordered[number] == rarest


def test_patterns_are_tried_where_their_literals_stand_in_their_order() -> None:
    patterns = PatternSet([r"кто(?:\W+\w+)*\W+открыл", r"открыл\w*(?:\W+\w+)*\W+кто"])
    assert patterns.possible("кто первым открыл") == [0]
    assert patterns.possible("открыл кто") == [1]
    assert patterns.possible("кто открыл, что открыл кто") == [0, 1]


def sequences(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger patterns from smaller ones."""
    group = parts.map("(?:{})".format)
    return st.one_of(
        st.lists(parts, min_size=1, max_size=3).map("".join),
        st.lists(parts, min_size=1, max_size=3).map(lambda some: f"(?:{'|'.join(some)})"),
        st.builds("{}{}".format, group, st.sampled_from(["?", "*", "+", "{1,2}", "{0,1}", "*?", "++", "?+"])),
        st.builds("(?{}{})".format, st.sampled_from(["=", "!", "<=", "<!", ">"]), st.sampled_from("аб")),
        parts.map("(?P<gap>{})".format),
    )


patterns = st.recursive(
    st.sampled_from(["а", "б", "в", "аб", " ", "-", r"\w", r"\W", "[аб]", "[^а]", "."]),
    sequences,
    max_leaves=8,
)


@given(st.lists(patterns, min_size=1, max_size=6), st.text("абв -", max_size=12))
@settings(deadline=None, max_examples=400)
@example(["а?б", "(?:аб)+в"], "абв аб")
def test_any_set_finds_what_its_patterns_find(some: list[str], text: str) -> None:
    assert found(PatternSet(some), text) == plain(some, text)


@given(
    st.deferred(lambda: st.lists(st.sampled_from(rule_patterns()), min_size=1, max_size=15, unique=True)),
    st.deferred(
        lambda: st.lists(st.one_of(st.sampled_from(words()), st.sampled_from(examples())), max_size=8)
    ).map(" ".join),
)
@settings(deadline=None, max_examples=80)
@pytest.mark.slow
def test_rules_find_what_their_patterns_find_among_random_words(some: list[str], text: str) -> None:
    assert found(PatternSet(some), text) == plain(some, text)


def test_rules_find_what_their_patterns_find_in_questions() -> None:
    chosen = random.Random(7)
    some = chosen.sample(rule_patterns(), 800)
    together = PatternSet(some)
    matches = 0
    for text in chosen.sample(examples(), 60):
        expected = plain(some, text)
        assert found(together, text) == expected
        matches += len(expected)
    assert matches > 20


def test_only_whole_words_match() -> None:
    assert found(PatternSet(["рома"]), "роман рома аромат") == [(0, Span(6, 10))]


# --- time ---

RUNAWAY = r"\w.*\w.*\w.*\w.*[яю]{2}"


@pytest.mark.slow
def test_a_pattern_that_runs_away_is_noticed() -> None:
    assert longest_time(compiled(RUNAWAY), [over_and_over("слово")]) > TIME_LIMIT


@pytest.mark.parametrize("pattern", [r"(?:\w|\w\w)+ лес", r"форму(?: (?:и|или|и и))*$"])
@pytest.mark.slow
def test_what_runs_away_only_on_a_text_made_for_it_is_noticed(pattern: str) -> None:
    assert longest_time(compiled(pattern), hard_texts(pattern, ["Какая столица?"])) > TIME_LIMIT


def test_a_set_gives_a_runaway_up_and_goes_on() -> None:
    text = over_and_over("слово")
    start = time.process_time()
    assert found(PatternSet([RUNAWAY, "слово"]), text)[0] == (1, Span(0, 5))
    assert time.process_time() - start < 100 * TIME_LIMIT, "without the limit it takes minutes"
