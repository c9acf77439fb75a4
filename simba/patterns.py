"""Many regular expressions against one short text: only those whose literals occur in it are run.

A pattern such as ``столиц\\w+`` can only match where "столиц" stands. One pass of an Aho-Corasick automaton over the
question finds which patterns' literals it holds; a handful of the thousands remain to be tried.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
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
"""Seconds that one pattern of somebody's own rules may take on a question before it counts as not matching."""


class Match(NamedTuple):
    """Pattern number ``pattern`` matched at ``span``, skipping over ``gaps`` (its groups named ``gap``)."""

    pattern: int
    span: Span
    gaps: tuple[Span, ...]


class PatternSet:
    """Compiled patterns, each of which matches whole words only."""

    time_limit: float | None = None
    """Seconds for one pattern; None where tests have shown that no pattern runs away."""

    def __init__(self, patterns: Sequence[str]) -> None:
        """Compile patterns that were checked before (`compile_pattern`)."""
        self._compiled = [compile_pattern(pattern) for pattern in patterns]
        self._literals: list[str] = []
        self._required: list[tuple[frozenset[int], ...]] = []
        numbers: dict[str, int] = {}
        for pattern in patterns:
            required = sorted(required_literals(pattern), key=_selectivity, reverse=True)
            self._required.append(
                tuple(
                    frozenset(numbers.setdefault(text, len(numbers)) for text in texts) for texts in required
                )
            )
        self._literals = list(numbers)
        self._index()

    def _index(self) -> None:
        """By the most selective of its requirements, each pattern is found; the others are then checked."""
        self._always = [index for index, required in enumerate(self._required) if not required]
        self._holding: list[list[tuple[int, tuple[frozenset[int], ...]]]] = [[] for _ in self._literals]
        for index, required in enumerate(self._required):
            for number in required[0] if required else ():
                self._holding[number].append((index, required[1:]))
        self._gaps = ["gap" in pattern.groupindex for pattern in self._compiled]
        self._automaton = ahocorasick_rs.AhoCorasick(self._literals) if self._literals else None

    def __getstate__(self) -> dict[str, Any]:
        """Pickled, the patterns stay compiled: thousands load in milliseconds where compiling takes seconds."""
        return {name: self.__dict__[name] for name in ("_compiled", "_literals", "_required")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._index()

    @property
    def compiled(self) -> Sequence[regex.Pattern[str]]:
        """The compiled patterns, in their order."""
        return self._compiled

    def finditer(self, folded: str) -> Iterator[Match]:
        """All matches of all patterns in a folded text, pattern by pattern."""
        for index in self._possible(folded):
            try:
                for match in self._compiled[index].finditer(folded, timeout=self.time_limit):
                    span = Span(*match.span())
                    if span.stop > span.start:
                        gaps = match.spans("gap") if self._gaps[index] else ()
                        yield Match(index, span, tuple(Span(*gap) for gap in gaps))
            except TimeoutError:
                continue

    def fits(self, index: int, text: str) -> bool:
        """Whether a pattern matches the whole of a text."""
        try:
            return self._compiled[index].fullmatch(text, timeout=self.time_limit) is not None
        except TimeoutError:
            return False

    def _possible(self, folded: str) -> list[int]:
        """The patterns that have all their literals in the text."""
        indices = set(self._always)
        if self._automaton is not None:
            held = {found[0] for found in self._automaton.find_matches_as_indexes(folded, overlapping=True)}
            for number in held:
                for index, others in self._holding[number]:
                    for texts in others:
                        if held.isdisjoint(texts):
                            break
                    else:
                        indices.add(index)
        return sorted(indices)


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern to match whole words of folded text; raises ``regex.error``."""
    return regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def required_literals(pattern: str) -> frozenset[frozenset[str]]:
    """Sets of strings; any match of the pattern holds at least one string of each. Empty where that cannot be told."""
    tree = parse_tree(pattern)
    return frozenset() if tree is None else frozenset(_literals(tree))


@lru_cache(maxsize=1000)
def parse_tree(pattern: str) -> Any:
    """The pattern as Python's own ``re`` parses it; None where it has what only the `regex` package knows."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    except Exception:
        return None


def _literals(tree: Iterable[Any]) -> list[frozenset[str]]:
    """What the parts of a sequence require, each part by itself."""
    required: list[frozenset[str]] = []
    run = ""
    for operator, argument in [*tree, (None, None)]:
        name = str(operator)
        if name == "LITERAL":
            run += chr(argument)
            continue
        if run:
            required.append(frozenset({run}))
            run = ""
        if name == "SUBPATTERN":
            required += _literals(argument[-1])
        elif name == "BRANCH":
            branches = [
                max(_literals(branch), key=_selectivity, default=frozenset[str]()) for branch in argument[1]
            ]
            if all(branches):
                required.append(frozenset().union(*branches))
        elif name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"} and argument[0] > 0:
            required += _literals(argument[2])
        elif name == "ATOMIC_GROUP":
            required += _literals(argument)
    return [texts for texts in required if _selectivity(texts) > 1]


def _selectivity(literals: frozenset[str]) -> float:
    """The longer the shortest string and the fewer the strings, the fewer questions hold one."""
    return min(map(len, literals), default=0) - len(literals) / 100
