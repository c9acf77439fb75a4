"""A file of answers, a line a question, that an interrupted run leaves and a later one continues."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.common.lines import json_line, opened_alone, write_line
from simba.common.whole import whole_file
from simba.errors import SimbaError
from simba.evaluation.datasets import InputQuestion


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a file of answers holds: its number of lines, and the questions that are to be asked again, by line."""

    lines: int = 0
    failed: tuple[tuple[int, InputQuestion], ...] = ()


class AnswerFile:
    """A file to which whole lines are added, by one process at a time."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        """Take a new file, or with ``resume`` one that may be there; raises `SimbaError` and OSError."""
        self.path = path.resolve()  # a link stays a link
        if not resume and path.is_file() and path.stat().st_size:
            raise SimbaError(f"{path} exists: continue it with --resume, or name another file")
        self._stream = opened_alone(self.path, SimbaError)
        if resume and not path.is_file():
            raise SimbaError(f"{path} is no regular file: leave out --resume")

    def __enter__(self) -> AnswerFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def write(self, line: bytes) -> None:
        """Add a line, line feed included; Ctrl-C waits until all of it is in the file. Raises OSError."""
        write_line(self._stream, line)

    def review(self, questions: Iterator[InputQuestion]) -> Reviewed:
        """Compare the lines with as many questions, which are taken, and cut off a last line that was not finished.

        Raises `SimbaError` where a line is not an answer to its question; then nothing was changed.
        """
        failed: list[tuple[int, InputQuestion]] = []
        number, end = 0, 0
        with self.path.open("rb") as stream:
            for line in stream:
                answer = _answer(line)
                if answer is None and not line.endswith(b"\n"):
                    break
                question = next(questions, None)
                if answer is None or question is None or not _is_answer_to(answer, question):
                    raise SimbaError(
                        f"{self.path}:{number + 1}: not the answer to the question in that place; "
                        "name another file, or the questions that this one was made from"
                    )
                if answer["status"] == "error":
                    failed.append((number, question))
                number, end = number + 1, end + len(line)
                if not line.endswith(b"\n"):
                    self.write(b"\n")
                    return Reviewed(number, tuple(failed))
        self._stream.truncate(end)
        return Reviewed(number, tuple(failed))

    def replace(self, new: Mapping[int, bytes]) -> None:
        """Put other lines in the place of some, by number from 0; whoever looks or stops us sees all of it or none."""
        if not new:
            return
        with whole_file(self.path) as stream, self.path.open("rb") as old:
            stream.writelines(new.get(number, line) for number, line in enumerate(old))
        self._stream.close()
        self._stream = opened_alone(self.path, SimbaError)


def _answer(line: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) and {"question", "status"} <= answer.keys() else None


def _is_answer_to(answer: dict[str, Any], question: InputQuestion) -> bool:
    asked: dict[str, Any] = {"question": question.text}
    if question.id_name:
        asked[question.id_name] = question.id
    asked = json.loads(json_line(asked))  # what cannot be written in UTF-8 was replaced
    return {key: answer.get(key) for key in asked} == asked
