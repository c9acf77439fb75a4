"""For whoever runs the server: health, metrics, and an access log in JSON with timings."""

from __future__ import annotations

import json
import logging
import sys
from functools import partial
from hmac import compare_digest
from ipaddress import ip_address
from time import perf_counter

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request

from simba.web.configuration import Settings
from simba.web.engine import engine
from simba.web.metrics import LATENCY, REQUESTS, exposition
from simba.web.problems import HttpProblem

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""What proxies put into requests: then the client is somebody else."""
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})

monitoring = Blueprint("monitoring", __name__)
access = logging.getLogger("simba.access")


@monitoring.get("/healthz")
def health() -> tuple[Response, int]:
    """Whether SimBa is loaded and can answer."""
    state = engine().state
    return jsonify(status=state), 200 if state == "ready" else 503


@monitoring.get("/metrics")
def metrics() -> Response:
    """The numbers for Prometheus, not for everybody: they tell how busy the server is, and with what."""
    if not _may_see_metrics():
        raise HttpProblem(403, "/metrics is for who runs this server; see SIMBA_WEB_METRICS")
    content, kind = exposition()
    return Response(content, content_type=kind)


def _may_see_metrics() -> bool:
    settings: Settings = current_app.extensions["simba-settings"]
    if settings.metrics:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        given, wanted = token.strip().encode(), settings.metrics.encode()
        return scheme.lower() == "bearer" and compare_digest(given, wanted)
    try:
        local = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        local = not request.remote_addr  # a socket in the file system
    return local and not any(name in request.headers for name in FORWARDED)


def install(app: Flask) -> None:
    """Time, count and log every request; the text of questions is not logged."""
    _log_to_standard_error()

    @app.before_request
    def begin() -> None:
        g.begin = perf_counter()
        g.timings = {}

    @app.after_request
    def end(response: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        endpoint = request.endpoint or "none"
        REQUESTS.labels(method, endpoint, response.status_code).inc()
        timings: dict[str, float] = g.setdefault("timings", {})
        if timings:
            told = [f"{stage};dur={1000 * time:.1f}" for stage, time in timings.items()]
            response.headers["Server-Timing"] = ", ".join(told)
        entry: dict[str, object] = {
            "client": request.remote_addr,
            "method": request.method,
            "path": request.path[:200],
            "status": response.status_code,
            "bytes": response.content_length,
        }
        finish = partial(_finish, entry, endpoint, getattr(g, "begin", perf_counter()), timings)
        if response.is_streamed and not response.direct_passthrough:
            response.call_on_close(finish)  # a batch is answered only while it is sent
        else:
            finish()
        return response


def _is_no_request(record: logging.LogRecord) -> bool:
    """The development server's own access log has the questions in it; ours has not."""
    return "HTTP/" not in record.getMessage()


def _finish(entry: dict[str, object], endpoint: str, begun: float, timings: dict[str, float]) -> None:
    """Tell of a request that has been answered to its end."""
    seconds = perf_counter() - begun
    LATENCY.labels(endpoint).observe(seconds)
    if access.isEnabledFor(logging.INFO):
        stages = {stage: round(1000 * time, 2) for stage, time in timings.items()}
        access.info("%s", json.dumps({**entry, "ms": round(1000 * seconds, 2), "stages_ms": stages}))


def _log_to_standard_error() -> None:
    development = logging.getLogger("werkzeug")
    if _is_no_request not in development.filters:
        development.addFilter(_is_no_request)
    if access.handlers or access.level:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter('{"time": "%(asctime)s", "access": %(message)s}'))
    access.addHandler(handler)
    access.setLevel(logging.INFO)
    access.propagate = False
