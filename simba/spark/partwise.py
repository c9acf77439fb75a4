"""A batch on a cluster: each part of the questions is a job of one task, whose answers appear at once or not at all.

So at most as many tasks run as jobs are under way, which holds an endpoint's limits; and a batch that was stopped goes
on with the parts that have no answers yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from simba.errors import SimbaError
from simba.spark.answer_columns import COLUMNS
from simba.spark.frames import opening_of
from simba.spark.sharing import slots
from simba.spark.staging import QUESTIONS, Staged, check_folder, parts_of, stage, staged_in
from simba.spark.worker import lines, table
from simba.system import Simba

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession

ENDS = ("answered", "abstained", "error")
AHEAD = 2
"""Jobs under way for each slot: a slot that becomes free finds the next one waiting."""
MOST_JOBS = 512


def batch(
    spark: SparkSession,
    source: str,
    to: str,
    simba: Simba | None = None,
    *,
    kb: str | None = None,
    shipped: bool = False,
    parquet: bool = False,
    trace: bool = False,
    resume: bool = False,
    part: int | None = None,
    skipped: Callable[[str], object] = print,
    begun: Callable[[int, int], object] = lambda questions, known: None,
    done: Callable[[int], object] = lambda questions: None,
) -> Counter[str]:
    """Answer all questions of a source; how many had which end ("answered", "abstained", "error").

    ``source`` is a path as Spark reads it: Parquet (.parquet) or JSON lines (.jsonl, .ndjson), with the columns
    "question" (or "question_text") and perhaps "uid" or "id"; else text, a question a line; or RuBQ's or QALD's JSON,
    which must be a file here. ``to`` is a new folder: it gets ``part=00000/`` and so on, each with the answers to
    ``part`` questions (by default 200 to 10,000, by the size of the cluster): the lines of ``simba batch``, or with
    ``parquet`` rows with the question, its ``id`` as text, and the columns of `ANSWER`. ``trace`` puts the whole
    reasoning into the lines.

    With ``resume`` the batch in ``to`` goes on: parts whose answers are all there stay, those with an error among
    them are asked again. ``simba``, ``kb`` and ``shipped`` are as for `answers`.

    ``skipped`` is told which questions are not in Russian, ``begun`` the number of all questions and of those
    answered before, ``done`` the number of those of each part. Raises `SimbaError` (`SourceError` for the source).
    """
    if trace and parquet:
        raise SimbaError("the trace goes into JSON lines only, not into Parquet")
    to = to.rstrip("/")
    known = _begun(spark, source, to, parquet=parquet, resume=resume)
    if known is None:
        known = stage(spark, source, to, parquet=parquet, part=part, skipped=skipped)
    pickled, tasks = opening_of(spark, simba or Simba(), kb=kb, shipped=shipped, trace=trace)
    parts = parts_of(spark, to) if known.questions else {}
    if sum(parts.values()) != known.questions:
        raise SimbaError(f"{to}: not all questions are there any more; name another folder")
    found = _found(spark, to, parquet) if resume else {}
    finished = {
        number: found[number]
        for number, size in enumerate(parts.values())
        if number in found and found[number].total() == size and not found[number]["error"]
    }
    total = sum(finished.values(), Counter[str]())
    begun(known.questions, total.total())
    ask = partial(_ask, spark, to, pickled, parquet)
    todo = [(number, name) for number, name in enumerate(parts) if number not in finished]
    with closing(_together(spark, ask, todo, tasks)) as ready:
        for ends in ready:
            total += ends
            done(ends.total())
    return total


def _begun(spark: SparkSession, source: str, to: str, *, parquet: bool, resume: bool) -> Staged | None:
    """The batch that is in a folder, None where it is new; raises where it is another one, or not to go on."""
    check_folder(to, resume=resume)
    known = staged_in(spark, to)
    if known is not None and not resume:
        raise SimbaError(f"{to} exists: continue it with --resume, or name another folder")
    if known is not None and (known.source, known.parquet) != (source, parquet):
        kind = "Parquet" if known.parquet else "JSON lines"
        raise SimbaError(f"{to}: answers to {known.source} as {kind}; name another folder")
    return known


def _ask(spark: SparkSession, to: str, pickled: bytes, parquet: bool, number: int, name: str) -> Counter[str]:
    """Write the answers to one part."""
    from pyspark.sql import Observation
    from pyspark.sql import functions as f

    make = table if parquet else lines

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        yield from make(pickled, batches)

    schema = f"id STRING, question STRING, {COLUMNS}" if parquet else "value STRING, status STRING"
    questions = spark.read.text(f"{to}/{QUESTIONS}/{name}").coalesce(1)
    seen = Observation()
    counts = [f.count_if(f.col("status") == end).alias(end) for end in ENDS]
    told = questions.mapInArrow(work, schema).observe(seen, *counts)
    place = f"{to}/part={number:05}"
    if parquet:
        told.write.mode("overwrite").parquet(place)
    else:
        told.select("value").write.mode("overwrite").text(place)
    return Counter({end: int(seen.get[end]) for end in ENDS})


def _found(spark: SparkSession, to: str, parquet: bool) -> dict[int, Counter[str]]:
    """The ends of the answers that are there, by part."""
    from pyspark.sql import functions as f

    if parquet:
        rows = spark.read.schema("status STRING").parquet(to)
    else:
        rows = spark.read.schema("value STRING").text(to)
        rows = rows.withColumn("status", f.get_json_object("value", "$.status"))
    found: dict[int, Counter[str]] = {}
    if "part" in rows.columns:  # there is any
        for number, status, count in rows.groupBy("part", "status").count().collect():
            found.setdefault(int(number), Counter())[status] += count
    return found


def _together(
    spark: SparkSession,
    ask: Callable[[int, str], Counter[str]],
    todo: list[tuple[int, str]],
    tasks: int | None,
) -> Generator[Counter[str], None, None]:
    """What each part comes to, as they become ready; the first error ends what is under way."""
    tag = f"simba-{uuid4().hex}"

    def tagged(number: int, name: str) -> Counter[str]:
        spark.addTag(tag)
        return ask(number, name)

    waiting = iter(todo)
    running: set[Future[Counter[str]]] = set()
    threads = ThreadPoolExecutor(MOST_JOBS, thread_name_prefix="simba-part")
    try:
        while True:
            room = tasks or min(MOST_JOBS, AHEAD * slots(spark))  # executors come and go
            while len(running) < room and (one := next(waiting, None)) is not None:
                running.add(threads.submit(tagged, *one))
            if not running:
                return
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    finally:
        if running:
            spark.interruptTag(tag)
        threads.shutdown(wait=True, cancel_futures=True)
