"""The questions of a batch, read by Spark and written in parts, whose answers are then made part by part.

A part is a file of JSON lines with what is asked and, where the source has one, its ``uid`` or ``id``. However often a
batch is stopped and on whatever cluster it goes on: its parts stay what they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from simba.errors import SimbaError, SourceError
from simba.evaluation.datasets import InputQuestion, is_json, read_questions
from simba.spark.sharing import slots

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

TEXTS, IDS = ("question", "question_text"), ("uid", "id")
"""The columns of JSON lines and Parquet that are read, the first that is there."""
SMALL, LARGE, PARTS = 200, 10_000, 32
"""Questions of a part: so many that a slot of the cluster has about 32 parts, within these bounds."""
COMPRESSED = (".gz", ".bz2", ".zst")
QUESTIONS, JOB = "_questions", "_job"
"""Folders in that of the answers; Spark passes over such names when it reads them."""
FILES = "*.txt"


@dataclass(frozen=True, slots=True)
class Staged:
    """What a batch was begun with."""

    source: str
    questions: int
    parquet: bool
    """Whether its answers are written as Parquet."""


def check_folder(to: str, *, resume: bool) -> None:
    """Raise `SimbaError` where answers may not be written to a folder of this machine."""
    found = {path.name for path in Path(to).iterdir()} if Path(to).is_dir() else set()
    if found and not resume:
        raise SimbaError(f"{to} exists: continue it with --resume, or name another folder")
    if JOB not in found and (foreign := min(found - {QUESTIONS}, default=None)):
        raise SimbaError(f"{to}: holds {foreign}, which no batch wrote there; name another folder")


def staged_in(spark: SparkSession, to: str) -> Staged | None:
    """What the folder's batch was begun with, once all questions are there."""
    from pyspark.errors import AnalysisException

    try:
        (row,) = spark.read.text(f"{to}/{JOB}/{FILES}").collect()
        return Staged(**json.loads(row.value))
    except AnalysisException:  # no such path
        return None
    except (ValueError, TypeError):
        raise SimbaError(f"{to}: not a folder of answers that this SimBa wrote; name another one") from None


def stage(
    spark: SparkSession,
    source: str,
    to: str,
    *,
    parquet: bool,
    part: int | None,
    skipped: Callable[[str], object],
) -> Staged:
    """Check all questions and write them in parts, of so many; raises `SourceError`."""
    questions, number = _read(spark, source, skipped)
    size = part or min(LARGE, max(SMALL, ceil(number / (PARTS * slots(spark)))))
    questions.write.mode("overwrite").option("maxRecordsPerFile", size).text(f"{to}/{QUESTIONS}")
    staged = Staged(source, number, parquet)
    spark.createDataFrame([(json.dumps(asdict(staged)),)], "value STRING").coalesce(1).write.mode(
        "overwrite"
    ).text(f"{to}/{JOB}")
    return staged


def parts_of(spark: SparkSession, to: str) -> dict[str, int]:
    """The files of questions, in order, and how many each has."""
    lines = spark.read.text(f"{to}/{QUESTIONS}/{FILES}").groupBy("_metadata.file_name").count()
    return dict(sorted((row[0], row[1]) for row in lines.collect()))


def _read(spark: SparkSession, source: str, skipped: Callable[[str], object]) -> tuple[DataFrame, int]:
    name = source.rstrip("/").lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    if name.endswith(".parquet"):
        return _from_columns(source, spark.read.parquet(source))
    if name.endswith((".jsonl", ".ndjson")):
        return _from_columns(source, spark.read.option("mode", "FAILFAST").json(source))
    local = Path(source)
    if local.is_file() and is_json(local):
        lines = [(_line(question),) for question in read_questions(local, skipped)]
        return spark.createDataFrame(lines, "value STRING"), len(lines)
    return _from_text(spark, source)


def _line(question: InputQuestion) -> str:
    identifier = {question.id_name: question.id} if question.id_name else {}
    return json.dumps({**identifier, "question": question.text})  # in ASCII: it may not be valid Unicode


def _from_columns(source: str, rows: DataFrame) -> tuple[DataFrame, int]:
    from pyspark.sql import functions as f
    from pyspark.sql.types import IntegralType, StringType

    kinds = {field.name: field.dataType for field in rows.schema.fields}
    text = next((name for name in TEXTS if name in kinds), None)
    if text is None or not isinstance(kinds[text], StringType):
        raise SourceError(f'{source}: no column "question" (or "question_text") of texts')
    named = next((name for name in IDS if name in kinds), None)
    if named is not None and not isinstance(kinds[named], StringType | IntegralType):
        raise SourceError(f'{source}: the column "{named}" holds neither whole numbers nor texts')
    kept = [f.col(named)] if named is not None else []
    number, empty = rows.agg(f.count("*"), f.count_if(f.col(text).isNull())).first() or (0, 0)
    if empty:
        raise SourceError(f'{source}: {empty:,} of {number:,} rows have no "{text}"')
    lines = rows.select(f.to_json(f.struct(*kept, f.col(text).alias("question"))).alias("value"))
    return lines, number


def _from_text(spark: SparkSession, source: str) -> tuple[DataFrame, int]:
    """Every line is a question, also a blank one, as for ``simba batch``."""
    from pyspark.sql import functions as f

    rows = spark.read.option("lineSep", "\n").text(source)
    value = f.col("value")
    number, wrong = rows.agg(f.count("*"), f.count_if(~f.is_valid_utf8(value))).first() or (0, 0)
    if wrong:
        raise SourceError(f"{source}: not UTF-8 ({wrong:,} of {number:,} lines)")
    text = f.when(value.endswith("\r"), f.expr("left(value, length(value) - 1)")).otherwise(value)
    return rows.select(f.to_json(f.struct(text.alias("question"))).alias("value")), number
