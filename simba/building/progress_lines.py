"""A build's progress where there is no terminal: a line a second."""

from __future__ import annotations

from types import TracebackType

from simba.building.progress import Progress, Summary
from simba.building.sources import Source
from simba.common.life_signs import telling


class Lines(Progress):
    """Lines on standard error."""

    def __init__(self) -> None:
        self._source: Source | None = None
        self._said = "Starting"
        self._telling = telling(lambda: self._said)

    def __enter__(self) -> Lines:
        self._telling.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._telling.__exit__(kind, error, trace)

    def reading(self, source: Source) -> None:
        """Name it."""
        self._source, self._said = source, source.name

    def at(self, bytes_read: int, summary: Summary) -> None:
        """Say how much of it is read."""
        size = self._source.size if self._source else None
        share = f"{min(1.0, bytes_read / size):.0%} read, " if size else ""
        bad = f", {summary.bad:,} bad" if summary.bad else ""
        self._said = f"{summary.file}: {share}{summary.kept:,} of {summary.read:,} kept{bad}"

    def stage(self, text: str) -> None:
        """Say what comes next."""
        self._said = text
