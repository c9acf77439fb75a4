"""What the page says about an answer, in Russian, as plain data for the templates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simba.answer import REASONS, Answer
from simba.display.facts import PAGE, answer_text, value_link, value_texts
from simba.text import clean
from simba.vocabulary import entity_id
from simba.web import graph
from simba.web.names import Names, Shown, run_link
from simba.web.steps import Steps

MAX_VALUES = 12
"""More answers than this are folded away."""
MAX_NAMESAKES = 8
MAX_NEAR_MISSES = 5

STOPPED = {
    "no_mention": "mentions",
    "no_entity": "candidates",
    "no_property": "rules",
    "not_simple": "queries",
    "no_fact": "queries",
}
"""The stage at which an abstention is decided."""
TIPS = {
    "no_mention": (
        "Назовите того или то, о чём спрашиваете: имя человека, название города, книги, страны.",
        "Если название длинное или необычное, возьмите его в кавычки: «Война и мир».",
    ),
    "no_entity": (
        "Проверьте, как написано имя; полное имя надёжнее («Михаил Кутузов»).",
        "Поставьте перед именем слово, которое говорит, что это: «роман», «город», «река».",
        "Возможно, в этой базе знаний такого просто нет.",
    ),
    "no_property": (
        "Спросите короче и прямо об одном факте: «Где родился …», «Столица …», «Какая высота …».",
        "Посмотрите примеры: так заданные вопросы SimBa понимает.",
    ),
    "not_simple": (
        "Разделите вопрос на несколько: SimBa отвечает только на вопросы об одном факте.",
        "Уберите уточнения, без которых вопрос остаётся понятным.",
    ),
    "no_fact": (
        "Спросите другими словами: возможно, имелось в виду другое свойство.",
        "Если речь о тёзке, выберите его ниже.",
        "Посмотрите страницу сущности в Викиданных: факта может не быть и там.",
    ),
    "too_long": ("Сократите вопрос до одного предложения.",),
}
"""What to try after an abstention."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """The one sentence that says what was asked."""

    entity: Shown
    property: Shown
    reverse: bool


@dataclass(frozen=True, slots=True)
class Namesake:
    """An entity with the same name, which the reader may have meant."""

    id: str
    text: str
    note: str | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What almost was an answer, and where to look."""

    text: str
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Copies:
    """The answer in the forms that can be copied."""

    text: str
    json: str
    sparql: str | None


class Page:
    """Everything that the page shows for one answer."""

    def __init__(
        self, answer: Answer, *, entity: str | None = None, descriptions: Mapping[str, str | None]
    ) -> None:
        self.answer = answer
        self.trace = answer.trace
        self.entity = entity
        self._descriptions = descriptions
        self._names = Names(answer.trace)
        self._tried = [query for query in self._names.items("queries") if query["results"] is not None]

    @property
    def steps(self) -> Steps:
        """The stages of the reasoning."""
        return Steps(self.answer, self._names, self.stopped)

    @property
    def answered(self) -> bool:
        """Whether there is an answer."""
        return self.answer.status == "answered"

    @property
    def values(self) -> list[Shown]:
        """The answers."""
        shown = []
        for text, value in zip(value_texts(self.answer), self.answer.values, strict=True):
            identifier = entity_id(value.value) if value.type == "uri" else None
            note = self._descriptions.get(identifier) if identifier else None
            shown.append(Shown(text, value_link(value), clean(note) if note else None, identifier))
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
        if not self._tried:
            return None
        tried = self._tried[0]
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
    def graph(self) -> graph.Graph | None:
        """The entity, the property and the answers as a picture."""
        understood = self.understanding
        if not self.answered or understood is None:
            return None
        return graph.graph(
            understood.entity.text,
            understood.property.text,
            [value.text for value in self.values],
            reverse=understood.reverse,
        )

    @property
    def copies(self) -> Copies:
        """The answer as text, JSON and SPARQL."""
        text = f"{clean(self.answer.question)}\n{answer_text(self.answer)}"
        return Copies(
            text, json.dumps(self.answer.as_dict(), ensure_ascii=False, indent=2), self.answer.query
        )

    @property
    def run_link(self) -> str | None:
        """The query on the Wikidata query service."""
        return run_link(self.answer.query) if self.answer.query else None

    @property
    def reason(self) -> str:
        """Why there is no answer, in Russian."""
        reason = self.answer.reason or ""
        return REASONS.get(reason, reason or "причина неизвестна")

    @property
    def stopped(self) -> str | None:
        """The stage that stopped."""
        return STOPPED.get(self.answer.reason or "")

    @property
    def tips(self) -> tuple[str, ...]:
        """What to try."""
        tips = TIPS.get(self.answer.reason or "", ())
        return tips if self.namesakes else tuple(tip for tip in tips if "тёзке" not in tip)

    @property
    def near_misses(self) -> list[NearMiss]:
        """What was found, though it did not make an answer."""
        if self.answered:
            return []
        return list(dict.fromkeys(self._near_misses()))[:MAX_NEAR_MISSES]

    def _near_misses(self) -> Iterator[NearMiss]:
        for query in sorted(self._tried, key=lambda query: query["results"] == 0):
            name, about = self._names.property(query["property"]).text, self._names.entity(query["entity"])
            link = f"{PAGE}{query['entity']}#{query['property']}"
            if query["results"]:
                yield NearMiss(
                    f"{about}: «{name}» в базе есть, но ответ не того рода, который спрашивается", link
                )
            else:
                yield NearMiss(f"{about}: «{name}» в базе знаний не указано", link)
        if self._tried:
            return
        for candidate in self._names.items("candidates"):
            note = f" — {clean(candidate['description'])}" if candidate["description"] else ""
            label = self._names.entity(candidate["entity"])
            yield NearMiss(f"найдено имя «{label}»{note}", PAGE + candidate["entity"])
        for prop in self._names.properties:
            shown = self._names.property(prop)
            yield NearMiss(f"похоже, спрашивается свойство «{shown.text}»", shown.link)

    @property
    def namesakes(self) -> list[Namesake]:
        """The entities that the same words of the question may name, the one that was taken marked."""
        candidates = self._names.items("candidates")
        taken = self.answer.entity.id if self.answer.entity else self.entity
        if taken is None:
            tried = next(
                (query for query in self._names.items("queries") if query["results"] is not None), None
            )
            taken = tried["entity"] if tried else None
        spans = [item["span"] for item in candidates if item["entity"] == taken]
        spans = spans or [item["span"] for item in candidates[:1]]
        found: dict[str, Namesake] = {}
        for item in candidates:
            if item["span"] in spans and item["entity"] not in found:
                note = clean(item["description"]) if item["description"] else None
                found[item["entity"]] = Namesake(
                    item["entity"], self._names.entity(item["entity"]), note, item["entity"] == taken
                )
        return list(found.values())[:MAX_NAMESAKES] if len(found) > 1 else []
