"""Load on the page and the API: 50 clients for 60 s on loopback, against two gunicorn workers.

Locust is the tool (pip install -e '.[bench]'); this file is both its scenario and the script that runs it:

    .venv/bin/python benchmarks/load.py [--clients 50] [--seconds 60] [--pause 0] [--kb DIR]

It starts ``gunicorn web:app``, waits until it answers, runs the clients and prints latencies, errors and the
workers' memory before and after.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from simba.web.examples import EXAMPLES

ROOT = Path(__file__).parent.parent
QUESTIONS = (
    *EXAMPLES,
    "Какая столица у Хрумпурляндии?",
    "Сколько мостов в Санкт-Петербурге?",
    "Какие реки протекают в России?",
    "Столицей какой страны является город Каир?",
)

if "SIMBA_LOAD" in os.environ:  # locust imports this file
    from locust import FastHttpUser, between, task

    class Reader(FastHttpUser):
        """Asks again and again; a third of the questions go to the API."""

        # People neither come nor read in step: equal pauses would keep the first fifty requests together for ever.
        wait_time = between(0.5 * float(os.environ["SIMBA_LOAD"]), 1.5 * float(os.environ["SIMBA_LOAD"]))

        @task(2)
        def page(self) -> None:
            """Read the page."""
            self.client.get(f"/?q={random.choice(QUESTIONS)}", name="/?q=")

        @task(1)
        def api(self) -> None:
            """Ask the API."""
            self.client.get(f"/api/answer?question={random.choice(QUESTIONS)}", name="/api/answer")


def main() -> int:
    """Run the load and print what came of it."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument(
        "--pause", type=float, default=0.0, help="seconds that a client reads an answer, more or less by half"
    )
    options.add_argument("--kb", help="a knowledge base folder, else the embedded one")
    chosen = options.parse_args()
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "SIMBA_WEB_RATE": "", "SIMBA_WEB_BIND": f"127.0.0.1:{port}"}
    environment |= {"SIMBA_KB": chosen.kb} if chosen.kb else {}
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--workers", str(chosen.workers), "web:app"],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_ready(address, chosen.workers)
        _locust(address, clients=min(10, chosen.clients), seconds=5, pause=0)  # warm
        before = _memory(server.pid)
        rows = _locust(address, clients=chosen.clients, seconds=chosen.seconds, pause=chosen.pause)
        after = _memory(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    for row in rows:
        print(
            f"{row['Name']:<12} {row['Request Count']:>7} requests  {row['Failure Count']:>3} failures  "
            f"{float(row['Requests/s']):6.1f}/s  median {row['50%']} ms  95 % {row['95%']} ms  "
            f"99 % {row['99%']} ms  max {float(row['Max Response Time']):.0f} ms"
        )
    print(
        "memory of the workers, MB: ",
        " ".join(f"{one} -> {two}" for one, two in zip(before, after, strict=False)),
    )
    total = rows[-1]
    return int(total["Failure Count"] != "0" or float(total["99%"]) > 250)


def _locust(address: str, *, clients: int, seconds: int, pause: float) -> list[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "locust", "--headless", "-f", __file__, "--host", address]
        command += [
            "--users",
            str(clients),
            "--spawn-rate",
            str(max(1, clients // 5)),
            "--run-time",
            f"{seconds}s",
        ]
        command += ["--csv", f"{folder}/load", "--loglevel", "ERROR", "--only-summary"]
        environment = {**os.environ, "SIMBA_LOAD": str(pause)}
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=False, env=environment, stdout=quiet, stderr=quiet)
        with open(f"{folder}/load_stats.csv", encoding="utf-8") as stream:
            return list(csv.DictReader(stream))


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_until_ready(address: str, workers: int) -> None:
    ready = 0
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/healthz") as response:
                ready = ready + 1 if response.status == 200 else 0
        except OSError:
            ready = 0
        if ready >= 10 * workers:  # each worker has been asked, most likely
            return
        time.sleep(0.05 if ready else 0.2)
    raise SystemExit("the server did not become ready")


def _memory(master: int) -> list[int]:
    """Resident megabytes of each worker (Linux)."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    pages = [int(Path(f"/proc/{child}/statm").read_text().split()[1]) for child in children]
    return [page * os.sysconf("SC_PAGE_SIZE") // 1_000_000 for page in pages]


if __name__ == "__main__":
    sys.exit(main())
