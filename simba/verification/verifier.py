"""SimBa's own verifier: does the path from a question's entities to a candidate spell what the question asks?

A sample is judged by what SimBa understands of its question and by

- its own graph alone, which is the task's setting. The question is read with the names and statements of the file as
  the knowledge base (no file tells there which candidate is right): all of them help to choose the reading, but whether
  a candidate fits it is looked for in its graph only; or
- a knowledge base: there SimBa answers the question, and the candidate is looked for among the answers. No candidate is
  compared with another one either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from simba.errors import QuestionError
from simba.judging import KnownConnections, StoredConnections, Verdict, judge_by_facts, judge_by_graph
from simba.query import Form, expression
from simba.reasoning import Reasoning
from simba.system import Simba
from simba.verification.task_file import Sample
from simba.verification.texts import is_russian

READ = 64
"""Questions whose readings are remembered: a file's candidates for one follow one another."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What the verifier says of a sample."""

    id: str
    verdict: Verdict
    path: str = ""
    """The statements that convinced it, each "h, r, t"."""
    form: str = ""
    """The reading that decided, as an s-expression."""

    @property
    def prediction(self) -> bool:
        """The task's: what is unknown is not predicted to be right."""
        return self.verdict == "yes"


class Verifier:
    """Judges samples one by one."""

    def __init__(self, simba: Simba, *, by_graph: bool) -> None:
        """With ``by_graph`` a sample's graph tells what holds, else SimBa's own facts."""
        self._simba = simba
        self._read = lru_cache(maxsize=READ)(self._reason)
        self._known = None if by_graph else StoredConnections(simba.store)
        self.failed: list[str] = []
        """Questions that could not be read, by the endpoint's fault or for want of time."""

    def _reason(self, question: str) -> Reasoning | None:
        try:
            return self._simba.reason(question)[1]
        except QuestionError as error:
            self.failed.append(f"{question}: {error}")
            return None

    def judge(self, sample: Sample) -> Verified:
        """What the verifier says of a sample; of a question that is not in Russian, that it does not know."""
        reasoning = self._read(sample.question) if is_russian(sample.question) else None
        if reasoning is None:
            return Verified(sample.id, "unknown")
        about = sample.asked_about.ids
        if self._known is None:
            judged = judge_by_graph(reasoning, sample.candidate, KnownConnections(sample.graph.edges), about)
        else:
            judged = judge_by_facts(reasoning, sample.candidate, self._known, self._fits, about)
        return Verified(
            sample.id,
            judged.verdict,
            "; ".join(self._told(sample, one.source, one.property, one.target) for one in judged.path),
            expression(judged.form) if judged.form is not None else "",
        )

    def judge_all(
        self, samples: Iterable[Sample], advance: Callable[[], object] = lambda: None
    ) -> Iterator[Verified]:
        """What it says of each, in order."""
        for sample in samples:
            yield self.judge(sample)
            advance()

    def _fits(self, form: Form) -> bool:
        return bool(self._simba.store.values(form).values)

    def _told(self, sample: Sample, *identifiers: str) -> str:
        labels = sample.graph.labels
        found = (labels.get(one) or self._simba.store.label(one) or one for one in identifiers)
        return ", ".join(" ".join(one.split()) for one in found)
