"""A batch on Spark against the same batch by ``simba batch --jobs``, on one machine, start-up apart.

Both get the same questions in a file, each of which is seen once, and must write the same lines. What is to be compared
is the time for a question, so each command also runs with a few questions alone, which is its start-up. CPU is that of
all processes of a command, Java's too: on a busy machine it tells more than the time.

    python benchmarks/spark.py [--questions N] [--jobs N] [--kb DIR]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import simba
from rich.console import Console
from rich.table import Table
from wordings import wordings

from simba import Simba

FEW = 40
"""Questions of a run that is all start-up; where there are no more in all, it is not told apart."""
WANTED = 1.25
"""Spark's time over that of the processes."""


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--questions", type=int, default=100_000)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--kb", default=None)
    chosen = arguments.parse_args()
    kb = ["--kb", chosen.kb] if chosen.kb else []
    commands = {
        f"simba batch --jobs {chosen.jobs}": ["--jobs", str(chosen.jobs), *kb],
        f"simba batch --master local[{chosen.jobs}]": ["--master", f"local[{chosen.jobs}]", *kb],
    }
    questions = wordings(Simba(chosen.kb), chosen.questions)
    table = Table(title=f"{len(questions):,} questions")
    for name in ("command", "start-up s", "s", "ms/question", "questions/s", "CPU ms/question"):
        table.add_column(name, justify="left" if name == "command" else "right")
    took: list[float] = []
    busy: list[float] = []
    outputs = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, (command, options) in enumerate(commands.items()):
            few = questions[: FEW if len(questions) > FEW else 0]
            start, begun, _ = _run(few, options, folder / f"few-{number}") if few else (0.0, 0.0, [])
            whole, ended, lines = _run(questions, options, folder / f"all-{number}")
            took.append((whole - start) / (len(questions) - len(few)))
            busy.append((ended - begun) / (len(questions) - len(few)))
            outputs.append(sorted(lines))
            per, cpu = (f"{1000 * each[-1]:.2f}" for each in (took, busy))
            table.add_row(command, f"{start:.1f}", f"{whole - start:.1f}", per, f"{1 / took[-1]:.0f}", cpu)
    console = Console()
    console.print(table)
    same = "the same lines" if outputs[0] == outputs[1] else "DIFFERENT LINES"
    console.print(
        f"Spark takes {took[1] / took[0]:.2f} of the time (wanted: at most {WANTED}), "
        f"{busy[1] / busy[0]:.2f} of the CPU; {same}"
    )
    if outputs[0] != outputs[1]:
        sys.exit(1)


def _run(questions: Sequence[str], options: Sequence[str], to: Path) -> tuple[float, float, list[bytes]]:
    """The seconds that a command took, those of all its processors, and the lines that it wrote."""
    file = to.with_suffix(".txt")
    file.write_text("".join(f"{question}\n" for question in questions), encoding="utf-8")
    spent = simba("batch", file, "--to", to, *options, SIMBA_TODAY="2001-12-31")
    written = sorted(to.glob("part=*/*.txt")) if to.is_dir() else [to]
    return spent.seconds, spent.cpu, [line for path in written for line in path.read_bytes().splitlines()]


if __name__ == "__main__":
    main()
