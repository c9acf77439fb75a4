"""Many patterns at once: the literal prefilter changes nothing but the time, and no rule's pattern runs away."""

from __future__ import annotations

import pickle
import random
import time
from functools import cache

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simba.literals import LiteralFinder
from simba.patterns import TIME_LIMIT, PatternSet, compile_pattern
from simba.pipeline import MAX_QUESTION
from simba.resources import data_path
from simba.rulefiles import read_rules
from simba.text import Span, fold

RULES = read_rules([data_path("rules")])
PATTERNS = sorted({expression.regex for rule in RULES for expression in rule.expressions})
EXAMPLES = sorted(
    {fold(text) for rule in RULES for text in [*rule.text.examples, *rule.text.counterexamples]}
)
WORDS = sorted({word for text in EXAMPLES for word in text.split()})

compiled = cache(compile_pattern)


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
        (r"роман|повест\w+", [{" роман ", " повест"}]),
        (r"(?:кто|что) открыл", [{" кто", " что"}, {" открыл "}]),
        (r"(?:новый )?год", [{" год "}]),
        (r"(?P<gap>\w+ )?автор", [{" автор "}]),
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
    assert set(LiteralFinder().required(pattern)) == set(map(frozenset, literals))


def test_the_literals_that_the_fewest_questions_hold_come_first() -> None:
    pattern = r"какой(?:\W+\w+)*\W+год"
    assert LiteralFinder(["какой город", "какой остров"]).required(pattern)[0] == {" год "}
    assert LiteralFinder(["в год быка", "год какой-то"]).required(pattern)[0] == {" какой"}


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
    st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=15, unique=True),
    st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(EXAMPLES)), max_size=8).map(" ".join),
)
@settings(deadline=None, max_examples=80)
def test_rules_find_what_their_patterns_find_among_random_words(some: list[str], text: str) -> None:
    assert found(PatternSet(some), text) == plain(some, text)


def test_rules_find_what_their_patterns_find_in_questions() -> None:
    chosen = random.Random(7)
    some = chosen.sample(PATTERNS, 800)
    together = PatternSet(some)
    matches = 0
    for text in chosen.sample(EXAMPLES, 60):
        expected = plain(some, text)
        assert found(together, text) == expected
        matches += len(expected)
    assert matches > 20


def test_a_set_survives_pickling() -> None:
    some = [r"столиц\w+", r"\w+ый", "роман|повесть"]
    text = "новый роман о столице"
    assert found(pickle.loads(pickle.dumps(PatternSet(some))), text) == plain(some, text)
    assert len(plain(some, text)) == 3


def test_only_whole_words_match() -> None:
    assert found(PatternSet(["рома"]), "роман рома аромат") == [(0, Span(6, 10))]


# --- time ---

STUCK = 2.0
"""Seconds after which a pattern is given up."""


def seconds(pattern: str, text: str) -> float:
    """The processor time of finding all matches; the least of three tries where the first is slow."""
    least = STUCK
    for _ in range(3):
        start = time.process_time()
        try:
            for _ in compiled(pattern).finditer(text, timeout=STUCK):
                pass
        except TimeoutError:
            return STUCK
        least = min(least, time.process_time() - start)
        if least < TIME_LIMIT / 2:
            break
    return least


def longest(piece: str) -> str:
    """The piece over and over, up to the longest question; what stands last keeps the pattern from ending well."""
    return (f"{piece} " * MAX_QUESTION)[: MAX_QUESTION - 1] + "!"


def adversaries(pattern: str, examples: list[str]) -> list[str]:
    """Texts that a pattern should find hard: its own words, and questions that it is made for, over and over."""
    literals = regex.findall(r"[а-я]{2,}", regex.sub(r"\\\w|\?P<gap>", " ", pattern)) or ["а"]
    return [longest(piece) for piece in (" ".join(literals), literals[0], *map(fold, examples))]


RUNAWAY = r"\w.*\w.*\w.*\w.*[яю]{2}"


def test_a_pattern_that_runs_away_is_noticed() -> None:
    assert seconds(RUNAWAY, longest("слово")) > TIME_LIMIT


def test_a_set_gives_a_runaway_up_and_goes_on() -> None:
    text = longest("слово")
    start = time.process_time()
    assert found(PatternSet([RUNAWAY, "слово"]), text)[0] == (1, Span(0, 5))
    assert time.process_time() - start < 100 * TIME_LIMIT, "without the limit it takes minutes"


@pytest.mark.slow
@pytest.mark.parametrize("area", sorted({rule.path for rule in RULES}), ids=lambda path: path.stem)
def test_no_pattern_of_the_rules_runs_away(area: object) -> None:
    slow = [
        f"{rule.key}: {taken:.3f} s: {one.text}"
        for rule in RULES
        if rule.path == area
        for one in rule.expressions
        if (taken := max(seconds(one.regex, text) for text in adversaries(one.regex, rule.text.examples)))
        > TIME_LIMIT
    ]
    assert not slow, "\n".join(slow)
