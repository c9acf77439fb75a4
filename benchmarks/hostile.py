"""What the longest and worst questions cost: processor time and memory beside the models.

Each attack of tests/attacks.py is asked once, nothing of it being in a cache, and its trace is made, as for the page.
With --search, Hypothesis then looks for as many others, led by their time, and the worst is shown.

    python benchmarks/hostile.py [--kb DIR] [--only NAME] [--search N]
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import HealthCheck, given, settings, target
from rich.console import Console
from rich.table import Table

from simba import Simba

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from attacks import ATTACKS, attacks

WANTED_MS, WANTED_MB = 200, 20


def main() -> None:
    """Print a table, the costliest first."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--kb", default=None)
    arguments.add_argument("--only", choices=ATTACKS, metavar="NAME")
    arguments.add_argument("--search", type=int, default=0, metavar="N")
    chosen = arguments.parse_args()
    simba = Simba(chosen.kb)
    _ = simba.answer("Кто написал «Война и мир» в 1990 году?").trace
    asked = {chosen.only: ATTACKS[chosen.only]} if chosen.only else ATTACKS
    costs = {name: cost(simba, question) for name, question in asked.items()}
    if chosen.search:
        found = worst(simba, chosen.search)
        costs[f"found: {found[:40]!r} ..."] = cost(simba, found)

    title = f"Questions of 1,000 characters (wanted: at most {WANTED_MS} ms and {WANTED_MB} MB)"
    table = Table("what it is full of", "ms", "of these, trace", "MB", "the longest stage", title=title)
    for column in table.columns[1:4]:
        column.justify = "right"
    for name, (seconds, trace, megabytes, stage) in sorted(costs.items(), key=lambda one: -one[1][0]):
        over = seconds > WANTED_MS / 1000 or megabytes > WANTED_MB
        table.add_row(
            name,
            f"{1000 * seconds:.0f}",
            f"{1000 * trace:.0f}",
            f"{megabytes:.1f}",
            stage,
            style="red" if over else "",
        )
    Console().print(table)


def cost(simba: Simba, question: str) -> tuple[float, float, float, str]:
    """Seconds of processor time, those of them for the trace, megabytes, and the stage that took longest."""
    gc.collect()
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew
    start = time.thread_time()
    answer = simba.answer(question)
    answered = time.thread_time()
    _ = answer.trace
    seconds, trace = time.thread_time() - start, time.thread_time() - answered
    stage = max(answer.timings, key=lambda timing: timing.seconds).stage
    return seconds, trace, max(0.0, memory("VmHWM") - before), stage


def memory(name: str) -> float:
    """This process's memory in megabytes, by Linux's name for it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{name}:"))


def worst(simba: Simba, number: int) -> str:
    """The costliest of so many questions that Hypothesis makes up."""
    seen: list[tuple[float, str]] = []

    @settings(max_examples=number, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(attacks)
    def search(question: str) -> None:
        start = time.thread_time()
        simba.answer(question)
        seen.append((time.thread_time() - start, question))
        target(1000 * seen[-1][0], label="ms")

    search()
    return max(seen)[1]


if __name__ == "__main__":
    main()
