"""Question sets with reference answers, as RuBQ and QALD publish them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.answer import Value
from simba.common.vocabulary import ENTITY, is_entity_id, is_property_id
from simba.errors import SourceError
from simba.evaluation.datasets import Format, InputQuestion, asked, items_of
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.sparql_json import MalformedError, bindings, value_of

NO_ANSWER = "no-answer"
"""RuBQ's tag of a question that Wikidata cannot answer."""

_ENTITY = re.compile(r"(?:\bwd:|<http://www\.wikidata\.org/entity/)(Q\d+)\b")
_PROPERTY = re.compile(
    r"(?:\b(?:wdt|p|ps|psv|psn):|<http://www\.wikidata\.org/prop/(?:direct/|statement/)?)(P\d+)\b"
)
_PROPERTY_NAME = re.compile(
    r"(?:(?:wdt|p|ps|psv|psn):|http://www\.wikidata\.org/prop/(?:direct/|statement/)?)?(P\d+)"
)


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its reference: answers, and entities and properties of the query that gave them."""

    id: str
    text: str
    answers: tuple[Value, ...]
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    query: str | None = None
    version: str | None = None

    @property
    def answerable(self) -> bool:
        """Whether there is a reference answer; where there is none, a system has to abstain."""
        return bool(self.answers) and NO_ANSWER not in self.tags


@dataclass(frozen=True, slots=True)
class Dataset:
    """A question set; ``skipped`` questions were left out for want of Russian."""

    name: str
    format: Format
    digest: str
    questions: tuple[Question, ...]
    skipped: int = 0


def read_gold(path: str | os.PathLike[str]) -> Dataset:
    """Read a RuBQ (1.0, 2.0) or QALD JSON file.

    Raises `SourceError` with one line that says what is wrong and where.
    """
    path = Path(path)
    raw = read_bytes(path)
    content = parse_json(path, raw)
    kind, items = items_of(path, content)
    every = (read_question(path, kind, number, item) for number, item in enumerate(items, 1))
    questions = [question for question in every if question is not None]
    skipped = len(items) - len(questions)
    if not questions:
        raise SourceError(f"{path}: no questions" + (f" in Russian among its {skipped}" if skipped else ""))
    return Dataset(path.name, kind, hashlib.sha256(raw).hexdigest(), tuple(questions), skipped)


def read_question(name: object, kind: Format, number: int, item: Any) -> Question | None:
    """The n-th question of a file; None where it is not asked in Russian. Raises `SourceError`."""
    question = asked(name, kind, number, item)
    if question is None:
        return None
    if not question.text.strip():
        raise SourceError(f"{name}: question {number} is empty")
    try:
        return (_rubq if kind == "rubq" else _qald)(item, question)
    except MalformedError as error:
        raise SourceError(f"{name}: question {number}: {error}") from None


def _rubq(item: Mapping[str, Any], question: InputQuestion) -> Question:
    version = item.get("RuBQ_version")
    return Question(
        str(question.id),
        question.text,
        tuple(value_of(answer) for answer in _list(item, "answers")),
        tuple(str(tag) for tag in _list(item, "tags")),
        _entities(str(iri) for iri in _list(item, "question_uris")),
        _properties(str(name) for name in _list(item, "question_props")),
        _query(item.get("query")),
        str(version) if version is not None else None,
    )


def _qald(item: Mapping[str, Any], question: InputQuestion) -> Question:
    query = item.get("query")
    sparql = _query(query.get("sparql") if isinstance(query, dict) else query)
    return Question(
        str(question.id),
        question.text,
        tuple(bindings(_list(item, "answers"))),
        (),
        _unique(_ENTITY.findall(sparql or "")),
        _unique(_PROPERTY.findall(sparql or "")),
        sparql,
    )


def _list(item: Mapping[str, Any], key: str) -> list[Any]:
    value = item.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise MalformedError(f'"{key}" is not a list')
    return value


def _query(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _entities(iris: Iterable[str]) -> tuple[str, ...]:
    found = (iri.removeprefix(ENTITY).removeprefix("wd:") for iri in iris)
    return _unique(identifier for identifier in found if is_entity_id(identifier))


def _properties(names: Iterable[str]) -> tuple[str, ...]:
    """The properties that statements are made with; qualifiers (``pq:``) are left out."""
    found = (match[1] for name in names if (match := _PROPERTY_NAME.fullmatch(name)))
    return _unique(identifier for identifier in found if is_property_id(identifier))


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
