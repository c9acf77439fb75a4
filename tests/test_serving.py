"""SimBa in production: gunicorn's workers before an endpoint that has bad days, and restarted under load."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import fault_proxy as faults
import pytest
from fault_proxy import FaultProxy
from waiting import PATIENCE, reserved_port, until

from simba.common.cache import cache_folder

ROOT = Path(__file__).parent.parent
QUESTION = quote("Где похоронен Кутузов?")
LIMIT = 3.0
"""Seconds that a question may take where some are to be given up."""
WORKERS = 2


class Gunicorn(NamedTuple):
    """A server whose workers can answer."""

    address: str
    process: subprocess.Popen[bytes]
    folder: Path
    count: int = WORKERS

    def workers(self) -> set[str]:
        """The process's children (Linux)."""
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())

    def ready(self) -> bool:
        """Whether every worker has said that it is; asks one of them."""
        assert self.process.poll() is None, "the server ended"
        status(f"{self.address}/healthz")
        told = (self.folder / "asked").read_text(encoding="utf-8").splitlines()
        good = {line.partition(" ")[0].strip("<>") for line in told if line.endswith(" /healthz 200")}
        return len(workers := self.workers()) == self.count and workers <= good


@contextmanager
def gunicorn(folder: Path, **settings: str) -> Iterator[Gunicorn]:
    """Serve, with logs in the folder."""
    environment = {
        **os.environ,
        "SIMBA_WEB_RATE": "",
        "SIMBA_WEB_SECONDS": str(PATIENCE),
        "WEB_CONCURRENCY": str(WORKERS),
        "no_proxy": "127.0.0.1",
        **settings,
    }
    command = [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "gunicorn.conf.py"), "web:app"]
    command += ["--access-logfile", str(folder / "asked"), "--access-logformat", "%(p)s %(U)s %(s)s"]
    (folder / "asked").touch()
    with reserved_port() as port, (folder / "log").open("wb") as log:
        environment["SIMBA_WEB_BIND"] = f"127.0.0.1:{port}"
        with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log) as process:
            try:
                server = Gunicorn(
                    f"http://127.0.0.1:{port}", process, folder, int(environment["WEB_CONCURRENCY"])
                )
                until(server.ready)
                yield server
            finally:
                process.terminate()


@pytest.fixture(scope="module")
def served(kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """A server for all who leave it as it was, and who would wait long for it to lose its patience with some."""
    settings = {"SIMBA_KB": str(kb), "SIMBA_WEB_SILENCE": "3"}
    with gunicorn(tmp_path_factory.mktemp("gunicorn"), **settings) as server:
        yield server


def get(url: str, accept: str = "*/*") -> tuple[int, str]:
    """Status and body; 0 where the connection broke."""
    try:
        with urlopen(Request(url, headers={"Accept": accept}), timeout=PATIENCE) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def status(url: str) -> int:
    return get(url)[0]


def entries(folder: Path) -> list[dict[str, Any]]:
    """The access log of a server that writes into this folder."""
    lines = (folder / "log").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["access"] for line in lines if '"access":' in line]


@pytest.mark.slow
def test_a_slow_endpoint_is_told_of_in_time_and_the_page_stays_up(
    kb: Path, proxy: FaultProxy, tmp_path: Path
) -> None:
    settings = {"SIMBA_KB": str(kb), "SIMBA_ENDPOINT": proxy.url, "SIMBA_WEB_SECONDS": str(LIMIT)}
    with gunicorn(tmp_path, **settings) as server:
        address = server.address
        until(lambda: "Санкт-Петербург" in get(f"{address}/?q={QUESTION}", "text/html")[1])
        page = f"{address}/?q={quote('Какая столица у Франции?')}"  # another: what was asked is remembered
        proxy.always = faults.hang  # for longer than the readers wait
        with ThreadPoolExecutor(20) as readers:
            found = list(readers.map(lambda _: get(page, "text/html"), range(20)))
        assert {code for code, _ in found} <= {502, 503, 504}
        assert all("Попробуйте" in text for _, text in found)
        assert status(f"{address}/") == 200
        proxy.always = faults.status(500)
        url = f"{address}/api/answer?question={quote('Каково население Франции?')}"
        (body,) = until(lambda: [body for code, body in [get(url)] if code == 502])
        assert json.loads(body)["detail"] == "the SPARQL endpoint behind this server failed: status"
        assert proxy.url not in body
        failed = [entry for entry in entries(tmp_path) if entry["status"] == 502][-1]
        assert list(failed["stages_ms"])[-1] == "queries", "the stage that failed"
        proxy.always = None
        until(lambda: "Париж" in get(page, "text/html")[1])  # what was slow has not stayed slow


