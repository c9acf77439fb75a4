"""Rules on the bench: a question read up to the rules (stages 1, 2 and 5), without a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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

    def __init__(self, folders: Sequence[Path]) -> None:
        """Read folders of rules that lie over one another; raises `RuleError`."""
        self.folders = tuple(folders)
        files = files_of(folders)

        def make() -> tuple[list[Path], list[WrittenRule], RuleBase]:
            written = read_rules(folders)
            return files, written, RuleBase(written)

        read, written, self.rules = cached("bench-3", files, make)
        self.written = _moved(written, dict(zip(read, files, strict=True)))
        self.rules.limit_time(True)

    @cached_property
    def interrogatives(self) -> InterrogativeDictionary:
        """The dictionary of interrogatives."""
        return InterrogativeDictionary.load(self.folders)

    @cached_property
    def sources(self) -> list[tuple[WrittenRule, Expression]]:
        """What `Match.pattern` numbers: every expression with its rule."""
        return [(rule, expression) for rule in self.written for expression in rule.expressions]

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


def _moved(written: list[WrittenRule], places: Mapping[Path, Path]) -> list[WrittenRule]:
    """The rules in their own files, where files of the same names and content had been read elsewhere."""
    if all(old == new for old, new in places.items()):
        return written
    documents = {rule.path: rule.document for rule in written}
    moved = {path: replace(document, path=places[path]) for path, document in documents.items()}
    return [replace(rule, document=moved[rule.path]) for rule in written]
