"""The sentence of a text that says the same as an answer, as people read it."""

from __future__ import annotations

from simba.answer import Quotation, ReadSpan
from simba.display.narration import Piece, cut
from simba.russian.text import clean

READ = "прочитано в тексте, не из базы знаний"
"""What is said of what was read."""


def read_line(read: ReadSpan) -> str:
    """What was read, marked as such, with its sentence."""
    return f"{clean(read.text)} — {read_note(read)}: «{clean(read.sentence)}»"


def read_note(read: ReadSpan) -> str:
    """That it was read, where, and how sure it is."""
    sure = f"{read.confidence:.0%}".replace("%", "\N{NO-BREAK SPACE}%")
    return f"{READ} ({source_of(read)}; уверенность {sure})"


def source_of(quotation: Quotation | ReadSpan) -> str:
    """Where it stands, in Russian: the page and the paragraph's number."""
    place = f"абзац {quotation.uid}"
    return f"{clean(quotation.title)}, {place}" if quotation.title else place


def quoted_pieces(quotation: Quotation) -> list[Piece]:
    """The sentence in pieces, of the roles "entity" and "value" where these are named."""
    text = clean(quotation.sentence)
    return cut(
        text, [("value", *quotation.value), *([("entity", *quotation.entity)] if quotation.entity else [])]
    )
