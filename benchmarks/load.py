"""Load on the page and the API: 50 clients on loopback, each question a new one, against two gunicorn workers.

geventhttpclient makes the requests (pip install -e '.[bench]'), for it takes little of the processors that the
server runs on too:

    .venv/bin/python benchmarks/load.py [--clients 50] [--seconds 60] [--pause 0] [--hostile] [--kb DIR]
    .venv/bin/python benchmarks/load.py --questions 50000      # until so many are asked: what memory grows by

It starts ``gunicorn web:app`` with nothing kept of the answers, waits until it answers, runs the clients and prints
latencies, errors, the processors' time that each request took of the server and of the clients, and the workers'
memory. With --hostile, twice a second somebody asks one of the worst questions that we know (tests/attacks.py).
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote

ROOT = Path(__file__).parent.parent
WARM = 2_000
"""Questions, at most, that are asked before anything is measured: what is loaded with the first of a kind is loaded
then."""
PAGE, API, HOSTILE = "/?q=", "/api/answer?question=", "hostile"
PATIENCE = 60
"""Seconds that a client waits for its answer."""
BEGINNING = 1.0
"""Seconds in which the clients come, one after the other."""


@dataclass(frozen=True)
class Load:
    """What the clients do; without ``seconds``, until all questions are asked."""

    clients: int
    questions: list[str]
    seconds: int | None = None
    pause: float = 0.0
    attacks: tuple[str, ...] = ()


class Reply(NamedTuple):
    """How long a request took, of which kind."""

    name: str
    seconds: float
    failed: bool


def _options() -> argparse.Namespace:
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
    return options.parse_args()


def main() -> int:
    """Run the load and print what came of it."""
    chosen = _options()
    sys.path.insert(0, str(ROOT / "tests"))
    from attacks import ATTACKS
    from wordings import wordings

    from simba import Simba

    most = chosen.questions or int(400 * chosen.seconds)
    warm = min(WARM, most)
    asked = wordings(Simba(chosen.kb), most + warm)
    load = Load(
        chosen.clients,
        asked[warm:],
        None if chosen.questions else chosen.seconds,
        chosen.pause,
        tuple(ATTACKS.values()) if chosen.hostile else (),
    )
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    unlimited = dict.fromkeys(("SIMBA_WEB_RATE", "SIMBA_WEB_BATCH_RATE", "SIMBA_WEB_GERBIL_RATE"), "")
    environment = {"SIMBA_WEB_CACHE": "0", **os.environ, **unlimited, "SIMBA_WEB_BIND": f"127.0.0.1:{port}"}
    environment |= {"SIMBA_KB": chosen.kb} if chosen.kb else {}
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--workers", str(chosen.workers), "web:app"],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_ready(address, chosen.workers)
        run(port, Load(10, asked[:warm]))
        before, begun = _memory(server.pid), _processor_seconds(server.pid)
        used, started = time.process_time(), time.monotonic()
        replies = run(port, load)
        used, lasted = time.process_time() - used, time.monotonic() - started
        begun = _processor_seconds(server.pid) - begun
        after = _memory(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    for name in (*sorted({reply.name for reply in replies}), "all"):
        _tell(name, [reply for reply in replies if name in (reply.name, "all")], lasted)
    count = max(1, len(replies))
    print(f"processors, ms a request: server {1000 * begun / count:.1f}, clients {1000 * used / count:.2f}")
    growth = sum(after) / sum(before) - 1
    grown = " ".join(f"{one:.0f} -> {two:.0f}" for one, two in zip(before, after, strict=False))
    print(f"memory of the workers, MB: {grown} ({growth:+.1%})")
    return int(any(reply.failed for reply in replies))


def run(port: int, load: Load) -> list[Reply]:
    """Let the clients ask a server on this machine; gives all that they were answered, in the order of its end."""
    import gevent
    from geventhttpclient import HTTPClient
    from geventhttpclient.response import HTTPParseError

    replies: list[Reply] = []
    questions = iter(load.questions)
    deadline = time.monotonic() + load.seconds if load.seconds else float("inf")

    def connected() -> HTTPClient:
        return HTTPClient("127.0.0.1", port, connection_timeout=PATIENCE, network_timeout=PATIENCE)

    def get(client: HTTPClient, path: str, question: str, name: str) -> None:
        begun = time.perf_counter()
        try:
            response = client.get(path + quote(question))
            response.read()
            failed = response.status_code >= 400
        except (OSError, HTTPParseError):  # or what is no whole response
            failed = True
        replies.append(Reply(name, time.perf_counter() - begun, failed))

    def reader(number: int) -> None:
        """Asks one question after the other that nobody has asked before; a third of them go to the API."""
        chance, client = Random(number), connected()
        for question in questions:
            path = PAGE if chance.random() < 2 / 3 else API
            get(client, path, question, path)
            if time.monotonic() > deadline:
                break
            # People neither come nor read in step: equal pauses would keep the first requests together for ever.
            gevent.sleep(load.pause * chance.uniform(0.5, 1.5))

    def attacker(attacks: Iterator[str]) -> None:
        """One of two who each ask one of the worst questions a second, for the page."""
        client = connected()
        while True:
            begun = time.monotonic()
            get(client, PAGE, next(attacks), HOSTILE)
            gevent.sleep(max(0.0, begun + 1 - time.monotonic()))

    attacks = cycle(load.attacks)
    attackers = [gevent.spawn(attacker, attacks) for _ in range(2 * bool(load.attacks))]
    step = BEGINNING / load.clients
    gevent.joinall([gevent.spawn_later(step * number, reader, number) for number in range(load.clients)])
    gevent.killall(attackers)
    return replies


def _tell(name: str, replies: list[Reply], lasted: float) -> None:
    times = sorted(1000 * reply.seconds for reply in replies) or [0.0]
    median, high, higher = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99))
    print(
        f"{name:<22} {len(replies):>7} requests  {sum(reply.failed for reply in replies):>3} failures  "
        f"{len(replies) / lasted:6.1f}/s  median {median:.0f} ms  95 % {high:.0f} ms  "
        f"99 % {higher:.0f} ms  max {times[-1]:.0f} ms"
    )


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


if __name__ == "__main__":
    sys.exit(main())
