"""What a batch says of each question, whatever happens to it: an answer, an abstention or an error."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simba.answer import Answer
from simba.common.lines import json_line
from simba.errors import QuestionError, SimbaError, UnexpectedError
from simba.evaluation.datasets import InputQuestion
from simba.system import Simba


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
        answer = self.answer(question.text)
        return AnswerLine(json_line({**identifier, **answer}), answer["status"], answer.get("error"))

    def lines(self, questions: Sequence[InputQuestion]) -> Iterator[AnswerLine]:
        """The lines of a few questions, each as soon as it is ready."""
        self.simba.parse_ahead(question.text for question in questions)
        return map(self, questions)

    def answer(self, question: str) -> dict[str, Any]:
        """The answer as plain data; raises `SimbaError` for what is wrong with all questions alike."""
        try:
            return self.simba.answer(question).as_dict(trace=self.trace)
        except QuestionError as error:
            return _failed(question, error)
        except SimbaError:
            raise  # of the knowledge base or the settings, not of this question
        except Exception as error:
            if os.environ.get("SIMBA_DEBUG"):
                raise
            return _failed(question, UnexpectedError(error))


def _failed(question: str, error: QuestionError) -> dict[str, Any]:
    return Answer(question, "error", error.kind, error=error).as_dict()
