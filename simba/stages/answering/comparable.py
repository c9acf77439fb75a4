"""Whether the quantities that a reading compares are in one unit: 29031 feet are not more than 8848 metres.

Queries compare the numbers as they are. Where the full values of what is compared are in several units, a superlative
or a comparison of entities is done again here, with the numbers converted as the knowledge base itself says (P2370): it
is an answer where that makes no difference. Any other comparison of such is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, TypeAlias

from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts, FactStore, entity_ids
from simba.query import Difference, Form, Hop, Member, More, Or, Path, Rank, Step, Where, pattern, walk
from simba.query.scalars import Date, Year

IN_SI = "P2370"
"""The property of units that says how much they are in SI's."""
SHIFTED = frozenset({"Q11579"})
"""SI's units that others are not converted into by a factor alone: kelvins."""
MOST = 10_000
"""Quantities that are converted."""

Comparing: TypeAlias = Rank | More | Where | Difference


class _Quantity(NamedTuple):
    member: str
    amount: Decimal
    unit: str


def comparable(form: Form, store: FactStore, facts: Facts) -> bool:
    """Whether what the form comes to does not depend on numbers having been compared in different units.

    It asks once for each property that is compared by its values; raises `EndpointError` as the store does.
    """
    for part, members, name in _compared(form):
        given = _given(members, name)
        units = {
            one.value
            for one in store.select(f"SELECT DISTINCT ?unit WHERE {{ {given} }}")
            if one.type == "uri"
        }
        if len(units) < 2:
            continue
        if not isinstance(part, Rank | More):
            return False
        converted = _converted(_quantities(store, given), _factors(store, units))
        raw = set(entity_ids(facts.values(part).values))
        if converted is None or _best(part, converted) != raw:
            return False
    return True


def _compared(form: Form) -> Iterator[tuple[Comparing, Form, str]]:
    """The parts that compare numbers of a property, each with what is compared and with the property."""
    for part in walk(form):
        match part:
            case Rank(source, Hop(Member(), Path((Step(name, False, False),)))):
                yield part, source, name
            case More(Hop(Member(), Path((Step(name, False, False),))), _, members):
                yield part, Or(*members), name
            case Where(source, Hop(Member(), Path((Step(name, False, False),))), _, value):
                if isinstance(value, Hop):
                    yield part, Or(source, value.source), name
                elif not isinstance(value, Year | Date):
                    yield part, source, name
            case Difference(Hop(one, Path((Step(name, False, False),))), Hop(other, _), "amount" | "times"):
                yield part, Or(one, other), name


def _given(members: Form, name: str) -> str:
    """The pattern that binds the quantities of ?member: ?amount and ?unit, of the best statements."""
    return (
        f"{{ SELECT DISTINCT ?member WHERE {{ {pattern(members, '?member')} }} }} "
        f"?member wdt:{name} ?plain . ?member p:{name} ?statement . ?statement psv:{name} ?node . "
        f"?node wikibase:quantityAmount ?amount . ?node wikibase:quantityUnit ?unit . FILTER(?amount = ?plain)"
    )


def _quantities(store: FactStore, given: str) -> list[_Quantity] | None:
    """The quantities; None of too many."""
    told = 'CONCAT(STR(?member), " ", STR(?amount), " ", STR(?unit))'
    rows = store.select(f"SELECT DISTINCT ?told WHERE {{ {given} BIND({told} AS ?told) }} LIMIT {MOST + 1}")
    found = [_Quantity(member, amount, unit) for row in rows for member, amount, unit in _read(row.value)]
    return found if len(found) == len(rows) <= MOST else None


def _factors(store: FactStore, units: Collection[str]) -> dict[str, Decimal] | None:
    """How much each unit is in the same unit of SI; None where that is not told of all."""
    told = 'CONCAT(STR(?unit), " ", STR(?amount), " ", STR(?si))'
    rows = store.select(
        f"SELECT DISTINCT ?told WHERE {{ VALUES ?unit {{ {' '.join(f'wd:{entity_id(one)}' for one in units)} }} "
        f"?unit p:{IN_SI} ?statement . ?statement psv:{IN_SI} ?node . ?node wikibase:quantityAmount ?amount . "
        f"?node wikibase:quantityUnit ?si . BIND({told} AS ?told) }}"
    )
    factors: dict[str, Decimal] = {}
    known = set()
    for row in rows:
        for unit, factor, si in _read(row.value):
            if factors.setdefault(unit, factor) != factor:
                return None
            known.add(si)
    for one in known:
        factors.setdefault(one, Decimal(1))
    names = {entity_id(one) for one in units}
    return factors if len(known) == 1 and SHIFTED.isdisjoint(known) and names <= factors.keys() else None


def _read(told: str) -> Iterator[tuple[str, Decimal, str]]:
    """Two entities and the number between them, of a row that says so."""
    parts = told.split(" ")
    if len(parts) != 3:
        return
    first, last = entity_id(parts[0]), entity_id(parts[2])
    try:
        number = Decimal(parts[1])
    except InvalidOperation:
        return
    if first and last and number.is_finite():
        yield first, number, last


def _converted(
    quantities: Collection[_Quantity] | None, factors: Mapping[str, Decimal] | None
) -> list[tuple[str, Decimal]] | None:
    if quantities is None or factors is None or any(one.unit not in factors for one in quantities):
        return None
    return [(one.member, one.amount * factors[one.unit]) for one in quantities]


def _best(form: Rank | More, quantities: Collection[tuple[str, Decimal]]) -> set[str | None]:
    """The members that the form would come to by these quantities; of several, that which comes first in the order."""
    most = form.order == "desc"
    best: dict[str, Decimal] = {}
    for member, amount in quantities:
        known = best.setdefault(member, amount)
        best[member] = max(known, amount) if most else min(known, amount)
    ordered = sorted(best.values(), reverse=most)
    if isinstance(form, Rank):
        chosen = ordered[form.position - 1 : form.position - 1 + form.limit]
    else:  # of equal ones, none is more
        chosen = ordered[:1] if len(ordered) == len(form.members) and ordered[:1] != ordered[1:2] else []
    return {member for member, amount in best.items() if amount in chosen}
