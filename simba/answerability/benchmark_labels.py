"""What a benchmark of answerability says of its questions (docs/answerability.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from simba.answer import Value
from simba.errors import SourceError
from simba.evaluation.datasets import asked, items_of
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.sparql_json import MalformedError, value_of

Status = Literal["answerable", "NK", "NA"]
Category = Literal["class", "relation", "entity-mentioned", "entity-other", "fact"]
CATEGORIES: tuple[Category, ...] = get_args(Category)


@dataclass(frozen=True, slots=True)
class BenchmarkLabel:
    """Whether a question can be answered, what made it so, and how it was before."""

    status: Status
    category: str | None
    query: str | None
    """The ideal query; of a question that is not NK it is still valid."""
    answers: tuple[Value, ...]
    """What it returned from the knowledge base before anything was dropped."""


def read_labels(path: Path) -> dict[str, BenchmarkLabel] | None:
    """The labels of a file of questions, by identifier; None where it has none at all.

    Raises `SourceError` where a question has none, or one that is not understood.
    """
    kind, items = items_of(path, parse_json(path, read_bytes(path)))
    if not any(isinstance(item, Mapping) and "ablation" in item for item in items):
        return None
    found = {}
    for number, item in enumerate(items, 1):
        question = asked(path, kind, number, item)
        if question is None:
            continue
        try:
            found[str(question.id)] = _label(item.get("ablation"))
        except MalformedError as error:
            raise SourceError(f"{path}: question {number}: {error}") from None
    return found


def _label(item: Any) -> BenchmarkLabel:
    if not isinstance(item, Mapping) or item.get("status") not in get_args(Status):
        raise MalformedError('no "ablation" with a "status": answerable, NK or NA')
    category, query, answers = (item.get(key) for key in ("category", "ideal_query", "ideal_answers"))
    if category is not None and category not in CATEGORIES:
        raise MalformedError(f'no "category" of {", ".join(CATEGORIES)}: {str(category)[:50]!r}')
    if not isinstance(answers, list):
        raise MalformedError('"ideal_answers" is not a list')
    return BenchmarkLabel(
        cast(Status, item["status"]),
        category,
        query if isinstance(query, str) and query.strip() else None,
        tuple(map(value_of, answers)),
    )
