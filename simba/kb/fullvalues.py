"""What Wikidata knows of a number or date beyond the plain value: its unit, how precise it is, and in which calendar.

That stands in the full values of statements (``psv:``) and qualifiers (``pqv:``), which whole dumps and live endpoints
have. Where the statement
has none, the property may say which unit is usual for it (P8111).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Literal, NamedTuple, get_args

from simba.answer import Unit, Value
from simba.common.vocabulary import JULIAN, XSD, entity_id
from simba.query import Difference, Entity, Form, Hop, Part, Path, Qualifier, Statement, Step, pattern

Precision = Literal[
    "day",
    "month",
    "year",
    "decade",
    "century",
    "millennium",
    "ten_millennia",
    "hundred_millennia",
    "million_years",
    "ten_million_years",
    "hundred_million_years",
    "billion_years",
]
"""How precisely a date is known, as Wikidata has it; hours and less are days here."""
PRECISIONS: dict[str, Precision] = {str(11 - place): name for place, name in enumerate(get_args(Precision))}
"""Wikidata's numbers of the precisions of a time."""
FINE: dict[str, tuple[Precision, ...]] = {
    "day": ("day",),
    "month": ("day", "month"),
    "year": ("day", "month", "year"),
    "century": ("day", "month", "year", "decade"),
}
"""The precisions of dates that have such a part."""
BOTH_CALENDARS = 1930
"""The year from which on nobody gives Julian dates."""
NO_UNIT = "Q199"
"""The number 1, which is the unit of what has none."""
USUAL_UNIT, SYMBOL = "P8111", "P5061"
DEPRECATED = "wikibase:rank wikibase:DeprecatedRank"
MAX_ROWS = 200
"""Full values that are looked at."""
COLUMNS = ("value", "precision", "calendar", "unit", "label", "symbol", "usual")
Rows = Iterable[Sequence[Value | None]]


class Known(NamedTuple):
    """How a date is given."""

    precision: Precision
    julian: bool = False
    """Whether it is a Julian date there; the value is the Gregorian one."""


@dataclass(frozen=True, slots=True)
class FullValues:
    """The units, precisions and calendars of the values of a form."""

    units: dict[Decimal, frozenset[Unit]]
    times: dict[str, frozenset[Known]]
    usual: frozenset[Unit]

    def unit(self, value: Value) -> Unit | None:
        """The only unit that the number has here or, where no number has one, that is usual; else None."""
        number = _number(value.value)
        found = self.units.get(number) if number is not None else None
        some = found or (frozenset() if self.units else self.usual)
        one = next(iter(some)) if len(some) == 1 else None
        return None if one is None or one.id == NO_UNIT else one

    def known(self, value: Value) -> Known | None:
        """How precise the date is, and in which calendar it is given; None where that is not told."""
        some = self.times.get(value.value, frozenset())
        return next(iter(some)) if len(some) == 1 else None

    def too_round(self, value: Value, part: str) -> tuple[str, Precision] | None:
        """A date of which the value is a part that is not known, and its precision; None where it is known."""
        for date, some in self.times.items():
            if all(one.precision not in FINE[part] for one in some) and _is_part(value.value, date, part):
                return date, next(iter(some)).precision
        return None

    def all_rounder(self, part: str) -> bool:
        """Whether there are dates, none of which is known to this part ("day", "month", "year", "century")."""
        known = [one for some in self.times.values() for one in some]
        return bool(known) and all(one.precision not in FINE[part] for one in known)


NOTHING_FULL = FullValues({}, {}, frozenset())


def worth_asking(form: Form, values: Iterable[Value]) -> bool:
    """Whether a value may have a unit or be a date in another calendar or rounder than a day.

    Those are written as the first of January or of a month; years and centuries of such dates are round mostly.
    """
    if isinstance(form, Part):
        return form.part in {"day", "month"} or any(_is_round(value.value) for value in values)
    return any(
        value.datatype == f"{XSD}decimal" or (value.datatype == f"{XSD}dateTime" and _is_odd(value.value))
        for value in values
    )


