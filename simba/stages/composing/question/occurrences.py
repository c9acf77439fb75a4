"""Where the patterns of constructions stand in a wording; a wording that lacks a pattern's letters is not searched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from simba.common.lazy import cached_property
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.patterns import PatternSet
from simba.russian.text import Span

Construction = TypeVar("Construction")
MAX_TEXTS = 64
"""Wordings of which it is remembered what may stand in them: a question has a few, of which each is asked for often."""


@dataclass(frozen=True)
class Occurrence:
    """A construction's pattern in a wording."""

    span: Span
    groups: dict[str, str]
    gaps: tuple[Span, ...] = ()
    """What lies between its words."""


class Expressions:
    """The expressions of all constructions together, to see at one look which may stand in a text."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self.possible = lru_cache(maxsize=MAX_TEXTS)(self._possible)

    def add(self, expression: str) -> int:
        """Take an expression before the first text comes; returns its number."""
        self._texts.append(expression)
        return len(self._texts) - 1

    @cached_property
    def _set(self) -> PatternSet:
        return PatternSet(self._texts)

    def _possible(self, text: str) -> frozenset[int]:
        return frozenset(self._set.possible(text))


class Pattern:
    """Patterns over whole words; where places overlap, that of the earlier pattern holds."""

    def __init__(self, patterns: Sequence[str], fragments: Mapping[str, str], together: Expressions) -> None:
        """Take patterns as in property rules; raises `PatternError`."""
        filled = [checked(pattern, fragments) for pattern in patterns]
        self._compiled = {together.add(one): compile_pattern(one) for one in filled}
        self.numbers = tuple(self._compiled)
        """Those of its expressions among all."""
        self._together = together
        self._last: tuple[str, tuple[Occurrence, ...]] = ("", ())

    def find(self, text: str) -> Occurrence | None:
        """The first place in a folded text."""
        if self._together.possible(text).isdisjoint(self._compiled):
            return None
        found = self.all(text)
        return found[0] if found else None

    def all(self, text: str) -> tuple[Occurrence, ...]:
        """Every place, pattern by pattern, without overlaps."""
        possible = self._together.possible(text)
        if possible.isdisjoint(self._compiled):
            return ()
        last, found = self._last
        if last != text:
            found = self._all(text, possible)
            self._last = text, found
        return found

    def _all(self, text: str, possible: frozenset[int]) -> tuple[Occurrence, ...]:
        found: list[Occurrence] = []
        for number, pattern in self._compiled.items():
            if number not in possible:
                continue
            for match in pattern.finditer(text):
                span = Span(*match.span())
                if span.stop > span.start and not any(one.span.overlaps(span) for one in found):
                    groups = {key: value for key, value in match.groupdict().items() if value}
                    gaps = match.spans("gap") if "gap" in pattern.groupindex else []
                    found.append(Occurrence(span, groups, tuple(Span(*gap) for gap in gaps)))
        return tuple(found)


class Sought(Generic[Construction]):
    """Constructions of a kind, each with the pattern that it is found by."""

    def __init__(self, every: Iterable[tuple[Construction, Pattern]], together: Expressions) -> None:
        """Take them with the expressions that theirs are among."""
        self.every = tuple(every)
        self._together = together
        self._places = {
            number: place for place, (_, pattern) in enumerate(self.every) for number in pattern.numbers
        }
        self._numbers = frozenset(self._places)

    def within(self, *texts: str) -> list[tuple[Construction, Pattern]]:
        """Those, in order, that may stand in one of some folded texts: of dozens, one or two."""
        known = self._places
        places = {known[one] for text in texts for one in self._together.possible(text) & self._numbers}
        return [self.every[place] for place in sorted(places)]
