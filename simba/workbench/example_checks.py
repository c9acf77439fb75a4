"""Rules tried on questions: whether examples propose their property, and what each expression does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from razdel import tokenize

from simba.grammar.compiling import compile_pattern
from simba.grammar.patterns import TIME_LIMIT
from simba.grammar.rules import RuleBase
from simba.grammar.written import WrittenRule
from simba.russian.text import clean, fold
from simba.stages.interrogative import Interrogative, InterrogativeDictionary
from simba.stages.parse import Parse
from simba.stages.properties import propose, views
from simba.workbench.backtracking import MAX_TEXT, hard_texts, longest_time
from simba.workbench.bench import parse
from simba.workbench.findings import Finding, of_expression, of_rule, where
from simba.workbench.overlaps import shadowed

BROAD = 0.05
"""Of all other rules' examples, the share that a pattern may match before its author should know."""
_FEW = 200
"""Fewer examples than that say nothing about how broad a pattern is."""
_ANY_WORDS = "ъъъъ ъъъъ ъъъъ ъъъъ ъъъъ"

load_dictionary = lru_cache(maxsize=1)(InterrogativeDictionary.load)


def spoken(question: str) -> str:
    """The question's words as patterns see them."""
    words = (fold(token.text) for token in tokenize(clean(question)))
    return " ".join(word for word in words if any(map(str.isalnum, word)))


def try_rules(
    rules: Sequence[WrittenRule], dictionary: tuple[Path, ...], questions: Sequence[tuple[str, str]]
) -> list[Finding]:
    """Findings on rules that are compiled and run: by themselves, on their examples and on other rules' ``questions``.

    The questions are `spoken`, each with the property of its rule; the dictionary is that of the folders given.
    """
    return list(_Trial(rules, load_dictionary(dictionary)).findings(questions))


class _Trial:
    def __init__(self, rules: Sequence[WrittenRule], dictionary: InterrogativeDictionary) -> None:
        self._rules = rules
        self._base = RuleBase.of(rules)
        self._base.limit_time(True)
        self._dictionary = dictionary
        self._sources = [(rule, one) for rule in rules for one in rule.expressions]
        self._numbers = {id(rule): number for number, rule in enumerate(rules)}

    def findings(self, questions: Sequence[tuple[str, str]]) -> Iterator[Finding]:
        for rule in self._rules:
            yield from shadowed(rule)
            yield from _repeated_examples(rule)
            yield from self._examples(rule)
        yield from self._expressions()
        yield from self._broad(questions)

    def _examples(self, rule: WrittenRule) -> Iterator[Finding]:
        used: set[int] = set()
        for number, question in enumerate(rule.text.examples):
            fired, proposed, interrogative = self._read(rule, question)
            if proposed:
                used |= fired
            elif rule.complete:
                yield _does_not_match(rule, number, question, fired, interrogative)
        for number, question in enumerate(rule.text.counterexamples):
            fired, proposed, _ = self._read(rule, question)
            if proposed:
                yield self._matches(rule, number, fired)
        for index, (owner, one) in enumerate(self._sources):
            if owner is rule and index not in used and rule.complete:
                yield of_expression(
                    rule,
                    one,
                    "note",
                    "no example",
                    "no example of the rule is matched by this",
                    "a question that it is for, under examples:",
                )

    def _read(self, rule: WrittenRule, question: str) -> tuple[set[int], bool, Interrogative]:
        """The rule's expressions that match a question, whether it proposes its property there, and what asks."""
        parsed: Parse = parse(question)
        interrogative = self._dictionary.find(parsed)
        fired = {
            match.match.pattern
            for view in views(parsed, interrogative)
            for match in self._base.match(view.text)
            if self._sources[match.match.pattern][0] is rule
        }
        own = self._base.rules[self._numbers[id(rule)]]
        candidates = propose(self._base, parsed, interrogative).candidates if fired else ()
        return fired, any(candidate.rule is own for candidate in candidates), interrogative

    def _matches(self, rule: WrittenRule, number: int, fired: set[int]) -> Finding:
        one = self._sources[min(fired)][1]
        return of_rule(
            rule,
            "warning",
            "counterexample",
            f"this counterexample proposes {rule.text.property}",
            f"a narrower {one.kind[:-1]} at {where(rule.problem('', one.kind, one.number))}, which matches it",
            "counterexamples",
            number,
        )

    def _expressions(self) -> Iterator[Finding]:
        for rule, one in self._sources:
            compiled = compile_pattern(one.regex)
            anything = compiled.search(_ANY_WORDS, timeout=1)
            if anything and anything[0]:
                yield of_expression(
                    rule,
                    one,
                    "warning",
                    "matches anything",
                    "this matches whatever words a question has",
                    "a word that must be there",
                )
            elif compiled.fullmatch("", timeout=1):
                yield of_expression(
                    rule,
                    one,
                    "warning",
                    "matches nothing",
                    "all of this is optional",
                    "one word without ? or * after it",
                )
            seconds = longest_time(compiled, hard_texts(one.regex, rule.text.examples))
            if seconds > TIME_LIMIT:
                yield of_expression(rule, one, "warning", "slow", *slowness(seconds))

    def _broad(self, questions: Sequence[tuple[str, str]]) -> Iterator[Finding]:
        if len(questions) < _FEW:
            return
        counts = [0] * len(self._sources)
        for question, prop in questions:
            for index in {match.match.pattern for match in self._base.match(question)}:
                counts[index] += self._sources[index][0].text.property != prop
        for count, (rule, one) in zip(counts, self._sources, strict=True):
            if count > BROAD * len(questions):
                yield of_expression(
                    rule,
                    one,
                    "note",
                    "broad",
                    f"this matches {count / len(questions):.0%} of all other rules' examples",
                    "more of the words that only this property's questions have",
                )


def slowness(seconds: float) -> tuple[str, str]:
    """The message and the advice for an expression that takes so long."""
    return (
        f"this takes {seconds:.2f} s on a question of {MAX_TEXT:,} characters; {TIME_LIMIT} s is the limit",
        "{слова} for words in between, and nothing repeated inside what repeats",
    )


def _does_not_match(
    rule: WrittenRule, number: int, question: str, fired: set[int], interrogative: Interrogative
) -> Finding:
    prop = rule.text.property
    if fired and interrogative.type in {"manner", "reason"}:
        asked = f"{interrogative.name!r} asks for {interrogative.type}, which no property answers"
        message = f"this example does not propose {prop}: {asked}"
        advice = "an example with another interrogative"
    elif fired:
        answers = ", ".join(rule.text.answer)
        asked = f"{interrogative.name!r} asks for {interrogative.type}"
        message = f"this example does not propose {prop}: {asked}, and the rule's answer is [{answers}]"
        advice = f"answer: [{answers}, {interrogative.type}], or an example that asks for one of them"
    else:
        message = f"this example does not propose {prop}: no expression matches {spoken(question)!r}"
        advice = "a phrase or pattern for it, or another example"
    return of_rule(rule, "warning", "example", message, advice, "examples", number)


def _repeated_examples(rule: WrittenRule) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for kind, texts in (("examples", rule.text.examples), ("counterexamples", rule.text.counterexamples)):
        for number, question in enumerate(texts):
            words = spoken(question)
            before = seen.get(words)
            seen.setdefault(words, kind)
            if before:
                message = (
                    "this question stands here twice" if before == kind else "this is an example as well"
                )
                yield of_rule(rule, "warning", "repeated example", message, "another question", kind, number)
