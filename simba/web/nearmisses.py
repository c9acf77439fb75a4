"""What almost was an answer, for who got none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simba.answer import Answer
from simba.display.narration import one_step
from simba.display.plain import PAGE
from simba.russian.text import clean
from simba.web.naming import TraceNames

MAX_NEAR_MISSES = 5


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What almost was an answer, and where to look."""

    text: str
    link: str | None = None


def near_misses(answer: Answer, names: TraceNames) -> list[NearMiss]:
    """What was found, though it did not make an answer."""
    return list(dict.fromkeys(_near_misses(answer, names)))[:MAX_NEAR_MISSES]


def meant(names: TraceNames) -> dict[str, None]:
    """The properties that were proposed, but for those of rules that fired within the words of another: "где" alone
    asks for a state too, "где похоронен" does not.
    """
    fired = names.items("properties")

    def within(one: dict[str, Any], other: dict[str, Any]) -> bool:
        start, stop, first, last = map(int, (*one["span"], *other["span"]))
        return first <= start and stop <= last and stop - start < last - first

    return dict.fromkeys(one["property"] for one in fired if not any(within(one, other) for other in fired))


def _near_misses(answer: Answer, names: TraceNames) -> Iterator[NearMiss]:
    proposed = meant(names)
    larger = answer.form if answer.told.words else None
    for query in sorted(names.tried, key=lambda query: query["results"] == 0):
        if larger and query["form"] != larger:
            continue  # its parts are no nearer
        if proposed and query["property"] not in proposed and one_step(query):
            continue
        if not one_step(query):
            fate = "ответ не того рода, который спрашивается" if query["results"] else "не найдено"
            yield NearMiss(f"{clean(query['words'])}: {fate}")
            continue
        name, about = names.property(query["property"]).text, names.distinct(query["entity"])
        link = f"{PAGE}{query['entity']}#{query['property']}"
        if query["results"]:
            yield NearMiss(
                f"{about}: «{name}» в базе есть, но ответ не того рода, который спрашивается", link
            )
        else:
            yield NearMiss(f"{about}: «{name}» в базе знаний не указано", link)
    if names.tried:
        return
    for candidate in names.items("candidates"):
        note = f" — {clean(candidate['description'])}" if candidate["description"] else ""
        label = names.distinct(candidate["entity"])
        yield NearMiss(f"найдено имя «{label}»{note}", PAGE + candidate["entity"])
    for prop in proposed:
        shown = names.property(prop)
        yield NearMiss(f"похоже, спрашивается свойство «{shown.text}»", shown.link)
