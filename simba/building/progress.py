"""What a build says of itself while it runs, and of its sources when it has read them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from simba.building.blocks import EXAMPLES, Parsed
from simba.building.sources import Source


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
