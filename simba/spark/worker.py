"""What runs in Spark's Python workers: each loads SimBa once and keeps it for all tasks that it is given."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.common.lines import valid
from simba.common.parallel import in_order
from simba.common.processes import PARCEL as TOGETHER
from simba.evaluation.datasets import InputQuestion
from simba.evaluation.linemaker import LineMaker
from simba.opening import ENVIRONMENT, SimbaSettings
from simba.spark.answer_columns import FIELDS
from simba.spark.shipping import KB, RULES, take_in
from simba.system import Simba

if TYPE_CHECKING:
    import pyarrow

PARCEL = 256
"""Questions whose answers are in memory together."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How workers open SimBa."""

    settings: SimbaSettings
    """Those of `Simba`, but for what the archive has."""
    archive: str | None = None
    """The name of the archive that was shipped."""
    rules: int = 0
    """Folders of rules in it that lie over SimBa's own."""
    whole_rules: bool = False
    """Whether they are a whole set instead."""
    kb: bool = False
    """Whether it has the knowledge base."""
    jobs: int = 1
    """Questions that a task has under way at once."""
    trace: bool = False
    kind: Any = None
    """Arrow's type of an answer."""

    def open(self) -> LineMaker:
        """Open and load it, on a worker."""
        rules, kb = self.settings.rules, self.settings.kb
        if self.archive is not None:
            archive = _found(self.archive)
            take_in(archive)
            folders = tuple(archive / RULES / str(number) for number in range(self.rules))
            rules = folders if self.whole_rules else folders[0] if folders else None
            if self.kb:
                kb = archive / KB
        if kb is None:
            os.environ.pop(ENVIRONMENT, None)  # the driver's settings count, not the worker's
        else:
            kb = _found(kb)
        simba = Simba(**vars(replace(self.settings, kb=kb, rules=rules)))
        simba.load()
        return LineMaker(simba, self.trace)


def _found(name: str | Path) -> Path:
    """Where something lies here: among what Spark sent, or else where it is said to lie."""
    from pyspark import SparkFiles

    sent = Path(SparkFiles.get(str(name)))
    return sent if sent.exists() else Path(name)


@lru_cache(maxsize=1)
def _opened(pickled: bytes) -> tuple[Opening, LineMaker]:
    opening: Opening = pickle.loads(pickled)  # noqa: S301  # Spark brought it, as it brings code
    return opening, opening.open()


def with_answers(
    pickled: bytes, column: str, to: str, batches: Iterator[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    """The batches with a column of answers to a column of questions; none to null."""
    import pyarrow

    for part in _parcels(batches):
        opening, make = _opened(pickled)

        # Spark's texts are bytes that need not be UTF-8.
        texts = part.column(part.schema.names.index(column)).cast(pyarrow.binary()).to_pylist()
        asked = [text.decode(errors="replace") for text in texts if text is not None]
        answers = iter(_answers(asked, make, opening.jobs))
        told = pyarrow.array([None if text is None else next(answers) for text in texts], type=opening.kind)
        yield pyarrow.RecordBatch.from_arrays([*part.columns, told], names=[*part.schema.names, to])


def lines(pickled: bytes, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Of questions as `simba.spark.staging` writes them: the lines of ``simba batch``, each with its status."""
    import pyarrow

    for part in _parcels(batches):
        opening, make = _opened(pickled)
        questions = [_question(line) for line in part.column(0).to_pylist()]
        told = _answers([question.text for question in questions], make, opening.jobs)
        made = [make.line(question, answer) for question, answer in zip(questions, told, strict=True)]
        texts = pyarrow.array([line.content[:-1].decode() for line in made], pyarrow.string())
        ends = pyarrow.array([line.status for line in made], pyarrow.string())
        yield pyarrow.RecordBatch.from_arrays([texts, ends], names=["value", "status"])


def table(pickled: bytes, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Of the same questions: a row each, with the identifier as text, the question and the columns of its answer."""
    import pyarrow

    for part in _parcels(batches):
        opening, make = _opened(pickled)
        questions = [_question(line) for line in part.column(0).to_pylist()]
        told = _answers([question.text for question in questions], make, opening.jobs)
        identifiers = [None if question.id is None else valid(str(question.id)) for question in questions]
        texts = [valid(question.text) for question in questions]
        columns = [
            pyarrow.array(identifiers, pyarrow.string()),
            pyarrow.array(texts, pyarrow.string()),
            *pyarrow.array(told, type=opening.kind).flatten(),
        ]
        yield pyarrow.RecordBatch.from_arrays(columns, names=["id", "question", *FIELDS])


def _answers(questions: Sequence[str], make: LineMaker, jobs: int) -> list[dict[str, Any]]:
    """The answers as plain data."""
    return list(in_order(make.answer, _ahead(questions, make) if jobs == 1 else questions, jobs=jobs))


def _ahead(questions: Sequence[str], make: LineMaker) -> Iterator[str]:
    """The questions, a few of them parsed together before the first of these."""
    for start in range(0, len(questions), TOGETHER):
        some = questions[start : start + TOGETHER]
        make.parse_ahead(some)
        yield from some


def _question(line: str) -> InputQuestion:
    asked = json.loads(line)
    name: Any = next((name for name in ("uid", "id") if name in asked), None)
    return InputQuestion(asked.get(name), asked["question"], name)


def _parcels(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        for start in range(0, batch.num_rows, PARCEL):
            yield batch.slice(start, PARCEL)
