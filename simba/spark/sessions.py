"""Spark for the command line: started if nothing is missing, and its errors as one line."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from simba.common.processes import THREADS
from simba.errors import SimbaError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NEEDED = ("pyspark", "pyarrow", "pandas")
JAVA = "Spark needs Java 17 or later: apt-get install openjdk-17-jre-headless, or set $JAVA_HOME"
LOGGING = Path(__file__).with_name("log4j2.properties")
"""Spark's errors and nothing else on standard error."""
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options of a Java that shares this machine with the workers: all it does is hand over texts. They save it half of its
processor time (19 rather than 34 s for 2,000 questions) and 200 MB."""
_ONCE = re.compile(r"^local\[(\d+|\*)\]$")
"""Where Spark tries a task only once."""
_OWN_ERROR = re.compile(r"^simba\.[\w.]+Error: (.+)$", re.MULTILINE)
_STATE = re.compile(r"\s*SQLSTATE: \w+$")


@contextmanager
def session(master: str) -> Iterator[SparkSession]:
    """A session at a master, ended here if it was begun here; raises `SimbaError`, also for Spark's own errors."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise SimbaError(f"{', '.join(missing)} not installed; in the checkout: pip install '.[spark]'")
    java = Path(os.environ.get("JAVA_HOME", ""), "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    if shutil.which(java) is None:
        raise SimbaError(JAVA)
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException, PySparkRuntimeError
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    try:
        spark = there or _begun(SparkSession.builder, master)
    except PySparkRuntimeError as error:
        raise SimbaError(f"Spark did not start ({told(error)}); {JAVA}") from None
    except (PySparkException, Py4JError) as error:
        raise SimbaError(f"no Spark at {master}: {told(error)}") from None
    try:
        yield spark
    except (PySparkException, Py4JError) as error:
        if os.environ.get("SIMBA_DEBUG"):
            raise
        raise SimbaError(told(error)) from None
    finally:
        if there is None:
            spark.stop()


def _begun(builder: SparkSession.Builder, master: str) -> SparkSession:
    # Where that Python is not on the workers, the user says which is.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    master = _ONCE.sub(r"local[\1,4]", master)  # a worker that dies fails no job here either
    builder = builder.master(master).appName("simba").config("spark.ui.showConsoleProgress", "false")
    for name in THREADS:
        builder = builder.config(f"spark.executorEnv.{name}", "1")
    if not {"SPARK_CONF_DIR", "SPARK_HOME"} & os.environ.keys():  # no installation with settings of its own
        java = f"-Dlog4j2.configurationFile={LOGGING}"
        if master.startswith("local"):
            java += f" {SHORT_LIVED}"
            builder = builder.config("spark.driver.bindAddress", "127.0.0.1")
            builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.ui.enabled", "false")
        builder = builder.config("spark.driver.extraJavaOptions", java)
    return builder.getOrCreate()


def told(error: Exception) -> str:
    """What went wrong, in one line: SimBa's own error where a worker raised one, else the first of Spark's."""
    text = str(error)
    if own := _OWN_ERROR.findall(text):
        return str(own[-1])
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line for line in lines if line.startswith("Caused by: ")]
    return _STATE.sub("", (causes or lines or [repr(error)])[-1 if causes else 0])
