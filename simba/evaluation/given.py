"""Scoring answers that a file has, so that any system is measured with the same yardstick."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simba.answer import REASONS
from simba.errors import SourceError
from simba.evaluation.answer_files import GivenAnswer, Tell, read_answers
from simba.evaluation.compare import read_earlier
from simba.evaluation.gold import Dataset, Question, read_gold
from simba.evaluation.intervals import require
from simba.evaluation.outcome import Outcome
from simba.evaluation.results import Evaluation
from simba.evaluation.scoring import Score, score

_NONE = GivenAnswer(None, None)


def evaluate_answers(
    dataset: str | os.PathLike[str] | Dataset,
    answers: str | os.PathLike[str],
    *,
    name: str | None = None,
    tell: Tell = print,
) -> Evaluation:
    """Score the answers of a file (`simba.evaluation.answer_files`) to the questions of a set.

    A question without an answer counts as an abstention. ``tell`` gets a line for each thing that is wrong in the file.
    Raises `SourceError`.
    """
    require()
    gold = dataset if isinstance(dataset, Dataset) else read_gold(dataset)
    path = Path(answers)
    found = read_answers(path, gold, tell)
    outcomes = tuple(_outcome(question, found) for question in gold.questions)
    return Evaluation(gold, {"name": name or path.name}, outcomes)


def earlier_of(path: Path, dataset: Dataset, tell: Tell = print) -> dict[str, Any]:
    """What to compare with: an earlier results.json (or its folder), or a file of another system's answers."""
    if not path.is_dir() and path.suffix.lower() != ".json":
        return evaluate_answers(dataset, path, tell=tell).as_dict()
    try:
        return read_earlier(path)
    except SourceError as error:
        told: list[str] = []
        try:
            found = evaluate_answers(dataset, path, tell=told.append).as_dict()
        except SourceError:
            raise error from None
    for line in told:
        tell(line)
    return found


def _outcome(question: Question, answers: Mapping[str, GivenAnswer]) -> Outcome:
    given = answers.get(question.id, _NONE)
    if given.error is not None:
        return Outcome(question, (), "error", Score(False, 0.0, 0.0, 0.0), 0.0, given.error)
    reason = given.reason if given.reason in REASONS or given.reason in ("NK", "NA") else "abstained"
    return Outcome(
        question,
        given.values,
        None if given.values else reason,
        score(given.values, question.answers, answerable=question.answerable),
        0.0,
        query=given.query,
        form=given.form,
        confidence=given.confidence,
    )
