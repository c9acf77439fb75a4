"""A question of a benchmark: what its reference query needs and gives, before and after elements are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyoxigraph as ox

from simba.answerability.answer_paths import AnswerPath, answer_paths, is_aggregate
from simba.answerability.benchmark_labels import Category, Status
from simba.answerability.fact_triples import StatedFact, facts_of, role_and_property
from simba.answerability.reduced import Drop, Kind, ReducedBase
from simba.answerability.routes import Node, Routes
from simba.common.vocabulary import entity_id
from simba.evaluation.gold import Question
from simba.evaluation.sparql_reading import PREDECLARED, ReadQuery, UnreadableQueryError, read_query
from simba.evaluation.sparql_writing import UnwritableQueryError


class UnusableQuestionError(ValueError):
    """A question that the benchmark cannot have; the message says why."""


@dataclass(frozen=True, slots=True)
class Uses:
    """What a path is made of."""

    relations: frozenset[str]
    entities: frozenset[str]
    facts: tuple[StatedFact, ...]


@dataclass
class AblatedQuestion:
    """A question with its state; `refresh` brings it up to date with the knowledge base."""

    question: Question
    query: ReadQuery
    ideal: tuple[Node, ...]
    """All answers before anything was dropped."""
    paths: list[tuple[AnswerPath, Uses]]
    """Those that are whole; those to an aggregate's answers are all that it is made of."""
    named: frozenset[str]
    answers: tuple[Node, ...]
    status: Status = "answerable"
    category: Category | None = None
    by: Drop | None = None
    missing: tuple[str, ...] = ()
    _had_paths: bool = field(default=False, repr=False)

    @classmethod
    def read(cls, question: Question, base: ReducedBase, routes: Routes) -> AblatedQuestion:
        """A question as the whole knowledge base has it; raises `UnusableQuestionError`."""
        if question.query is None:
            raise UnusableQuestionError("has no query")
        try:
            query = read_query(question.query)
        except UnreadableQueryError as error:
            raise UnusableQuestionError(f"its query: {error}") from None
        if query.algebra.name not in {"SelectQuery", "AskQuery"}:
            raise UnusableQuestionError("its query is neither SELECT nor ASK")
        if next(query.blocks("ServiceGraphPattern"), None) is not None:
            raise UnusableQuestionError(
                "its query asks another SERVICE, which a knowledge base folder does not"
            )
        ideal = tuple(_asked(base.store, query))
        if not ideal:
            raise UnusableQuestionError("its query returns nothing")
        try:
            paths = answer_paths(query, base.store, routes)
        except UnwritableQueryError as error:
            raise UnusableQuestionError(f"its query has no answer paths: {error}") from None
        used = [(path, _uses(base.store, path)) for path in paths]
        named = frozenset((*query.entities, *query.properties))
        return cls(question, query, ideal, used, named, ideal, _had_paths=bool(paths))

    @cached_property
    def aggregate(self) -> bool:
        """Whether its answers come of all solutions together, so that they change rather than break."""
        return is_aggregate(self.query)

    def would_break(self, planned: Drop) -> bool:
        """Whether a drop would make it unanswerable; of the first of an order, another may take its place."""
        if self.status != "answerable":
            return False
        if not self.named.isdisjoint(planned.gone):
            return True
        return self._had_paths and not any(path.triples.isdisjoint(planned.triples) for path, _ in self.paths)

    def refresh(self, base: ReducedBase, drop: Drop, gone: frozenset[str]) -> None:
        """Bring it up to date after a drop; ``gone`` are the identifiers of all drops so far."""
        whole = [(path, uses) for path, uses in self.paths if path.triples.isdisjoint(drop.triples)]
        touched = len(whole) < len(self.paths) or not self.named.isdisjoint(drop.gone)
        if not touched and not (self.aggregate and not self.named.isdisjoint(drop.relations)):
            return
        self.paths = whole
        self.missing = tuple(sorted(self.named & gone))
        there = () if self.missing else tuple(_asked(base.store, self.query))
        if self.aggregate:
            emptied = self._had_paths and not self.paths  # COUNT says 0 then, which is no answer
            self.answers = () if emptied else there
        else:
            ideal = set(self.ideal)  # NOT EXISTS lets in what only lacks a fact; ASK says false of that
            self.answers = tuple(answer for answer in there if answer in ideal)
        self.status = "answerable" if self.answers else "NK" if self.missing else "NA"
        if self.status != "answerable" and self.category is None:
            self.category, self.by = _category(drop.kind, self.status), drop

    def whole_paths(self) -> Iterator[Uses]:
        """What the paths to its present answers are made of."""
        answers = {str(answer) for answer in self.answers}
        for path, uses in self.paths:
            if path.answer is None or path.answer in answers:
                yield uses


def _category(kind: Kind, status: Status) -> Category:
    if kind == "entity":
        return "entity-mentioned" if status == "NK" else "entity-other"
    return kind


def _asked(store: ox.Store, query: ReadQuery) -> Iterable[Node]:
    """What a query returns, each value once; an ASK, true or false."""
    try:
        found: Any = store.query(query.text, prefixes=PREDECLARED)
        if isinstance(found, ox.QueryBoolean):
            return [ox.Literal(bool(found))]
        return list(dict.fromkeys(value for row in found for value in row if value is not None))
    except (SyntaxError, RuntimeError, OSError) as error:
        raise UnusableQuestionError(f"its query cannot be run: {' '.join(str(error).split())}") from None


def _uses(store: ox.Store, path: AnswerPath) -> Uses:
    relations, entities = set(), set()
    facts: dict[StatedFact, None] = {}
    for triple in sorted(path.triples, key=str):
        role = role_and_property(triple.predicate.value)
        if role is not None:
            relations.add(role[1])
            facts |= dict.fromkeys(facts_of(store, triple))
        for node in (triple.subject, triple.object):
            name = entity_id(node.value) if isinstance(node, ox.NamedNode) else None
            if name is not None:
                entities.add(name)
    return Uses(frozenset(relations), frozenset(entities), tuple(facts))
