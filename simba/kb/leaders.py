"""Superlatives in a store at hand: the members of the set are read once with their measures, and put in order here.

The query of a `Rank` looks for the members twice, once for the best measures and once for whoever has them; and every
larger form around it ("в какой стране находится самый высокий водопад") would do so again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from simba.answer import Value
from simba.common.vocabulary import XSD, entity_id
from simba.query import And, Entity, Form, Hop, Or, Part, Rank, Statement, Where, Without, measured

Rows = Callable[[str], Sequence[Sequence[Value | None]]]
"""What a query finds, row by row; None is what is unknown."""
MAX_RANKS = 64
"""Superlatives whose members are remembered: a question has a few, each in several forms."""
FEW = 20
"""Members that a superlative is replaced by, at most."""
_NUMBERS = frozenset({f"{XSD}integer", f"{XSD}decimal", f"{XSD}double", f"{XSD}float"})


class Superlatives:
    """Finds who is the first, the second, the greatest; may be shared between threads."""

    def __init__(self, rows: Rows) -> None:
        """Take what runs a query."""
        self._rows = rows
        self._members = lru_cache(maxsize=MAX_RANKS)(self._find_members)

    def resolved(self, form: Form) -> Form | None:
        """The form with the members of the superlatives in their place; None where one has none, and so the form."""
        match form:
            case Rank():
                members = self._members(form)
                if members is None:
                    return form
                return members[0] if len(members) == 1 else Or(*members) if members else None
            case Hop(source) | Part(source) | Where(source) | Without(source):
                found = self.resolved(source)
                return form if found is source else None if found is None else replace(form, source=found)
            case Statement(_, subject, value):
                ends = [one if one is None else self.resolved(one) for one in (subject, value)]
                if ends[0] is subject and ends[1] is value:
                    return form
                if (subject is not None and ends[0] is None) or (value is not None and ends[1] is None):
                    return None
                return replace(form, subject=ends[0], value=ends[1])
            case And(members):
                several = [self.resolved(one) for one in members]
                if all(new is old for new, old in zip(several, members, strict=True)):
                    return form
                known = [one for one in several if one is not None]
                return And(*known) if len(known) == len(several) else None
        return form

    def _find_members(self, form: Rank) -> tuple[Entity, ...] | None:
        """Who is at the positions, with all ties; None where a query must tell."""
        ranked: list[tuple[Decimal, str]] = []
        for member, measure in self._rows(measured(form)):
            one = None if member is None else entity_id(member.value)
            number = None if measure is None else _number(measure)
            if one is None or number is None:
                return None
            ranked.append((number, one))
        numbers = sorted((number for number, _ in ranked), reverse=form.order == "desc")
        best = set(numbers[form.position - 1 : form.position - 1 + form.limit])
        found = sorted({one for number, one in ranked if number in best})
        return tuple(map(Entity, found)) if len(found) <= FEW else None


def _number(value: Value) -> Decimal | None:
    if value.datatype not in _NUMBERS:
        return None
    try:
        found = Decimal(value.value)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None
