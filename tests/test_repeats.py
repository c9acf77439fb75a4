"""A batch with the same questions over and over: each is worked out once, and every line is as if it had been alone."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from itertools import cycle, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from simba import Simba
from simba.errors import QuestionError
from simba.evaluation.datasets import InputQuestion
from simba.evaluation.linemaker import AnswerLine, LineMaker
from simba.evaluation.repeats import MAX_WAITING, each_once

KUTUZOV, FRANCE, GREETING = "Где похоронен Кутузов?", "столица Франции", "Как дела?"


def test_every_line_is_what_it_would_be_alone(simba: Simba) -> None:
    make = LineMaker(simba)

    @settings(deadline=None)
    @given(
        st.lists(
            st.builds(
                lambda text, named: InputQuestion(named[1], text, named[0]),
                st.sampled_from((KUTUZOV, FRANCE, GREETING)),
                st.sampled_from((("uid", 7), ("id", "a"), (None, None))),
            )
        )
    )
    def told(questions: list[InputQuestion]) -> None:
        given: list[str] = []

        def answered(different: Iterable[InputQuestion]) -> Generator[AnswerLine, None, None]:
            for question in different:
                given.append(question.text)
                yield make(question)

        assert list(each_once(make, questions, answered)) == [make(question) for question in questions]
        assert sorted(given) == sorted({question.text for question in questions})

    told()


def test_what_failed_is_tried_again() -> None:
    made: list[str] = []

    class Failing(LineMaker):
        def __init__(self) -> None:
            pass

        def __call__(self, question: InputQuestion) -> AnswerLine:
            made.append(question.text)
            return AnswerLine(b"{}\n", "answered")

    def answered(different: Iterable[InputQuestion]) -> Generator[AnswerLine, None, None]:
        for question in different:
            yield AnswerLine(b"{}\n", "error", str(QuestionError(question.text)))

    questions = [InputQuestion(None, text, None) for text in (KUTUZOV, FRANCE, KUTUZOV)]
    lines = list(each_once(Failing(), questions, answered))
    assert [line.status for line in lines] == ["error", "error", "answered"]
    assert made == [KUTUZOV]


def test_a_batch_that_never_ends_is_answered_as_it_comes(simba: Simba) -> None:
    make, taken = LineMaker(simba), 0

    def endless() -> Iterator[InputQuestion]:
        nonlocal taken
        for text in cycle((KUTUZOV, FRANCE)):
            taken += 1
            yield InputQuestion(taken, text, "id")

    def answered(different: Iterator[InputQuestion]) -> Generator[AnswerLine, None, None]:
        while parcel := list(islice(different, 2)):
            yield from map(make, parcel)

    lines = each_once(make, endless(), answered)
    asked = [json.loads(line.content) for line in islice(lines, 3 * MAX_WAITING)]
    assert [one["id"] for one in asked] == list(range(1, 3 * MAX_WAITING + 1))
    assert {one["question"] for one in asked[::2]} == {KUTUZOV}
    assert taken <= 3 * MAX_WAITING + MAX_WAITING + 2
    lines.close()
