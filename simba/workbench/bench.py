"""Rules on the bench: a question read up to the rules (stages 1, 2 and 5), without a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile
from pathlib import Path

from simba.grammar.files import (
    FRAGMENTS,
    INTERROGATIVES,
    PROPERTIES,
    Expression,
    WrittenRule,
    read_cached,
    read_rules,
)
from simba.grammar.rules import RuleBase
from simba.stages.interrogative import Interrogative, InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parse, Parser
from simba.stages.properties import Proposals, propose
from simba.workbench.first import Key, comes_first

_parser = Parser()
parse = lru_cache(maxsize=50_000)(_parser.parse)
"""A question's parse; the same for all rules, so that two sets of them are compared at the price of one."""


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


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

    def __init__(self, folders: Sequence[Path], *, earlier: Bench | None = None) -> None:
        """Read folders of rules that lie over one another; raises `RuleError`.

        The first is kept, compiled, in the user's cache folder. Of the others, and with an ``earlier`` bench of
        such folders, only what changed since is read and compiled.
        """
        self.folders = tuple(folders)
        if earlier is None and len(folders) > 1:
            earlier = Bench(folders[:1])
        self._fragments = [_content(folder / FRAGMENTS) for folder in folders]
        self._interrogatives = [_content(folder / INTERROGATIVES) for folder in folders]

        if earlier is None:
            self.written, self.rules = read_cached(folders), RuleBase.load_cached(folders)
        else:
            earlier.rules.remember()
            self.written = read_rules(folders, self._unchanged(earlier))
            self.rules = RuleBase(self.written)
            if "interrogatives" in vars(earlier) and self._interrogatives == earlier._interrogatives:
                self.interrogatives = earlier.interrogatives
        self.rules.limit_time(True)

    def _unchanged(self, earlier: Bench) -> list[WrittenRule]:
        """The earlier rules whose fragments are as they were: those of their folder and of the folders before it.

        A folder may have been elsewhere: then they are as if written in this one.
        """
        pairs = zip(self.folders, self._fragments, earlier.folders, earlier._fragments, strict=False)
        same = {then: now for now, _, then, _ in takewhile(lambda pair: pair[1] == pair[3], pairs)}
        return [
            _in_folder(same[folder], rule) for rule in earlier.written if (folder := _folder(rule)) in same
        ]

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


def _folder(rule: WrittenRule) -> Path:
    return rule.path.parent.parent


def _in_folder(folder: Path, rule: WrittenRule) -> WrittenRule:
    """A rule as it would be if its file were in another folder."""
    if folder == _folder(rule):
        return rule
    path = folder / PROPERTIES / rule.path.name
    return replace(rule, document=replace(rule.document, path=path))


def _keys(proposals: Proposals) -> frozenset[Key]:
    return frozenset((one.rule.property, one.rule.direction) for one in proposals.candidates)
