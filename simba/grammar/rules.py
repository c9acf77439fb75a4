"""The rule base: what rule authors write, compiled once into one set of patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from simba.common.cache import cached
from simba.grammar.files import Direction, WrittenRule, files_of, layers, read_cached, read_rules
from simba.grammar.patterns import TIME_LIMIT, Match, PatternSet
from simba.russian.text import fold

SAMPLE = 800
"""Examples enough to see which words are rare in questions."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule without its examples: a property, its direction and what restricts it."""

    property: str
    name: str
    direction: Direction
    answer: frozenset[str]
    subject: frozenset[str]
    priority: int


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that fired, and where."""

    rule: Rule
    match: Match


class RuleBase:
    """All rules, compiled into one set of patterns."""

    def __init__(self, written: Sequence[WrittenRule]) -> None:
        """Take checked rules; their expressions, one rule after the other, are numbered as `Match.pattern` counts."""
        texts = [rule.text for rule in written]
        self.rules = [
            Rule(
                text.property,
                text.name,
                text.direction,
                frozenset(text.answer),
                frozenset(text.subject),
                text.priority,
            )
            for text in texts
        ]
        self._owner = [
            rule for rule, source in zip(self.rules, written, strict=True) for _ in source.expressions
        ]
        examples = [fold(example) for text in texts for example in text.examples]
        self._patterns = PatternSet(
            [expression.regex for rule in written for expression in rule.expressions],
            sample=examples[:: max(1, len(examples) // SAMPLE)],
        )

    @classmethod
    def load(cls, folders: Sequence[Path]) -> RuleBase:
        """Read the rules of folders that lie over one another (`read_rules`); raises `RuleError`."""
        return cls(read_rules(folders))

    @classmethod
    def load_cached(cls, folders: Sequence[Path]) -> RuleBase:
        """`load`, or what an earlier `load` of the same files left compiled in the user's cache folder.

        Of folders over a first one, only what they add is read and compiled.
        Patterns that the project's tests have not tried may take `TIME_LIMIT` each.
        """

        def make() -> RuleBase:
            written = read_cached(folders)
            if len(folders) > 1:
                cls.load_cached(folders[:1]).remember()
            return cls(written)

        rules = cached("rules-8", files_of(folders), make)
        rules.limit_time(tuple(folders) != layers(None))
        return rules

    @property
    def patterns(self) -> PatternSet:
        """All rules' expressions, compiled."""
        return self._patterns

    def limit_time(self, limited: bool) -> None:
        """Let no pattern take long: for rules that the project's tests have not tried."""
        self._patterns.time_limit = TIME_LIMIT if limited else None

    def match(self, folded: str) -> list[RuleMatch]:
        """Every match of every rule in a folded question."""
        return [RuleMatch(self._owner[match.pattern], match) for match in self._patterns.finditer(folded)]

    def remember(self) -> None:
        """Make rules that differ from these in a few expressions quick to load."""
        self._patterns.remember()

    def search(self, pattern: int, folded: str) -> RuleMatch | None:
        """The first match of one expression."""
        match = self._patterns.search(pattern, folded)
        return match and RuleMatch(self._owner[pattern], match)

    def lacking(self, folded: str) -> Iterator[tuple[int, frozenset[str]]]:
        """The expressions that one string is lacking to, of those that need several (`PatternSet.lacking`)."""
        return self._patterns.lacking(folded)

    def required(self, pattern: int) -> list[frozenset[str]]:
        """What an expression requires: of each set at least one string."""
        return self._patterns.required(pattern)

    def fits(self, fired: RuleMatch, text: str) -> bool:
        """Whether the pattern that fired would also match the whole of another text."""
        return self._patterns.fits(fired.match.pattern, text)

    def names(self) -> dict[str, str]:
        """The Russian name of each property."""
        return {rule.property: rule.name for rule in reversed(self.rules)}
