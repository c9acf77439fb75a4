"""The lines of ``simba batch``: one a question, whatever happens to it, and what they come to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from simba.answer import Answer
from simba.common.lines import json_line
from simba.common.parallel import in_order
from simba.common.processes import PARCEL, in_order_by_processes
from simba.errors import QuestionError, SimbaError, UnexpectedError
from simba.evaluation.datasets import InputQuestion
from simba.system import Simba

MOST_FAILURES = 25
"""Errors in a row after which a batch ends: what fails so often fails the rest too."""


class AnswerLine(NamedTuple):
    """An answer as a line of JSON, and what it tells the tally."""

    content: bytes
    status: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class LineMaker:
    """Makes a question's line."""

    simba: Simba
    trace: bool = False

    def __call__(self, question: InputQuestion) -> AnswerLine:
        """Answer it; an error is this question's alone: the next one may fare better."""
        identifier: dict[str, Any] = {question.id_name: question.id} if question.id_name else {}
        try:
            answer = self.simba.answer(question.text).as_dict(trace=self.trace)
        except QuestionError as error:
            answer = _failed(question, error)
        except SimbaError:
            raise  # of the knowledge base or the settings, not of this question
        except Exception as error:
            if os.environ.get("SIMBA_DEBUG"):
                raise
            answer = _failed(question, UnexpectedError(error))
        return AnswerLine(json_line({**identifier, **answer}), answer["status"], answer.get("error"))


def _failed(question: InputQuestion, error: QuestionError) -> dict[str, Any]:
    return Answer(question.text, "error", error.kind, error=error).as_dict()


def lines_of(
    make: LineMaker, questions: Iterable[InputQuestion], *, jobs: int, at_once: bool
) -> Generator[AnswerLine, None, None]:
    """The lines, in order: of processes where answering takes computing, of threads where it takes waiting.

    With ``at_once`` each is wanted as soon as it is ready, rather than all of them soon.
    """
    waits = make.simba.endpoint_settings is not None or make.simba.linker_settings is not None
    if jobs == 1 or waits:
        return in_order(make, questions, jobs=jobs)
    loaded: Callable[[], Callable[[InputQuestion], AnswerLine]] = partial(_loaded, make)
    return in_order_by_processes(loaded, questions, jobs=jobs, fork=True, parcel=1 if at_once else PARCEL)


def _loaded(make: LineMaker) -> LineMaker:
    make.simba.load()
    return make


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
