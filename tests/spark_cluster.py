"""A Spark cluster of processes of its own: a master and workers of one slot each."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pyspark
from waiting import reserved_port, until

CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
QUICKLY = " ".join(
    f"--conf '{setting}'"
    for setting in (
        f"spark.driver.defaultJavaOptions={QUICK}",
        f"spark.executor.defaultJavaOptions={QUICK}",
        "spark.ui.enabled=false",
        "spark.sql.adaptive.enabled=false",
        "spark.sql.shuffle.partitions=2",
        "spark.sql.codegen.wholeStage=false",
        "spark.sql.codegen.factoryMode=NO_CODEGEN",
    )
)
"""Settings for jobs of a second: Java compiles no more than it must."""


@dataclass
class Cluster:
    """Its address, its folder, and its workers."""

    url: str
    folder: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def cache(self) -> Path:
        """The workers' cache folder, which nothing is in at first."""
        return self.folder / "cache" / "simba"

    def kill_worker(self) -> None:
        """Kill one with all that it started."""
        os.killpg(self.workers.pop().pid, signal.SIGKILL)


def start(name: str, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_JAVA_OPTS": QUICK,
        "SPARK_DAEMON_MEMORY": "256m",
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(
            [CLASS, f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", "--webui-port", "0", *options],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )


@contextmanager
def cluster(folder: Path, *, workers: int) -> Iterator[Cluster]:
    with ExitStack() as started:

        def keep(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
            @started.callback
            def end() -> None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

            return process

        port = started.enter_context(reserved_port())
        found = Cluster(f"spark://127.0.0.1:{port}", folder)
        keep(start("master.Master", folder, "--port", str(port)))
        for number in range(workers):
            work = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"work-{number}"))
            found.workers.append(keep(start("worker.Worker", folder, *work, found.url)))
        log = folder / "master.Master.log"
        until(lambda: log.read_text().count("Registering worker") == workers, every=0.1)
        yield found
