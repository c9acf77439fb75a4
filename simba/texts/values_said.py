"""Where a sentence says a value: an entity by its names, a date, a number or a text as Russian writes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simba.answer import Unit, Value
from simba.common.vocabulary import XSD
from simba.russian.stated import date_said, number_said, year_said
from simba.russian.text import Span, fold
from simba.texts.spotting import SpottedWord, spot, words_in

NUMERIC = frozenset(
    XSD + name for name in ("decimal", "integer", "int", "double", "float", "nonNegativeInteger")
)
MANY_DIGITS = 3
"""Digits of a number that hardly stands for another one by chance."""


def value_said(
    text: str,
    folded: str,
    words: Sequence[SpottedWord],
    value: Value,
    names: Sequence[str],
    part: str | None,
    beside: Collection[str],
) -> Span | None:
    """The characters that say it without doubt; ``part`` is "year" where the value is the year of a date.

    ``names`` are an entity's, ``beside`` the lemmas that may stand next to them (`simba.texts.spotting.spot`).
    """
    if value.type == "uri":
        return spot(text, words, names, beside) if names else None
    if part is not None:
        year = value.value if value.value.lstrip("+-").isdecimal() else ""
        return year_said(folded, int(year[:6])) if part == "year" and year else None
    if value.datatype is None:
        return _literally(text, value.value)
    if value.datatype.startswith(f"{XSD}date"):
        return date_said(folded, value.value, value.precision)
    if value.datatype not in NUMERIC:
        return None
    span = number_said(folded, value.value)
    return span if span is None or value.unit is None or _counts(folded[span.stop :], value.unit) else None


def is_telling(folded: str, span: Span, value: Value) -> bool:
    """Whether what was said is so exact that hardly anything else of the page has it: a day, a long number's unit."""
    said = folded[span.start : span.stop]
    digits = sum(map(str.isdecimal, said))
    if value.type == "literal" and (value.datatype or "").startswith(f"{XSD}date"):
        return digits > 4  # more than a year
    return value.unit is not None and digits >= MANY_DIGITS


def _counts(rest: str, unit: Unit) -> bool:
    """Whether what stands behind a number is its unit."""
    rest = rest.lstrip()
    symbol = fold(unit.symbol or "")
    if symbol and rest.startswith(symbol) and not rest[len(symbol) : len(symbol) + 1].isalpha():
        return True
    following = next(iter(words_in(rest[:40])), None)
    label = [lemma for word in words_in(unit.label or "") for lemma in word.lemmas]
    return following is not None and not following.lemmas.isdisjoint(label)


def _literally(text: str, value: str) -> Span | None:
    """Where a text stands as it is, whole."""
    start = text.find(value)
    if len(value) < 2 or start < 0 or text.find(value, start + 1) >= 0:
        return None
    stop = start + len(value)
    if (value[0].isalnum() and text[start - 1 : start].isalnum() and start) or text[
        stop : stop + 1
    ].isalnum():
        return None
    return Span(start, stop)
