"""Rules on the bench: a question read up to the rules, without a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from simba.common.lazy import cached_property
from simba.grammar.askingwords import dictionary_path
from simba.grammar.files import Direction
from simba.grammar.literals import Strings
from simba.grammar.rules import Rule, RuleBase, prepare
from simba.grammar.written import Expression, WrittenRule, read_rules
from simba.stages.interrogative import Interrogative, InterrogativeDictionary
from simba.stages.parse import Parse, Parser
from simba.stages.properties import Proposals, propose
from simba.workbench.findings import line_of

Key = tuple[str, Direction]
"""A property and a direction: what a rule is about."""
_PARSER = Parser()
parse = lru_cache(maxsize=50_000)(_PARSER.parse)
"""A question's parse; the same for all rules, so that two sets of them are compared at the price of one."""
parse_ahead = _PARSER.parse_ahead
"""Parse together what is parsed next, for half the price of one by one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question that an author wrote under a rule, and whether the rule must propose its property there."""

    rule: WrittenRule
    number: int
    """Its place, from 0, among the rule's examples or counterexamples."""
    question: str
    positive: bool

    @property
    def place(self) -> tuple[Path, int]:
        """The file and the line, from 1, that it stands in."""
        return self.rule.path, line_of(
            self.rule, "examples" if self.positive else "counterexamples", self.number
        )


class Bench:
    """One set of rules, with their files' text."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read folders of rules that lie over one another; raises `RuleError`."""
        self.folders = tuple(folders)
        self.written = read_rules(folders)
        self._prepared = prepare(self.written)
        self.rules = RuleBase(self._prepared)
        self.rules.limit_time(True)
        self.interrogatives = InterrogativeDictionary.load(folders)

    @cached_property
    def sources(self) -> list[tuple[WrittenRule, Expression]]:
        """What `Match.pattern` numbers: every expression with its rule."""
        return [(rule, expression) for rule in self.written for expression in rule.expressions]

    @property
    def dictionary(self) -> bytes:
        """The text of the dictionary of interrogatives."""
        return dictionary_path(self.folders).read_bytes()

    def needs(self, *, without: Bench) -> set[tuple[Strings, ...]]:
        """What the expressions of those rules that another bench has not got require, one by one."""
        others = {_says(rule) for rule in without.written}
        pairs = zip(self.sources, self.required, strict=True)
        return {sets for (rule, _), some in pairs if _says(rule) not in others for sets in some}

    @cached_property
    def owners(self) -> list[Rule]:
        """The rule base's rule of each expression."""
        return [one.rule for one in self._prepared for _ in one.expressions]

    @cached_property
    def required(self) -> list[list[tuple[Strings, ...]]]:
        """What each alternative of each expression requires (`LiteralFinder.required`)."""
        return [[one.ordered for one in some] for rule in self._prepared for some in rule.required]

    def is_own(self, pattern: int) -> bool:
        """Whether an expression stands in the last of several folders: the author's own."""
        rule, _ = self.sources[pattern]
        return len(self.folders) > 1 and self.folders[-1] in rule.path.parents

    @property
    def examples(self) -> Iterator[Example]:
        """All examples and counterexamples of all rules."""
        for rule in self.written:
            for key, number, question in rule.questions:
                yield Example(rule, number, question, key == "examples")

    def read(self, question: str) -> tuple[Parse, Interrogative, Proposals]:
        """The question's parse, interrogative and proposed properties, as the pipeline has them."""
        parsed = parse(question)
        interrogative = self.interrogatives.find(parsed)
        return parsed, interrogative, propose(self.rules, parsed, interrogative)

    def proposed(self, question: str) -> frozenset[Key]:
        """The properties that the rules propose for a question."""
        return frozenset((one.rule.property, one.rule.direction) for one in self.read(question)[2].candidates)


def _says(rule: WrittenRule) -> object:
    """All that decides when a rule fires and what it proposes."""
    text = rule.text
    regexes = tuple(one.regex for one in rule.expressions)
    return rule.key, tuple(text.answer), tuple(text.subject), regexes
