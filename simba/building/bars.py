"""A build's progress on a terminal: how much of each source is read, how fast, and what is left."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.progress import Progress as Bar

from simba.building.progress import Progress, Summary
from simba.building.sources import Source


class Bars(Progress):
    """Bars on standard error."""

    def __init__(self) -> None:
        self._bar = Bar(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = TaskID(0)

    def __enter__(self) -> Bars:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def reading(self, source: Source) -> None:
        """Begin a bar."""
        self._task = self._bar.add_task(source.name, total=source.size, counts="")

    def at(self, bytes_read: int, summary: Summary) -> None:
        """Move it."""
        bad = f", {summary.bad:,} bad" if summary.bad else ""
        self._bar.update(
            self._task, completed=bytes_read, counts=f"{summary.kept:,} of {summary.read:,}{bad}"
        )

    def read(self, summary: Summary) -> None:
        """End it."""
        self._bar.stop_task(self._task)

    def stage(self, text: str) -> None:
        """Begin a bar without an end."""
        self._bar.stop_task(self._task)
        self._task = self._bar.add_task(text, total=None, counts="")
