"""The questions of a set as a curator takes them: whatever is wrong with one of them, the others can be worked on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simba.answer import Value
from simba.errors import SourceError
from simba.evaluation.datasets import LANGUAGE, Format, items_of
from simba.evaluation.gold import Question, read_question
from simba.evaluation.jsonfile import parse_json, read_bytes

METADATA = ("answertype", "aggregation", "onlywd", "outofscope")
"""The fields of metadata that a query tells; named as in QALD's files ("onlydbo" there)."""
KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """One question with its reference, as the file has it or as it was decided."""

    place: int
    """Its number in the file, from 1."""
    id: str
    item: Mapping[str, Any]
    """What the file has; never changed."""
    text: str = ""
    """In Russian, else in the first language that it has."""
    query: str | None = None
    answers: tuple[Value, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Metadata and keywords, those that it has."""
    duplicate: str | None = None
    """The question that this one repeats, where someone said so."""
    problem: str | None = None
    """Why it cannot be read, in one line."""

    @property
    def silent(self) -> bool:
        """Whether the set says that the query returns nothing, rather than nothing of what it returns."""
        stated = self.item.get("answers")
        return not self.answers and (self.out_of_scope or bool(stated))

    @property
    def out_of_scope(self) -> bool:
        """Whether the set says that the knowledge base cannot answer it."""
        return flag(self.fields.get("outofscope")) is True


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A file's questions; ``used`` are the optional fields that some of them have."""

    path: Path
    format: Format
    digest: str
    content: Any
    """The whole file."""
    entries: tuple[SetQuestion, ...]
    used: frozenset[str]


def read_set(path: str | os.PathLike[str]) -> QuestionSet:
    """Read a RuBQ or QALD file; what is wrong with one question is kept with it.

    Raises `SourceError` where the file is no such file at all.
    """
    path = Path(path)
    raw = read_bytes(path)
    content = parse_json(path, raw)
    kind, items = items_of(path, content)
    if not items:
        raise SourceError(f"{path}: no questions")
    entries = tuple(_entry(path, kind, number, item) for number, item in enumerate(items, 1))
    used = frozenset(name for entry in entries for name in entry.fields)
    return QuestionSet(path, kind, hashlib.sha256(raw).hexdigest(), content, entries, used)


def flag(value: object) -> bool | None:
    """A truth of QALD's files, which also write it as a text."""
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(value.strip().lower()) if isinstance(value, str) else None


def _entry(path: Path, kind: Format, number: int, item: Any) -> SetQuestion:
    known = item if isinstance(item, dict) else {}
    given = known.get("uid" if kind == "rubq" else "id")
    name = str(given) if isinstance(given, int | str) else f"#{number}"
    try:
        question = read_question(path, kind, number, item) or _in_another_language(path, number, known)
    except SourceError as error:
        told = str(error).removeprefix(f"{path}: ")
        return SetQuestion(number, name, known, problem=told)
    fields = _of_rubq(question) if kind == "rubq" else _of_qald(known)
    return SetQuestion(number, name, known, question.text, question.query, question.answers, fields)


def _in_another_language(path: Path, number: int, item: dict[str, Any]) -> Question:
    """A question that is not asked in Russian, as if its first text were Russian."""
    versions = [
        one for one in item["question"] if isinstance(one, dict) and isinstance(one.get("string"), str)
    ]
    if not versions:
        raise SourceError(f"{path}: question {number} has no text")
    question = read_question(
        path, "qald", number, {**item, "question": [{**versions[0], "language": LANGUAGE}]}
    )
    assert question is not None
    return question


def _of_rubq(question: Question) -> dict[str, Any]:
    return {"outofscope": not question.answerable}


def _of_qald(item: dict[str, Any]) -> dict[str, Any]:
    fields = {name: item[name] for name in METADATA if item.get(name) is not None}
    keywords = version_of(item).get(KEYWORDS)
    if isinstance(keywords, list):
        keywords = ", ".join(map(str, keywords))
    if isinstance(keywords, str) and keywords.strip():
        fields[KEYWORDS] = keywords
    return fields


def version_of(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The Russian wording of a QALD question, else the first."""
    versions = [one for one in item.get("question") or () if isinstance(one, dict)]
    russian = [one for one in versions if one.get("language") == LANGUAGE]
    return next(iter(russian or versions), {})
