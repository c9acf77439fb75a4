"""Rules tried on questions: whether examples propose their property, and what each expression does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from razdel import tokenize

from simba.errors import PatternError
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.patterns import TIME_LIMIT
from simba.grammar.rules import RuleBase, prepare
from simba.grammar.written import WrittenRule
from simba.russian.text import clean, fold
from simba.stages.interrogative import Interrogative, InterrogativeDictionary
from simba.stages.properties import propose, views
from simba.workbench.backtracking import hard_texts, longest_time, slowness
from simba.workbench.bench import parse, parse_ahead
from simba.workbench.findings import Finding, of_expression, of_rule, where
from simba.workbench.overlaps import shadowed

_ANY_WORDS = "ъъъъ ъъъъ ъъъъ ъъъъ ъъъъ"

load_dictionary = lru_cache(maxsize=1)(InterrogativeDictionary.load)


def spoken(question: str) -> str:
    """The question's words as patterns see them."""
    words = (fold(token.text) for token in tokenize(clean(question)))
    return " ".join(word for word in words if any(map(str.isalnum, word)))


def try_rules(rules: Sequence[WrittenRule], dictionary: tuple[Path, ...]) -> list[Finding] | None:
    """Findings on rules that are compiled and run, by themselves and on their examples.

    The dictionary is that of the folders given. None where an expression cannot be compiled.
    """
    if not compiles(one.regex for rule in rules for one in rule.expressions):
        return None
    return list(_Runs(rules, load_dictionary(dictionary)).findings())


def compiles(patterns: Iterable[str]) -> bool:
    """Whether all of the patterns, with their fragments filled in, can be compiled."""
    try:
        return all(checked(pattern, {}) is not None for pattern in patterns)
    except PatternError:
        return False


class _Runs:
    def __init__(self, rules: Sequence[WrittenRule], dictionary: InterrogativeDictionary) -> None:
        self._rules = rules
        self._base = RuleBase(prepare(rules))
        self._base.limit_time(True)
        self._dictionary = dictionary
        self._sources = [(rule, one) for rule in rules for one in rule.expressions]

    def findings(self) -> Iterator[Finding]:
        for rule in self._rules:
            yield from shadowed(rule)
            yield from _repeated_examples(rule)
        yield from self._examples()
        yield from self._expressions()

    def _examples(self) -> Iterator[Finding]:
        used: set[int] = set()
        for rule, own in zip(self._rules, self._base.rules, strict=True):
            texts = rule.text
            parse_ahead((*texts.examples, *texts.counterexamples))
            for number, question in enumerate((*texts.examples, *texts.counterexamples)):
                parsed = parse(question)
                asked = self._dictionary.find(parsed)
                fired = {
                    match.match.pattern
                    for view in views(parsed, asked)
                    for match in self._base.match(view.text)
                    if match.rule is own
                }
                candidates = propose(self._base, parsed, asked).candidates if fired else ()
                proposed = any(one.rule is own for one in candidates)
                if number >= len(texts.examples):
                    if proposed:
                        yield self._matches(rule, number - len(texts.examples), min(fired))
                elif proposed:
                    used |= fired
                elif _is_complete(rule):
                    yield _does_not_match(rule, number, question, asked, fired=bool(fired))
        for number, (rule, one) in enumerate(self._sources):
            if one.is_written and number not in used and _is_complete(rule):
                message, advice = (
                    "не совпадает ни с одним примером правила",
                    "напишите под examples: вопрос для него или удалите его",
                )
                yield of_expression(rule, one, "без примера", message, advice)

    def _matches(self, rule: WrittenRule, number: int, pattern: int) -> Finding:
        one = self._sources[pattern][1]
        message = f"на этом контрпримере предлагается {rule.text.property}"
        place = where(rule, one.kind, one.number)
        advice = f"сузьте выражение в {place}: с контрпримером совпадает оно"
        return of_rule(rule, "контрпример", message, advice, "counterexamples", number)

    def _expressions(self) -> Iterator[Finding]:
        for rule, one in self._sources:
            compiled = compile_pattern(one.regex)
            anything = compiled.search(_ANY_WORDS, timeout=1)
            if anything and anything[0]:
                message, advice = "совпадает с любыми словами", "добавьте слово, которое должно там стоять"
                yield of_expression(rule, one, "что угодно", message, advice)
            elif compiled.fullmatch("", timeout=1):
                message, advice = "всё здесь необязательно", "оставьте хоть одно слово без ? и * за ним"
                yield of_expression(rule, one, "ничего", message, advice)
            texts = hard_texts(one.regex, rule.text.examples)
            seconds = longest_time(compiled, texts)
            if seconds > TIME_LIMIT:
                yield of_expression(rule, one, "медленно", *slowness(seconds))


def _is_complete(rule: WrittenRule) -> bool:
    """Whether all its expressions could be read."""
    written = sum(one.is_written for one in rule.expressions)
    return written == len(rule.text.phrases) + len(rule.text.patterns)


def _does_not_match(
    rule: WrittenRule, number: int, question: str, asked: Interrogative, *, fired: bool
) -> Finding:
    message = f"на этом примере {rule.text.property} не предлагается"
    answers = ", ".join(rule.text.answer)
    if not fired:
        message += f": ни одно выражение не совпадает с «{spoken(question)}»"
        advice = "напишите фразу или образец для него или другой пример"
    elif asked.type in {"manner", "reason"}:
        message += f": «{asked.name}» спрашивает о способе или причине (manner, reason), а это не свойства"
        advice = "напишите пример с другим вопросительным словом"
    else:
        message += f": «{asked.name}» ждёт ответа вида {asked.type}, а у правила answer: [{answers}]"
        advice = f"напишите answer: [{answers}, {asked.type}] или другой пример"
    return of_rule(rule, "пример", message, advice, "examples", number)


def _repeated_examples(rule: WrittenRule) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for key, number, question in rule.questions:
        before = seen.setdefault(spoken(question), f"{key} {number}")
        if before != f"{key} {number}":
            message = "этот вопрос стоит здесь дважды" if before.startswith(f"{key} ") else "это и пример"
            yield of_rule(rule, "повтор примера", message, "напишите другой вопрос", key, number)
