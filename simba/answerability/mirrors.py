"""Which properties tell the same facts from the other side, learned from the facts themselves.

Wikidata tells many facts twice: a marriage of either spouse, a capital of the country and "capital of" of the city.
While one of both is there, the question still has a valid form that returns the answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import pyoxigraph as ox

from simba.common.vocabulary import DIRECT, ENTITY, is_property_id

Mirrors = Mapping[str, tuple[str, ...]]
"""Properties that mirror a property, by it; a symmetric one mirrors itself."""
MIN_MIRRORED = 5
"""Facts that must be told from both sides: a few are by chance, as buildings that are notable works of architects."""


def learned(store: ox.Store) -> dict[str, tuple[str, ...]]:
    """The mirrors of all properties of a knowledge base.

    Two properties are mirrors if more than half of their facts that could be told from both sides are: those whose
    value says anything by the other property. So a capital is mirrored by "capital of", but not by "country", which
    leads back from every capital and also from all the other towns.
    """
    said: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for subject, name, value in _facts(store):
        said[subject][name].add(value)
    could: Counter[tuple[str, str]] = Counter()
    mirrored: Counter[tuple[str, str]] = Counter()
    for subject, by_name in said.items():
        for name, values in by_name.items():
            for value in values:
                for other, back in said[value].items() if value in said else ():
                    could[name, other] += 1
                    mirrored[name, other] += subject in back
    found: dict[str, set[str]] = defaultdict(set)
    for (name, other), count in mirrored.items():
        if count >= MIN_MIRRORED and 4 * count > could[name, other] + could[other, name]:
            found[name].add(other)
    return {name: tuple(sorted(others)) for name, others in sorted(found.items())}


def _facts(store: ox.Store) -> Iterator[tuple[str, str, str]]:
    """The direct claims whose value is an entity, which are all that can be told from its side."""
    for quad in store:
        predicate = quad.predicate.value
        if not isinstance(quad.subject, ox.NamedNode) or not isinstance(quad.object, ox.NamedNode):
            continue
        subject, name, value = quad.subject.value, predicate.removeprefix(DIRECT), quad.object.value
        if is_property_id(name) and value.startswith(ENTITY) and subject != value:
            yield subject, name, value
