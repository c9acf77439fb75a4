"""When an answer is right.

Correctness is that of the RuBQ 2.0 paper, section 5.1: a question counts as correct if any returned answer
equals any reference answer, and one without reference if the system abstains.

Precision, recall and F1 compare the two *sets* of answers of each question and are averaged over all
questions, with the conventions of GERBIL and the QALD challenges for empty sets:

* no reference and nothing returned: 1, 1, 1;
* no reference, something returned: 0, 0, 0;
* a reference, nothing returned: 0, 0, 0, but precision 1 in the "QALD" figures, where silence is no error;
* otherwise as usual.

"Macro F1" is the mean of the questions' F1; "macro F1 QALD" is the harmonic mean of the QALD precision and
recall.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from simba.answer import Value
from simba.common.vocabulary import ENTITY, XSD, is_entity_id
from simba.russian.text import fold

DATES = frozenset(f"{XSD}{name}" for name in ("dateTime", "dateTimeStamp", "date", "gYear", "gYearMonth"))
INTEGERS = frozenset(
    f"{XSD}{name}"
    for name in (
        *("integer", "long", "int", "short", "byte"),
        *("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"),
        *("unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"),
    )
)
NUMBERS = INTEGERS | {f"{XSD}{name}" for name in ("decimal", "double", "float")}
_DATE = re.compile(r"([+-]?\d{4,})(?:-(\d\d)(?:-(\d\d)(?:T[\d:.]+)?)?)?(?:Z|[+-]\d\d:\d\d)?")
_YEAR = re.compile(r"[+-]?\d{1,6}")
_SPACES = re.compile(r"\s+")

Date: TypeAlias = "tuple[int, ...]"
"""Year; year and month; or year, month and day."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value may be compared as."""

    uri: str | None = None
    number: Decimal | None = None
    date: Date | None = None
    text: str | None = None

    def equals(self, other: Meaning) -> bool:
        """Whether the two are the same by value.

        Numbers compare numerically, dates by the coarser precision of the two, texts after normalisation.
        An integer is also a year, but only against a date: 1961 and 1961.0 are equal numbers, 1961 equals
        12 April 1961.
        """
        if self.uri is not None or other.uri is not None:
            return self.uri == other.uri
        if self.number is not None and other.number is not None:
            return self.number == other.number
        if self.date is not None and other.date is not None:
            precision = min(len(self.date), len(other.date))
            return self.date[:precision] == other.date[:precision]
        return self.text is not None and self.text == other.text


def meaning(value: Value) -> Meaning:
    """What a value may be compared as; plain text that is written like a number or date is that too."""
    if value.type == "uri":
        return Meaning(uri=_iri(value.value))
    text = value.value.strip()
    normal = normalised(text)
    if value.datatype is None:
        return Meaning(None, _number(text), _year(text) or (_date(text) if "-" in text[1:] else None), normal)
    if value.datatype in NUMBERS:
        year = _year(text) if value.datatype in INTEGERS else None
        return Meaning(None, _number(text), year, normal)
    if value.datatype in DATES:
        return Meaning(None, None, _date(text), normal)
    return Meaning(text=normal)


def normalised(text: str) -> str:
    """Text in lower case, ё as е, C₆ as C6, one kind of dashes and spaces, no quotes, no last full stop."""
    folded = fold(unicodedata.normalize("NFKC", text)).replace('"', "")
    return _SPACES.sub(" ", folded).strip().rstrip(".")


def _iri(text: str) -> str:
    identifier = text.removeprefix("wd:")
    if is_entity_id(identifier):
        return ENTITY + identifier
    return text.replace("https://www.wikidata.org/", "http://www.wikidata.org/", 1).replace(
        "http://www.wikidata.org/wiki/", ENTITY, 1
    )


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and number.adjusted() < 1000 else None


def _year(text: str) -> Date | None:
    return (int(text),) if _YEAR.fullmatch(text) else None


def _date(text: str) -> Date | None:
    """Wikidata writes a bare year as its first of January; SPARQL cannot tell the two: both are the year."""
    match = _DATE.fullmatch(text)
    if match is None or len(match[1]) > 18:
        return None
    year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if not month or (month, day) == (1, 1):
        return (year,)
    return (year, month, day) if day else (year, month)


@dataclass(frozen=True, slots=True)
class Score:
    """How one question went."""

    correct: bool
    precision: float
    recall: float
    f1: float

    @property
    def exact(self) -> bool:
        """Whether the set of answers is the reference's, or both are empty."""
        return self.precision == self.recall == 1


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """The different values, as they are written; labels do not count."""
    return tuple(dict.fromkeys(Value(value.type, value.value, value.datatype, None) for value in values))


def matches(values: Sequence[Value], reference: Sequence[Value]) -> tuple[set[int], set[int]]:
    """Positions of the values that equal a reference answer, and of the reference answers they equal."""
    right: set[int] = set()
    found: set[int] = set()
    meanings = [meaning(value) for value in reference]
    for number, value in enumerate(values):
        mine = meaning(value)
        for other, theirs in enumerate(meanings):
            if mine.equals(theirs):
                right.add(number)
                found.add(other)
    return right, found


def score(values: Sequence[Value], reference: Sequence[Value], *, answerable: bool = True) -> Score:
    """Score the values that were returned for one question; precision, recall and F1 are between 0 and 1.

    With ``answerable=False`` only silence is right, whatever the reference.
    """
    if not answerable:
        return Score(not values, *((0.0, 0.0, 0.0) if values else (1.0, 1.0, 1.0)))
    values, reference = distinct(values), distinct(reference)
    right, found = matches(values, reference)
    if not right:
        return Score(False, 0.0, 0.0, 0.0)
    precision, recall = len(right) / len(values), len(found) / len(reference)
    return Score(True, precision, recall, 2 * precision * recall / (precision + recall))
