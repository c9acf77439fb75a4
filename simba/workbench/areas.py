"""Which file of rules a new property belongs to: that of the rules about the same kinds of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from simba.common.vocabulary import entity_id
from simba.grammar.written import WrittenRule
from simba.kb.facts import FactStore
from simba.russian.morphology import lemma
from simba.russian.text import fold

SAMPLE = 60
"""Uses of a property that are looked at."""
NEAREST = 10
"""Rules that have a say. So chosen, 60 % of SimBa's own rules would go to the file that they are in, and 81 % to one
of the first three (each tried as if it were new, on the snapshot of RuBQ)."""
WORDS = 0.6
"""What it counts to have the same words in the name; being used of the same classes counts up to 1."""


@dataclass(frozen=True, slots=True)
class Area:
    """A file of rules, without its ending, and the rules that speak for it."""

    name: str
    score: float
    because: tuple[WrittenRule, ...]


class Profiles:
    """What properties are used of, and what their values are: the classes of both, counted."""

    def __init__(self, store: FactStore) -> None:
        """Take the store to look into."""
        self._store = store
        self._known: dict[str, dict[str, float]] = {}

    def of(self, prop: str) -> dict[str, float]:
        """A property's classes, as a vector of length 1; empty where the knowledge base does not use it."""
        if prop not in self._known:
            self._known[prop] = _normal(self._counted(prop))
        return self._known[prop]

    def _counted(self, prop: str) -> Counter[str]:
        counts: Counter[str] = Counter()
        for side, weight in (("subject", 2), ("value", 1)):
            select = f"SELECT ?{side} WHERE {{ ?subject wdt:{prop} ?value }} LIMIT {SAMPLE}"
            for value in self._store.select(select):
                identifier = entity_id(value.value) if value.type == "uri" else None
                kinds = self._store.classes(identifier) if identifier else {value.datatype or "text"}
                counts.update({f"{side} {kind}": weight for kind in kinds})
        return counts


def areas(prop: str, names: Iterable[str], written: Sequence[WrittenRule], store: FactStore) -> list[Area]:
    """The files that hold the nearest rules, best first; none where nothing is alike.

    Two properties are near where they are used of things of the same classes, have values of the same classes,
    and have words of their names in common. The nearest `NEAREST` rules speak for their files.
    """
    profiles = Profiles(store)
    mine, words = profiles.of(prop), _words(names)
    near: dict[str, tuple[float, WrittenRule]] = {}
    for rule in written:
        text = rule.text
        if text.property in near:
            continue
        theirs = profiles.of(text.property)
        nearness = sum(weight * theirs.get(kind, 0.0) for kind, weight in mine.items())
        shared, all_words = words & _words([text.name]), words | _words([text.name])
        nearness += WORDS * len(shared) / len(all_words) if all_words else 0.0
        if text.property == prop:
            nearness = 2.0  # the same property in the other direction
        near[text.property] = nearness, rule
    found: dict[str, list[tuple[float, WrittenRule]]] = {}
    for nearness, rule in sorted(near.values(), key=lambda one: -one[0])[:NEAREST]:
        if nearness > 0:
            found.setdefault(rule.path.stem, []).append((nearness, rule))
    ranked = [
        Area(name, sum(nearness**2 for nearness, _ in rules), tuple(rule for _, rule in rules))
        for name, rules in found.items()
    ]
    return sorted(ranked, key=lambda area: -area.score)


def _normal(counts: Counter[str]) -> dict[str, float]:
    length = sqrt(sum(count**2 for count in counts.values()))
    return {kind: count / length for kind, count in counts.items()}


def _words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(lemma(word) for name in names for word in fold(name).split() if len(word) > 3)
