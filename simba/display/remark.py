"""What a reader should know of how a question was read, in one Russian sentence below the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simba.russian.morphology import is_known
from simba.russian.text import clean, fold

if TYPE_CHECKING:
    from simba.answer import Answer, Labelled

FEW = 3
"""Namesakes that are named; of more, how many."""


def remark(answer: Answer) -> str | None:
    """What was corrected, what was not understood, which namesake was taken; None where nothing of that is so."""
    said = "; ".join(_said(answer))
    return f"{said[:1].upper()}{said[1:]}." if said else None


def _said(answer: Answer) -> Iterator[str]:
    for written, taken in answer.corrected:
        yield f"«{clean(written)}» понято как «{clean(taken)}»"
    unknown = [word for word in answer.unexplained if not is_known(fold(word))]
    yield from _words(unknown, "не понято", "не поняты")
    yield from _words([word for word in answer.unexplained if word not in unknown], "не учтено", "не учтены")
    if answer.namesakes and answer.entity is not None:
        taken = f"«{name_of(answer.entity)}» ({answer.entity.id})"
        yield f"из тёзок взято {taken}, другие: {_others(answer.namesakes)}"


def _words(words: Sequence[str], one: str, many: str) -> Iterator[str]:
    quoted = ", ".join(f"«{clean(word)}»" for word in words)
    if quoted:
        yield f"слово {quoted} {one}" if len(words) == 1 else f"слова {quoted} {many}"


def _others(namesakes: Sequence[Labelled]) -> str:
    """The first namesakes, and how many more there are."""
    first = ", ".join(f"{name_of(one)} ({one.id})" if one.label else one.id for one in namesakes[:FEW])
    more = len(namesakes) - FEW
    return f"{first} и ещё {more}" if more > 0 else first


def name_of(one: Labelled) -> str:
    """What it is called."""
    return clean(one.label) if one.label else one.id
