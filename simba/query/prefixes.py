"""The smaller forms that a form is reached through: where one of them is empty, so is the form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query.forms import Class, Count, Entity, Exists, Form, Hop, Member, More, Rank, Statement, Where
from simba.query.paths import Path
from simba.query.scalars import Date, Number, Text, Year
from simba.query.tree import parts, walk


def prefixes(form: Form) -> Iterator[Form]:
    """The forms on the way, the innermost first and the form last; not entities, constants and whole classes.

    Numbers and truths, which are never empty, are left out.
    """
    match form:
        case Entity() | Class() | Number() | Year() | Date() | Text():
            return
        case Hop(source, path):
            yield from prefixes(source)
            yield from (Hop(source, Path(path.steps[:length])) for length in range(1, len(path.steps) + 1))
        case Statement(_, subject, value):
            for end in (subject, value):
                if end is not None:
                    yield from prefixes(end)
            take = form.take if isinstance(form.take, str) else "statement"
            if form.conditions:
                yield replace(form, conditions=(), take=take)
            yield form
        case Count(source):
            yield from prefixes(source)
        case Exists(source, known):
            yield from prefixes(source if known is None else known)
        case _:
            for part in _sources(form):
                if not any(isinstance(one, Member) for one in walk(part)):
                    yield from prefixes(part)
            yield form


def _sources(form: Form) -> tuple[Form, ...]:
    """The parts that are sets of their own, not measures of a member."""
    match form:
        case Rank(source):
            return (source,)
        case Where(source, _, _, value):
            return (source, value)
        case More(_, _, members):
            return members
    return tuple(parts(form))
