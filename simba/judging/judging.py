"""Whether a candidate answers a question, by what SimBa understood of it.

Where SimBa has an answer, its reading decides: the candidate is among its values, or it is not. Where it has none, a
reading that it would not answer from may still be spelled out by what joins the candidate with the question's entities:
that a candidate fits is itself evidence, which an open question has not. Nothing is concluded from readings that
connections alone cannot tell to hold (ranks, dates, qualifiers).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from simba.answer import Answer, Labelled
from simba.common.vocabulary import entity_id
from simba.judging.connections import Connections, StoredConnections
from simba.judging.judgement import Connection, Judgement, Verdict
from simba.judging.witness import witness
from simba.kb.facts import FactStore
from simba.query import And, Entity, Form, expression
from simba.reasoning import Reasoning
from simba.stages.ranking import form_of

Fits = Callable[[Form], bool]
"""Whether a candidate is among the values of a form."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """A verdict, the form that decided, and the path that spells it out."""

    verdict: Verdict
    form: Form | None = None
    path: tuple[Connection, ...] = ()


NOT_READ = Concluded("unknown")


def judge_by_facts(
    reasoning: Reasoning, candidate: str, known: Connections, fits: Fits, about: Collection[str] = ()
) -> Concluded:
    """The verdict where all facts are at hand: what SimBa answers is the answer.

    ``fits`` asks a store, of answers that are too many to be looked through. ``about`` are entities that the question
    is known to be about; else those that SimBa linked.
    """
    found = reasoning.chosen
    if found is None:
        return _by_other_readings(reasoning, candidate, known, about)
    among = any(entity_id(value.value) == candidate for value in found.accepted)
    if among or (found.truncated and fits(And(found.form, Entity(candidate)))):
        spelled = witness(found.form, candidate, known)
        return Concluded("yes", found.form, spelled.path if spelled is not None else ())
    return Concluded("no", found.form)


def judge_by_graph(
    reasoning: Reasoning, candidate: str, known: Connections, about: Collection[str] = ()
) -> Concluded:
    """The verdict where only some connections are known, those that join a candidate with the question's entities.

    The reading that SimBa answers by is the one that it found facts for, wherever it looked for them.
    """
    found = reasoning.found
    if found is None:
        return _by_other_readings(reasoning, candidate, known, about)
    spelled = witness(found.form, candidate, known)
    if spelled is None:
        return Concluded("no", found.form)
    return Concluded("unknown", found.form) if spelled.open else Concluded("yes", found.form, spelled.path)


def _by_other_readings(
    reasoning: Reasoning, candidate: str, known: Connections, about: Collection[str]
) -> Concluded:
    """The first reading that is spelled out decides; one with conditions that stay open, for no verdict: what a weaker
    reading says is but a part of it.
    """
    for form in dict.fromkeys(_other_readings(reasoning, about)):
        spelled = witness(form, candidate, known)
        if spelled is None or not (spelled.path or spelled.open):
            continue
        if spelled.open or form in reasoning.composition.picked:
            return Concluded("unknown", form)
        return Concluded("yes", form, spelled.path)
    return NOT_READ


def _other_readings(reasoning: Reasoning, about: Collection[str]) -> Iterator[Form]:
    """The readings that did not answer, the best first, and at last whatever the rules propose of the entities."""
    yield from (one.form for one in reasoning.composition.readings)
    yield from (one.form for one in (*reasoning.ranking.readings, *reasoning.ranking.decorated))
    entities = about or dict.fromkeys(one.entity.id for one in reasoning.candidates)
    for proposal in reasoning.proposals.candidates:
        for entity in entities:
            yield form_of(entity, proposal.rule, part=None)


def judgement_of(
    answer: Answer, reasoning: Reasoning, candidate: str, store: FactStore, names: Mapping[str, str]
) -> Judgement:
    """The judgement; ``names`` are what the rules call properties that have no label."""

    def fits(form: Form) -> bool:
        return bool(store.values(form).values)

    judged = judge_by_facts(reasoning, candidate, StoredConnections(store), fits)
    mentioned = {candidate: None} | {part: None for connection in judged.path for part in connection}
    texts = store.describe(mentioned)
    labels = {one: label for one in mentioned if (label := texts.label(one) or names.get(one))}
    return Judgement(
        answer.question,
        Labelled(candidate, texts.label(candidate), texts.description(candidate)),
        judged.verdict,
        answer,
        judged.path,
        expression(judged.form) if judged.form is not None else None,
        labels,
    )
