"""The lines of ``simba batch``, made by one process or several, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from simba.common.parallel import in_order
from simba.common.processes import PARCEL, in_order_by_processes
from simba.errors import SimbaError
from simba.evaluation.datasets import InputQuestion
from simba.evaluation.linemaker import AnswerLine, LineMaker
from simba.evaluation.repeats import each_once

MOST_FAILURES = 25
"""Errors in a row after which a batch ends: what fails so often fails the rest too."""


def lines_of(
    make: LineMaker, questions: Iterable[InputQuestion], *, jobs: int, at_once: bool
) -> Generator[AnswerLine, None, None]:
    """The lines, in order: of processes where answering takes computing, of threads where it takes waiting.

    With ``at_once`` each is wanted as soon as it is ready, rather than all of them soon.
    """
    waits = make.simba.settings.endpoint is not None or make.simba.settings.linker is not None
    if jobs == 1 or waits:
        return in_order(make, questions, jobs=jobs)
    parcel = 1 if at_once else PARCEL
    answered = partial(in_order_by_processes, partial(_loaded, make), jobs=jobs, fork=True, parcel=parcel)
    return answered(questions) if at_once or make.tells_all else each_once(make, questions, answered)


def _loaded(make: LineMaker) -> Callable[[list[InputQuestion]], Iterator[AnswerLine]]:
    make.simba.load()
    return make.lines


@dataclass(slots=True)
class Tally:
    """How many questions had which end."""

    most: int = MOST_FAILURES
    """Errors in a row that end the batch; 0: none do."""
    counts: Counter[str] = field(default_factory=Counter)
    _in_a_row: int = 0

    @property
    def failed(self) -> int:
        """Questions that had an error."""
        return self.counts["error"]

    def count(self, lines: Iterable[AnswerLine]) -> Iterator[bytes]:
        """The lines' contents, counted; raises `SimbaError` after the last of too many errors in a row."""
        for line in lines:
            self.counts[line.status] += 1
            self._in_a_row = self._in_a_row + 1 if line.status == "error" else 0
            yield line.content
            if self.most and self._in_a_row == self.most:
                raise SimbaError(
                    f"{self}; the last {self.most} in a row failed, so the batch ends here: {line.error}"
                )

    def __str__(self) -> str:
        counts = self.counts
        return (
            f"{counts.total():,} questions: {counts['answered']:,} answered, {counts['abstained']:,} abstained, "
            f"{counts['error']:,} failed"
        )
