"""What a check finds in files of rules, and where; a part of a rule is named by keys and numbers: ``"patterns", 2``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from simba.errors import Problem
from simba.grammar.written import Expression, WrittenRule
from simba.grammar.yamlfile import place_of

Level = Literal["ошибка", "предупреждение", "замечание"]
"""An error: the rules cannot be used. A warning: they do not do what they say. A note: worth knowing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, where, and what to do about it; ``check`` names the check in a word or two."""

    check: str
    problem: Problem
    advice: str
    level: Level = "предупреждение"

    @property
    def place(self) -> tuple[str, int, int]:
        """What findings are sorted by."""
        return str(self.problem.path), self.problem.line or 0, self.problem.column or 0


def from_problem(problem: Problem, level: Level = "ошибка", check: str = "непригодно") -> Finding:
    """A finding from a problem with the advice that goes with it."""
    return Finding(check, replace(problem, advice=""), problem.advice, level)


def of_rule(
    rule: WrittenRule,
    check: str,
    message: str,
    advice: str,
    *location: int | str,
    offset: int = 0,
    level: Level = "предупреждение",
) -> Finding:
    """A finding at a part of a rule, such as ``"examples", 2``; ``offset`` counts characters in it."""
    message = f"{rule.text.property}: {message}"
    problem = rule.document.problem((*rule.location, *location), message, offset)
    return Finding(check, problem, advice, level)


def of_expression(
    rule: WrittenRule,
    one: Expression,
    check: str,
    message: str,
    advice: str,
    offset: int = 0,
    level: Level = "предупреждение",
) -> Finding:
    """A finding at one of a rule's phrases or patterns."""
    return of_rule(rule, check, message, advice, one.kind, one.number, offset=offset, level=level)


def line_of(rule: WrittenRule, *part: int | str) -> int:
    """The line of the rule's file, from 1."""
    return place_of(rule.document.node, (*rule.location, *part))[0]


def where(rule: WrittenRule, *part: int | str) -> str:
    """The file's name and the line, for a message that mentions another place."""
    return f"{rule.path.name}:{line_of(rule, *part)}"
