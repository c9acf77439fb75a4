"""What the page says about an answer, in Russian, as plain data for the templates."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass

from simba.answer import Answer, Paraphrase, Value
from simba.common.lazy import cached_property
from simba.common.vocabulary import XSD, entity_id
from simba.display.narration import Piece, one_step
from simba.display.plain import PAGE, answer_text, distinct_values, no_answer, notes, value_link
from simba.display.quoted import quoted_pieces, read_note, source_of
from simba.query import parse_expression
from simba.russian.text import clean, shorten
from simba.web import graph
from simba.web.abstention import AbstentionNote, abstention
from simba.web.beside import Beside, beside, map_link
from simba.web.candidate import JudgedCandidate
from simba.web.engine import Described
from simba.web.fired import FiredExpression, fired
from simba.web.formtree import drawn
from simba.web.issue import Report, report
from simba.web.namesakes import Namesake, namesakes
from simba.web.naming import Shown, TraceNames, run_link
from simba.web.nearmisses import NearMiss, near_misses
from simba.web.otherwise import Way, otherwise
from simba.web.steps import Steps
from simba.web.webquestion import Asked

MAX_VALUES = 12
"""More answers than this are folded away."""
MAX_FOLDED = 60
"""More than this are not on the page at all."""
MAX_COPIED = 20_000
"""Characters of JSON that the page holds to be copied; more is only linked."""
MAX_PREVIEW = 200
"""Characters of the answer in a preview."""

COUNTS = ("количество", "число", "численность", "номер", "код", "индекс", "место", "рейтинг", "версия")
"""Numbers with these words in their properties' names have no unit."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """The one sentence that says what was asked."""

    entity: Shown
    property: Shown
    reverse: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a messenger shows of a link to the answer."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Copies:
    """The answer in the forms that can be copied."""

    text: str
    json: str | None
    sparql: str | None


