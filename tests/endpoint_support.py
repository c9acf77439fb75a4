"""A real SPARQL server for tests: Oxigraph's own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def oxigraph() -> str | None:
    """The server's program, if it is installed."""
    beside = Path(sys.executable).with_name("oxigraph")
    return str(beside) if beside.is_file() else shutil.which("oxigraph")


@contextmanager
def serving(source: Path, folder: Path) -> Iterator[str]:
    """The URL of an endpoint with the facts of a Turtle file."""
    program = oxigraph()
    assert program is not None, "no oxigraph server here: pip install oxigraph"
    location = folder / "store"
    subprocess.run(
        [program, "load", "--location", location, "--file", source], check=True, capture_output=True
    )
    port = free_port()
    command = [program, "serve-read-only", "--location", location, "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(port, server)
            yield f"http://127.0.0.1:{port}/query"
        finally:
            server.terminate()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert server.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not start within 10 s")
