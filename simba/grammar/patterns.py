"""Many regular expressions against one short text: only those whose literals occur in it are run.

One pass of an Aho-Corasick automaton over the question finds which patterns' literals (`LiteralFinder`) it holds; a
dozen of the thousands remain to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import ahocorasick_rs
import regex

from simba.grammar.literals import LiteralFinder, spaced
from simba.russian.text import Span

MAX_PATTERN = 2000
"""Longest pattern, in characters after its fragments were filled in."""
TIME_LIMIT = 0.05
"""Seconds that one pattern of somebody's own rules may take on a question before it counts as not matching."""
MAX_KNOWN = 20_000
"""Patterns known by their text: compiling takes long, and two sets of rules have most in common."""


_compiled: dict[str, regex.Pattern[str]] = {}
_required: dict[str, tuple[frozenset[str], ...]] = {}
"""What `PatternSet.remember` keeps."""


class Match(NamedTuple):
    """Pattern number ``pattern`` matched at ``span``, skipping over ``gaps`` (its groups named ``gap``)."""

    pattern: int
    span: Span
    gaps: tuple[Span, ...]


class PatternSet:
    """Compiled patterns, each of which matches whole words only."""

    time_limit: float | None = None
    """Seconds for one pattern; None where tests have shown that no pattern runs away."""

    def __init__(self, patterns: Sequence[str], sample: Sequence[str] = ()) -> None:
        """Compile patterns that were checked before (`compile_pattern`), for questions like those of the sample."""
        self._sources = list(patterns)
        self._compiled = [compile_pattern(pattern) for pattern in patterns]
        self._literals: list[str] = []
        self._required: list[tuple[frozenset[int], ...]] = []
        finder = LiteralFinder(sample)
        numbers: dict[str, int] = {}
        for pattern in patterns:
            required = _required.get(pattern) or finder.required(pattern)
            self._required.append(
                tuple(
                    frozenset(numbers.setdefault(text, len(numbers)) for text in texts) for texts in required
                )
            )
        self._literals = list(numbers)
        self._index()

    def _index(self) -> None:
        """By the rarest set of its literals, each pattern is found; the others are then checked."""
        self._always = [index for index, required in enumerate(self._required) if not required]
        self._holding: list[list[tuple[int, tuple[frozenset[int], ...]]]] = [[] for _ in self._literals]
        for index, required in enumerate(self._required):
            for number in required[0] if required else ():
                self._holding[number].append((index, required[1:]))
        self._gaps = ["gap" in pattern.groupindex for pattern in self._compiled]
        self._automaton = ahocorasick_rs.AhoCorasick(self._literals) if self._literals else None

    def __getstate__(self) -> dict[str, Any]:
        """Pickled, the patterns stay compiled: thousands load in milliseconds where compiling takes seconds."""
        return {name: self.__dict__[name] for name in ("_sources", "_compiled", "_literals", "_required")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._index()

    def remember(self) -> None:
        """Let these patterns be known by their text, so that a similar set is soon made."""
        for index, (source, compiled) in enumerate(zip(self._sources, self._compiled, strict=True)):
            _compiled[source] = compiled
            _required[source] = tuple(self.required(index))

    @property
    def compiled(self) -> Sequence[regex.Pattern[str]]:
        """The compiled patterns, in their order."""
        return self._compiled

    def finditer(self, folded: str) -> Iterator[Match]:
        """All matches of all patterns in a folded text, pattern by pattern."""
        for index in self._possible(folded):
            try:
                for match in self._compiled[index].finditer(folded, timeout=self.time_limit):
                    if match.end() > match.start():
                        yield self._match(index, match)
            except TimeoutError:
                continue

    def fits(self, index: int, text: str) -> bool:
        """Whether a pattern matches the whole of a text."""
        try:
            return self._compiled[index].fullmatch(text, timeout=self.time_limit) is not None
        except TimeoutError:
            return False

    def search(self, index: int, text: str) -> Match | None:
        """The first match of one pattern that is not empty."""
        try:
            for match in self._compiled[index].finditer(text, timeout=self.time_limit):
                if match.end() > match.start():
                    return self._match(index, match)
        except TimeoutError:
            pass
        return None

    def lacking(self, folded: str) -> Iterator[tuple[int, frozenset[str]]]:
        """The patterns that lack one of the several things that they require, each with the strings that would do."""
        text = spaced(folded)
        for index in range(len(self._required)):
            required = [part for texts in self.required(index) for part in _words(texts)]
            if len(required) > 1:
                missing = [texts for texts in required if not any(literal in text for literal in texts)]
                if len(missing) == 1:
                    yield index, missing[0]

    def required(self, index: int) -> list[frozenset[str]]:
        """What one pattern requires (`LiteralFinder.required`)."""
        return [frozenset(self._literals[number] for number in texts) for texts in self._required[index]]

    def _match(self, index: int, match: regex.Match[str]) -> Match:
        gaps = match.spans("gap") if self._gaps[index] else ()
        return Match(index, Span(*match.span()), tuple(Span(*gap) for gap in gaps))

    def _held(self, folded: str) -> set[int]:
        """The literals that stand in the text."""
        if self._automaton is None:
            return set()
        return {
            found[0] for found in self._automaton.find_matches_as_indexes(spaced(folded), overlapping=True)
        }

    def _possible(self, folded: str) -> list[int]:
        """The patterns that have all their literals in the text."""
        indices = set(self._always)
        held = self._held(folded)
        for number in held:
            for index, others in self._holding[number]:
                for texts in others:
                    if held.isdisjoint(texts):
                        break
                else:
                    indices.add(index)
        return sorted(indices)


def _words(texts: frozenset[str]) -> list[frozenset[str]]:
    """A literal of several words as several requirements."""
    return [frozenset({word}) for word in next(iter(texts)).split()] if len(texts) == 1 else [texts]


@lru_cache(maxsize=MAX_KNOWN)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern to match whole words of folded text; raises ``regex.error``."""
    known = _compiled.get(pattern)
    return known or regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
