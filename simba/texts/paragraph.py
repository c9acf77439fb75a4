"""A paragraph of an encyclopaedia: what texts are searched by."""

from __future__ import annotations

from dataclasses import dataclass

MAX_UID = 1 << 62


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph and the page that it is from."""

    uid: int
    """Its number in its collection."""
    title: str
    """Of its page; empty where it is not known."""
    entity: str | None
    """Identifier of the page's entity ("Q42"), where the knowledge base has it."""
    text: str
