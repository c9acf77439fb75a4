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
from simba.kb.dating import days_of, in_order
from simba.kb.members import Values
from simba.query import Entity, Form, Hop, Member, Or, Rank, measured

Rows = Callable[[str], Sequence[Sequence[Value | None]]]
"""What a query finds, row by row; None is what is unknown."""
MAX_RANKS = 64
"""Superlatives whose members are remembered: a question has a few, each in several forms."""
MANY = 100
"""Members of a set that a query names one by one, at most."""
_NUMBERS = frozenset({f"{XSD}integer", f"{XSD}decimal", f"{XSD}double", f"{XSD}float"})


class Superlatives:
    """Finds who is the first, the second, the greatest; may be shared between threads."""

    def __init__(self, rows: Rows, sets: Callable[[Form], Values | None]) -> None:
        """Take what runs a query, and what tells a set by look-ups."""
        self._rows, self._sets = rows, sets
        self.members = lru_cache(maxsize=MAX_RANKS)(self._find_members)

    def _find_members(self, form: Rank) -> Values | None:
        """What is at the positions, with all ties; None where a query must tell."""
        known = self._narrowed(form)
        if known is None:
            return frozenset()
        ranked = self._ranked(known)
        if ranked is None:
            return None
        numbers = sorted((number for number, _ in ranked), reverse=form.order == "desc")
        best = set(numbers[form.position - 1 : form.position - 1 + form.limit])
        return frozenset(one for number, one in ranked if number in best)

    def _ranked(self, form: Rank) -> list[tuple[Decimal, Value]] | None:
        """Each member with what it is ordered by; None where a query must tell."""
        ranked = self._looked_up(form)
        if ranked is not None:
            return ranked
        ranked = []
        for member, measure in self._rows(measured(form)):
            number = None if measure is None else _number(measure)
            if member is None or number is None:
                return None
            ranked.append((number, member))
        return ranked

    def _looked_up(self, form: Rank) -> list[tuple[Decimal, Value]] | None:
        """The same of a few members, by look-ups."""
        some = self._sets(form.source)
        if some is None or len(some) > MANY:
            return None
        ranked: list[tuple[Decimal, Value]] = []
        for one in some:
            own = self._measured(one, form.measure)
            numbers = in_order(own) if own is not None else None
            if own is None or numbers is None:
                return None
            if numbers:
                first = form.order == "asc" or days_of(own) is not None
                ranked.append((min(numbers) if first else max(numbers), one))
        return ranked

    def _measured(self, member: Value, measure: Form) -> Values | None:
        """What a member may be ordered by; None where a query must tell."""
        name = entity_id(member.value)
        match measure:
            case Member():
                return frozenset({member})
            case Hop(Member(), path) if name is not None:
                return self._sets(Hop(Entity(name), path))
        return None

    def _narrowed(self, form: Rank) -> Rank | None:
        """The form over those of a set that look-ups tell that have anything to be measured by; None if none has."""
        match form.measure:
            case Hop(Member(), path):
                some = self._sets(form.source)
            case _:
                return form
        if some is None or len(some) > MANY:
            return form
        names = sorted(name for one in some if (name := entity_id(one.value)))
        measured_ones = [Entity(name) for name in names if self._sets(Hop(Entity(name), path)) != frozenset()]
        if len(measured_ones) < 2:
            return replace(form, source=measured_ones[0]) if measured_ones else None
        return replace(form, source=Or(*measured_ones))


def _number(value: Value) -> Decimal | None:
    if value.datatype not in _NUMBERS:
        return None
    try:
        found = Decimal(value.value)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None
