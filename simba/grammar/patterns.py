"""Many regular expressions against one short text: only those whose literals occur in it are run.

One pass of an Aho-Corasick automaton over the question finds which patterns' literals (`LiteralFinder`) it holds in
their order; a dozen of the thousands remain to be tried. A pattern is compiled when a text first holds its literals:
that takes a millisecond, and for all of them four seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

import ahocorasick_rs
import regex

from simba.grammar.compiling import compile_pattern
from simba.grammar.literals import LiteralFinder, Required, Strings, spaced
from simba.russian.text import Span

TIME_LIMIT = 0.05
"""Seconds that one pattern of somebody's own rules may take on a question, on a machine that does nothing else."""
PATIENCE = 20 * TIME_LIMIT
"""Seconds after which it counts as not matching: other threads of the process may have had most of them."""


class Match(NamedTuple):
    """Pattern number ``pattern`` matched at ``span``, skipping over ``gaps`` (its groups named ``gap``)."""

    pattern: int
    span: Span
    gaps: tuple[Span, ...]


class PatternSet:
    """Patterns, each of which matches whole words only; may be shared between threads."""

    time_limit: float | None = None
    """Seconds for one pattern; None where tests have shown that no pattern runs away."""

    def __init__(self, patterns: Sequence[str], required: Sequence[Sequence[Required]] | None = None) -> None:
        """Take patterns that can be compiled (`checked`), and what each requires (`LiteralFinder.required`) where that
        is known already.
        """
        self._patterns = patterns
        if required is None:
            required = [*map(LiteralFinder().required, patterns)]
        numbers: dict[str, int] = {}
        sets: dict[Strings, frozenset[int]] = {}  # most patterns have theirs in common with others
        self._always: list[int] = []
        # By the rarest set of its literals, each alternative is found; those before and after it are then checked.
        self._holding: list[list[tuple[int, Sequence[frozenset[int]], Sequence[frozenset[int]]]]] = []
        alternatives = ((index, *one) for index, some in enumerate(required) for one in some)
        for index, ordered, rarest in alternatives:
            for texts in ordered:
                if texts not in sets:
                    sets[texts] = frozenset([numbers.setdefault(text, len(numbers)) for text in texts])
            self._holding += [[] for _ in range(len(numbers) - len(self._holding))]
            if not ordered:
                self._always.append(index)
                continue
            numbered = tuple(map(sets.__getitem__, ordered))
            for number in numbered[rarest]:
                self._holding[number].append((index, numbered[:rarest], numbered[rarest + 1 :]))
        self._automaton = ahocorasick_rs.AhoCorasick(list(numbers)) if numbers else None

    def compile(self) -> None:
        """Compile them all, with the storage that each takes at its first search; raises `PatternError`."""
        for pattern in self._patterns:
            compile_pattern(pattern).search("")

    def finditer(self, folded: str) -> Iterator[Match]:
        """All matches of all patterns in a folded text, pattern by pattern; raises `PatternError`."""
        for index in self.possible(folded):
            try:
                for match in compile_pattern(self._patterns[index]).finditer(folded, timeout=self.time_limit):
                    if match.end() > match.start():
                        yield as_match(index, match)
            except TimeoutError:
                continue

    def fits(self, index: int, text: str) -> bool:
        """Whether a pattern matches the whole of a text."""
        try:
            return compile_pattern(self._patterns[index]).fullmatch(text, timeout=self.time_limit) is not None
        except TimeoutError:
            return False

    def possible(self, folded: str) -> Sequence[int]:
        """The patterns that have all their literals in the text, in their order."""
        if self._automaton is None:
            return self._always
        found = self._automaton.find_matches_as_indexes(spaced(folded), overlapping=True)
        telling = {number for number, _, _ in found if self._holding[number]}
        if not telling:
            return self._always
        indices = set(self._always)
        last = {number: start for number, start, _ in found}
        first = {number: start for number, start, _ in reversed(found)}
        for number in telling:
            early = late = None
            for index, before, after in self._holding[number]:
                if index in indices:
                    continue
                if before:
                    early = early or {one for one, start in first.items() if start <= last[number]}
                    if any(map(early.isdisjoint, before)):
                        continue
                if after:
                    late = late or {one for one, start in last.items() if start >= first[number]}
                    if any(map(late.isdisjoint, after)):
                        continue
                indices.add(index)
        return sorted(indices)


def as_match(index: int, match: regex.Match[str]) -> Match:
    """What a pattern of this number matched."""
    gaps = tuple(starmap(Span, match.spans("gap"))) if "gap" in match.re.groupindex else ()
    return Match(index, Span(*match.span()), gaps)