@pytest.mark.slow
def test_the_metrics_are_those_of_all_workers_and_the_log_has_the_stages(kb: Path, tmp_path: Path) -> None:
    questions = 24
    with gunicorn(tmp_path, SIMBA_KB=str(kb), SIMBA_WEB_CACHE="0") as server:
        address = server.address
        with ThreadPoolExecutor(8) as readers:
            url = f"{address}/api/answer?question={QUESTION}"
            assert set(readers.map(status, [url] * questions)) == {200}
        for _ in range(4):  # whichever worker tells them
            numbers = get(f"{address}/metrics")[1]
            for stage in ("wait", "parse", "linking", "queries", "labels"):
                assert f'simba_stage_seconds_count{{stage="{stage}"}} {questions}.0' in numbers
                assert f'simba_stage_seconds_bucket{{le="10.0",stage="{stage}"}} {questions}.0' in numbers
    asked = [entry for entry in entries(tmp_path) if entry["path"] == "/api/answer"]
    assert len(asked) == questions
    assert all({"wait", "parse", "queries", "labels"} <= set(entry["stages_ms"]) for entry in asked)


@pytest.mark.slow
def test_a_restart_under_load_loses_nothing(served: Gunicorn) -> None:
    before = served.workers()
    stop = threading.Event()
    codes: list[int] = []

    def read(_: int) -> None:
        while not stop.is_set():
            codes.append(status(f"{served.address}/api/answer?question={QUESTION}"))

    def answers(more: int) -> None:
        wanted = len(codes) + more
        until(lambda: len(codes) >= wanted)

    with ThreadPoolExecutor(8) as readers:
        reading = readers.map(read, range(8))
        try:
            answers(50)
            served.process.send_signal(signal.SIGHUP)
            until(lambda: not served.workers() & before)  # the workers are new
            until(served.ready)
            answers(50)
        finally:
            stop.set()
        assert len(list(reading)) == 8
    assert set(codes) <= {200, 0}
    assert codes.count(0) <= 16, "only requests in flight"


@pytest.mark.slow
def test_while_workers_are_replaced_nobody_waits_for_rules_to_be_loaded(served: Gunicorn) -> None:
    """The new workers are forked with the rules: none of them has a long start to log."""
    log = (served.folder / "log").read_text(encoding="utf-8")
    assert served.process.poll() is None
    before = served.workers()
    served.process.send_signal(signal.SIGHUP)
    until(lambda: not served.workers() & before)
    until(served.ready)
    told = (served.folder / "log").read_text(encoding="utf-8")[len(log) :]
    assert "nothing was reloaded" not in told


@pytest.mark.slow
def test_a_reload_that_fails_leaves_the_server_as_it_was(kb: Path, tmp_path: Path) -> None:
    mine = shutil.copytree(kb, tmp_path / "kb")
    with gunicorn(tmp_path, SIMBA_KB=str(mine)) as server:
        (mine / "manifest.json").rename(tmp_path / "manifest.json")
        server.process.send_signal(signal.SIGHUP)
        until(lambda: "nothing was reloaded" in (tmp_path / "log").read_text(encoding="utf-8"))
        (tmp_path / "manifest.json").rename(mine / "manifest.json")
        until(lambda: status(f"{server.address}/api/answer?question={QUESTION}") == 200)


