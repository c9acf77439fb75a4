"""Scoring answers that a file has, so that any system is measured with the same yardstick.

A file is JSON lines as `simba batch` writes them, QALD's JSON, or TSV. What cannot be read of it is told line by line
(question by question) and costs nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simba.answer import REASONS, Value
from simba.errors import SourceError
from simba.evaluation.compare import read_earlier
from simba.evaluation.datasets import items_of
from simba.evaluation.gold import Dataset, Question, read_gold
from simba.evaluation.intervals import require
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.judge import as_values
from simba.evaluation.outcome import Outcome
from simba.evaluation.results import Evaluation
from simba.evaluation.scoring import Score, score
from simba.evaluation.sparql_json import MalformedError, bindings
from simba.query import parse_expression


def evaluate_answers(
    dataset: str | os.PathLike[str] | Dataset,
    answers: str | os.PathLike[str],
    *,
    name: str | None = None,
    tell: Tell = print,
) -> Evaluation:
    """Score the answers of a file to the questions of a set.

    A question without an answer counts as an abstention. ``tell`` gets lines on what is wrong in the file.
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
    given = answers.get(question.id, GivenAnswer(None, None))
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


Tell = Callable[[str], object]
FAULTS = 20
"""Faults of a file of which each is told."""
HEADERS = ("id", "uid")
"""First cells of a TSV's first line that say that it is a header."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What a file has for a question; no values are an abstention."""

    id: str | None
    text: str | None
    values: tuple[Value, ...] = ()
    reason: str | None = None
    confidence: float | None = None
    query: str | None = None
    form: str | None = None
    error: str | None = None


def read_answers(path: Path, dataset: Dataset, tell: Tell = print) -> dict[str, GivenAnswer]:
    """The answers of a file to the questions of a set, by the set's identifiers.

    An answer belongs to the question with its ``uid`` or ``id``, else with its text. `tell` gets a line for each of the
    first things that are wrong, and how many more there are. Raises `SourceError` where the file cannot be read or has
    no answer to any question.
    """
    ids = {question.id for question in dataset.questions}
    by_text = {question.text: question.id for question in dataset.questions}
    found: dict[str, GivenAnswer] = {}
    faults: list[str] = []
    strangers = 0
    for where, answer in _answers(path, faults.append):
        key = answer.id if answer.id in ids else by_text.get(answer.text or "")
        if key is None:
            strangers += 1
        elif key in found and path.suffix.lower() == ".tsv":
            found[key] = replace(found[key], values=found[key].values + answer.values)
        elif key in found:
            faults.append(f"{where}: a second answer to question {key!r}; the first one counts")
        else:
            found[key] = answer
    if not found:
        first = f" ({faults[0]})" if faults else ""
        raise SourceError(f"{path}: no answer to any question of {dataset.name}{first}")
    for fault in faults[:FAULTS]:
        tell(fault)
    if len(faults) > FAULTS:
        tell(f"{path}: {len(faults) - FAULTS} more such faults")
    if strangers:
        tell(f"{path}: {strangers} answers to questions that {dataset.name} has not; left out")
    if len(found) < len(ids):
        tell(
            f"{path}: no answer to {len(ids) - len(found)} of {len(ids)} questions; they count as abstentions"
        )
    return found


def _answers(path: Path, tell: Tell) -> Iterator[tuple[str, GivenAnswer]]:
    """Each answer with its place, in the file's order."""
    raw = read_bytes(path)
    if path.suffix.lower() == ".tsv":
        yield from _lines(path, raw, _tsv, tell)
    elif path.suffix.lower() == ".json":
        kind, items = items_of(path, parse_json(path, raw))
        read = _line if kind == "rubq" else _qald
        for number, item in enumerate(items, 1):
            yield from _told(f"{path}: answer {number}", item, read, tell)
    else:
        yield from _lines(path, raw, lambda text: _line(json.loads(text)), tell)


def _lines(
    path: Path, raw: bytes, read: Callable[[str], GivenAnswer], tell: Tell
) -> Iterator[tuple[str, GivenAnswer]]:
    for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        text = line.decode("utf-8", "replace").removesuffix("\r")
        header = number == 1 and text.partition("\t")[0].lower() in HEADERS
        if text.strip() and not header:
            yield from _told(f"{path}:{number}", text, read, tell)


def _told(
    where: str, item: Any, read: Callable[[Any], GivenAnswer], tell: Tell
) -> Iterator[tuple[str, GivenAnswer]]:
    """The answer, or nothing and a line that says what is wrong."""
    try:
        answer = read(item)
    except (ValueError, TypeError, RecursionError) as error:
        tell(f"{where}: {_fault(error)}; left out")
        return
    if answer.form is not None:
        try:
            parse_expression(answer.form)
        except ValueError as error:
            tell(f"{where}: its form cannot be read: {' '.join(str(error).split())[:200]}; left out")
            answer = replace(answer, form=None)
    yield where, answer


def _fault(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON: {error.msg} (column {error.colno})"
    return " ".join(str(error).split())[:200] or type(error).__name__


def _tsv(text: str) -> GivenAnswer:
    identifier, *values = (cell.strip() for cell in text.split("\t"))
    return GivenAnswer(identifier, None, as_values([value for value in values if value]))


def _line(item: Any) -> GivenAnswer:
    """An answer as SimBa writes it; any system may, with as many of its fields as it likes."""
    if not isinstance(item, Mapping):
        raise MalformedError("not a JSON object")
    if "question_text" in item:
        raise MalformedError("a question of a RuBQ file, not an answer")
    identifier = next((item[key] for key in ("uid", "id") if item.get(key) is not None), None)
    text = _text(item, "question")
    if identifier is None and text is None:
        raise MalformedError('neither "uid", "id" nor "question"')
    values = item.get("answers")
    if values is None:
        values = []
    if not isinstance(values, list):
        raise MalformedError('"answers" is not a list')
    confidence = item.get("confidence")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float | None):
        raise MalformedError('"confidence" is not a number')
    failed = item.get("status") == "error"
    return GivenAnswer(
        None if identifier is None else str(identifier),
        text,
        () if failed else as_values(values),
        _text(item, "reason"),
        confidence,
        _text(item, "query"),
        _text(item, "form"),
        (_text(item, "error") or "error") if failed else None,
    )


def _qald(item: Any) -> GivenAnswer:
    if not isinstance(item, Mapping) or item.get("id") is None:
        raise MalformedError('no "id"')
    answers = item.get("answers") or []
    if not isinstance(answers, list):
        raise MalformedError('"answers" is not a list')
    query = item.get("query")
    sparql = query.get("sparql") if isinstance(query, Mapping) else query
    return GivenAnswer(
        str(item["id"]),
        None,
        tuple(bindings(answers)),
        query=sparql if isinstance(sparql, str) and sparql.strip() else None,
    )


def _text(item: Mapping[str, Any], key: str) -> str | None:
    value = item.get(key)
    return value if isinstance(value, str) and value.strip() else None
