"""What Wikidata knows of a number or date beyond the plain value: its unit, or how precise it is.

That stands in the full values of statements (``psv:``), which whole dumps and live endpoints have. Where the statement
has none, the property may say which unit is usual for it (P8111).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from simba.answer import Unit, Value
from simba.common.vocabulary import XSD, entity_id
from simba.query import Difference, Entity, Form, Hop, Path, Statement, Step, pattern

Precision = Literal["day", "month", "year", "decade", "century", "millennium"]
PRECISIONS: dict[str, Precision] = {
    "11": "day",
    "10": "month",
    "9": "year",
    "8": "decade",
    "7": "century",
    "6": "millennium",
}
"""Wikidata's numbers of the precisions of a time; rougher ones stay as they are."""
NO_UNIT = "Q199"
"""The number 1, which is the unit of what has none."""
USUAL_UNIT, SYMBOL = "P8111", "P5061"
MAX_ROWS = 200
"""Full values that are looked at."""
COLUMNS = ("value", "precision", "unit", "label", "symbol", "usual")
Rows = Iterable[Sequence[Value | None]]


@dataclass(frozen=True, slots=True)
class FullValues:
    """The units and precisions of the values of a form."""

    units: dict[Decimal, frozenset[Unit]]
    precisions: dict[str, frozenset[Precision]]
    usual: frozenset[Unit]

    def unit(self, value: Value) -> Unit | None:
        """The only unit that the number has here or, where no number has one, that is usual; else None."""
        number = _number(value.value)
        found = self.units.get(number) if number is not None else None
        some = found or (frozenset() if self.units else self.usual)
        one = next(iter(some)) if len(some) == 1 else None
        return None if one is None or one.id == NO_UNIT else one

    def precision(self, value: Value) -> Precision | None:
        """How precise the date is; None where that is not told."""
        some = self.precisions.get(value.value, frozenset())
        return next(iter(some)) if len(some) == 1 else None


NOTHING_FULL = FullValues({}, {}, frozenset())


def worth_asking(values: Iterable[Value]) -> bool:
    """Whether a value may have a unit, or be a date whose day or month is none: those are written as the first."""
    return any(
        value.datatype == f"{XSD}decimal" or (value.datatype == f"{XSD}dateTime" and "-01T" in value.value)
        for value in values
    )


def last_step(form: Form) -> tuple[Form, str] | None:
    """What has the values of a form, and the property by which; None where they are not a statement's values."""
    match form:
        case Hop(source, Path((*before, Step(name, False, False)))):
            return (Hop(source, Path(tuple(before))) if before else source), name
        case Statement(name, subject, None, take="value") if subject is not None:
            return subject, name
        case Difference(first, _, "amount"):
            return last_step(first)
    return None


def full_values_query(form: Form) -> str | None:
    """The query for `read_full_values`; its variables are `COLUMNS`."""
    step = last_step(form)
    if step is None:
        return None
    holder, name = step
    if isinstance(holder, Entity):
        subject, given = f"wd:{holder.id}", ""
    else:
        subject = "?holder"
        given = f"{{ SELECT DISTINCT ?holder WHERE {{ {pattern(holder, subject)} }} }}"
    return (
        f"SELECT {' '.join(f'?{column}' for column in COLUMNS)} WHERE {{ "
        f"{{ {given} {subject} p:{name}/psv:{name} ?node . ?node wikibase:quantityAmount ?value ; "
        f"wikibase:quantityUnit ?unit . {_texts('?unit')} }} UNION "
        f"{{ {given} {subject} p:{name}/psv:{name} ?node . ?node wikibase:timeValue ?value ; "
        f"wikibase:timePrecision ?precision }} UNION "
        f"{{ wd:{name} wdt:{USUAL_UNIT} ?usual . {_texts('?usual')} }} }} LIMIT {MAX_ROWS}"
    )


def _texts(variable: str) -> str:
    return (
        f'OPTIONAL {{ {variable} rdfs:label ?label FILTER(LANG(?label) = "ru") }} '
        f'OPTIONAL {{ {variable} wdt:{SYMBOL} ?symbol FILTER(LANG(?symbol) = "ru") }}'
    )


def read_full_values(rows: Rows) -> FullValues:
    """What the rows of `COLUMNS` tell."""
    units: dict[Decimal, frozenset[Unit]] = {}
    precisions: dict[str, frozenset[Precision]] = {}
    usual: dict[str, Unit] = {}
    for value, precision, unit, label, symbol, common in rows:
        number = _number(value.value) if value is not None else None
        if common is not None and (one := _unit(common, label, symbol)):
            usual.setdefault(one.id, one)
        elif unit is not None and number is not None and (one := _unit(unit, label, symbol)):
            known = units.get(number, frozenset())
            if all(one.id != other.id for other in known):
                units[number] = known | {one}
        elif value is not None and precision is not None and precision.value in PRECISIONS:
            known_as = precisions.get(value.value, frozenset())
            precisions[value.value] = known_as | {PRECISIONS[precision.value]}
    return FullValues(units, precisions, frozenset(usual.values()))


def full_values(form: Form, ask: Callable[[str], Rows]) -> FullValues:
    """The units and precisions of a form's values, by one query; nothing where they have none."""
    query = full_values_query(form)
    return read_full_values(ask(query)) if query is not None else NOTHING_FULL


def _unit(node: Value, label: Value | None, symbol: Value | None) -> Unit | None:
    identifier = entity_id(node.value)
    if identifier is None:
        return None
    return Unit(identifier, label.value if label else None, symbol.value if symbol else None)


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
