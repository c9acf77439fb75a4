"""DataFrames with questions in, the same with answers out."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from simba.errors import SimbaError
from simba.spark.answer_columns import answer_type
from simba.spark.sharing import THREADS, most_tasks, share
from simba.spark.shipping import rules_folders, ship
from simba.spark.worker import Opening, with_answers
from simba.system import Simba

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession


def answers(
    questions: DataFrame,
    simba: Simba | None = None,
    *,
    column: str = "question",
    to: str = "answer",
    kb: str | None = None,
    shipped: bool = False,
) -> DataFrame:
    """The rows with a further column ``to``: the answer to what ``column`` asks, a struct as `simba.spark.ANSWER` says.

    ``simba`` says where answers come from, with all its settings (by default ``Simba()``); it need not be loaded.
    Workers open its knowledge base by the same path or, with ``shipped``, get a copy from here; or ``kb`` is their
    own path, or the name of an archive that was added (``spark.sparkContext.addArchive("hdfs:///kb.tgz#kb")``).
    Its rules are always sent, and what is compiled of them.

    A question that fails has the status "error"; null has no answer (null). The limits of an endpoint hold for
    the whole job, for which rows are put together into no more partitions than may ask at once. Ages are told
    for the day on which this is called.

    Raises `SimbaError` where there is no such column of texts. What is wrong with a worker's knowledge base fails
    the job.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    fields = {field.name: field for field in questions.schema.fields}
    if column not in fields or not isinstance(fields[column].dataType, StringType):
        raise SimbaError(f'no column of texts "{column}"; name one with column=')
    if to in fields:
        raise SimbaError(f'there is a column "{to}" already; name another one with to=')
    pickled, tasks = opening_of(questions.sparkSession, simba or Simba(), kb=kb, shipped=shipped)

    def work(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        yield from with_answers(pickled, column, to, batches)

    rows = questions if tasks is None else questions.coalesce(tasks)
    return rows.mapInArrow(work, StructType([*questions.schema.fields, StructField(to, answer_type())]))


def opening_of(
    spark: SparkSession, simba: Simba, *, kb: str | None, shipped: bool, trace: bool = False
) -> tuple[bytes, int | None]:
    """How workers open SimBa (an `Opening`, pickled), and how many tasks may do so at once (None: any number)."""
    from pyspark.sql.pandas.types import to_arrow_type

    if shipped and (kb is not None or simba.folder is None):
        raise SimbaError("no knowledge base folder to ship: name one here, and leave out the workers' own")
    tasks = most_tasks(spark, simba)
    settings = replace(
        simba.settings,
        kb=Path(kb) if kb else simba.folder and simba.folder.resolve(),
        today=simba.settings.today or date.today(),
        endpoint=share(simba.settings.endpoint, tasks or 1),
        linker=share(simba.settings.linker, tasks or 1),
    )
    shares = [one.most_in_flight for one in (settings.endpoint, settings.linker) if one is not None]
    jobs = min(THREADS, *shares) if shares else 1
    archive, rules = None, 0
    if not (spark.sparkContext.master or "").startswith("local"):  # there, everything is where it is here
        rules = len(rules_folders(simba))
        archive = _shipped(spark, simba, kb=shipped)
    opening = Opening(
        settings,
        archive=archive,
        rules=rules,
        whole_rules=isinstance(simba.own_rules, tuple),
        kb=shipped and archive is not None,
        jobs=jobs,
        trace=trace,
        kind=to_arrow_type(answer_type()),
    )
    return pickle.dumps(opening), tasks


_SENT: dict[tuple[str, bytes], str] = {}
"""Archives without knowledge bases, by the application and what they were made for."""


def _shipped(spark: SparkSession, simba: Simba, *, kb: bool) -> str:
    key = spark.sparkContext.applicationId, pickle.dumps((simba.folder is None, simba.own_rules))
    if kb or key not in _SENT:
        name = ship(spark, simba, kb=kb)
        if kb:
            return name
        _SENT[key] = name
    return _SENT[key]
