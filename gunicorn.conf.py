"""How ``gunicorn web:app`` serves SimBa; gunicorn finds this file, and its command line overrides it.

The rules and models are loaded once, before the workers are forked, and shared by them. Each worker then opens the
knowledge base folder for itself, in a fraction of a second: a forked store would lose its threads.
"""

from __future__ import annotations

import gc
import os
import socket
import struct
import sys
from typing import Any

from simba.common import lease

bind = os.environ.get("SIMBA_WEB_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = 16
preload_app = True
os.environ["SIMBA_WEB_FORKS"] = "1"
timeout = 30
graceful_timeout = 10
keepalive = 5
limit_request_line = 8190
limit_request_fields = 60
control_socket_disable = True  # of gunicorn 25 and later: servers of one user would get in each other's way

# Natasha's matrices are small: several BLAS threads for one question only get in each other's way
# (20 times slower on a busy machine).
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# Prometheus numbers are summed over the workers through files in a folder that is there before they start.
# One that is ours stays through reloads, which read this file again; a new master (SIGUSR2) inherits its name, not it.
METRICS, OWNER = "PROMETHEUS_MULTIPROC_DIR", "SIMBA_METRICS_OWNER"
if METRICS not in os.environ or os.environ.get(OWNER, str(os.getpid())) != str(os.getpid()):
    os.environ[METRICS], os.environ[OWNER] = str(lease.claim("metrics")), str(os.getpid())


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


def post_worker_init(worker: Any) -> None:
    """Let the worker open the knowledge base."""
    worker.wsgi.extensions["simba"].begin()


def on_reload(server: Any) -> None:
    """Load rules and settings anew, while the old workers go on answering; with what cannot be loaded, so will the new.

    The program itself stays as it is: for another version, start another master (SIGUSR2).
    """
    gc.unfreeze()  # the old rules may go
    old, old_module = server.app.callable, sys.modules.pop("web")
    server.app.callable = None
    try:
        server.app.wsgi()
    except (Exception, SystemExit) as error:
        server.log.error("nothing was reloaded: %s", error)
        server.app.callable, sys.modules["web"] = old, old_module


def child_exit(server: object, worker: object) -> None:
    """Forget the gauges of a worker that has gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[attr-defined]
