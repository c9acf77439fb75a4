"""SimBa in production: gunicorn's workers before an endpoint that has bad days, and restarted under load."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import fault_proxy as faults
import pytest
from endpoint_support import free_port
from fault_proxy import FaultProxy

ROOT = Path(__file__).parent.parent
QUESTION = quote("Где похоронен Кутузов?")
LIMIT = 1.5
"""Seconds that a question may take; a page that is given up comes not long after."""


@contextmanager
def gunicorn(folder: Path, **settings: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address and the process of two workers that can answer."""
    address = f"127.0.0.1:{free_port()}"
    environment = {
        **os.environ,
        "SIMBA_WEB_BIND": address,
        "SIMBA_WEB_RATE": "",
        "no_proxy": "127.0.0.1",
        **settings,
    }
    log = (folder / "log").open("wb")
    command = [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "gunicorn.conf.py"), "web:app"]
    with log, subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log) as server:
        try:
            ready(f"http://{address}", server)
            yield f"http://{address}", server
        finally:
            server.terminate()


def ready(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until every worker, most likely, has said that it is ready."""
    good = 0
    for _ in range(1200):
        assert server.poll() is None, "the server ended"
        good = good + 1 if status(f"{address}/healthz") == 200 else 0
        if good == 16:
            return
        time.sleep(0.02 if good else 0.1)
    raise AssertionError("the server did not become ready")


def get(url: str, accept: str = "*/*") -> tuple[int, str]:
    """Status and body; 0 where the connection broke."""
    try:
        with urlopen(Request(url, headers={"Accept": accept}), timeout=30) as response:
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
    with gunicorn(tmp_path, **settings) as (address, _):
        assert "Санкт-Петербург" in get(f"{address}/?q={QUESTION}", "text/html")[1]
        page = f"{address}/?q={quote('Какая столица у Франции?')}"  # another: what was asked is remembered
        proxy.always = faults.hang
        start = time.monotonic()
        with ThreadPoolExecutor(20) as readers:
            found = list(readers.map(lambda _: get(page, "text/html"), range(20)))
        assert time.monotonic() - start < 20 * LIMIT
        assert {code for code, _ in found} <= {502, 503, 504}
        assert all("Попробуйте" in text for _, text in found)
        assert status(f"{address}/") == 200
        proxy.always = faults.status(500)
        code, body = get(f"{address}/api/answer?question={quote('Каково население Франции?')}")
        assert code == 502
        assert json.loads(body)["detail"] == "the SPARQL endpoint behind this server failed: status"
        assert proxy.url not in body
        failed = [entry for entry in entries(tmp_path) if entry["status"] == 502][-1]
        assert list(failed["stages_ms"])[-1] == "queries", "the stage that failed"
        proxy.always = None
        assert "Париж" in get(page, "text/html")[1], "what was slow has not stayed slow"


@pytest.mark.slow
def test_the_metrics_are_those_of_all_workers_and_the_log_has_the_stages(kb: Path, tmp_path: Path) -> None:
    questions = 24
    with gunicorn(tmp_path, SIMBA_KB=str(kb), SIMBA_WEB_CACHE="0") as (address, _):
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
def test_a_restart_under_load_loses_nothing(tmp_path: Path, kb: Path) -> None:
    with gunicorn(tmp_path, SIMBA_KB=str(kb)) as (address, server):
        workers = children(server.pid)
        stop = threading.Event()

        def read(_: int) -> list[int]:
            codes = []
            while not stop.is_set():
                codes.append(status(f"{address}/api/answer?question={QUESTION}"))
            return codes

        with ThreadPoolExecutor(8) as readers:
            reading = readers.map(read, range(8))
            try:
                time.sleep(0.5)
                server.send_signal(signal.SIGHUP)
                deadline = time.monotonic() + 60
                while children(server.pid) & workers and time.monotonic() < deadline:
                    time.sleep(0.1)
                ready(address, server)
            finally:
                stop.set()
            codes = [code for some in reading for code in some]
        assert not children(server.pid) & workers, "the workers are new"
        assert len(codes) > 50
        assert set(codes) <= {200, 0}
        assert codes.count(0) <= 16, "only requests in flight"


def children(pid: int) -> set[str]:
    """The process's children (Linux)."""
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


@pytest.mark.slow
def test_clients_that_say_nothing_do_not_stop_the_server(kb: Path, tmp_path: Path) -> None:
    with gunicorn(tmp_path, SIMBA_KB=str(kb), WEB_CONCURRENCY="1") as (address, _), ExitStack() as silent:
        host, _, port = address.removeprefix("http://").rpartition(":")
        for beginning in (
            b"POST /api/answer HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            b"GET / HT",
        ) * 10:
            client = silent.enter_context(socket.create_connection((host, int(port))))
            client.sendall(beginning)
        with urlopen(f"{address}/healthz", timeout=40) as response:
            assert response.status == 200


@pytest.mark.slow
def test_a_header_does_not_change_where_links_lead(kb: Path, tmp_path: Path) -> None:
    with gunicorn(tmp_path, SIMBA_KB=str(kb)) as (address, _):
        for name in ("SCRIPT_NAME", "PATH_INFO"):
            request = Request(f"{address}//evil.example/?q={QUESTION}", headers={name: "//evil.example"})
            with suppress(HTTPError), urlopen(request, timeout=30) as response:
                assert "evil.example" not in response.read().decode()


@pytest.mark.slow
def test_a_body_in_chunks_has_the_same_limits(kb: Path, tmp_path: Path) -> None:
    def sent(kind: str, body: bytes, size: bytes) -> int:
        connection = HTTPConnection(address.removeprefix("http://"), timeout=30)
        connection.putrequest("POST", "/api/answer")
        connection.putheader("Content-Type", kind)
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        connection.send(size + b"\r\n" + body + b"\r\n0\r\n\r\n")
        with closing(connection):
            return connection.getresponse().status

    with gunicorn(tmp_path, SIMBA_KB=str(kb)) as (address, _):
        for kind, beginning in (
            ("application/json", b'{"question": "'),
            ("application/x-www-form-urlencoded", b"question="),
        ):
            body = beginning + b"a" * 100_000
            assert sent(kind, body, f"{len(body):x}".encode()) == 413
            assert sent(kind, body, b"zz") == 400
