"""What benchmarks share: the sets of ../shared, pages that figures go into, and commands of SimBa's that are measured.

Memory and time of processes are read from Linux's /proc.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
SNAPSHOT, WORLD = SHARED / "kb" / "snapshot.nt.gz", SHARED / "complex" / "world.nt.gz"
RESULTS = REPOSITORY / "docs" / "results.md"
LOOK = 0.1
"""Seconds between two looks at the processes of a command."""
TICKS = os.sysconf("SC_CLK_TCK")


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
    used: dict[int, float] = {}  # also of workers that end unwaited for, as those of Spark's daemon do
    process = subprocess.Popen(
        command, env={**os.environ, "SIMBA_QUIET": "1", **environment}, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        members = family(process.pid)
        peak = max(peak, sum(map(held, members)))
        used |= {one: _cpu(one) for one in members}
        time.sleep(LOOK)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"simba {' '.join(map(str, arguments))}: exit code {process.returncode}")
    return Spent(seconds, max(_waited_for() - before, sum(used.values())), peak)


def evaluated(dataset: Path, kb: Path) -> dict[str, Any]:
    """What `simba eval --json` says of a set."""
    command = [sys.executable, "-m", "simba", "eval", str(dataset), "--kb", str(kb), "--json"]
    scored: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return scored


def family(pid: int) -> list[int]:
    """A process and all below it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def held(pid: int) -> int:
    """Bytes that a process holds; none where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS")), 0)


def _cpu(pid: int) -> float:
    try:
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(times[11]) + int(times[12])) / TICKS  # in user mode and in the kernel


def _waited_for() -> float:
    """Seconds of processor time of this process's children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
