"""Forms with the sets that look-ups tell in their place: a larger query need not find them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from simba.common.vocabulary import entity_id
from simba.kb.members import Values
from simba.query import And, Entity, Form, Hop, Or, Part, Rank, Statement, Where, Without

FEW = 20
"""Members that a set is replaced by, at most."""


def resolved(form: Form, members: Callable[[Form], Values | None]) -> Form | None:
    """The form with the members of its superlatives and conjunctions in their place.

    None where one has none, and so the form.
    """
    if isinstance(form, (Rank, And)):
        some = members(form)
        names = [entity_id(one.value) for one in some] if some is not None and len(some) <= FEW else [None]
        known = sorted(name for name in names if name)
        if len(known) == len(names):
            entities = tuple(map(Entity, known))
            return Or(*entities) if len(entities) > 1 else entities[0] if entities else None
    match form:
        case Hop(source) | Part(source) | Where(source) | Without(source):
            found = resolved(source, members)
            return form if found is source else None if found is None else replace(form, source=found)
        case Statement(_, subject, value):
            ends = [one if one is None else resolved(one, members) for one in (subject, value)]
            if ends[0] is subject and ends[1] is value:
                return form
            if (subject is not None and ends[0] is None) or (value is not None and ends[1] is None):
                return None
            return replace(form, subject=ends[0], value=ends[1])
        case And(conditions):
            several = [resolved(one, members) for one in conditions]
            if all(new is old for new, old in zip(several, conditions, strict=True)):
                return form
            left = [one for one in several if one is not None]
            return And(*left) if len(left) == len(several) else None
    return form
