"""The task's scores, and its published table to stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simba.errors import SourceError
from simba.verification.task_file import TRUTHS, read_table

PUBLISHED: dict[str, tuple[float, float, float, float]] = {
    "NLPeople (ensemble of LLMs)": (86.67, 85.14, 85.90, 97.39),
    "ChatGPT zero-shot": (59.91, 78.59, 67.99, 93.09),
    "text + graph (MPNet)": (64.88, 15.35, 24.82, 91.32),
    "text only": (15.04, 38.32, 21.60, 74.04),
    "constant": (9.33, 100.0, 17.07, 9.33),
    "graph only": (62.16, 6.74, 12.17, 90.91),
}
"""TextGraphs-17, private test, per cent: precision, recall, F1 and accuracy. Other questions, candidates and facts."""


@dataclass(frozen=True, slots=True)
class TaskScores:
    """Precision, recall and F1 of the label 1, and accuracy; each 0 to 1."""

    samples: int
    right: int
    """Samples whose candidate answers the question."""
    predicted: int
    """Samples of which that is predicted."""
    hits: int
    """Both."""

    @classmethod
    def of(cls, truths: Mapping[str, bool], predictions: Mapping[str, bool]) -> TaskScores:
        """The scores of some predictions by samples' ids; a sample without one counts as 0."""
        pairs = [(correct, predictions.get(one, False)) for one, correct in truths.items()]
        return cls(
            len(pairs),
            sum(correct for correct, _ in pairs),
            sum(predicted for _, predicted in pairs),
            sum(correct and predicted for correct, predicted in pairs),
        )

    @property
    def precision(self) -> float:
        """The right ones, of those that were predicted; 0 where none was."""
        return self.hits / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Those that were predicted, of the right ones; 0 where there is none."""
        return self.hits / self.right if self.right else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both, by which the task ranks."""
        return 2 * self.hits / (self.predicted + self.right) if self.predicted + self.right else 0.0

    @property
    def accuracy(self) -> float:
        """The samples of which the right thing was predicted."""
        wrong = self.predicted + self.right - 2 * self.hits
        return 1 - wrong / self.samples if self.samples else 0.0

    @property
    def row(self) -> tuple[float, float, float, float]:
        """The four, in the table's order."""
        return self.precision, self.recall, self.f1, self.accuracy

    def as_dict(self) -> dict[str, Any]:
        """The scores as JSON."""
        names = ("precision", "recall", "f1", "accuracy")
        return {**asdict(self), **{name: round(one, 6) for name, one in zip(names, self.row, strict=True)}}

    def __str__(self) -> str:
        """The scores in per cent, above those that were published for the task's own file."""
        lines = [f"{'':30}{'P':>8}{'R':>8}{'F1':>8}{'Acc':>8}", _line("these predictions", self.row, 100)]
        lines += ["", "TextGraphs-17, its private test (other questions, candidates and facts):"]
        return "\n".join([*lines, *(_line(name, row, 1) for name, row in PUBLISHED.items())])


def _line(name: str, row: Sequence[float], factor: float) -> str:
    return f"{name:30}" + "".join(f"{factor * one:8.2f}" for one in row)


def read_truths(path: Path) -> dict[str, bool]:
    """Which samples of a task file are correct, by their ids; raises `SourceError`."""
    found = _labels(path, "correct", "True or False")
    if not found:
        raise SourceError(f"{path}: no samples")
    return found


def read_predictions(
    path: Path, truths: Mapping[str, bool], tell: Callable[[str], object]
) -> dict[str, bool]:
    """The predictions of a TSV with the columns ``sample_id`` and ``prediction`` (0 or 1), by the samples' ids.

    ``tell`` gets a line for samples without one, which count as 0, and one for predictions of no sample. Raises
    `SourceError` for what is no such file.
    """
    every = _labels(path, "prediction", "0 or 1")
    found = {name: said for name, said in every.items() if name in truths}
    if not found:
        raise SourceError(f"{path}: no prediction of any sample of the file")
    if len(found) < len(every):
        tell(f"{path}: {len(every) - len(found)} predictions of samples that the file has not; left out")
    if len(found) < len(truths):
        tell(f"{path}: no prediction of {len(truths) - len(found)} of {len(truths)} samples; they count as 0")
    return found


def _labels(path: Path, column: str, either: str) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for number, row in read_table(path, ("sample_id", column)):
        name, said = row["sample_id"].strip(), row[column].strip().lower()
        if said not in TRUTHS:
            raise SourceError(f"{path}:{number}: {column} is {either}, not {said[:40]!r}")
        if name in found:
            raise SourceError(f"{path}:{number}: a second line of sample {name[:40]!r}")
        found[name] = TRUTHS[said]
    return found
