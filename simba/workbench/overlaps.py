"""Rules and expressions that say the same: repeated properties, identical and shadowed expressions.

One pattern is compared with another by the texts that it matches, one of each shape (`samples`).
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import regex

from simba.grammar.compiling import compile_pattern
from simba.grammar.written import Expression, WrittenRule
from simba.workbench.findings import Finding, of_expression, of_rule, where

_LOOKS_AROUND = regex.compile(r"\(\?<?[=!]")


def overlaps(own: Sequence[WrittenRule], others: Sequence[WrittenRule]) -> Iterator[Finding]:
    """What stands twice in the rules, or in one of them and in the rules that it is laid over."""
    first: dict[object, WrittenRule] = {}
    for rule in own:
        before = first.setdefault(rule.key, rule)
        if before is not rule:
            place = where(before, "property")
            message = f"правило об этом свойстве в этом направлении уже есть: {place}"
            advice = "соберите выражения и примеры обоих под одним из них"
            yield of_rule(rule, "два правила", message, advice, "property")
        if before.text.name != rule.text.name:
            place = where(before, "name")
            message = f"здесь свойство зовётся «{rule.text.name}», а в {place} — «{before.text.name}»"
            yield of_rule(
                rule,
                "два названия",
                message,
                "напишите одно название в обоих местах",
                "name",
            )
    yield from _identical(own, others)


def replaced(own: Sequence[WrittenRule], below: Sequence[WrittenRule]) -> Iterator[Finding]:
    """Rules that take the place of one in the folders below: of another name, most likely by a mistyped number."""
    first: dict[object, WrittenRule] = {}
    for rule in below:
        first.setdefault(rule.key, rule)
    for rule in own:
        before = first.get(rule.key)
        if before is None:
            continue
        text, place = before.text, where(before, "property")
        size = f"выражений {len(text.phrases) + len(text.patterns)}, примеров {len(text.examples)}"
        message = f"это заменяет правило «{text.name}» в {place} ({size})"
        if text.name == rule.text.name:
            advice = "перенесите сюда то из него, что ещё нужно"
            yield of_rule(rule, "замена", message, advice, "property", level="замечание")
        else:
            advice = f"напишите номер нужного свойства или name: {text.name}"
            yield of_rule(rule, "замена", message, advice, "property")


def _identical(own: Collection[WrittenRule], others: Collection[WrittenRule]) -> Iterator[Finding]:
    """Expressions that match the same texts, in one rule or in two that nothing else sets apart."""
    seen: defaultdict[str, list[tuple[WrittenRule, Expression]]] = defaultdict(list)
    for rule in others:
        for one in rule.expressions:
            seen[one.regex].append((rule, one))
    for rule in own:
        for one in rule.expressions:
            for other, same in seen[one.regex]:
                place = where(other, same.kind, same.number)
                if other is rule:
                    message = f"совпадает с тем же, что и {place}"
                    yield of_expression(rule, one, "одинаковые", message, "удалите одно из двух")
                    break
                if not _set_apart(rule, other):  # both may be meant: the facts decide
                    message = f"совпадает с тем же, что и {place} ({other.text.property})"
                    advice = "добавьте то, что их различает, или удалите одно из двух"
                    yield of_expression(rule, one, "одинаковые", message, advice, level="замечание")
                    break
            seen[one.regex].append((rule, one))


def _set_apart(one: WrittenRule, other: WrittenRule) -> bool:
    """Whether a question that both rules match tells which is meant."""
    first, second = one.text, other.text
    return (
        first.direction != second.direction
        or sorted(first.subject) != sorted(second.subject)
        or bool(first.answer and second.answer and not set(first.answer) & set(second.answer))
    )


def shadowed(rule: WrittenRule) -> Iterator[Finding]:
    """Expressions whose every match another expression of the rule spells out as well, without a gap."""
    candidates = [one for one in rule.expressions if not _LOOKS_AROUND.search(one.regex)]
    gone: set[Expression] = set()
    for one in candidates:
        texts = samples(one.regex) if one.is_written else None
        for other in candidates:
            if not texts or other in gone or other.regex == one.regex:
                continue
            if all(_spells_out(other.regex, text) for text in texts):
                gone.add(one)
                place = where(rule, other.kind, other.number)
                message = f"выражение в {place} совпадает со всем, с чем совпадает это"
                yield of_expression(rule, one, "лишнее", message, "удалите это")
                break


def _spells_out(pattern: str, text: str) -> bool:
    match = compile_pattern(pattern).fullmatch(text)
    return match is not None and not (
        "gap" in match.re.groupindex and any(start < stop for start, stop in match.spans("gap"))
    )


with warnings.catch_warnings():  # public as sre_parse until Python 3.11
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        import re._parser as sre  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        import sre_parse as sre  # type: ignore[no-redef, unused-ignore]


ANY = "ъ"
"""Stands for any letter; no word holds two of it in a row."""
_LONG = 4
"""How often what repeats without bound is repeated."""


class _UnknownError(Exception):
    """The pattern has a construct whose texts cannot be listed, or too many of them."""


def samples(pattern: str, limit: int = 400) -> frozenset[str] | None:
    """A text of every shape that the pattern matches: each alternative, what is optional with and without, and what
    repeats as seldom and as often as it may.

    None where there are more than ``limit``, or where what a part matches depends on what stands around it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    except Exception:  # a construct that only the `regex` package knows
        return None
    try:
        return frozenset(_sequence(tree, limit))
    except _UnknownError:
        return None


def _sequence(tree: Iterable[Any], limit: int) -> list[str]:
    texts = [""]
    for operator, argument in tree:
        ends = _texts(str(operator), argument, limit)
        if len(texts) * len(ends) > limit:
            raise _UnknownError
        texts = [start + end for start, end in product(texts, ends)]
    return texts


def _texts(operator: str, argument: Any, limit: int) -> list[str]:
    if operator == "LITERAL":
        return [chr(argument)]
    if operator == "IN":
        return _members(argument)
    if operator == "SUBPATTERN":
        return _sequence(argument[-1], limit)
    if operator == "BRANCH":
        return list(dict.fromkeys(text for branch in argument[1] for text in _sequence(branch, limit)))
    if operator in {"MAX_REPEAT", "MIN_REPEAT"}:
        least, most, inside = argument
        texts = _sequence(inside, limit)
        most = max(least, min(int(most), _LONG))
        if most > 1 and len(texts) > _LONG:
            raise _UnknownError
        found = []
        for times in dict.fromkeys((least, min(1, most) if least == 0 else least, most)):
            if len(texts) ** times > limit:
                raise _UnknownError
            found += ["".join(chosen) for chosen in product(texts, repeat=times)]
        return list(dict.fromkeys(found))
    raise _UnknownError


def _members(argument: Any) -> list[str]:
    members = []
    for operator, value in argument:
        name = str(operator)
        if name == "LITERAL":
            members.append(chr(value))
        elif name == "RANGE":
            members += [chr(value[0]), chr(value[1])]
        elif name == "CATEGORY" and str(value) in {"CATEGORY_WORD", "CATEGORY_DIGIT", "CATEGORY_NOT_WORD"}:
            members.append(
                {"CATEGORY_WORD": ANY, "CATEGORY_DIGIT": "7", "CATEGORY_NOT_WORD": " "}[str(value)]
            )
        else:
            raise _UnknownError
    return members
