"""What a change of rules does to the answers to questions that have no reference: which of them become others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.answer import Answer
from simba.errors import SourceError
from simba.evaluation.datasets import read_questions
from simba.system import Simba


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """A question, by its line in the file, that is answered otherwise than before."""

    line: int
    before: Answer
    after: Answer

    def as_dict(self) -> dict[str, Any]:
        """Plain data; the answers are those of ``simba ask --json``."""
        return {"line": self.line, "before": self.before.as_dict(), "after": self.after.as_dict()}


@dataclass(frozen=True, slots=True)
class NewAnswers:
    """The answers that changed, and how many questions were put."""

    name: str
    questions: int
    changed: tuple[NewAnswer, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        changed = [one.as_dict() for one in self.changed]
        return {"name": self.name, "asked": self.questions, "changed": changed}


def plain_questions(path: Path) -> dict[int, str] | None:
    """The questions of a text file by their lines; None where it is a RuBQ or QALD file."""
    found = list(read_questions(path, skipped=lambda _: None))
    if any(question.id_name for question in found):
        return None
    lines = {number: question.text for number, question in enumerate(found, 1) if question.text.strip()}
    if not lines:
        raise SourceError(f"{path}: no questions")
    return lines


def new_answers(
    name: str,
    questions: dict[int, str],
    before: Simba,
    after: Simba,
    progress: Callable[[list[str]], Iterable[str]],
) -> NewAnswers:
    """Put the questions to two systems; the same values by another query are another answer too."""
    changed = []
    for line, question in zip(questions, progress([*questions.values()]), strict=True):
        was, now = before.answer(question), after.answer(question)
        if (was.values, was.query) != (now.values, now.query):
            changed.append(NewAnswer(line, was, now))
    return NewAnswers(name, len(questions), tuple(changed))


def told(answer: Answer) -> str:
    """The values with their property, in one line."""
    if answer.property is None:
        return "no answer"
    values = ", ".join(value.label or value.value for value in answer.values)
    return f"{values} ({answer.property.id}{' reverse' if answer.direction == 'reverse' else ''})"
