"""The rule base: what rule authors write in ``rules/properties/*.yaml``, read, checked and compiled once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.cache import cached
from simba.errors import RuleError
from simba.patterns import MAX_PATTERN, TIME_LIMIT, Match, PatternSet, compile_pattern
from simba.resources import data_path
from simba.yamlfile import read_yaml

Direction = Literal["forward", "reverse"]
AnswerType = Literal["person", "group", "place", "date", "number", "text", "thing"]
PropertyId = Annotated[str, Field(pattern=r"^P[1-9][0-9]{0,9}$")]
ClassId = Annotated[str, Field(pattern=r"^Q[1-9][0-9]{0,11}$")]


class RuleText(BaseModel):
    """One rule as its author writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    property: PropertyId
    name: Annotated[str, Field(min_length=1, description="русское название свойства")]
    direction: Direction = "forward"
    answer: Annotated[
        list[AnswerType],
        Field(description="types of the property's values; empty: anything"),
        Field(default=[]),
    ]
    subject: Annotated[
        list[ClassId],
        Field(description="classes of which one is the subject's (P31/P279*)"),
        Field(default=[]),
    ]
    priority: Annotated[
        int, Field(ge=-5, le=5, description="between rules that explain the question equally")
    ] = 0
    patterns: Annotated[list[str], Field(min_length=1)]
    examples: Annotated[list[str], Field(min_length=1, description="questions for which it must propose")]
    counterexamples: Annotated[list[str], Field(description="questions for which it must not")] = []


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

    def __init__(self, texts: list[tuple[RuleText, list[str]]]) -> None:
        """Take rules with their patterns' fragments filled in."""
        self.rules = [
            Rule(
                text.property,
                text.name,
                text.direction,
                frozenset(text.answer),
                frozenset(text.subject),
                text.priority,
            )
            for text, _ in texts
        ]
        self._owner = [rule for rule, (_, patterns) in zip(self.rules, texts, strict=True) for _ in patterns]
        self._patterns = PatternSet([pattern for _, patterns in texts for pattern in patterns])

    @classmethod
    def load(cls, folder: Path) -> RuleBase:
        """Read ``fragments.yaml`` and ``properties/*.yaml``; raises `RuleError`."""
        return cls([(text, patterns) for _, text, patterns in read_rules(folder)])

    @classmethod
    def load_cached(cls, folder: Path) -> RuleBase:
        """`load`, or what an earlier `load` of the same files left compiled in the user's cache folder."""
        files = [folder / "fragments.yaml", *sorted((folder / "properties").glob("*.yaml"))]
        rules = cached("rules", files, lambda: cls.load(folder))
        rules.limit_time(folder != data_path("rules"))
        return rules

    def limit_time(self, limited: bool) -> None:
        """Let no pattern take long: for rules that the project's tests have not tried."""
        self._patterns.time_limit = TIME_LIMIT if limited else None

    def match(self, folded: str) -> list[RuleMatch]:
        """Every match of every rule in a folded question."""
        return [RuleMatch(self._owner[match.pattern], match) for match in self._patterns.finditer(folded)]

    def fits(self, fired: RuleMatch, text: str) -> bool:
        """Whether the pattern that fired would also match the whole of another text."""
        return self._patterns.fits(fired.match.pattern, text)

    def names(self) -> dict[str, str]:
        """The Russian name of each property."""
        return {rule.property: rule.name for rule in reversed(self.rules)}


def read_rules(folder: Path) -> list[tuple[Path, RuleText, list[str]]]:
    """Each rule with the file it stands in and its patterns, fragments filled in; raises `RuleError`."""
    fragments = read_fragments(folder / "fragments.yaml")
    paths = sorted((folder / "properties").glob("*.yaml"))
    if not paths:
        raise RuleError(f"{folder}: no rules here; a rules folder holds fragments.yaml and properties/*.yaml")
    rules = []
    for path in paths:
        for text in read_yaml(path, TypeAdapter(list[RuleText])):
            patterns = []
            for pattern in text.patterns:
                try:
                    patterns.append(fill_in(pattern, fragments))
                    compile_pattern(patterns[-1])
                except (regex.error, ValueError) as error:
                    line = _line_holding(path, pattern)
                    raise RuleError(f"{path}:{line}: {text.property}: pattern {pattern!r}: {error}") from None
            rules.append((path, text, patterns))
    return rules


def read_fragments(path: Path) -> dict[str, str]:
    """The named pieces that patterns share, each with those it uses filled in."""
    fragments: dict[str, str] = {}
    for name, pattern in read_yaml(path, TypeAdapter(dict[str, str])).items():
        try:
            fragments[name] = f"(?:{fill_in(pattern, fragments)})"
            compile_pattern(fragments[name])
        except (regex.error, ValueError) as error:
            raise RuleError(f"{path}:{_line_holding(path, pattern)}: fragment {name!r}: {error}") from None
    return fragments


def fill_in(pattern: str, fragments: dict[str, str]) -> str:
    """The folded pattern with each ``{fragment}`` replaced; raises ValueError for an unknown one or a huge result."""

    def replacement(match: regex.Match[str]) -> str:
        name = match[1]
        if name not in fragments:
            raise ValueError(f"no fragment {{{name}}} in fragments.yaml")
        return fragments[name]

    # Fragments have Cyrillic names, so {2,3} stays a quantifier. Folding would break \W and \S: only ё is folded.
    filled = regex.sub(r"\{([а-я][а-я -]*)\}", replacement, pattern.replace("ё", "е"))
    if len(filled) > MAX_PATTERN:
        raise ValueError(f"longer than {MAX_PATTERN} characters")
    return filled


def _line_holding(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if text in line), 1)
