"""The rule base: what rule authors write, as one set of patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import TypeAdapter

from simba.common.cache import cached, kept_name
from simba.common.lazy import cached_property
from simba.errors import PatternError, Problem, RuleError
from simba.grammar.files import Direction, files_of, layers
from simba.grammar.literals import LiteralFinder, Required
from simba.grammar.patterns import PATIENCE, Match, PatternSet
from simba.grammar.wordstock import vocabulary
from simba.grammar.written import Expression, WrittenRule, read_rules
from simba.grammar.yamlfile import place_of
from simba.russian.text import fold

MAX_TEXTS = 64
"""Wordings of which it is remembered what matches."""
KIND = "rules-14"
"""What the cache folder keeps of rules; the number is raised when that changes."""
SAMPLE = 100
"""Examples enough to see which words are rare in questions."""


@dataclass(frozen=True, slots=True)
class RulePlace:
    """Where an expression stands that fired."""

    anchor: str
    """Of its rule on the page of all rules."""
    part: int
    """Its place, from 1, among what the rule's author wrote: phrases, patterns and slots; 0: it is made of slots that
    the rule has from the one that it reverses."""
    file: str
    """The file's name."""
    line: int
    """From 1."""
    text: str
    """What the author wrote there."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule without its examples: a property, its direction and what restricts it."""

    property: str
    name: str
    direction: Direction
    answer: frozenset[str]
    subject: frozenset[str]


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that fired, and where."""

    rule: Rule
    match: Match


@dataclass(frozen=True, slots=True)
class Prepared:
    """A rule's expressions, and what each requires (`LiteralFinder.required`): all that is kept of them."""

    rule: Rule
    expressions: tuple[str, ...]
    required: tuple[tuple[Required, ...], ...]
    vocabulary: tuple[str, ...]
    """The lemmas that its author asks with (`simba.grammar.wordstock`)."""
    sources: tuple[RulePlace, ...]
    """Where each expression stands."""


PREPARED: TypeAdapter[list[Prepared]] = TypeAdapter(list[Prepared])


class RuleBase:
    """All rules, as one set of patterns; may be shared between threads."""

    def __init__(self, prepared: Sequence[Prepared]) -> None:
        """Take rules; their expressions, one rule after the other, are numbered as `Match.pattern` counts."""
        self.rules = [one.rule for one in prepared]
        self.vocabularies = tuple(one.vocabulary for one in prepared)
        """The lemmas that each of the rules' authors asks with."""
        self.sources = tuple(source for one in prepared for source in one.sources)
        """Where each expression stands, by its number."""
        self._owner = [one.rule for one in prepared for _ in one.expressions]
        self._patterns = PatternSet(
            [expression for one in prepared for expression in one.expressions],
            [required for one in prepared for required in one.required],
        )
        self.match = lru_cache(maxsize=MAX_TEXTS)(self._match)

    @cached_property
    def names(self) -> dict[str, str]:
        """What the rules call the properties: of one with several rules, the first that leads forward."""
        ordered = sorted(self.rules, key=lambda rule: rule.direction == "reverse")
        return {rule.property: rule.name for rule in reversed(ordered)}

    @property
    def wordings(self) -> Iterator[tuple[str, str]]:
        """The property of each expression, with what its author wrote."""
        return ((rule.property, source.text) for rule, source in zip(self._owner, self.sources, strict=True))

    @classmethod
    def load(cls, folders: Sequence[Path]) -> RuleBase:
        """The rules of folders that lie over one another (`read_rules`); raises `RuleError`.

        What is found out about rules is kept in the user's cache folder for as long as the files stay what they are.
        Patterns that the project's tests have not tried may take `PATIENCE` seconds each.
        """
        prepared = cached(KIND, files_of(folders), PREPARED, lambda: prepare(read_rules(folders)))
        rules = cls(prepared)
        rules.limit_time(tuple(folders) != layers(None))
        return rules

    @staticmethod
    def kept_name(folders: Sequence[Path]) -> str:
        """The name of the file in the cache folder that keeps what was found out; raises OSError."""
        return kept_name(KIND, files_of(folders))

    def limit_time(self, limited: bool) -> None:
        """Let no pattern take long: for rules that the project's tests have not tried."""
        self._patterns.time_limit = PATIENCE if limited else None

    def _match(self, folded: str) -> tuple[RuleMatch, ...]:
        """Every match of every rule in a folded question; several stages ask for those of the same words.

        Raises `RuleError` for one of SimBa's own expressions that is no regular expression.
        """
        try:
            return tuple(
                RuleMatch(self._owner[match.pattern], match) for match in self._patterns.finditer(folded)
            )
        except PatternError as error:
            (folder,) = layers(None)
            advice = "какое и где оно стоит, покажет simba rules check"
            raise RuleError(Problem(folder, f"негодное выражение: {error}", advice=advice)) from None

    def compile(self) -> None:
        """Compile every expression now rather than when a question has its words; raises `PatternError`."""
        self._patterns.compile()

    def fits(self, fired: RuleMatch, text: str) -> bool:
        """Whether the pattern that fired would also match the whole of another text."""
        return self._patterns.fits(fired.match.pattern, text)


def prepare(written: Sequence[WrittenRule]) -> list[Prepared]:
    """Find out what each expression requires."""
    examples = [example for rule in written for example in rule.text.examples]
    named = anchors([rule.key for rule in written])
    finder = LiteralFinder([fold(example) for example in examples[:: max(1, len(examples) // SAMPLE)]])
    return [
        Prepared(
            Rule(
                rule.text.property,
                rule.text.name,
                rule.text.direction,
                frozenset(rule.text.answer),
                frozenset(rule.text.subject),
            ),
            tuple(one.regex for one in rule.expressions),
            tuple(finder.required(one.regex) for one in rule.expressions),
            vocabulary(rule),
            tuple(_source(rule, anchor, one) for one in rule.expressions),
        )
        for rule, anchor in zip(written, named, strict=True)
    ]


def anchors(keys: Sequence[tuple[str, Direction]]) -> list[str]:
    """What each rule, by its property and direction, is called on the page of all rules: P36 is the property's first
    (a forward one if there is any), then come P36-2 and so on.
    """
    count: Counter[str] = Counter()
    found = [""] * len(keys)
    for number in sorted(range(len(keys)), key=lambda number: keys[number][1]):
        prop, _ = keys[number]
        count[prop] += 1
        found[number] = prop if count[prop] == 1 else f"{prop}-{count[prop]}"
    return found


def _source(rule: WrittenRule, anchor: str, fired: Expression) -> RulePlace:
    """Of what a construction made, the slot that says most."""
    for part, one in enumerate(rule.written, 1):
        if (one.kind, one.number) == (fired.kind, fired.number) or (
            one.kind == fired.kind and not one.is_written
        ):
            line, _ = place_of(rule.document.node, (*rule.location, one.kind, one.number))
            return RulePlace(anchor, part, rule.path.name, line, one.text)
    line, _ = place_of(rule.document.node, rule.location)
    return RulePlace(anchor, 0, rule.path.name, line, fired.text)
