"""Where a form came to nothing: which of its steps led nowhere, and how that is said in Russian."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from simba.answer import Value
from simba.kb.facts import FactStore, Texts, WantedFacts
from simba.query import (
    Form,
    Hop,
    Labels,
    Step,
    prefixes,
    words,
)
from simba.russian.morphology import gender
from simba.telling.labelling import labelled

MAX_STEPS = 6
"""Steps of a form that are looked at to find the one that came to nothing."""
MAX_REACHED = 3
"""Values that are told of the step before it."""
MISSING = {"masc": "не указан", "femn": "не указана", "neut": "не указано"}


class Stop(NamedTuple):
    """Where a form came to nothing: the last step that led somewhere, its first values, and the one after it."""

    before: Form | None
    reached: tuple[Value, ...]
    empty: Form


def stop_of(form: Form, store: FactStore) -> Stop | None:
    """Where a form came to nothing, if one of its steps did."""
    steps = list(dict.fromkeys(prefixes(form)))[:MAX_STEPS]
    facts = store.gather(lambda: WantedFacts(steps))
    reached: dict[Form, tuple[Value, ...]] = {}
    for step in steps:
        values = facts.values(step).values
        if not values:
            before = _before(step)
            if before not in reached:
                return Stop(None, (), step)
            return Stop(before, reached[before][:MAX_REACHED], step)
        reached[step] = values
    return None


def _before(form: Form) -> Form | None:
    """What the last step of a path starts from."""
    if not isinstance(form, Hop):
        return None
    steps = form.path.steps[:-1]
    return Hop(form.source, replace(form.path, steps=steps)) if steps else form.source


def said(stop: Stop, texts: Texts, labels: Labels) -> str:
    """What was found before a form came to nothing, and what was not."""
    before, values, empty = stop
    last = empty.path.steps[-1] if isinstance(empty, Hop) else None
    forward = isinstance(last, Step) and not last.inverse
    if before is None or not isinstance(last, Step) or not forward:
        return f"{words(empty, labels)}: {_missing(words(empty, labels)) if forward else 'не найдено'}"
    found = ", ".join(labelled(value, before, texts).label or value.value for value in values)
    name = labels(last.property) or last.property
    return f"{words(before, labels)}: {found}; {name}: {_missing(name)}"


def _missing(noun: str) -> str:
    """ "Not stated", in the gender of the noun that begins the words; what it belongs to may stand in brackets."""
    sexes = (gender(word, "NOUN", "sing", "nomn") for word in noun.partition(" (")[0].split())
    return MISSING[next(filter(None, sexes), None) or "neut"]
