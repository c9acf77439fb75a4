"""Which steps lead anywhere, for composition: asked of an endpoint for a whole question at once.

Composition drops readings whose first step leads nowhere, and looks at others instead. A look-up each would be dozens
of requests, so a question is composed as if every unknown step led somewhere, then as if none did; what it wanted to
know either way is asked in one request, and it is composed for good.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from simba.kb.facts import WantedFacts

Step = tuple[str, str, bool]
"""Entity, property, and whether the step goes from a value to those that have it."""
Composed = TypeVar("Composed")
MAX_KNOWN = 50_000
MAX_ASKED = 400
"""Steps asked for in one request."""
MAX_ROUNDS = 2
"""Requests for a question: what the first tells may raise others. What is still unknown is taken to lead somewhere."""


class Leading:
    """Whether steps lead anywhere, as far as an endpoint was asked; may be shared between threads."""

    def __init__(self, ask: Callable[[Collection[Step], Sequence[WantedFacts]], Mapping[Step, bool]]) -> None:
        """Take what asks the endpoint, and asks ahead; of steps that its answer leaves out nothing is known."""
        self._ask = ask
        self._known: dict[Step, bool] = {}
        self._composing = _Composing()

    def leads(self, entity: str, name: str, reverse: bool) -> bool:
        """Whether a step leads anywhere; where that is not known, it is noted, and what is assumed is said."""
        step = (entity, name, reverse)
        known = self._known.get(step)
        if known is None:
            self._composing.wanted.setdefault(step)
            return self._composing.assumed
        return known

    def leading(self, entity: str, steps: Collection[tuple[str, bool]]) -> list[tuple[str, bool]]:
        """Those of many steps from an entity that `leads`; all are looked at, so that all are asked for at once."""
        return [(name, reverse) for name, reverse in steps if self.leads(entity, name, reverse)]

    def lands(self, entity: str, name: str, classes: Collection[str]) -> bool:
        """Never: of what kind the values are, would take another request."""
        return False

    def settled(self, compose: Callable[[], Composed], ahead: Callable[[Composed], WantedFacts]) -> Composed:
        """What composing comes to where it is known which steps lead anywhere; by one request, seldom by more.

        That also asks for what is wanted of the two that it may come to. Raises `EndpointError`.
        """
        composing = self._composing
        composing.wanted.clear()
        composed = compose()
        learnt, rounds = True, 0
        while composing.wanted and learnt and rounds < MAX_ROUNDS:
            with composing.doubting():
                doubtful = compose()
            may_be = [ahead(composed), ahead(doubtful)]
            learnt = self._learn(list(composing.wanted)[:MAX_ASKED], may_be)
            composing.wanted.clear()
            composed, rounds = compose(), rounds + 1
        return composed

    def _learn(self, wanted: Collection[Step], ahead: Sequence[WantedFacts]) -> bool:
        found = self._ask(wanted, ahead)
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        self._known |= found
        return bool(found)


class _Composing(threading.local):
    """One thread's question: the steps that it wanted to know of, and what it takes for granted of the unknown."""

    def __init__(self) -> None:
        self.wanted: dict[Step, None] = {}
        self.assumed = True

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """Take unknown steps to lead nowhere."""
        self.assumed = False
        try:
            yield
        finally:
            self.assumed = True
