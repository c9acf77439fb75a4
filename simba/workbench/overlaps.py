"""Rules and expressions that say the same: repeated properties, identical and shadowed patterns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

import regex

from simba.grammar.compiling import compile_pattern
from simba.grammar.written import Expression, WrittenRule
from simba.workbench.findings import Finding, of_expression, of_rule, where
from simba.workbench.samples import samples

_LOOKS_AROUND = regex.compile(r"\(\?<?[=!]")


def overlaps(own: Sequence[WrittenRule], others: Sequence[WrittenRule]) -> Iterator[Finding]:
    """What stands twice in the rules, or in one of them and in the rules that it is laid over."""
    yield from repeated_properties(own)
    yield from other_names(own)
    yield from identical(own, others)


def repeated_properties(rules: Sequence[WrittenRule]) -> Iterator[Finding]:
    """Rules of one property and direction."""
    first: dict[object, WrittenRule] = {}
    for rule in rules:
        before = first.setdefault(rule.key, rule)
        if before is not rule:
            direction = " in reverse" if rule.text.direction == "reverse" else ""
            place = where(before.problem("", "property"))
            yield of_rule(
                rule,
                "warning",
                "repeated property",
                f"there is a rule for this property{direction} at {place} already",
                "the expressions and examples of both under one of them",
                "property",
            )


def other_names(rules: Sequence[WrittenRule]) -> Iterator[Finding]:
    """Rules that name their property otherwise than a rule before them in the same direction."""
    first: dict[object, WrittenRule] = {}
    for rule in rules:
        before = first.setdefault(rule.key, rule)
        if before.text.name != rule.text.name:
            place = where(before.problem("", "name"))
            yield of_rule(
                rule,
                "warning",
                "two names",
                f"the property is called {rule.text.name!r} here and {before.text.name!r} at {place}",
                "one of the two names in both places",
                "name",
            )


def replaced(own: Sequence[WrittenRule], below: Sequence[WrittenRule]) -> Iterator[Finding]:
    """Rules that take the place of one in the folders below: of another name, most likely by a mistyped number."""
    first: dict[object, WrittenRule] = {}
    for rule in below:
        first.setdefault(rule.key, rule)
    for rule in own:
        before = first.get(rule.key)
        if before is None:
            continue
        text = before.text
        size = f"{len(text.phrases) + len(text.patterns)} expressions, {len(text.examples)} examples"
        place = where(before.problem("", "property"))
        message = f"this replaces the rule {text.name!r} at {place} ({size})"
        if text.name == rule.text.name:
            advice = "here what is still to hold of it"
            yield of_rule(rule, "note", "replaces", message, advice, "property")
        else:
            advice = f"the number of the property that is meant, or name: {text.name}"
            yield of_rule(rule, "warning", "replaces", message, advice, "property")


def identical(own: Collection[WrittenRule], others: Collection[WrittenRule]) -> Iterator[Finding]:
    """Expressions that match the same texts, in one rule or in two that nothing else sets apart."""
    seen: dict[str, list[tuple[WrittenRule, Expression]]] = defaultdict(list)
    for rule in others:
        for one in rule.expressions:
            seen[one.regex].append((rule, one))
    for rule in own:
        for one in rule.expressions:
            for other, same in seen[one.regex]:
                if other is rule or not _set_apart(rule, other):
                    place = where(other.problem("", same.kind, same.number))
                    whose = "" if other is rule else f" of {other.text.property}"
                    yield of_expression(
                        rule,
                        one,
                        "warning" if other is rule else "note",  # both may be meant: the facts decide
                        "identical",
                        f"this matches the same as the one{whose} at {place}",
                        "what sets the two apart, or delete one of them"
                        if other is not rule
                        else "nothing here: delete one of them",
                    )
                    break
            seen[one.regex].append((rule, one))


def _set_apart(one: WrittenRule, other: WrittenRule) -> bool:
    """Whether a question that both rules match tells which is meant."""
    first, second = one.text, other.text
    return (
        first.direction != second.direction
        or first.priority != second.priority
        or sorted(first.subject) != sorted(second.subject)
        or bool(first.answer and second.answer and not set(first.answer) & set(second.answer))
    )


def shadowed(rule: WrittenRule) -> Iterator[Finding]:
    """Expressions whose every match another expression of the rule spells out as well, without a gap."""
    candidates = [
        (one, compile_pattern(one.regex)) for one in rule.expressions if not _LOOKS_AROUND.search(one.regex)
    ]
    gone: set[int] = set()
    for place, (one, _) in enumerate(candidates):
        texts = samples(one.regex)
        if not texts:
            continue
        for other_place, (other, compiled) in enumerate(candidates):
            if (
                other_place != place
                and other_place not in gone
                and other.regex != one.regex
                and all(_spells_out(compiled, text) for text in texts)
            ):
                gone.add(place)
                where_ = where(rule.problem("", other.kind, other.number))
                yield of_expression(
                    rule,
                    one,
                    "warning",
                    "shadowed",
                    f"the {other.kind[:-1]} at {where_} matches all that this one matches",
                    "nothing here: delete it",
                )
                break


def _spells_out(compiled: regex.Pattern[str], text: str) -> bool:
    match = compiled.fullmatch(text)
    return match is not None and not (
        "gap" in compiled.groupindex and any(start < stop for start, stop in match.spans("gap"))
    )
