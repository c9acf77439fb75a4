"""What a batch says of each question, whatever happens to it: an answer, an abstention or an error."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from simba.answer import Answer
from simba.common.lines import json_line
from simba.errors import QuestionError, SimbaError, UnexpectedError
from simba.evaluation.datasets import InputQuestion
from simba.system import Simba

MAX_ANSWERS = 4_096
"""Answers that are remembered, some 3 KB each: in logs people ask the same over and over."""


class AnswerLine(NamedTuple):
    """An answer as a line of JSON, and what it tells the tally."""

    content: bytes
    status: str
    error: str | None = None


class LineMaker:
    """Makes a question's line; what was asked before is answered as it was. May be shared between threads."""

    def __init__(self, simba: Simba, trace: bool = False) -> None:
        self.simba, self.tells_all = simba, trace
        self._remembered: dict[str, dict[str, Any]] = {}

    def __call__(self, question: InputQuestion) -> AnswerLine:
        """Answer it; an error is this question's alone: the next one may fare better."""
        return self.line(question, self.answer(question.text))

    @staticmethod
    def line(question: InputQuestion, answer: dict[str, Any]) -> AnswerLine:
        """The line of an answer that is plain data."""
        identifier: dict[str, Any] = {question.id_name: question.id} if question.id_name else {}
        return AnswerLine(json_line({**identifier, **answer}), answer["status"], answer.get("error"))

    def lines(self, questions: Sequence[InputQuestion]) -> Iterator[AnswerLine]:
        """The lines of a few questions, each as soon as it is ready."""
        self.parse_ahead(question.text for question in questions)
        return map(self, questions)

    def parse_ahead(self, questions: Iterable[str]) -> None:
        """Parse the few questions that are answered next: together that takes less time than one by one."""
        self.simba.parse_ahead(one for one in questions if one not in self._remembered)

    def answer(self, question: str) -> dict[str, Any]:
        """The answer as plain data; raises `SimbaError` for what is wrong with all questions alike."""
        try:
            return self._told(question)
        except QuestionError as error:
            return _failed(question, error)
        except SimbaError:
            raise  # of the knowledge base or the settings, not of this question
        except Exception as error:
            if os.environ.get("SIMBA_DEBUG"):
                raise
            return _failed(question, UnexpectedError(error))

    def _told(self, question: str) -> dict[str, Any]:
        known = self._remembered
        answer = known.pop(question, None) or self.simba.answer(question).as_dict(trace=self.tells_all)
        if not self.tells_all:  # which is long
            known[question] = answer  # those told last are the last to be forgotten
            for one in list(islice(known, max(0, len(known) - MAX_ANSWERS))):
                known.pop(one, None)
        return answer


def _failed(question: str, error: QuestionError) -> dict[str, Any]:
    return Answer(question, "error", error.kind, error=error).as_dict()
