"""What benchmarks share: the sets of ../shared, pages that figures go into, and commands that are measured."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
SNAPSHOT, WORLD = SHARED / "kb" / "snapshot.nt.gz", SHARED / "complex" / "world.nt.gz"
RESULTS = REPOSITORY / "docs" / "results.md"
LOOK = 0.1
"""Seconds between two looks at the processes of a command."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a command took."""

    seconds: float
    cpu: float
    """Seconds of processor time of all its processes."""
    memory: int
    """Bytes that they held at once, at the most; what they share is counted once each: too high, not too low."""


def simba(*arguments: str | Path | int, **environment: str) -> Spent:
    """Run a command of SimBa's in a process of its own, with what is added to the environment; it has to succeed."""
    command = [sys.executable, "-m", "simba", *map(str, arguments)]
    before, start, peak = _waited_for(), time.perf_counter(), 0
    used: dict[psutil.Process, float] = {}
    process = psutil.Popen(
        command, env={**os.environ, "SIMBA_QUIET": "1", **environment}, stdout=subprocess.DEVNULL
    )
    # Seen while they run: Spark's daemon lets its workers end unwaited for, and then nobody is told what they used.
    while process.poll() is None:
        together = 0
        for member in _family(process):
            with suppress(psutil.Error):  # it has just ended
                together += member.memory_info().rss
                times = member.cpu_times()
                used[member] = times.user + times.system
        peak = max(peak, together)
        time.sleep(LOOK)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"simba {' '.join(map(str, arguments))}: exit code {process.returncode}")
    return Spent(seconds, max(_waited_for() - before, sum(used.values())), peak)


def _family(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return [process]


def _waited_for() -> float:
    """Seconds of processor time of this process's children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def evaluated(dataset: Path, kb: Path) -> dict[str, Any]:
    """What `simba eval --json` says of a set."""
    command = [sys.executable, "-m", "simba", "eval", str(dataset), "--kb", str(kb), "--json"]
    scored: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return scored


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def share(count: int, of: int) -> str:
    """A part of a whole as the tables tell it: "3 of 4 (75.0%)"."""
    return f"{count} of {of} ({count / of:.1%})" if of else "-"


def write(mark: str, text: str, page: Path = RESULTS) -> None:
    """Put a text between two marks of a page."""
    before, start, rest = page.read_text(encoding="utf-8").partition(f"<!-- {mark} -->\n")
    _, end, after = rest.partition(f"<!-- end of {mark} -->")
    if not start or not end:
        sys.exit(f"{page}: no place for {mark}")
    page.write_text(f"{before}{start}{text}\n{end}{after}", encoding="utf-8")
