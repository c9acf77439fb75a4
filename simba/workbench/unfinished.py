"""What an author has still to do: examples that are missing, and the notes to themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import regex

from simba.errors import Problem, RuleError
from simba.grammar.written import WrittenRule
from simba.grammar.yamlfile import read_text
from simba.workbench.findings import Finding, of_rule

EXAMPLES = 3
"""With fewer, a rule answers a question or two and nobody sees how else one asks."""
_TODO = regex.compile(r"(?:^|\s)(#\s*TODO\b.*)")


def too_few(rules: Iterable[WrittenRule]) -> Iterator[Finding]:
    """Rules with fewer than `EXAMPLES` examples, or without a counterexample."""
    for rule in rules:
        number = len(rule.text.examples)
        if number < EXAMPLES:
            yield of_rule(
                rule,
                "warning",
                "few examples",
                f"{number} example{'s' * (number != 1)}; a rule needs {EXAMPLES}",
                "more questions that the rule is for, in different words",
                "examples",
            )
        if not rule.text.counterexamples:
            yield of_rule(
                rule,
                "warning",
                "no counterexample",
                "there is no counterexample",
                "counterexamples: with a similar question that asks for something else",
                "property",
            )


def todos(files: Iterable[Path]) -> Iterator[Finding]:
    """Comments that say TODO, as the stubs of ``rules new`` have them."""
    for path in files:
        with suppress(RuleError):  # told elsewhere
            for number, line in enumerate(read_text(path).split("\n"), start=1):
                if match := _TODO.search(line):
                    problem = Problem(path, "this is still to do", number, match.start(1) + 1)
                    yield Finding(
                        "warning", "to do", problem, "nothing here, once it is done: delete the comment"
                    )
