"""The stages of the reasoning, in their order, as the page shows them."""

from __future__ import annotations

from typing import Any

from simba.answer import Answer
from simba.common.lazy import cached_property
from simba.display.narration import (
    ROLES,
    ROUTES,
    SOURCES,
    TYPES,
    Piece,
    confidence_note,
    one_step,
    question_pieces,
)
from simba.display.plain import PAGE
from simba.russian.text import clean
from simba.web import arcs
from simba.web.fired import FiredExpression, all_fired
from simba.web.naming import TraceNames, run_link

STAGES = {
    "parse": "Разбор предложения",
    "interrogative": "Вопросительное слово",
    "mentions": "Упоминания",
    "candidates": "Кандидаты",
    "rules": "Правила",
    "queries": "Запросы",
    "confidence": "Уверенность",
}
"""The stages, with the names that readers see."""

FOUND = {"rules": "properties"}
"""Where the trace has what a stage found, if not under the stage's own key."""


class Steps:
    """What each stage found for one question."""

    def __init__(self, answer: Answer, names: TraceNames, stopped: str | None) -> None:
        self._answer = answer
        self._names = names
        self._stopped = stopped

    @cached_property
    def pieces(self) -> list[Piece]:
        """The question, its pieces marked with their roles."""
        return question_pieces(self._answer)

    @cached_property
    def roles(self) -> dict[str, str]:
        """The roles that occur, with their names."""
        used = {role for piece in self.pieces for role in piece.roles}
        return {role: name for role, name in ROLES.items() if role in used}

    @cached_property
    def stages(self) -> list[tuple[str, str, str]]:
        """Each stage's key, name and outcome: done, stopped or skipped."""
        outcome, stages = "done", []
        for key, name in STAGES.items():
            told = "stopped" if key == self._stopped else outcome
            if told == "skipped" and self._names.items(FOUND.get(key, key)):
                told = "done"  # what was found before the decision fell
            stages.append((key, name, told))
            if key == self._stopped:
                outcome = "skipped"
        return stages

    @cached_property
    def lying(self) -> arcs.Picture:
        """The dependency tree for a wide screen."""
        return arcs.lying(self._names.items("tokens"))

    @cached_property
    def upright(self) -> arcs.Picture:
        """The dependency tree for a narrow screen."""
        return arcs.upright(self._names.items("tokens"))

    @cached_property
    def legend(self) -> list[tuple[str, str]]:
        """The tree's relations in Russian."""
        return arcs.legend(self._names.items("tokens"))

    @cached_property
    def interrogative(self) -> dict[str, str]:
        """What the interrogative is and what it expects."""
        found = self._answer.trace.get("interrogative") or {}
        removed = " … ".join(f"«{clean(phrase['text'])}»" for phrase in found.get("removed", ()))
        expects = found.get("expects")
        told = {
            "Вопросительное слово": removed or "не найдено",
            "Ожидаемый ответ": TYPES.get(expects, expects) if expects else "что угодно",
        }
        if found.get("noun"):
            told["Ответ должен быть"] = f"«{clean(found['noun'])}»"
        return told

    @cached_property
    def mentions(self) -> dict[str, list[str]]:
        """The mentions by how they were found."""
        found: dict[str, list[str]] = {}
        for mention in self._names.items("mentions"):
            source = SOURCES.get(mention["source"], mention["source"])
            found.setdefault(source, []).append(clean(mention["text"]))
        return found

    @cached_property
    def candidates(self) -> list[dict[str, Any]]:
        """The candidates of the linking."""
        taken = self._answer.entity.id if self._answer.entity else None
        return [
            {
                "id": item["entity"],
                "text": self._names.entity(item["entity"]),
                "link": PAGE + item["entity"],
                "note": clean(item["description"] or ""),
                "mention": clean(item["mention"]),
                "route": ROUTES.get(item["route"], item["route"]),
                "noun": clean(item["class_noun"]) if item["class_noun"] else None,
                "sitelinks": item["sitelinks"],
                "score": _decimal(item["score"]),
                "chosen": item["entity"] == taken,
            }
            for item in self._names.items("candidates")
        ]

    @cached_property
    def rules(self) -> list[FiredExpression]:
        """The rules that fired, each once for the same words, with the place of the expression."""
        return all_fired(self._answer, self._names)

    @cached_property
    def queries(self) -> list[dict[str, Any]]:
        """The queries in the order of their rank."""
        return [
            {
                "rank": item["rank"],
                "score": _decimal(item["score"]),
                **self._asked(item),
                "sparql": item["sparql"],
                "link": run_link(item["sparql"]),
                "unexplained": clean(" ".join(item.get("unexplained") or ())),
                "results": item["results"],
                "accepted": item["accepted"],
                "truncated": item["truncated"],
                "chosen": item["sparql"] == self._answer.query,
            }
            for item in self._names.items("queries")
        ]

    @cached_property
    def confidence(self) -> dict[str, Any] | None:
        """How sure what was found is; None where nothing was."""
        found = self._answer.trace.get("confidence")
        if not found:
            return None
        signs = [
            {"name": clean(sign["name"]), "value": _decimal(sign["value"]), "addend": _signed(sign["addend"])}
            for sign in found["signs"]
            if round(sign["addend"], 2)
        ]
        return {"note": confidence_note(found), "bias": _signed(found["bias"]), "signs": signs}

    def _asked(self, item: dict[str, Any]) -> dict[str, Any]:
        """Entity and property where they say all that is asked, else the form."""
        if not one_step(item):
            return {"words": clean(item["words"]), "form": item["form"]}
        return {
            "entity": self._names.distinct(item["entity"]),
            "property": self._names.property(item["property"]).text,
            "reverse": item["direction"] == "reverse",
        }


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace(".", ",").replace("-", "−")


def _decimal(number: float) -> str:
    return f"{number:.2f}".replace(".", ",").replace("-", "−")
