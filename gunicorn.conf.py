"""How ``gunicorn web:app`` serves SimBa; gunicorn finds this file, and its command line overrides it.

Each worker opens the one knowledge base folder for reading and loads the rules for itself (about a second),
so the application must not be preloaded: a forked store would lose its threads.
"""

from __future__ import annotations

import os
import socket
import struct
import tempfile
from typing import Any

bind = os.environ.get("SIMBA_WEB_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = 16
preload_app = False
timeout = 30
graceful_timeout = 10
keepalive = 5
limit_request_line = 8190
limit_request_fields = 60

# Natasha's matrices are small: several BLAS threads for one question only get in each other's way
# (20 times slower on a busy machine).
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# Prometheus numbers are summed over the workers through files in a folder that is there before they start.
os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="simba-metrics-"))


# A proxy's SCRIPT_NAME or PATH_INFO headers would change what pages link to.
forwarder_headers = ""
SILENCE = int(os.environ.get("SIMBA_WEB_SILENCE", "10"))
"""Seconds that a client may say nothing in the midst of a request, or read nothing of a response: its thread is wanted
for others."""


def when_ready(server: Any) -> None:
    """Bound the waiting for clients; connections inherit it from the socket that listens."""
    for listener in server.LISTENERS:
        for direction in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.sock.setsockopt(socket.SOL_SOCKET, direction, struct.pack("ll", SILENCE, 0))


def child_exit(server: object, worker: object) -> None:
    """Forget the gauges of a worker that has gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[attr-defined]
