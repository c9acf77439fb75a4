"""What is said of a candidate, in plain Russian."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simba.russian.text import clean

if TYPE_CHECKING:
    from simba.judging import Connection, Judgement

SAID = {"yes": "Да: {} подходит.", "no": "Нет: {} не подходит.", "unknown": "Неизвестно, подходит ли {}."}


def judgement_text(judgement: Judgement) -> str:
    """The verdict in a sentence, and a line for each statement of the path; without a last line feed."""
    return "\n".join([verdict_text(judgement), *path_lines(judgement)])


def verdict_text(judgement: Judgement) -> str:
    """The verdict in a sentence."""
    one = judgement.candidate
    name = clean(f"{one.label} ({one.id})" if one.label else one.id)
    return SAID[judgement.verdict].format(name)


def path_lines(judgement: Judgement) -> list[str]:
    """Each statement of the path in words, from what has the property to what it leads to."""
    return [connection_text(judgement, one) for one in judgement.path]


def connection_text(judgement: Judgement, connection: Connection) -> str:
    """A statement in words: "Франция → столица → Париж"."""
    return " → ".join(clean(judgement.labels.get(part) or part) for part in connection)
