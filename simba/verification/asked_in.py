"""What the sets do not tell in so many words: questions and names in English, and the entities that SimBa links."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from simba.common.vocabulary import is_entity_id
from simba.errors import QuestionError, SourceError
from simba.evaluation.datasets import LANGUAGE, items_of
from simba.evaluation.gold import Question, read_gold, read_question
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.kb.facts import FactStore
from simba.query import Entity, walk
from simba.russian.text import Span
from simba.system import Simba

ENGLISH = "question_eng"
"""RuBQ's field."""


def read_asked_in(path: Path, language: str) -> tuple[Question, ...]:
    """The questions of a RuBQ or QALD file that are asked in "ru" or in "en"; raises `SourceError`."""
    if language == LANGUAGE:
        return read_gold(path).questions
    kind, items = items_of(path, parse_json(path, read_bytes(path)))
    every = (
        read_question(path, kind, number, _put_first(item, language))
        for number, item in enumerate(items, 1)
        if not isinstance(item, dict) or _has(item, language)
    )
    found = tuple(question for question in every if question is not None)
    if not found:
        raise SourceError(f"{path}: no question in English")
    return found


def _has(item: dict[str, Any], language: str) -> bool:
    """Whether it is asked in the language; a RuBQ question without a translation is not."""
    versions = item.get("question")
    if isinstance(versions, list):
        return any(isinstance(one, dict) and one.get("language") == language for one in versions)
    return isinstance(item.get(ENGLISH), str)


def _put_first(item: Any, language: str) -> Any:
    """The question as if that were its Russian text."""
    if not isinstance(item, dict):
        return item
    versions = item.get("question")
    if isinstance(versions, list):
        some = [{**one, "language": LANGUAGE} for one in versions if one.get("language") == language]
        return {**item, "question": some}
    return {**item, "question_text": item[ENGLISH]}


def labels_in(store: FactStore, language: str) -> Callable[[str], str | None] | None:
    """What entities and properties are called in a language; None for that which every store tells first."""
    if language == LANGUAGE:
        return None

    @cache
    def label(identifier: str) -> str | None:
        if not is_entity_id(identifier):
            return None
        query = f'SELECT ?answer WHERE {{ wd:{identifier} rdfs:label ?answer FILTER(LANG(?answer) = "{language}") }}'
        return next((value.value for value in store.select(query)), None)

    return label


def linked_entities(simba: Simba, question: str) -> list[str]:
    """The entities of the reading that answers, else the best candidate of each name, the longest names first."""
    try:
        _, reasoning = simba.reason(question)
    except QuestionError:
        return []
    if reasoning.found is not None:
        return list(dict.fromkeys(one.id for one in walk(reasoning.found.form) if isinstance(one, Entity)))
    taken: list[Span] = []
    found: dict[str, None] = {}
    ranked = sorted(
        reasoning.candidates,
        key=lambda one: (one.mention.span.start - one.mention.span.stop, -one.score, one.entity.id),
    )
    for one in ranked:
        if not any(span.overlaps(one.mention.span) for span in taken):
            taken.append(one.mention.span)
            found[one.entity.id] = None
    return list(found)
