"""Questions that a batch has again, as logs of people's questions do: whoever answers them is given each once."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from simba.evaluation.datasets import InputQuestion
from simba.evaluation.linemaker import MAX_ANSWERS, AnswerLine, LineMaker

MAX_WAITING = 1_024
"""Questions that wait for the line of one before them; one more is answered anew, so that a batch may be endless."""


@dataclass(slots=True)
class _Asked:
    """A question that is being answered, and its line once it is there."""

    id_name: str | None
    line: AnswerLine | None = None


def each_once(
    make: LineMaker,
    questions: Iterable[InputQuestion],
    answered: Callable[[Iterator[InputQuestion]], Generator[AnswerLine, None, None]],
) -> Generator[AnswerLine, None, None]:
    """The lines of all questions, in order, where ``answered`` makes those of the different ones, in order too.

    What had an error is tried again here, by ``make``.
    """
    known: dict[str, _Asked] = {}
    waiting: deque[tuple[InputQuestion, _Asked, bool]] = deque()

    def different() -> Iterator[InputQuestion]:
        for question in questions:
            asked = known.pop(question.text, None) if len(waiting) < MAX_WAITING else None
            again = asked is not None
            asked = asked or _Asked(question.id_name)
            known[question.text] = asked  # those asked last are the last to be forgotten
            for one in list(islice(known, max(0, len(known) - MAX_ANSWERS))):
                del known[one]
            waiting.append((question, asked, again))
            if not again:
                yield question

    def repeated() -> Iterator[AnswerLine]:
        while waiting and waiting[0][2]:
            question, asked, _ = waiting.popleft()
            assert asked.line is not None  # it was asked before, so that its line came before
            yield make(question) if asked.line.status == "error" else _told_again(asked, question, asked.line)

    lines = answered(different())
    try:
        for line in lines:
            yield from repeated()  # those that were taken together with the line's question
            waiting.popleft()[1].line = line
            yield line
            yield from repeated()
        yield from repeated()
    finally:
        lines.close()


def _told_again(asked: _Asked, question: InputQuestion, line: AnswerLine) -> AnswerLine:
    if asked.id_name is None and question.id_name is None:
        return line
    answer = json.loads(line.content)
    if asked.id_name is not None:
        del answer[asked.id_name]
    return LineMaker.line(question, answer)
