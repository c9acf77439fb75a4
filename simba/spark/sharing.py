"""An endpoint's limits for a whole job: its tasks know nothing of each other, so each gets a fixed share of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simba.errors import SimbaError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from simba.endpoint import EndpointSettings
    from simba.system import Simba

THREADS = 8
"""Questions that a task has under way at most, while it waits for an endpoint."""


def slots(spark: SparkSession) -> int:
    """Tasks that run at once, as far as executors are there by now."""
    return max(1, spark.sparkContext.defaultParallelism)


def most_tasks(spark: SparkSession, simba: Simba) -> int | None:
    """Tasks that may ask an endpoint at once; None where none is asked.

    Raises `SimbaError` where Spark might run a task twice at once, which nobody's share allows for.
    """
    asked = [one for one in (simba.settings.endpoint, simba.settings.linker) if one is not None]
    if not asked:
        return None
    if str(spark.conf.get("spark.speculation", "false")).lower() == "true":
        raise SimbaError("an endpoint's limits do not hold with spark.speculation: set it to false")
    return min(slots(spark), *(one.most_in_flight for one in asked))


def share(settings: EndpointSettings | None, tasks: int) -> EndpointSettings | None:
    """What one of so many tasks may ask of an endpoint."""
    if settings is None:
        return None
    rate = settings.most_a_second
    return replace(
        settings,
        in_flight=max(1, settings.most_in_flight // tasks),
        rate=None if rate is None else rate / tasks,
    )
