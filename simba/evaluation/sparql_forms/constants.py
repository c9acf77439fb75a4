"""Terms of a query as forms: entities, numbers, dates and texts; and what is raised where no form says something."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from rdflib.term import Identifier, Literal, URIRef

from simba.common.vocabulary import ENTITY, XSD, is_entity_id
from simba.query import Date, Entity, Form, Number, Text, Year

_DAY = re.compile(r"(-?\d+)-(\d\d)-(\d\d)(?:T.*)?")
_DATES = (f"{XSD}dateTime", f"{XSD}date")
_NUMBERS = tuple(f"{XSD}{name}" for name in ("integer", "decimal", "double", "float", "int", "long"))


def constant(term: Identifier) -> Form:
    """An entity or a literal as a form; raises `UnsayableError`."""
    if isinstance(term, URIRef):
        name = term.removeprefix(ENTITY)
        if not is_entity_id(name):
            raise UnsayableError(f"names {term}, which is no entity")
        return Entity(name)
    if isinstance(term, Literal):
        datatype = str(term.datatype)
        day = _DAY.fullmatch(term)
        try:
            if datatype in _DATES and day:
                return Date(*map(int, day.groups()))
            return Number(Decimal(term)) if datatype in _NUMBERS else Text(str(term))
        except (ValueError, InvalidOperation):
            pass
    raise UnsayableError(f"has the value {term.n3()}")


def scalar(term: Identifier, kind: str | None) -> Form:
    """What a value is compared with, where ``kind`` says what was computed of the value; raises `UnsayableError`."""
    found = constant(term)
    if isinstance(found, Number) and kind in ("year", "ordered"):
        number = int(found.value)
        if kind == "year":
            return Year(number)
        year, rest = divmod(number, 10000)
        return Date(year, *divmod(rest, 100))
    if isinstance(found, Date) and kind == "year":
        raise UnsayableError("compares a year with a day")
    return found


class UnsayableError(ValueError):
    """No form says what a query asks; the message says in a few words what stands against it."""
