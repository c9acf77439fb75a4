"""What a build says of itself while it runs, where there is no terminal, and of its sources when it has read them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from types import TracebackType
from typing import Any

from simba.building.blocks import EXAMPLES, Parsed
from simba.building.sources import Source
from simba.common.life_signs import telling


@dataclass(slots=True)
class Summary:
    """What was kept of a source, what was not wanted and what was bad."""

    file: str
    read: int = 0
    """Lines, or in Turtle triples, or in JSON entities."""
    kept: int = 0
    """Triples."""
    dropped: int = 0
    """What was not wanted, counted as what was read."""
    bad: int = 0
    examples: list[tuple[int, str]] = field(default_factory=list)
    """Line numbers of the first bad lines, and what is wrong with them."""

    def add(self, parsed: Parsed) -> None:
        """Count one more piece of the source."""
        self.read += parsed.read
        self.kept += parsed.kept
        self.dropped += parsed.dropped
        self.bad += parsed.bad
        self.examples = [*self.examples, *parsed.examples][:EXAMPLES]

    def as_dict(self) -> dict[str, Any]:
        """The summary as JSON has it."""
        return asdict(self)


class Progress:
    """Is told how a build goes; this one keeps silent."""

    def reading(self, source: Source) -> None:
        """A source is begun."""

    def at(self, bytes_read: int, summary: Summary) -> None:
        """So many bytes of it are read."""

    def read(self, summary: Summary) -> None:
        """It is read."""

    def stage(self, text: str) -> None:
        """What comes next, in a few words."""


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
