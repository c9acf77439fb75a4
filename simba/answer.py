"""What SimBa returns: the answer with its values, its query and, on request, all of its reasoning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from simba.common.lazy import cached_property
from simba.common.timings import Timings
from simba.context import Context
from simba.errors import QuestionError

Status = Literal["answered", "abstained", "error"]
"""An error is only among the answers to many questions: this one failed, the others go on."""

REASONS = {
    "no_mention": "в вопросе не нашлось ни одного имени или понятия, о котором можно спросить базу знаний",
    "no_entity": "в базе знаний нет того, о чём говорится в вопросе",
    "no_property": "ни одно правило не распознало, что именно спрашивается",
    "no_fact": "такого факта в базе знаний не нашлось",
    "not_simple": "спрашивается больше, чем SimBa умеет узнать по фактам базы знаний",
    "unsure": "то, что нашлось, скорее всего отвечает на другой вопрос",
    "too_long": "вопрос слишком длинный",
    "uncountable": "посчитать это по фактам базы знаний нельзя",
    "incomparable": "сравниваются величины в разных единицах",
    "unclear": "неясно, о ком или о чём из сказанного раньше этот вопрос",
}
"""Why SimBa abstains, and how that is said in Russian."""

UNKNOWN = {
    "no_entity": "такого в базе знаний не сказано ни о чём подобном",
    "no_property": "такого свойства в базе знаний нет",
}
"""The same where a reading was found, but nothing in the knowledge base is known to have such a fact."""

DOUBTFUL = 0.88
"""Below this confidence an answer comes with a warning."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number counts: "метр", "м"."""

    id: str
    label: str | None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One answer: an entity (its IRI) or a literal, with the label people read."""

    type: Literal["uri", "literal"]
    value: str
    datatype: str | None
    label: str | None
    unit: Unit | None = field(default=None, compare=False)
    """Of a number, where the knowledge base tells it."""
    precision: str | None = field(default=None, compare=False)
    """Of a date, where the knowledge base tells it: day, month, year, decade, century, millennium or rounder
    (`simba.kb.fullvalues.Precision`)."""
    calendar: Literal["julian"] | None = field(default=None, compare=False)
    """Of a day that the knowledge base gives in the Julian calendar; the value is the Gregorian date all the same."""
    country: Labelled | None = field(default=None, compare=False)
    """Of a place that is asked for, the country it lies in, where there is one."""
    properties: tuple[Labelled, ...] = field(default=(), compare=False)
    """Where several were asked for at once, those that have this value: "когда и где родился X"."""

    def as_dict(self) -> dict[str, Any]:
        """The value as JSON; ``unit``, ``precision``, ``calendar``, ``country`` and ``properties`` are there where they
        are known.
        """
        told: dict[str, Any] = {
            "type": self.type,
            "value": self.value,
            "datatype": self.datatype,
            "label": self.label,
        }
        if self.unit is not None:
            told["unit"] = {"id": self.unit.id, "label": self.unit.label}
        if self.precision is not None:
            told["precision"] = self.precision
        if self.calendar is not None:
            told["calendar"] = self.calendar
        if self.country is not None:
            told["country"] = {"id": self.country.id, "label": self.country.label}
        if self.properties:
            told["properties"] = [{"id": one.id, "label": one.label} for one in self.properties]
        return told


@dataclass(frozen=True, slots=True)
class Labelled:
    """An identifier with its Russian label and, for entities, its description."""

    id: str
    label: str | None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """What an answer's form says in Russian; nothing of one plain step, which entity and property tell."""

    words: str | None = None
    """What was asked: "место рождения жены Петра I"."""
    stopped: str | None = None
    """Where a form of several steps came to nothing: "место рождения Наполеона I: Аяччо; страна: не указана"."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """The sentence of a text that says what the answer does."""

    uid: int
    """The paragraph's number in its collection."""
    title: str
    """Of the page that it is from; may be empty."""
    sentence: str
    entity: tuple[int, int] | None
    """The characters of the sentence, start and stop, that name the entity, by a pronoun perhaps; None where it goes
    unsaid, as subjects may on a page about them."""
    value: tuple[int, int]
    """Those that name the value."""

    def as_dict(self) -> dict[str, Any]:
        """The quotation as JSON."""
        return {
            "uid": self.uid,
            "title": self.title,
            "sentence": self.sentence,
            "entity": self.entity and list(self.entity),
            "value": list(self.value),
        }


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """What was read in a text where the facts had no answer: never a fact."""

    text: str
    """As it stands there."""
    sentence: str
    title: str
    """Of the page; may be empty."""
    uid: int
    """The paragraph's number in its collection."""
    confidence: float
    """The estimated probability, 0 to 1, that it is right."""

    def as_dict(self) -> dict[str, Any]:
        """What was read as JSON."""
        return {**asdict(self), "confidence": round(self.confidence, 3)}


