"""Questions a second against an endpoint that is far away, by the number of jobs.

Oxigraph's server has the embedded knowledge base's facts; a proxy in a process of its own makes each request take
100 ms longer. Every number of jobs gets the same questions and a SimBa that remembers nothing. CPU is this process's
own: where it nears 100 %, Python's lock and not the network is what limits.

    python benchmarks/jobs.py [--questions N] [--delay SECONDS] [--jobs 1 2 4 8 16]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
os.environ.setdefault("OMP_NUM_THREADS", "1")

import yaml
from rich.console import Console
from rich.table import Table

from simba import Simba
from simba.building.embedded import embedded
from simba.common.resources import data_path
from simba.endpoint import EndpointSettings

TESTS = Path(__file__).parent.parent / "tests"


@contextmanager
def _far(upstream: str, delay: float) -> Iterator[str]:
    command = [sys.executable, str(TESTS / "fault_proxy.py"), upstream, "--delay", str(delay)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as proxy:
        assert proxy.stdin is not None
        assert proxy.stdout is not None
        try:
            yield proxy.stdout.readline().strip()
        finally:
            proxy.stdin.close()


def _questions(number: int) -> list[str]:
    entries = yaml.safe_load((TESTS / "questions" / "answered.yaml").read_text(encoding="utf-8"))
    return [entry["question"] for entry in entries][:number]


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--questions", type=int, default=200)
    arguments.add_argument("--delay", type=float, default=0.1)
    arguments.add_argument("--jobs", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    chosen = arguments.parse_args()
    questions = _questions(chosen.questions)
    sys.path.insert(0, str(TESTS))
    from endpoint_support import serving

    console = Console()
    table = Table(title=f"{len(questions)} questions, {1000 * chosen.delay:.0f} ms a request")
    for name in ("jobs", "questions/s", "ratio", "ms/question", "CPU ms/question", "CPU", "failed"):
        table.add_column(name, justify="right")
    first = None
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(data_path("index/demo.ttl"), Path(folder)) as near,
        _far(near, chosen.delay) as far,
    ):
        for jobs in chosen.jobs:
            simba = Simba(embedded(), endpoint=EndpointSettings(far, time_limit=300))
            simba.load()
            next(simba.answer_many(["столица Непала"]))  # what is imported with the first request
            start, cpu = perf_counter(), process_time()
            failed = sum(answer.status == "error" for answer in simba.answer_many(questions, jobs=jobs))
            seconds, cpu = perf_counter() - start, process_time() - cpu
            rate = len(questions) / seconds
            first = first or rate
            table.add_row(
                str(jobs),
                f"{rate:.1f}",
                f"{rate / first:.1f}",
                f"{1000 * seconds / len(questions):.0f}",
                f"{1000 * cpu / len(questions):.1f}",
                f"{100 * cpu / seconds:.0f} %",
                str(failed),
            )
    console.print(table)


if __name__ == "__main__":
    main()