class Page:
    """Everything that the page shows for one answer."""

    def __init__(
        self, answer: Answer, asked: Asked, described: Described, *, base: str = "", issues: str = ""
    ) -> None:
        """``base`` is the knowledge base in words, ``issues`` where they are opened."""
        self.answer = answer
        self.asked = asked
        self.base = base
        self._issues = issues
        self._described = described
        self._names = TraceNames(answer.trace if asked.trace else answer.outline)
        self.told = Paraphrase(*(clean(text) if text else None for text in astuple(answer.told)))

    @cached_property
    def steps(self) -> Steps:
        """The stages of the reasoning."""
        return Steps(self.answer, self._names, self.abstention.stopped if self.abstention else None)

    @property
    def evidence(self) -> list[Piece]:
        """The sentence of a text that says the same, in pieces."""
        return quoted_pieces(self.answer.evidence) if self.answer.evidence else []

    @property
    def evidence_source(self) -> str:
        """Where that sentence stands."""
        return source_of(self.answer.evidence) if self.answer.evidence else ""

    @property
    def read(self) -> str:
        """What was read where the facts have no answer: marked as read, with its source and how sure it is."""
        return read_note(self.answer.read) if self.answer.read else ""

    @property
    def answered(self) -> bool:
        """Whether there is an answer."""
        return self.answer.status == "answered"

    @cached_property
    def _distinct(self) -> list[tuple[str, Value]]:
        return distinct_values(self.answer)

    @cached_property
    def values(self) -> list[Shown]:
        """The answers that are on the page."""
        shown = []
        for text, value in self._distinct[:MAX_FOLDED]:
            identifier = entity_id(value.value) if value.type == "uri" else None
            note = self._described.descriptions.get(identifier) if identifier else None
            link = value_link(value) or map_link(value)
            shown.append(Shown(text, link, clean(note) if note else None, identifier))
        return shown

    @property
    def first_values(self) -> list[Shown]:
        """The answers that are shown at once."""
        return self.values[:MAX_VALUES]

    @property
    def more_values(self) -> list[Shown]:
        """The answers that are folded away."""
        return self.values[MAX_VALUES:]

    @property
    def not_shown(self) -> int:
        """How many answers are not on the page."""
        return max(0, len(self._distinct) - MAX_FOLDED)

    @cached_property
    def notes(self) -> list[str]:
        """What is said below the answer, a sentence each."""
        return notes(self.answer)

    @cached_property
    def beside(self) -> Beside | None:
        """A picture, a map, and where to read on."""
        about = self._described.subject
        return beside(about, self._described.facts) if about else None

    @property
    def about(self) -> str:
        """What these are about."""
        about = self._described.subject or ""
        own = next((value.text for value in self.values if value.id == about), None)
        return own or clean(self._label(about) or about)

    @property
    def confidence(self) -> str | None:
        """How sure the answer is, in per cent."""
        sure = self.answer.confidence
        return f"{100 * sure:.0f}\N{NO-BREAK SPACE}%" if sure is not None and self.answered else None

    @cached_property
    def candidate(self) -> JudgedCandidate | None:
        """What is said of the candidate that was asked about."""
        judgement = self._described.judgement
        return JudgedCandidate.of(judgement) if judgement is not None else None

    @cached_property
    def report(self) -> Report:
        """What a reader sends who says that this is wrong."""
        return report(self.answer, base=self.base, address=self._issues)

    @cached_property
    def preview(self) -> Preview:
        """The question and the beginning of the answer."""
        values = ", ".join(value.text for value in self.first_values)
        text = f"Ответ: {values}" if values else no_answer(self.answer)
        return Preview(clean(self.answer.question), shorten(text, MAX_PREVIEW))

    @property
    def understood(self) -> str | None:
        """Of a follow-up, the whole question."""
        return clean(self.answer.understood) if self.answer.understood else None

    @property
    def reading(self) -> str:
        """What the history says beside a question: of a follow-up the whole one, and which namesake was chosen."""
        picked = next((way.words for way in self.ways if way.chosen), None)
        return "; ".join(filter(None, (self.understood, self._choice if self.asked.entity else None, picked)))

    @property
    def _choice(self) -> str:
        chosen = next((one for one in self.namesakes if one.chosen), None)
        return ", ".join(filter(None, (chosen.text, chosen.note))) if chosen else self.asked.entity or ""

    @cached_property
    def ways(self) -> list[Way]:
        """How else the question can be understood."""
        return otherwise(self.answer, self._names, self.asked.form, self._described.found)

    @cached_property
    def unit_link(self) -> str | None:
        """Where the unit of a measure stands that the knowledge base does not tell."""
        measured = any(
            value.datatype == f"{XSD}decimal" and value.unit is None for value in self.answer.values
        )
        found, prop = self.answer.entity, self.answer.property
        if not measured or not found or not prop or self.answer.direction == "reverse":
            return None
        words = (prop.label or "").split()
        return None if any(word in COUNTS for word in words) else f"{PAGE}{found.id}#{prop.id}"

    @cached_property
    def understanding(self) -> Understanding | None:
        """How the question was understood: of an abstention, the query that was tried first."""
        found, prop = self.answer.entity, self.answer.property
        if found and prop:
            text = clean(found.label or found.id)
            note = clean(found.description) if found.description else None
            return Understanding(
                Shown(text, PAGE + found.id, note, found.id),
                Shown(clean(prop.label or prop.id), f"{PAGE}Property:{prop.id}", None, prop.id),
                self.answer.direction == "reverse",
            )
        tried = next(filter(one_step, self._names.tried), None)
        if tried is None or self.answered or self.told.words:
            return None
        identifier = tried["entity"]
        notes = (
            item["description"] for item in self._names.items("candidates") if item["entity"] == identifier
        )
        note = clean(next(notes, None) or "") or None
        return Understanding(
            Shown(self._names.entity(identifier), PAGE + identifier, note, identifier),
            self._names.property(tried["property"]),
            tried["direction"] == "reverse",
        )

    @property
    def graphs(self) -> dict[str, graph.Graph]:
        """How the answers were found as a picture, for wide and for narrow screens."""
        if not self.answered or self.answer.form is None:
            return {}
        root = drawn(parse_expression(self.answer.form), self._label)
        names, total = [value.text for value in self.values], len(self._distinct)
        narrow = graph.upright(root, names, total)
        return {"wide": graph.lying(root, names, total) or narrow, "narrow": narrow}

    def _label(self, identifier: str) -> str | None:
        """As the answer names it, or else as the trace does."""
        own = {one.id: one.label for one in (self.answer.entity, self.answer.property) if one}
        return own.get(identifier) or self._names.labels.get(identifier)

    @property
    def picture_words(self) -> str:
        """What a screen reader says instead of the picture."""
        answers = ", ".join(value.text for value in self.first_values)
        understood = self.understanding
        if self.told.words or understood is None:
            return f"{self.told.words}: {answers}"
        arrow = "←" if understood.reverse else "→"
        return f"{understood.entity.text} {arrow} {understood.property.text} {arrow} {answers}"

    @cached_property
    def copies(self) -> Copies:
        """The answer as text, JSON and SPARQL; of very many answers the text has the first, and the JSON is a link."""
        text = f"{clean(self.answer.question)}\n{answer_text(self.answer, most=MAX_FOLDED)}"
        whole = json.dumps(self.answer.as_dict(), ensure_ascii=False)
        return Copies(text, whole if len(whole) <= MAX_COPIED else None, self.answer.query)

    @property
    def run_link(self) -> str | None:
        """The query on the Wikidata query service."""
        return run_link(self.answer.query) if self.answer.query else None

    @cached_property
    def abstention(self) -> AbstentionNote | None:
        """Why there is no answer, where that was decided, and what to try."""
        return abstention(self.answer, entity=self.asked.entity, namesakes=bool(self.namesakes))

    @cached_property
    def near_misses(self) -> list[NearMiss]:
        """What was found, though it did not make an answer."""
        return [] if self.answered else near_misses(self.answer, self._names)

    @cached_property
    def fired(self) -> list[FiredExpression]:
        """The expressions of rules that what was understood rests on."""
        return fired(self.answer, self._names)

    @cached_property
    def namesakes(self) -> list[Namesake]:
        """The entities that the same words of the question may name, the one that was taken marked."""
        return namesakes(self.answer, self._names, self.asked.entity)
