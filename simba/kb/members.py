"""The members of a set in a store at hand, by look-ups where a few tell them.

Oxigraph joins a set with the union of some classes by finding all that is in either: a quarter of a second in a base of
300,000 entities, however few the set has. Looking at these one by one takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from decimal import Decimal
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from simba.answer import Value
from simba.common.vocabulary import ENTITY, INSTANCE_OF, SUBCLASS_OF, entity_id
from simba.kb.dating import between, first_of, in_order, parts
from simba.query import (
    And,
    Class,
    Difference,
    Entity,
    Form,
    Hop,
    Member,
    Or,
    Part,
    Path,
    Rank,
    Statement,
    Step,
    Where,
    Without,
    Year,
)
from simba.query.forms import Comparison
from simba.query.paths import Choice, path
from simba.query.scalars import Scalar

Ends = Callable[[str, str, bool, int], Collection[Value | None]]
"""What a property leads to from an entity or, in reverse, what leads to it: at most so many values, None what is
unknown.
"""
Values = frozenset[Value]
MOST = 1_000
"""Look-ups and values found by them that one set may take, and members that are looked at one by one; a query tells
more.
"""
INSTANCES = path(f"^{SUBCLASS_OF}*/^{INSTANCE_OF}")
MAX_SETS = 2_000
"""Sets that are remembered: the forms of one question have parts in common."""


FEW = 20
"""Members that are looked at one by one rather than that all of a larger set are listed."""


_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class NeedsQueryError(Exception):
    """No few look-ups tell a set."""


class Members:
    """Finds sets by look-ups; may be shared between threads."""

    def __init__(
        self,
        ends: Ends,
        is_of: Callable[[Value, Collection[str]], bool],
        ranked: Callable[[Rank], Values | None],
        stated: Callable[[Statement], Values | None],
    ) -> None:
        """Take what tells a property's values, whether one is of some class, who is first in an order, and what
        statements tell.
        """
        self._ends, self._is_of, self._ranked, self._stated = ends, is_of, ranked, stated
        self.of = lru_cache(maxsize=MAX_SETS)(self._of)

    def _of(self, form: Form) -> Values | None:
        """The members of the set, none of them unknown; None where a query must tell."""
        match form:
            case Entity(identifier):
                return frozenset({Value("uri", ENTITY + identifier, None, None)})
            case Rank():
                return self._ranked(form)
            case Statement():
                return self._stated(form)
            case Where(source, Hop(Member(), way), comparison, value):
                return self._compared(self.of(source), way, comparison, value)
            case Without(source, excluded):
                return self._without(self.of(source), excluded)
            case Or(members):
                return self._any(members)
            case And(members):
                return self._all(members)
            case Hop(source, way):
                sources = self.of(source)
                return None if sources is None else self._led(sources, way)
            case Part(source, which):
                dates = self.of(source)
                return None if dates is None else parts(dates, which)
            case Difference(first, second, unit):
                begun, ended = self._dates(first), self._dates(second)
                return None if begun is None or ended is None else between(begun, ended, unit)
        return None

    def _without(self, members: Values | None, excluded: Form) -> Values | None:
        if members is None or len(members) > MOST or _any_literal(members):
            return None
        some = self._belonging(members, excluded)
        return None if some is None else members - some

    def _compared(
        self, members: Values | None, way: Path, comparison: Comparison, value: Form
    ) -> Values | None:
        """Those of some members whose date or number compares so with another."""
        others = self._numbers(value)
        if members is None or len(members) > MOST or others is None:
            return None
        found: set[Value] = set()
        for one in members:
            own = self._led([one], way)
            if own is None or (numbers := in_order(own)) is None:
                return None
            if any(_COMPARED[comparison](number, other) for number in numbers for other in others):
                found.add(one)
        return frozenset(found)

    def _numbers(self, form: Form) -> list[Decimal] | None:
        """What is compared with; None where it is no set, or a query must tell."""
        some = None if isinstance(form, Scalar) else self.of(form)
        return None if some is None else in_order(some)

    def _dates(self, end: Form) -> Values | None:
        return frozenset({first_of(end.value)}) if isinstance(end, Year) else self.of(end)

    def _any(self, members: Iterable[Form]) -> Values | None:
        found: set[Value] = set()
        for member in members:
            some = self.of(member)
            if some is None:
                return None
            found |= some
        return frozenset(found)

    def _all(self, members: Collection[Form]) -> Values | None:
        """What is in all of several sets: of those that are small, what belongs to the others."""
        small: Values | None = None
        others: list[Form] = []
        for member in sorted(members, key=_breadth):
            if small is not None and len(small) <= FEW and _breadth(member) and not _any_literal(small):
                others.append(member)  # all actors are not listed to see whether three people are some
                continue
            some = self._instances(member) if isinstance(member, Class) and small is None else self.of(member)
            if some is None:
                others.append(member)
            elif not (small := some if small is None else small & some):
                return small
        if small is None or len(small) > MOST or _any_literal(small):
            return None  # which literals are the same, their languages tell too
        for other in others:
            some = self._belonging(small, other)
            if some is None:
                return None
            small = some
        return small

    def _belonging(self, members: Values, to: Form) -> Values | None:
        """Those of some members that are in a larger set; None where a query must tell."""
        match to:
            case Class(kinds):
                return frozenset(one for one in members if self._is_of(one, kinds))
            case Hop(Entity(entity), way):
                return self._leading_to(members, way, entity)
            case Or(several):
                some = [self._belonging(members, one) for one in several]
                known = [one for one in some if one is not None]
                return frozenset().union(*known) if len(known) == len(some) else None
        larger = self.of(to) if members else members
        return None if larger is None else members & larger

    def _instances(self, form: Class) -> Values | None:
        """The instances of classes and of those below; that a query finds them is as fast where they are many."""
        return self._led([Value("uri", ENTITY + one, None, None) for one in form.ids], INSTANCES)

    def _led(self, sources: Collection[Value], way: Path) -> Values | None:
        """Where a path leads to from some values."""
        left = [MOST]
        try:
            return frozenset(self._ways(sources, way, left))
        except NeedsQueryError:
            return None

    def _leading_to(self, members: Values, way: Path, entity: str) -> Values | None:
        """Those of some members that a path leads to from an entity."""
        left, source, back = [MOST], Value("uri", ENTITY + entity, None, None), way.reversed()
        try:
            return frozenset(one for one in members if source in self._ways({one}, back, left))
        except NeedsQueryError:
            return None

    def _ways(self, sources: Collection[Value], way: Path, left: list[int]) -> Collection[Value]:
        for step in way.steps:
            sources = (
                self._repeated(sources, step, left) if step.transitive else self._step(sources, step, left)
            )
        return sources

    def _repeated(
        self, sources: Collection[Value], step: Step | Choice, left: list[int]
    ) -> Collection[Value]:
        found, ahead = set(sources), set(sources)
        while ahead:
            ahead = set(self._step(ahead, step, left)) - found
            found |= ahead
        return found

    def _step(self, sources: Collection[Value], step: Step | Choice, left: list[int]) -> Collection[Value]:
        if isinstance(step, Choice):
            return {one for option in step.options for one in self._ways(sources, option, left)}
        found: set[Value] = set()
        for source in sources:
            entity = entity_id(source.value) if source.type == "uri" else None
            if entity is None and step.inverse:
                raise NeedsQueryError  # what has the same date
            if entity is None:
                continue  # no literal has properties
            some = self._ends(entity, step.property, step.inverse, max(left[0], 1))
            left[0] -= 1 + len(some)
            if left[0] <= 0:
                raise NeedsQueryError
            found.update(one for one in some if one is not None)
        return found


def _breadth(form: Form) -> int:
    """How many members a set may well have: few (0), as many as something has that is said of it (1), a class's (2)."""
    match form:
        case Class():
            return 2
        case Hop(Entity(), way):
            return int(_leads_back(way))
        case Or(members):
            return max(map(_breadth, members), default=0)
    return 0


def _leads_back(way: Path) -> bool:
    """Whether some step leads from a value to what has it."""
    return any(
        any(map(_leads_back, step.options)) if isinstance(step, Choice) else step.inverse
        for step in way.steps
    )


def _any_literal(values: Values) -> bool:
    return any(one.type == "literal" for one in values)
