"""What an interrupted build leaves beside its target, so that another may go on: reading, which takes longest.

What has been read stands in sorted runs in the work folder (and in the triple store). Now and then everything is put on
disk, and a file says how far. A resumed build reads the sources up to there without looking at them, and goes on;
sorting and writing the index are done anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from simba.building.progress import Summary
from simba.building.records import Wanted
from simba.building.sources import Source

CHECKPOINT = "checkpoint.json"
"""In a work folder, how far an interrupted build has come."""


@dataclass(slots=True)
class Checkpoint:
    """How far a build has read."""

    sources: list[list[str | int | None]]
    wanted: dict[str, Any]
    finished: list[Summary] = field(default_factory=list)
    current: Summary | None = None
    """Of the source after the finished ones."""
    position: int = 0
    line: int = 1
    runs: list[str] = field(default_factory=list)

    @classmethod
    def start(cls, sources: Sequence[Source], wanted: Wanted) -> Checkpoint:
        """That of a build which has read nothing."""
        plain = json.loads(json.dumps(asdict(wanted)))
        return cls([source.identity() for source in sources], plain)

    def write(self, work: Path) -> None:
        """Write it; it is whole or as it was before."""
        new = work / f"{CHECKPOINT}.new"
        new.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")
        os.replace(new, work / CHECKPOINT)

    @classmethod
    def read(cls, work: Path) -> Checkpoint:
        """Read a work folder's; raises OSError, or TypeError, ValueError or KeyError for one of another version."""
        content = json.loads((work / CHECKPOINT).read_text(encoding="utf-8"))
        content["finished"] = [Summary(**summary) for summary in content["finished"]]
        content["current"] = Summary(**content["current"]) if content["current"] else None
        return cls(**content)
