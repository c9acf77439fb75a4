"""What SimBa says of a candidate: whether it answers the question, and the path that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from simba.answer import Answer, Labelled

Verdict = Literal["yes", "no", "unknown"]


class Connection(NamedTuple):
    """A statement that joins two entities: ``source`` has ``target`` as a value of ``property``."""

    source: str
    property: str
    target: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a candidate answers a question."""

    question: str
    candidate: Labelled
    verdict: Verdict
    """It is "unknown" where no reading of the question decides."""
    answer: Answer = field(repr=False, compare=False)
    """What SimBa answers itself."""
    path: tuple[Connection, ...] = ()
    """What joins the question's entities with the candidate as the question asks; none unless the verdict is "yes"."""
    form: str | None = None
    """The reading that decided, as an s-expression (`simba.query`)."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What the entities and properties of the path are called."""

    def as_dict(self) -> dict[str, Any]:
        """The judgement as JSON."""
        return {
            "question": self.question,
            "candidate": {"id": self.candidate.id, "label": self.candidate.label},
            "verdict": self.verdict,
            "path": [
                {
                    "source": {"id": one.source, "label": self.labels.get(one.source)},
                    "property": {"id": one.property, "label": self.labels.get(one.property)},
                    "target": {"id": one.target, "label": self.labels.get(one.target)},
                }
                for one in self.path
            ],
            "form": self.form,
        }
