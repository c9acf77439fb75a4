"""The sentence of a text that says the same as an answer, as people read it."""

from __future__ import annotations

from itertools import pairwise

from simba.answer import Quotation
from simba.display.narration import Piece
from simba.russian.text import clean


def source_of(quotation: Quotation) -> str:
    """Where it stands, in Russian: the page and the paragraph's number."""
    place = f"абзац {quotation.uid}"
    return f"{clean(quotation.title)}, {place}" if quotation.title else place


def quoted_pieces(quotation: Quotation) -> list[Piece]:
    """The sentence in pieces, of the roles "entity" and "value" where these are named."""
    text = clean(quotation.sentence)
    spans = [("value", *quotation.value), *([("entity", *quotation.entity)] if quotation.entity else [])]
    cuts = sorted({0, len(text), *(place for _, *ends in spans for place in ends if 0 <= place <= len(text))})
    return [
        Piece(
            text[start:stop],
            frozenset(role for role, first, last in spans if first <= start and stop <= last),
        )
        for start, stop in pairwise(cuts)
    ]
