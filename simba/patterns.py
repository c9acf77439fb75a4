"""Many regular expressions against one short text: only those whose literals occur in it are run.

A pattern such as ``столиц\\w+`` can only match where "столиц" stands. One pass of an Aho-Corasick automaton over the
question finds which patterns' literals it holds; a handful of the thousands remain to be tried.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import ahocorasick_rs
import regex

with warnings.catch_warnings():  # Python's own parser of regular expressions, public as sre_parse until 3.11
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        import re._parser as sre  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        import sre_parse as sre  # type: ignore[no-redef, unused-ignore]

from simba.text import Span

MAX_PATTERN = 2000
"""Longest pattern, in characters after its fragments were filled in."""
TIME_LIMIT = 0.05
"""Seconds that one pattern may take on one question before it counts as not matching."""


class Match(NamedTuple):
    """Pattern number ``pattern`` matched at ``span``, skipping over ``gaps`` (its groups named ``gap``)."""

    pattern: int
    span: Span
    gaps: tuple[Span, ...]


class PatternSet:
    """Compiled patterns, each of which matches whole words only."""

    def __init__(self, patterns: Sequence[str]) -> None:
        """Compile patterns that were checked before (`check_pattern`)."""
        self._compiled = [compile_pattern(pattern) for pattern in patterns]
        self._by_literal: dict[str, list[int]] = {}
        self._always: list[int] = []
        for index, pattern in enumerate(patterns):
            literals = required_literals(pattern)
            if not literals:
                self._always.append(index)
            for literal in literals:
                self._by_literal.setdefault(literal, []).append(index)
        self._index()

    def _index(self) -> None:
        self._indices = list(self._by_literal.values())
        self._automaton = ahocorasick_rs.AhoCorasick(list(self._by_literal)) if self._by_literal else None

    def __getstate__(self) -> dict[str, Any]:
        """Pickled, the patterns stay compiled: thousands load in milliseconds where compiling takes seconds."""
        return {name: value for name, value in self.__dict__.items() if name not in {"_indices", "_automaton"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._index()

    def finditer(self, folded: str) -> Iterator[Match]:
        """All matches of all patterns in a folded text, pattern by pattern."""
        indices = set(self._always)
        if self._automaton is not None:
            for literal, _, _ in self._automaton.find_matches_as_indexes(folded, overlapping=True):
                indices.update(self._indices[literal])
        for index in sorted(indices):
            try:
                for match in self._compiled[index].finditer(folded, timeout=TIME_LIMIT):
                    if match.end() > match.start():
                        gaps = match.spans("gap") if "gap" in match.re.groupindex else ()
                        yield Match(index, Span(*match.span()), tuple(Span(*gap) for gap in gaps))
            except TimeoutError:
                continue


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern to match whole words of folded text; raises ``regex.error``."""
    return regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def required_literals(pattern: str) -> frozenset[str]:
    """Strings of which each match of the pattern holds at least one; empty where that cannot be told."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    except Exception:  # a construct that only the `regex` package knows
        return frozenset()
    return frozenset(_literals(tree))


def _literals(tree: Iterable[Any]) -> set[str]:
    """The best alternative set of literals among the parts of a sequence: the one whose shortest is longest."""
    best: set[str] = set()
    run = ""
    for operator, argument in [*tree, (None, None)]:
        name = str(operator)
        if name == "LITERAL":
            run += chr(argument)
            continue
        found = [{run}] if run else []
        run = ""
        if name == "SUBPATTERN":
            found.append(_literals(argument[-1]))
        elif name == "BRANCH":
            branches = [_literals(branch) for branch in argument[1]]
            if all(branches):
                found.append(set().union(*branches))
        elif name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"} and argument[0] > 0:
            found.append(_literals(argument[2]))
        elif name == "ATOMIC_GROUP":
            found.append(_literals(argument))
        best = max([best, *found], key=_selectivity)
    return best


def _selectivity(literals: set[str]) -> int:
    return min(map(len, literals), default=0)
