"""A Spark session for ``simba build --master``."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from simba.errors import SimbaError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def cluster(master: str) -> Iterator[SparkSession]:
    """A session at a master, ended with the block; raises `SimbaError`, with one line, also for Spark's own errors."""
    if find_spec("pyspark") is None:
        raise SimbaError("pyspark is not installed: pip install 'simba-kbqa[spark]'")
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        raise SimbaError("Spark needs Java 17 or later: install one, or set $JAVA_HOME")
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.Builder().master(master).appName("simba build")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master.startswith("local"):
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.ui.enabled", "false")
    spark = None
    try:
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        yield spark
    except (PySparkException, Py4JError) as error:
        raise SimbaError(_told(str(error), master)) from None
    finally:
        if spark is not None:
            spark.stop()


def _told(text: str, master: str) -> str:
    """The line of a long message that says what went wrong: the last cause, else the first line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line for line in lines if line.startswith(("Caused by: ", "simba.errors."))]
    return f"Spark at {master}: {(causes[-1] if causes else lines[0] if lines else 'an error')[:300]}"
