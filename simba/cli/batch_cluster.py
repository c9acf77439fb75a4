"""``simba batch --master``: the same batch on a Spark cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

from simba.cli.group import notice
from simba.cli.options import LOADING, Sources
from simba.common.life_signs import advancing, working
from simba.errors import SimbaError
from simba.spark.staging import check_folder


def batch_on_cluster(
    file: str, sources: Sources, master: str, to: str, *, trace: bool, resume: bool, shipped: bool
) -> Counter[str]:
    """How many questions had which end; raises `SimbaError`."""
    if file == "-":
        raise SimbaError("a cluster reads files: name one rather than standard input")
    check_folder(to, resume=resume)
    with ExitStack() as shown:
        start = shown.enter_context(ExitStack())
        start.enter_context(working("Starting Spark"))
        from simba.spark import batch
        from simba.spark.sessions import session

        simba = sources.simba()
        spark = shown.enter_context(session(master))
        start.close()
        start.enter_context(working(LOADING))
        advance: list[Callable[[], None]] = []

        def begun(questions: int, known: int) -> None:
            start.close()
            advance.append(shown.enter_context(advancing("Answering", questions, known)))

        def done(questions: int) -> None:
            for _ in range(questions):
                advance[0]()

        return batch(
            spark,
            file,
            to,
            simba,
            shipped=shipped,
            parquet=to.rstrip("/").endswith(".parquet"),
            trace=trace,
            resume=resume,
            skipped=notice,
            begun=begun,
            done=done,
        )
