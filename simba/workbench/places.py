"""Where in its file a rule, or a part of it, stands; a part is named by keys and numbers: ``"patterns", 2``."""

from __future__ import annotations

from simba.grammar.written import WrittenRule
from simba.grammar.yamlfile import place_of


def line_of(rule: WrittenRule, *part: int | str) -> int:
    """The line of the rule's file, from 1."""
    return place_of(rule.document.node, (*rule.location, *part))[0]


def where(rule: WrittenRule, *part: int | str) -> str:
    """The file's name and the line, for a message that mentions another place."""
    return f"{rule.path.name}:{line_of(rule, *part)}"
