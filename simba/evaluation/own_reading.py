"""SimBa's own reading, scored: of the paragraphs that a dataset gives with each question, and of those that it finds.

The paper's Table 4 is of given paragraphs (machine reading); with found ones the search counts, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from simba.common.life_signs import advancing
from simba.errors import SimbaError, SourceError
from simba.system import Simba
from simba.texts.reading_scores import ReadingQuestion, ReadingScores, score_spans, span_scores, table

RIGHT = 0.5
"""The F1 over lemmas from which on a span is right."""


@dataclass(frozen=True, slots=True)
class Sure:
    """Of some questions, those that were read surely enough to be shown as a hybrid answer."""

    questions: int
    read: int
    right: int

    def __str__(self) -> str:
        share = f" ({self.right / self.read:.1%})" if self.read else ""
        return f"{self.read} of {self.questions} read, {self.right} of these rightly{share}"


@dataclass(frozen=True, slots=True)
class OwnReading:
    """What SimBa read: the likeliest span of each question, however unlikely, and the sure ones."""

    given: ReadingScores | None
    """Of the paragraphs that the dataset names; None where it names none."""
    found: ReadingScores
    """Of the best paragraphs of the texts."""
    sure: Sure
    """Of all questions, in the found paragraphs."""
    hybrid: Sure
    """Of those that the facts do not answer: what ``--hybrid`` shows."""

    def __str__(self) -> str:
        rows = {"SimBa, given paragraphs": self.given} if self.given else {}
        return (
            f"{table({**rows, 'SimBa, found paragraphs': self.found})}\n"
            f"sure in found paragraphs: {self.sure}; where the facts have no answer: {self.hybrid}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The scores as JSON, with the paper's Table 4."""
        return {
            "given": self.given and self.given.as_dict(),
            "found": self.found.as_dict(),
            "sure": asdict(self.sure),
            "hybrid": asdict(self.hybrid),
        }


def read_own(simba: Simba, questions: Sequence[ReadingQuestion]) -> OwnReading:
    """Let SimBa read for every question; raises `SourceError` where one has no text, or `SimbaError` what it does.

    ``simba`` has texts; it need not be hybrid, which would read them once more. How far it is, is told on
    standard error.
    """
    wrong = next((one.uid for one in questions if not one.text), None)
    if wrong is not None:
        raise SourceError(
            f"question {wrong[:40]} has no text: it needs a question or question_text to be read for"
        )
    simba.load()
    hybrid = simba.hybrid
    if hybrid is None:
        raise SimbaError("there are no texts to read: name them by --text DIR (simba build-text makes one)")
    given: dict[str, str] = {}
    found: dict[str, str] = {}
    sure: dict[str, str] = {}
    abstained: set[str] = set()
    with advancing("Reading", len(questions), shown=True) as advance:
        for one in questions:
            answer, reasoning = simba.reason(one.text)
            if answer.status == "abstained":
                abstained.add(one.uid)
            best = hybrid.reader.best(hybrid.rivals(reasoning, hybrid.paragraphs(reasoning)))
            if best is not None:
                found[one.uid] = best.text
                if best.confidence >= hybrid.reader.weights.threshold:
                    sure[one.uid] = best.text
            if one.paragraphs:
                named = [known for uid in one.paragraphs if (known := hybrid.texts.index.paragraph(uid))]
                best = hybrid.reader.best(hybrid.rivals(reasoning, named))
                if best is not None:
                    given[one.uid] = best.text
            advance()
    having = [one for one in questions if one.paragraphs]
    return OwnReading(
        score_spans(having, given) if having else None,
        score_spans(questions, found),
        _sure(questions, sure, {one.uid for one in questions}),
        _sure(questions, sure, abstained),
    )


def _sure(questions: Sequence[ReadingQuestion], spans: Mapping[str, str], uids: Collection[str]) -> Sure:
    own = [one for one in questions if one.uid in uids]
    read = [one for one in own if one.uid in spans]
    right = sum(span_scores(spans[one.uid], one.names)[1] >= RIGHT for one in read)
    return Sure(len(own), len(read), right)
