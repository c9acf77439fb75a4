"""Files of the TextGraphs-17 shared task: a sample a line, which asks whether a candidate answers a question.

Fields and graphs are as the task (Sakhovskiy et al., TextGraphs-17, 2024) publishes them, so that files of either kind
are read by the programs of the other.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from simba.common.vocabulary import is_entity_id
from simba.common.whole import whole_file
from simba.errors import SourceError
from simba.russian.text import clean
from simba.verification.task_graph import TaskGraph

FIELDS = (
    "sample_id",
    "question",
    "questionEntity",
    "answerEntity",
    "groundTruthAnswerEntity",
    "answerEntityId",
    "questionEntityId",
    "groundTruthAnswerEntityId",
    "correct",
    "graph",
)
TRUTHS = {"true": True, "1": True, "false": False, "0": False}
"""What both labels and predictions may be written as."""
OF_LABELS = frozenset({"groundTruthAnswerEntity", "groundTruthAnswerEntityId", "correct"})
"""Fields that a file to be predicted may lack."""


@dataclass(frozen=True, slots=True)
class NamedEntities:
    """Some entities with their names, in one order."""

    ids: tuple[str, ...]
    names: str
    """Of all of them, comma-separated: a name may have a comma of its own."""

    @classmethod
    def of(cls, labels: dict[str, str]) -> NamedEntities:
        """Entities by their names."""
        return cls(tuple(labels), ", ".join(labels.values()))


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, a candidate for its answer, and what joins them."""

    id: str
    question: str
    asked_about: NamedEntities
    candidate: str
    candidate_name: str
    graph: TaskGraph
    right: NamedEntities | None = None
    """The right answers, where they are told."""
    correct: bool | None = None

    def as_row(self) -> list[str]:
        """The cells of the task's fields; control characters are blanked."""
        right = self.right or NamedEntities((), "")
        return [
            self.id,
            clean(self.question),
            clean(self.asked_about.names),
            clean(self.candidate_name),
            clean(right.names),
            self.candidate,
            ", ".join(self.asked_about.ids),
            ", ".join(right.ids),
            "" if self.correct is None else str(self.correct),
            self.graph.as_json(),
        ]

    @classmethod
    def of_row(cls, row: dict[str, str]) -> Sample:
        """Read the cells; raises ValueError with what is wrong."""
        correct = (row.get("correct") or "").strip().lower()
        if correct and correct not in TRUTHS:
            raise ValueError(f'"correct" is True or False, not {correct[:40]!r}')
        candidate = row["answerEntityId"].strip()
        if not is_entity_id(candidate):
            raise ValueError(f"its candidate {candidate[:40]!r} is no identifier like Q42")
        told = row.get("groundTruthAnswerEntityId") or ""
        return cls(
            row["sample_id"].strip(),
            row["question"],
            NamedEntities(_ids(row["questionEntityId"]), row["questionEntity"]),
            candidate,
            row["answerEntity"],
            TaskGraph.of_text(row["graph"]),
            NamedEntities(_ids(told), row.get("groundTruthAnswerEntity") or "") if told else None,
            TRUTHS.get(correct),
        )


def _ids(text: str) -> tuple[str, ...]:
    found = tuple(one.strip() for one in text.split(",") if one.strip())
    if wrong := [one for one in found if not is_entity_id(one)]:
        raise ValueError(f"{wrong[0][:40]!r} is no identifier like Q42")
    return found


def read_samples(path: Path) -> Iterator[Sample]:
    """The samples of a task file, in order; raises `SourceError` with the line that is wrong."""
    seen: set[str] = set()
    for number, row in read_table(path, frozenset(FIELDS) - OF_LABELS):
        try:
            sample = Sample.of_row(row)
        except ValueError as error:
            raise SourceError(f"{path}:{number}: {error}") from None
        if sample.id in seen:
            raise SourceError(f"{path}:{number}: a second sample {sample.id!r}")
        seen.add(sample.id)
        yield sample
    if not seen:
        raise SourceError(f"{path}: no samples")


def read_table(path: Path, needed: Iterable[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a TSV by its first line's names, with their lines' numbers; raises `SourceError`."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            csv.field_size_limit(min(sys.maxsize, 1 << 30))
            rows = csv.DictReader(stream, delimiter="\t", restval="")
            missing = [name for name in sorted(needed) if name not in (rows.fieldnames or ())]
            if missing:
                raise SourceError(
                    f"{path}: no column {missing[0]!r}; a tab-separated file begins with the names of its columns"
                )
            for row in rows:
                if None in row:
                    raise SourceError(f"{path}:{rows.line_num}: more cells than columns")
                yield rows.line_num, row
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: not UTF-8 (byte {error.start + 1})") from None
    except csv.Error as error:
        raise SourceError(f"{path}: not a tab-separated file: {error}") from None
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from None


def table_lines(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[bytes]:
    """A TSV line by line, in UTF-8; what is no Unicode is replaced."""
    line = io.StringIO()
    writer = csv.writer(line, delimiter="\t", lineterminator="\n")
    for row in chain([columns], rows):
        writer.writerow(row)
        yield line.getvalue().encode("utf-8", "replace")
        line.seek(0)
        line.truncate()


def write_table(path: Path, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Write a TSV beside its place and give it its name when it is whole; raises `SourceError`."""
    with whole_file(path, SourceError) as stream:
        stream.writelines(table_lines(columns, rows))


def write_samples(path: Path, samples: Iterable[Sample]) -> None:
    """Write a task file, whole or not at all; raises `SourceError`."""
    write_table(path, FIELDS, (sample.as_row() for sample in samples))