def _is_round(part: str) -> bool:
    return part[-1:] in {"0", "1"} or len(part.lstrip("-")) < 3  # centuries and the first years


def _is_odd(date: str) -> bool:
    return "-01T" in date or date.startswith("-") or date < f"{BOTH_CALENDARS}"


def _is_part(part: str, date: str, of: str) -> bool:
    """Whether it is the year, the month or the century of a date of xsd:dateTime."""
    sign, *numbers = "-" * date.startswith("-"), *date.lstrip("+-").partition("T")[0].split("-")
    if len(numbers) != 3 or not all(number.isdecimal() for number in (*numbers, part.lstrip("+-"))):
        return False
    if of == "century":
        return abs(abs(int(part)) - (int(numbers[0]) + 99) // 100) <= 1 and part.startswith(sign)
    return int(part) == int(sign + numbers[0] if of == "year" else numbers[1 if of == "month" else 2])


def last_step(form: Form) -> tuple[str, str, str] | None:
    """What binds the statements that have the values of a form, how they lead to full values, and whose they are.

    That is a graph pattern for ``?statement``, a prefix and a property. None where they are no statement's values.
    """
    match form:
        case Hop(source, Path((*before, Step(name, False, False)))):
            holder = Hop(source, Path(tuple(before))) if before else source
            subject = f"wd:{holder.id}" if isinstance(holder, Entity) else "?holder"
            given = "" if isinstance(holder, Entity) else f"{_distinct(holder, subject)} "
            ranked = f"{subject} p:{name} ?statement . FILTER NOT EXISTS {{ ?statement {DEPRECATED} }}"
            return f"{given}{ranked}", "psv", name
        case Statement(name, take="value"):
            return _distinct(replace(form, take="statement"), "?statement"), "psv", name
        case Statement(take=Qualifier(name)):
            return _distinct(replace(form, take="statement"), "?statement"), "pqv", name
        case Difference(first, _, "amount"):
            return last_step(first)
        case Part(source):
            return last_step(source)
    return None


def _distinct(form: Form, variable: str) -> str:
    return f"{{ SELECT DISTINCT {variable} WHERE {{ {pattern(form, variable)} }} }}"


def full_values_query(form: Form) -> str | None:
    """The query for `read_full_values`; its variables are `COLUMNS`."""
    step = last_step(form)
    if step is None:
        return None
    given, prefix, name = step
    node = f"?statement {prefix}:{name} ?node ."
    return (
        f"SELECT {' '.join(f'?{column}' for column in COLUMNS)} WHERE {{ "
        f"{{ {given} {node} ?node wikibase:quantityAmount ?value ; "
        f"wikibase:quantityUnit ?unit . {_texts('?unit')} }} UNION "
        f"{{ {given} {node} ?node wikibase:timeValue ?value ; wikibase:timePrecision ?precision . "
        f"OPTIONAL {{ ?node wikibase:timeCalendarModel ?calendar }} }} UNION "
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
    times: dict[str, frozenset[Known]] = {}
    usual: dict[str, Unit] = {}
    for value, precision, calendar, unit, label, symbol, common in rows:
        number = _number(value.value) if value is not None else None
        if common is not None and (one := _unit(common, label, symbol)):
            usual.setdefault(one.id, one)
        elif unit is not None and number is not None and (one := _unit(unit, label, symbol)):
            known = units.get(number, frozenset())
            if all(one.id != other.id for other in known):
                units[number] = known | {one}
        elif value is not None and precision is not None and precision.value.isdecimal():
            name = PRECISIONS.get(precision.value, "day")  # hours, minutes and seconds are days
            time = Known(name, calendar is not None and calendar.value == JULIAN)
            times[value.value] = times.get(value.value, frozenset()) | {time}
    return FullValues(units, times, frozenset(usual.values()))


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
