"""Whether connections spell out, from the entities of a form to a candidate, what the form asks; and by which path.

This is the form's meaning, read for one candidate: a hop holds where the property leads from a member of its source to
the candidate, in this direction. What connections between entities cannot tell is counted: a class that is not among
them is assumed; a date, a rank or a qualifier stays open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF
from simba.judging.connections import Connections
from simba.judging.judgement import Connection
from simba.query import (
    And,
    Choice,
    Class,
    Entity,
    Form,
    Hop,
    More,
    Or,
    Path,
    Qualifier,
    Rank,
    Statement,
    Step,
    Where,
    Without,
)

MAX_STEPS = 6
"""How often a repeated step is taken."""
MAX_REACHED = 1_000
"""Entities that a path is followed to."""
REMEMBERED = 500
"""Forms whose members are remembered: a question's candidates are judged by the same ones."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A path that spells a form out, and how many of the form's conditions it does not tell of."""

    path: tuple[Connection, ...] = ()
    assumed: int = 0
    """Conditions that the form's entities make likely: classes."""
    open: int = 0
    """Conditions that others may meet rather than the candidate: ranks, dates, qualifiers."""

    def and_(self, other: Witness) -> Witness:
        """Both together."""
        path = tuple(dict.fromkeys(self.path + other.path))
        return Witness(path, self.assumed + other.assumed, self.open + other.open)


SELF, ASSUMED, OPEN = Witness(), Witness(assumed=1), Witness(open=1)


def witness(form: Form, candidate: str, known: Connections) -> Witness | None:
    """The shortest of the paths that leave least untold by which a candidate is among what a form denotes, or None.

    Of literals and numbers, which no candidate is, None too.
    """
    match form:
        case Entity(identifier):
            return SELF if identifier == candidate else None
        case Class(ids):
            return _instance(ids, candidate, known)
        case Hop(source, path):
            return _best(_hops(source, path, candidate, known))
        case And(members):
            whole = SELF
            for member in members:
                one = witness(member, candidate, known)
                if one is None:
                    return None
                whole = whole.and_(one)
            return whole
        case Or(members):
            return _best(found for member in members if (found := witness(member, candidate, known)))
        case Without(source, excluded):
            against = witness(excluded, candidate, known)
            return (
                witness(source, candidate, known)
                if against is None or against.assumed or against.open
                else None
            )
        case Where(source) | Rank(source):
            inner = witness(source, candidate, known)
            return inner and inner.and_(OPEN)
        case More(_, _, members):
            among = any(witness(member, candidate, known) for member in members)
            return OPEN if among else None
        case Statement():
            return _stated(form, candidate, known)
    return None


def _best(found: Iterator[Witness]) -> Witness | None:
    return min(found, key=lambda one: (one.open, one.assumed, len(one.path)), default=None)


def _instance(classes: tuple[str, ...], candidate: str, known: Connections) -> Witness | None:
    kinds = known.beyond(candidate, INSTANCE_OF, False)
    for kind in kinds:
        for above, path in _repeated(Path((Step(SUBCLASS_OF),)), kind, known):
            if above in classes:
                return Witness((Connection(candidate, INSTANCE_OF, kind), *path))
    return None if known.complete else ASSUMED


def _stated(form: Statement, candidate: str, known: Connections) -> Witness | None:
    """A statement's value or subject; what its qualifiers say is left open."""
    untold = Witness(open=len(form.conditions))
    step = Path((Step(form.property),))
    if form.take == "value":
        others = None if form.value is None else witness(form.value, candidate, known)
        hop = Hop(form.subject, step) if form.subject is not None else None
        wanted = form.value
    elif form.take == "subject":
        others = None if form.subject is None else witness(form.subject, candidate, known)
        hop = Hop(form.value, step.reversed()) if form.value is not None else None
        wanted = form.subject
    elif known.complete and form.subject is not None and form.value is not None:
        return _best(_qualified(form, form.subject, form.value, candidate, known))
    else:
        return None
    if wanted is not None and others is None:
        return None
    found = witness(hop, candidate, known) if hop is not None else SELF
    return found and found.and_(untold).and_(others or SELF)


