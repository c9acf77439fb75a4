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

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun: list[tuple[str, float]] = []

    def begin(self, stage: str) -> None:
        """End the stage that runs, if any, and begin another, by its name."""
        self._begun.append((stage, perf_counter()))

    def stop(self) -> Timings:
        """End the last stage; returns what all of them took, in seconds of wall time."""
        ends = [*(begun for _, begun in self._begun[1:]), perf_counter()]
        return tuple(
            [Timing(stage, end - begun) for (stage, begun), end in zip(self._begun, ends, strict=False)]
        )
