"""Which steps lead anywhere, for composition: asked of an endpoint for a whole question at once.

Composition drops readings whose first step leads nowhere. A look-up each would be dozens of requests, so a question is
composed as if every step led somewhere; what it wanted to know is then asked in one request, and it is composed again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping

Step = tuple[str, str, bool]
"""Entity, property, and whether the step goes from a value to those that have it."""
MAX_KNOWN = 50_000
MAX_ASKED = 200
"""Steps asked for in one request; of more, the rest is taken to lead somewhere."""


class Leading:
    """Whether steps lead anywhere, as far as an endpoint was asked; may be shared between threads."""

    def __init__(self, ask: Callable[[Collection[Step]], Mapping[Step, bool]]) -> None:
        """Take what asks the endpoint; of steps that its answer leaves out nothing is known."""
        self._ask = ask
        self._known: dict[Step, bool] = {}
        self._thread = threading.local()

    def leads(self, entity: str, name: str, reverse: bool) -> bool:
        """Whether a step leads anywhere; yes, and noted for `settle`, where that is not known."""
        step = (entity, name, reverse)
        known = self._known.get(step)
        if known is None:
            self._wanted.setdefault(step)
        return known is not False

    def settle(self) -> bool:
        """Ask for what this thread wanted to know; whether some step turned out to lead nowhere.

        Raises `EndpointError`.
        """
        wanted = [step for step in self._wanted if step not in self._known][:MAX_ASKED]
        self._wanted.clear()
        if not wanted:
            return False
        found = self._ask(wanted)
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        self._known |= found
        return not all(found.values())

    @property
    def _wanted(self) -> dict[Step, None]:
        if not hasattr(self._thread, "wanted"):
            self._thread.wanted = {}
        wanted: dict[Step, None] = self._thread.wanted
        return wanted