def _qualified(
    form: Statement, subject: Form, value: Form, candidate: str, known: Connections
) -> Iterator[Witness]:
    """The statements between a subject and a value, whose qualifier the candidate may be: that is left open."""
    for one, before in _members(subject, known) or ():
        for other, beside in _members(value, known) or ():
            if known.joins(one, form.property, other):
                stated = [Connection(one, form.property, other)]
                if isinstance(form.take, Qualifier):  # it says more of the value than of the subject
                    stated.append(Connection(other, form.take.property, candidate))
                yield before.and_(beside).and_(Witness(tuple(stated), open=1))


def _hops(source: Form, path: Path, candidate: str, known: Connections) -> Iterator[Witness]:
    """From where the source is known, forwards: the candidate may be what very much leads to; else backwards."""
    starts = _members(source, known)
    if starts is not None:
        for start, before in starts:
            for walked in _ways(path, start, candidate, known):
                yield before.and_(Witness(walked))
        return
    for start, walked in _followed(path.reversed(), candidate, known):
        before_it = witness(source, start, known)
        if before_it is not None:
            yield before_it.and_(Witness(walked[::-1]))


@lru_cache(maxsize=REMEMBERED)
def _members(form: Form, known: Connections) -> list[tuple[str, Witness]] | None:
    """What a form denotes, where that can be followed from its entities; None of a class and of what is left open."""
    match form:
        case Entity(identifier):
            return [(identifier, SELF)]
        case Or(members):
            parts = [_members(member, known) for member in members]
            return None if None in parts else [one for part in parts if part for one in part]
        case Hop(source, path):
            starts = _members(source, known)
            if starts is None:
                return None
            found = (
                (end, before.and_(Witness(walked)))
                for start, before in starts
                for end, walked in _followed(path, start, known)
            )
            return [one for one, _ in zip(found, range(MAX_REACHED), strict=False)]
        case And(members) if (first := _followable(members, known)) is not None:
            kept = []
            for one, before in first:
                whole = witness(form, one, known)
                if whole is not None:
                    kept.append((one, before.and_(whole)))
            return kept
        case Where(source) | Rank(source):
            inner = _members(source, known)
            return None if inner is None else [(one, found.and_(OPEN)) for one, found in inner]
    return None


def _followable(members: tuple[Form, ...], known: Connections) -> list[tuple[str, Witness]] | None:
    return next((found for one in members if (found := _members(one, known)) is not None), None)


def _ways(path: Path, start: str, candidate: str, known: Connections) -> Iterator[tuple[Connection, ...]]:
    """The ways of a path from one entity to another; whether the last step leads there is asked for them alone."""
    *first, last = path.steps
    if not isinstance(last, Step) or last.transitive:
        yield from (walked for end, walked in _followed(path, start, known) if end == candidate)
        return
    before = _followed(Path(tuple(first)), start, known) if first else iter([(start, ())])
    for middle, walked in before:
        one, other = (candidate, middle) if last.inverse else (middle, candidate)
        if known.joins(one, last.property, other):
            yield (*walked, Connection(one, last.property, other))


Followed = Iterator[tuple[str, tuple[Connection, ...]]]


def _followed(path: Path, start: str, known: Connections) -> Followed:
    """Where a path leads from an entity, with the connections that it takes."""
    reached: dict[str, tuple[Connection, ...]] = {start: ()}
    for step in path.steps:
        further: dict[str, tuple[Connection, ...]] = {}
        for entity, walked in reached.items():
            for end, more in _one(step, entity, known):
                further.setdefault(end, walked + more)
            if len(further) > MAX_REACHED:
                break
        reached = further
    yield from reached.items()


def _one(step: Step | Choice, entity: str, known: Connections) -> Followed:
    if isinstance(step, Choice):
        if step.transitive:
            yield from _repeated(Path((Choice(step.options),)), entity, known)
            return
        for option in step.options:
            yield from _followed(option, entity, known)
    elif step.transitive:
        yield from _repeated(Path((Step(step.property, step.inverse),)), entity, known)
    else:
        for other in known.beyond(entity, step.property, step.inverse):
            one, two = (other, entity) if step.inverse else (entity, other)
            yield other, (Connection(one, step.property, two),)


def _repeated(path: Path, entity: str, known: Connections) -> Followed:
    reached: dict[str, tuple[Connection, ...]] = {entity: ()}
    edge = dict(reached)
    for _ in range(MAX_STEPS):
        further = {
            end: walked + more
            for one, walked in edge.items()
            for end, more in _followed(path, one, known)
            if end not in reached
        }
        reached |= further
        edge = further
        if not edge or len(reached) > MAX_REACHED:
            break
    yield from reached.items()
