"""Load on the page and the API: 50 clients on loopback, each question a new one, against two gunicorn workers.

Locust is the tool (pip install -e '.[bench]'); this file is both its scenario and the script that runs it:

    .venv/bin/python benchmarks/load.py [--clients 50] [--seconds 60] [--pause 0] [--hostile] [--kb DIR]
    .venv/bin/python benchmarks/load.py --questions 50000      # until so many are asked: what memory grows by

It starts ``gunicorn web:app`` with nothing kept of the answers, waits until it answers, runs the clients and prints
latencies, errors, the processors' time that each request took of the server and of the clients, and the workers'
memory. With --hostile, twice a second somebody asks one of the worst questions that we know (tests/attacks.py).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
WARM = 2_000
"""Questions that are asked before anything is measured: what is loaded with the first of a kind is loaded then."""
HOSTILE = "hostile"
WRITTEN = 2.0
"""Seconds after the last answer, in which locust writes its figures."""

if "SIMBA_LOAD" in os.environ:  # locust imports this file
    import gevent
    from locust import FastHttpUser, between, constant_pacing, task

    _PLAN = json.loads(Path(os.environ["SIMBA_LOAD"]).read_text(encoding="utf-8"))
    _PAUSE = _PLAN["pause"]
    _QUESTIONS = iter(_PLAN["questions"])
    _ATTACKS = iter(_PLAN["attacks"] * 10_000)

    class Reader(FastHttpUser):
        """Asks one question after the other that nobody has asked before; a third of them go to the API."""

        # People neither come nor read in step: equal pauses would keep the first fifty requests together for ever.
        wait_time = between(0.5 * _PAUSE, 1.5 * _PAUSE)

        @task(2)
        def page(self) -> None:
            """Read the page."""
            self._get("/?q=")

        @task(1)
        def api(self) -> None:
            """Ask the API."""
            self._get("/api/answer?question=")

        def _get(self, path: str) -> None:
            question = next(_QUESTIONS, None)
            if question is None:
                gevent.spawn_later(WRITTEN, self.environment.runner.quit)  # it ends this greenlet too
                gevent.sleep(60)
            else:
                self.client.get(path + question, name=path)

    if _PLAN["attacks"]:

        class Attacker(FastHttpUser):
            """One of two who each ask one of the worst questions a second."""

            fixed_count = 2
            wait_time = constant_pacing(1)

            @task
            def attack(self) -> None:
                """Ask for the page: it has the reasoning too."""
                self.client.get(f"/?q={next(_ATTACKS)}", name=HOSTILE)


@dataclass(frozen=True)
class Load:
    """What the clients do; without ``seconds``, until all questions are asked."""

    clients: int
    questions: list[str]
    seconds: int | None = None
    pause: float = 0.0
    attacks: tuple[str, ...] = ()


def main() -> int:
    """Run the load and print what came of it."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--questions", type=int, help="so many, however long it takes")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument(
        "--pause", type=float, default=0.0, help="seconds that a client reads an answer, more or less by half"
    )
    options.add_argument("--hostile", action="store_true", help="twice a second, one of the worst questions")
    options.add_argument("--kb", help="a knowledge base folder, else the embedded one")
    chosen = options.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    from attacks import ATTACKS
    from wordings import wordings

    from simba import Simba

    most = chosen.questions or int(400 * chosen.seconds)
    asked = wordings(Simba(chosen.kb), most + WARM)
    load = Load(
        chosen.clients,
        asked[WARM:],
        None if chosen.questions else chosen.seconds,
        chosen.pause,
        tuple(ATTACKS.values()) if chosen.hostile else (),
    )
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "SIMBA_WEB_RATE": "", "SIMBA_WEB_BIND": f"127.0.0.1:{port}"}
    environment = {"SIMBA_WEB_CACHE": "0", **environment} | ({"SIMBA_KB": chosen.kb} if chosen.kb else {})
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--workers", str(chosen.workers), "web:app"],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_ready(address, chosen.workers)
        _locust(address, Load(10, asked[:WARM]))
        before, begun = _memory(server.pid), _processor_seconds(server.pid)
        used = _children_seconds()
        rows = _locust(address, load)
        used, begun = _children_seconds() - used, _processor_seconds(server.pid) - begun
        after = _memory(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    for row in rows:
        print(
            f"{row['Name']:<22} {row['Request Count']:>7} requests  {row['Failure Count']:>3} failures  "
            f"{float(row['Requests/s']):6.1f}/s  median {row['50%']} ms  95 % {row['95%']} ms  "
            f"99 % {row['99%']} ms  max {float(row['Max Response Time']):.0f} ms"
        )
    total = rows[-1]
    count = max(1, int(total["Request Count"]))
    print(
        f"processors, ms a request: server {1000 * begun / count:.1f}, clients {1000 * used / count:.1f}",
    )
    growth = sum(after) / sum(before) - 1
    grown = " ".join(f"{one:.0f} -> {two:.0f}" for one, two in zip(before, after, strict=False))
    print(f"memory of the workers, MB: {grown} ({growth:+.1%})")
    return int(total["Failure Count"] != "0")


def _locust(address: str, load: Load) -> list[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.json"
        plan.write_text(
            json.dumps({"pause": load.pause, "questions": load.questions, "attacks": load.attacks}),
            encoding="utf-8",
        )
        command = [sys.executable, "-m", "locust", "--headless", "-f", __file__, "--host", address]
        command += ["--users", str(load.clients + 2 * bool(load.attacks))]
        command += ["--spawn-rate", str(max(1, load.clients // 5))]
        command += ["--run-time", f"{load.seconds}s"] if load.seconds else []
        command += ["--csv", f"{folder}/load", "--loglevel", "ERROR", "--only-summary"]
        quiet = subprocess.DEVNULL
        environment = {**os.environ, "SIMBA_LOAD": str(plan)}
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


def _workers(master: int) -> list[Path]:
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return [Path(f"/proc/{child}") for child in children]


def _memory(master: int) -> list[float]:
    """Resident megabytes of each worker, what it shares with the others included (Linux)."""
    pages = [int((worker / "statm").read_text().split()[1]) for worker in _workers(master)]
    return [page * os.sysconf("SC_PAGE_SIZE") / 1_000_000 for page in pages]


def _processor_seconds(master: int) -> float:
    """What the workers have taken of the processors (Linux)."""
    stats = [(worker / "stat").read_text().rpartition(")")[2].split() for worker in _workers(master)]
    return sum(int(one[11]) + int(one[12]) for one in stats) / os.sysconf("SC_CLK_TCK")


def _children_seconds() -> float:
    """What the programs that have ended took of the processors: the clients', while the server still runs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
