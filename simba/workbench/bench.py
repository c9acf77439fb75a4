"""Rules on the bench: a question read up to the rules (stages 1, 2 and 5), without a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from simba.grammar.literals import Strings
from simba.grammar.rules import Rule, RuleBase, prepare
from simba.grammar.written import Expression, WrittenRule, read_rules
from simba.stages.interrogative import Interrogative, InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parse, Parser
from simba.stages.properties import Proposals, propose
from simba.workbench.first import Key, comes_first

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

    written: list[WrittenRule]
    rules: RuleBase

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read folders of rules that lie over one another; raises `RuleError`."""
        self.folders = tuple(folders)
        self.written = read_rules(folders)
        self._prepared = prepare(self.written)
        self.rules = RuleBase(self._prepared)
        self.rules.limit_time(True)

    @cached_property
    def interrogatives(self) -> InterrogativeDictionary:
        """The dictionary of interrogatives."""
        return InterrogativeDictionary.load(self.folders)

    @cached_property
    def lexicon(self) -> Lexicon:
        """Words and weights."""
        return Lexicon.load(self.folders)

    @cached_property
    def sources(self) -> list[tuple[WrittenRule, Expression]]:
        """What `Match.pattern` numbers: every expression with its rule."""
        return [(rule, expression) for rule in self.written for expression in rule.expressions]

    def is_own(self, pattern: int) -> bool:
        """Whether an expression stands in the last of several folders: the author's own."""
        rule, _ = self.sources[pattern]
        return len(self.folders) > 1 and self.folders[-1] in rule.path.parents

    @cached_property
    def owners(self) -> list[Rule]:
        """The rule base's rule of each expression."""
        return [one.rule for one in self._prepared for _ in one.expressions]

    @cached_property
    def required(self) -> list[tuple[Strings, ...]]:
        """What each expression requires (`LiteralFinder.required`)."""
        return [sets for rule in self._prepared for sets in rule.required]

    @property
    def names(self) -> dict[str, str]:
        """The Russian name of each property."""
        return {rule.text.property: rule.text.name for rule in reversed(self.written)}

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

    def proposed(self, question: str) -> frozenset[Key]:
        """The properties that the rules propose for a question."""
        return _keys(self.read(question)[2])

    def weighed(self, question: str) -> tuple[frozenset[Key], Key | None]:
        """The properties that the rules propose for a question, and the one that comes first."""
        parsed, interrogative, proposals = self.read(question)
        first = comes_first(parsed, interrogative, proposals, self.interrogatives.fillers, self.lexicon)
        return _keys(proposals), first


def _keys(proposals: Proposals) -> frozenset[Key]:
    return frozenset((one.rule.property, one.rule.direction) for one in proposals.candidates)
