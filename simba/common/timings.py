"""How long the stages took for a question: kept beside the trace, which is the same at every run, never in it."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple


class Timing(NamedTuple):
    """A stage that ran, and its seconds."""

    stage: str
    seconds: float


Timings = tuple[Timing, ...]
"""The stages in the order in which they ran."""


class Stopwatch:
    """Times stages that follow one another; each ends where the next begins."""

    __slots__ = ("_begun", "_stage", "_taken")

    def __init__(self) -> None:
        self._taken: list[Timing] = []
        self._stage: str | None = None
        self._begun = 0.0

    def begin(self, stage: str) -> None:
        """End the stage that runs, if any, and begin another, by its name."""
        now = perf_counter()
        if self._stage is not None:
            self._taken.append(Timing(self._stage, now - self._begun))
        self._stage, self._begun = stage, now

    def stop(self) -> Timings:
        """End the stage that runs, if any; returns what all of them took, in seconds of wall time."""
        if self._stage is not None:
            self._taken.append(Timing(self._stage, perf_counter() - self._begun))
            self._stage = None
        return tuple(self._taken)