@pytest.mark.slow
def test_a_server_leaves_nothing_behind_however_it_ends(kb: Path, tmp_path: Path) -> None:
    cache, temporary = tmp_path / "cache", tmp_path / "temporary"
    temporary.mkdir()
    # Rules compiled before, lest the two servers do it.
    shutil.copytree(cache_folder(), cache / "simba", ignore=shutil.ignore_patterns("metrics-*", "embedded-*"))
    own = {"SIMBA_KB": str(kb), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(temporary)}

    def numbers() -> list[Path]:
        return list((cache / "simba").glob("metrics-*"))

    with gunicorn(tmp_path, **own) as server:
        (killed,) = numbers()
        workers = server.workers()
        server.process.kill()
        server.process.wait()
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert killed.exists(), "nobody could remove it"
    with gunicorn(tmp_path, **own) as server:
        (mine,) = numbers()
        assert mine != killed
        server.process.terminate()
        server.process.wait()
    assert numbers() == []
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_clients_that_say_nothing_do_not_stop_the_server(served: Gunicorn) -> None:
    host, _, port = served.address.removeprefix("http://").rpartition(":")
    with ExitStack() as silent:
        for beginning in (
            b"POST /api/answer HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            b"GET / HT",
        ) * (16 * WORKERS):  # twice the threads
            client = silent.enter_context(socket.create_connection((host, int(port))))
            client.sendall(beginning)
        assert status(f"{served.address}/healthz") == 200


@pytest.mark.slow
def test_who_does_not_read_a_batch_loses_it(kb: Path, tmp_path: Path) -> None:
    """Its answers are more than the buffers hold; its place is wanted by another."""
    settings = {"SIMBA_WEB_SILENCE": "1", "SIMBA_WEB_BATCHES": "1", "SIMBA_WEB_BATCH_RATE": ""}
    line = json.dumps({"question": "Где похоронен Кутузов?", "trace": True}).encode() + b"\n"
    head = "POST /api/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n"
    with (
        gunicorn(tmp_path, SIMBA_KB=str(kb), WEB_CONCURRENCY="1", **settings) as server,
        ExitStack() as stack,
    ):
        host, _, port = server.address.removeprefix("http://").rpartition(":")

        def begin(lines: int) -> socket.socket:
            client = stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
            client.sendall(head.format(len(line) * lines).encode() + line * lines)
            return client

        silent = begin(5000)
        silent.recv(1, socket.MSG_PEEK)  # it has its place; the byte stays in the buffer
        until(lambda: begin(1).recv(12) == b"HTTP/1.1 200")
        told = bytearray()
        with suppress(ConnectionResetError):
            while some := silent.recv(1 << 16):
                told += some
        assert 0 < told.count(b'"status"') < 5000


@pytest.mark.slow
def test_a_header_does_not_change_where_links_lead(served: Gunicorn) -> None:
    for name in ("SCRIPT_NAME", "PATH_INFO"):
        request = Request(f"{served.address}//evil.example/?q={QUESTION}", headers={name: "//evil.example"})
        with suppress(HTTPError), urlopen(request, timeout=PATIENCE) as response:
            assert "evil.example" not in response.read().decode()


@pytest.mark.slow
def test_a_body_in_chunks_has_the_same_limits(served: Gunicorn) -> None:
    def sent(kind: str, body: bytes, size: bytes) -> int:
        connection = HTTPConnection(served.address.removeprefix("http://"), timeout=PATIENCE)
        connection.putrequest("POST", "/api/answer")
        connection.putheader("Content-Type", kind)
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        connection.send(size + b"\r\n" + body + b"\r\n0\r\n\r\n")
        with closing(connection):
            return connection.getresponse().status

    for kind, beginning in (
        ("application/json", b'{"question": "'),
        ("application/x-www-form-urlencoded", b"question="),
    ):
        body = beginning + b"a" * 100_000
        assert sent(kind, body, f"{len(body):x}".encode()) == 413
        assert sent(kind, body, b"zz") == 400
