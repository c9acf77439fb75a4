"""Numbers for Prometheus; with several processes they are summed over $PROMETHEUS_MULTIPROC_DIR."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
STAGE_SECONDS = (0.0001, 0.00025, 0.0005, *SECONDS)

ANSWERS = Counter("simba_answers", "Questions by outcome", ["status", "reason"])
KEPT = Counter("simba_kept_answers", "Questions whose response was still in memory")
REQUESTS = Counter("simba_http_requests", "HTTP requests", ["method", "endpoint", "code"])
LATENCY = Histogram("simba_http_request_seconds", "Time to respond", ["endpoint"], buckets=SECONDS)
STAGES = Histogram("simba_stage_seconds", "Time of a question in a stage", ["stage"], buckets=STAGE_SECONDS)


def count_answer(status: str, reason: str | None) -> None:
    """Count an answer by its outcome."""
    ANSWERS.labels(status, reason or "").inc()


def observe_stages(timings: Mapping[str, float]) -> None:
    """Enter the seconds of a question's stages."""
    for stage, seconds in timings.items():
        _stage(stage).observe(seconds)


@cache
def _stage(name: str) -> Histogram:
    return STAGES.labels(name)


def exposition() -> tuple[bytes, str]:
    """All numbers in the format of Prometheus, with its media type."""
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