def _unexplained(whole: bool) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Answer:
    """The outcome for one question."""

    question: str
    status: Status
    reason: str | None = None
    values: tuple[Value, ...] = ()
    entity: Labelled | None = None
    property: Labelled | None = None
    direction: str | None = None
    query: str | None = None
    form: str | None = None
    """What was asked, as an s-expression (`simba.query`); of an abstention for want of a fact, the best reading,
    whether or not such facts are known of anything; where it was unsure, the reading that was not trusted."""
    explain: Callable[[bool], dict[str, Any]] = field(default=_unexplained, repr=False, compare=False)
    """Makes the trace, the whole of it or in short."""
    tell: Callable[[], Paraphrase] = field(default=Paraphrase, repr=False, compare=False)
    error: QuestionError | None = field(default=None, compare=False)
    timings: Timings = field(default=(), repr=False, compare=False)
    """The seconds of each stage that ran, parse and interrogative to queries and labels."""
    confidence: float | None = None
    """The estimated probability, 0 to 1, that the answer is right; of an abstention, that of what was found and not
    trusted, None where nothing was found."""
    truncated: bool = False
    """Whether the knowledge base has more values than were looked at, so that others may be missing here."""
    unexplained: tuple[str, ...] = ()
    """The content words of the question that played no part in the answer, in their order; of an abstention, those
    that neither the dictionary nor the knowledge base has."""
    corrected: tuple[tuple[str, str], ...] = ()
    """What was read otherwise than it is written: pairs of the words as written and the spelling or name as taken."""
    likened: tuple[tuple[str, str], ...] = ()
    """Where no rule knew the wording: the words that told the property, each with the word that it was taken for."""
    namesakes: tuple[Labelled, ...] = ()
    """Other entities that the name of ``entity`` may mean, the best known first; of an ``unclear`` question, all that
    it may be about: the reader chooses by ``entity``."""
    sample: bool = field(default=False, compare=False)
    """Whether it comes from the embedded knowledge base, which is but a sample."""
    understood: str | None = None
    """Of a follow-up: the whole question that it was taken for."""
    context: Context | None = None
    """What the next question may take up: give it (or this answer) as ``after``."""
    evidence: Quotation | None = None
    """Where texts are searched beside the knowledge base: the best sentence that says the same."""
    read: ReadSpan | None = None
    """Of an abstention, where texts are read for an answer (``hybrid``): what was read; the status stays what it is."""

    @cached_property
    def trace(self) -> dict[str, Any]:
        """Every stage's result in plain data (strings, numbers, lists, dicts), made on first access."""
        return self.explain(True)

    @cached_property
    def outline(self) -> dict[str, Any]:
        """The trace in short, sooner made: without tokens, mentions, confidence and the queries' SPARQL and scores, of
        queries for one fact also without their words."""
        return self.__dict__.get("trace") or self.explain(False)

    @cached_property
    def told(self) -> Paraphrase:
        """The form in Russian words, made on first access, for which the knowledge base may be asked once more."""
        return self.tell()

    @cached_property
    def why(self) -> str | None:
        """Why there is no answer, as the end of a Russian sentence; None of an answer."""
        if self.reason is None:
            return None
        return (self.form and UNKNOWN.get(self.reason)) or REASONS.get(self.reason, self.reason)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Why to take the answer with care, in Russian sentences; none of an abstention."""
        return tuple(self._warnings()) if self.values else ()

    def _warnings(self) -> Iterator[str]:
        if self.truncated:
            yield f"Список неполон: в нём первые {len(self.values)}, в базе знаний их больше."
        if self.confidence is not None and self.confidence < DOUBTFUL:
            yield f"Уверенность невелика: {self.confidence:.0%}.".replace("%", "\N{NO-BREAK SPACE}%")
        if self.likened:
            pairs = (
                f"«{word}»" if word == other else f"«{word}» — «{other}»" for word, other in self.likened
            )
            yield f"Такой формулировки нет в правилах, свойство нашлось по похожим словам: {', '.join(pairs)}."

    def as_dict(self, *, trace: bool = False) -> dict[str, Any]:
        """The answer as the JSON of the command line, the batch and the web API."""
        if self.error is not None:
            return {
                "question": self.question,
                "status": self.status,
                "reason": self.reason,
                "error": str(self.error),
            }
        result: dict[str, Any] = {
            "question": self.question,
            "status": self.status,
            "reason": self.reason,
            "answers": [value.as_dict() for value in self.values],
            "entity": self.entity and {"id": self.entity.id, "label": self.entity.label},
            "property": self.property and {"id": self.property.id, "label": self.property.label},
            "direction": self.direction,
            "query": self.query,
            "form": self.form,
            "confidence": None if self.confidence is None else round(self.confidence, 3),
            "truncated": self.truncated,
            "unexplained": list(self.unexplained),
            "corrected": [list(pair) for pair in self.corrected],
            "namesakes": [{"id": one.id, "label": one.label} for one in self.namesakes],
            "warnings": list(self.warnings),
            "understood": self.understood,
            "context": self.context and self.context.as_dict(),
        }
        if self.evidence is not None:
            result["evidence"] = self.evidence.as_dict()
        if self.read is not None:
            result["read"] = self.read.as_dict()
        if trace:
            result["trace"] = self.trace
        return result

    def __getstate__(self) -> dict[str, Any]:
        """Between processes travels what is made on first access, not the means to make it."""
        made = {"trace": self.trace, "told": self.told}
        return {**self.__dict__, **made, "explain": _unexplained, "tell": Paraphrase}
