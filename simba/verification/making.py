"""Making a file of the task out of questions with reference answers and the facts of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.errors import QuestionError
from simba.evaluation.gold import Question
from simba.evaluation.sparql_forms import form_of_text
from simba.kb.facts import FactStore
from simba.query import Entity, Form, properties, walk
from simba.verification.negatives import FEWEST, Negatives
from simba.verification.shortest_paths import MAX_HOPS, Surroundings, by_number
from simba.verification.task_file import NamedEntities, Sample
from simba.verification.task_graph import ASKED_ABOUT, CANDIDATE, INTERNAL, GraphNode, TaskGraph

MAX_NODES = 60
"""Nodes of a graph; of more, the question's entities, the candidate and the first by their numbers are kept."""
Linked = Callable[[Question], Sequence[str]]
"""The entities that a question speaks of."""


@dataclass
class Made:
    """What was made of a question set, and what was left out and cut."""

    questions: int = 0
    samples: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    """Questions left out, by the reason."""
    unjoined: int = 0
    """Samples in which no path of so many hops leads to the candidate."""
    cut: int = 0
    """Graphs that had more nodes than are written."""
    hubs: int = 0
    wide: int = 0

    def leave_out(self, reason: str) -> None:
        """Count a question that makes no samples."""
        self.left_out[reason] = self.left_out.get(reason, 0) + 1


class SampleMaker:
    """Makes samples; what it looks up is remembered, for hubs are asked for by many."""

    def __init__(
        self,
        store: FactStore,
        names: Mapping[str, str],
        *,
        linked: Linked | None = None,
        hops: int = MAX_HOPS,
        label: Callable[[str], str | None] | None = None,
    ) -> None:
        """``names`` are what rules call properties; ``linked`` finds a question's entities, which else the set tells.

        ``label`` gives names in another language than the store does first.
        """
        self._store = store
        self._names = names
        self._linked = linked
        self._hops = hops
        self._around = Surroundings(store)
        self._negatives = Negatives(store, self._around)
        self._own_label = label or (lambda _: None)
        self.made = Made()

    def samples(
        self, questions: Sequence[Question], advance: Callable[[], object] = lambda: None
    ) -> Iterator[Sample]:
        """The samples of all questions, in order, numbered from 0; each question's candidates by their numbers."""
        numbers = count()
        for question in questions:
            for sample in self._of(question, numbers):
                self.made.samples += 1
                yield sample
            advance()
        self.made.hubs, self.made.wide = len(self._around.hubs), self._around.cut

    def _of(self, question: Question, numbers: Iterator[int]) -> Iterator[Sample]:
        reference = Reference.of(question)
        right = self._known(entities_of(question.answers)) if question.answerable else []
        if not right:
            return self.made.leave_out("no right answer is an entity with a name")
        about = self._linked(question) if self._linked is not None else reference.entities
        about = self._known([one for one in about if one not in right])
        if not about:
            return self.made.leave_out("no entity of the question is known")
        wrong = self._negatives.hardest(right, about, reference.properties, self._also_right(reference.form))
        if len(wrong) < FEWEST:
            return self.made.leave_out(f"fewer than {FEWEST} hard negatives")
        self.made.questions += 1
        asked_about, answers = self._named(about), self._named(right)
        for candidate in sorted((*right, *wrong), key=by_number):
            yield Sample(
                str(next(numbers)),
                question.text,
                asked_about,
                candidate,
                self.label(candidate),
                self._graph(about, candidate),
                answers,
                candidate in right,
            )

    def _known(self, entities: Sequence[str]) -> list[str]:
        texts = self._store.describe(entities)
        return [one for one in entities if texts.label(one) is not None]

    def _named(self, entities: Sequence[str]) -> NamedEntities:
        return NamedEntities.of({one: self.label(one) for one in entities})

    def label(self, identifier: str) -> str:
        """What an entity or a property is called, in one line without tabs."""
        own = self._own_label(identifier) or self._store.label(identifier) or self._names.get(identifier)
        return " ".join((own or identifier).split())

    def _also_right(self, form: Form | None) -> list[str]:
        """What the reference's query finds in this store: further right answers, which are no negatives.

        It is asked as a form, for a set may come from anybody, and a form calls no service and is cut.
        """
        try:
            return entities_of(self._store.values(form).values) if form is not None else []
        except (QuestionError, SyntaxError):  # a form that nobody can be asked for
            return []

    def _graph(self, about: Sequence[str], candidate: str) -> TaskGraph:
        """The union of the shortest paths; where there is none, the bare nodes."""
        found = {candidate, *about}
        joined = False
        for one in about:
            on_paths = self._around.on_shortest_paths(one, candidate, self._hops)
            joined = joined or bool(on_paths)
            found |= on_paths
        self.made.unjoined += not joined
        ends = [*dict.fromkeys((*about, candidate))]
        between = sorted(found.difference(ends), key=by_number)
        if len(between) > MAX_NODES - len(ends):
            self.made.cut += 1
            between = between[: max(0, MAX_NODES - len(ends))]
        nodes = [*ends, *between]
        edges = self._around.among(nodes) if joined else []
        return TaskGraph(
            tuple(
                GraphNode(
                    one,
                    self.label(one),
                    CANDIDATE if one == candidate else ASKED_ABOUT if one in about else INTERNAL,
                )
                for one in nodes
            ),
            tuple(edges),
            {one.property: self.label(one.property) for one in edges},
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """What a question's reference speaks of."""

    entities: tuple[str, ...]
    properties: tuple[str, ...]
    form: Form | None
    """What its query asks; None where that is no form."""

    @classmethod
    def of(cls, question: Question) -> Reference:
        """As the set tells, else as the query says; a class in a condition is no entity that the question is about."""
        form = form_of_text(question.query)
        if form is None:
            return cls(question.entities, question.properties, None)
        named = tuple(dict.fromkeys(one.id for one in walk(form) if isinstance(one, Entity)))
        return cls(question.entities or named, question.properties or properties(form), form)


def entities_of(values: Sequence[Value]) -> list[str]:
    """The entities among some values, each once."""
    found = (entity_id(value.value) for value in values if value.type == "uri")
    return list(dict.fromkeys(one for one in found if one))
