"""Rules on the bench: a question read up to the rules (stages 1, 2 and 5), without a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from simba.cache import cached
from simba.interrogative import Interrogative, InterrogativeDictionary
from simba.parse import Parse, Parser
from simba.properties import Proposals, propose
from simba.rulefiles import Expression, WrittenRule, files_of, read_rules
from simba.rules import RuleBase

_parser = Parser()
parse = lru_cache(maxsize=50_000)(_parser.parse)
"""A question's parse; the same for all rules, so that two sets of them are compared at the price of one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question that an author wrote under a rule, and whether the rule must propose its property there."""

    rule: WrittenRule
    number: int
    """Its place, from 0, among the rule's examples or counterexamples."""
    question: str
    positive: bool


class Bench:
    """One set of rules, with their files' text."""

    def __init__(self, folders: Sequence[Path], *, keep: bool = True) -> None:
        """Read folders of rules that lie over one another; raises `RuleError`.

        They are kept, compiled, in the user's cache folder, unless they are about to change again.
        """
        self.folders = tuple(folders)

        def make() -> tuple[list[WrittenRule], RuleBase]:
            written = read_rules(folders)
            return written, RuleBase(written)

        self.written, self.rules = cached("bench-2", files_of(folders), make) if keep else make()
        self.rules.limit_time(True)

    @cached_property
    def interrogatives(self) -> InterrogativeDictionary:
        """The dictionary of interrogatives."""
        return InterrogativeDictionary.load(self.folders)

    @cached_property
    def sources(self) -> list[tuple[WrittenRule, Expression]]:
        """What `Match.pattern` numbers: every expression with its rule."""
        return [(rule, expression) for rule in self.written for expression in rule.expressions]

    def is_own(self, pattern: int) -> bool:
        """Whether an expression stands in the last of several folders: the author's own."""
        rule, _ = self.sources[pattern]
        return len(self.folders) > 1 and self.folders[-1] in rule.path.parents

    @property
    def examples(self) -> Iterator[Example]:
        """All examples and counterexamples of all rules."""
        for rule in self.written:
            for number, question in enumerate(rule.text.examples):
                yield Example(rule, number, question, positive=True)
            for number, question in enumerate(rule.text.counterexamples):
                yield Example(rule, number, question, positive=False)

    def read(self, question: str) -> tuple[Parse, Interrogative, Proposals]:
        """The question's parse, interrogative and proposed properties, as the pipeline has them."""
        parsed = parse(question)
        interrogative = self.interrogatives.find(parsed)
        return parsed, interrogative, propose(self.rules, parsed, interrogative)

    def proposed(self, question: str) -> frozenset[tuple[str, str]]:
        """The (property, direction) pairs that the rules propose for a question."""
        candidates = self.read(question)[2].candidates
        return frozenset((candidate.rule.property, candidate.rule.direction) for candidate in candidates)
