"""A real SPARQL server for tests: Oxigraph's own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from waiting import reserved_port, until


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
    with reserved_port() as port:
        command = [program, "serve-read-only", "--location", location, "--bind", f"127.0.0.1:{port}"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                until(lambda: _listens(port, server))
                yield f"http://127.0.0.1:{port}/query"
            finally:
                server.terminate()


def _listens(port: int, server: subprocess.Popen[bytes]) -> bool:
    assert server.poll() is None, "the server ended"
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    return False
