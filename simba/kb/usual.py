"""What is usually known of a kind of thing: how many instances of a class have a property."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

SAMPLE = 40
"""Instances of a class that are looked at; a store has them in an order of its own, by checksums."""
LEAST = 4
"""Fewer instances tell nothing."""
MAX_CLASSES = 4
"""Classes of an entity that are looked at."""
MANY = 1_000
"""Instances of a class that are looked at before a property is said to be known of none of them."""

RARE = 0.01
"""The share where none of the sample has the property, but another instance has."""

Instances = Callable[[str, int], Collection[str]]
"""Some instances of a class, at most so many, and always the same."""
Leading = Callable[[Sequence[str], str, bool], int]
"""How many of some entities have a value of a property or, in reverse, are one."""
SomeLead = Callable[[str, str, bool, int], bool]
"""Whether one of the first instances of a class, at most so many, does."""


class Usual:
    """How usual properties are; may be shared between threads."""

    def __init__(self, instances: Instances, leading: Leading, some_lead: SomeLead) -> None:
        """Take what a knowledge base has."""
        self._sample = lru_cache(maxsize=1_000)(lambda kind: tuple(instances(kind, SAMPLE)))
        self._leading = leading
        self._of_class = lru_cache(maxsize=20_000)(self._share)
        self._some_lead = lru_cache(maxsize=20_000)(some_lead)

    def share(self, classes: Collection[str], prop: str, *, reverse: bool) -> float | None:
        """The share, 0 to 1, of the instances of some class of these that have the property; the largest counts.

        It is 0 only if none is known to have it: what is hardly ever told may be asked for all the same. None where
        there are not `LEAST` instances to compare with.
        """
        some = sorted(classes, key=lambda kind: (len(kind), kind))[:MAX_CLASSES]
        shares = (self._of_class(kind, prop, reverse) for kind in some)
        return max((share for share in shares if share is not None), default=None)

    def never(self, classes: Collection[str], prop: str, *, reverse: bool) -> bool:
        """Whether instances of these classes are known, `LEAST` at least, and none of them has the property."""
        return sum(len(self._sample(kind)) for kind in classes) >= LEAST and not any(
            self._some_lead(kind, prop, reverse, MANY) for kind in classes
        )

    def _share(self, kind: str, prop: str, reverse: bool) -> float | None:
        sample = self._sample(kind)
        if len(sample) < LEAST:
            return None
        share = self._leading(sample, prop, reverse) / len(sample)
        return share or (RARE if self._some_lead(kind, prop, reverse, MANY) else 0.0)
