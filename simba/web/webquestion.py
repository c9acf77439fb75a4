"""A question with what whoever asks it chose."""

from __future__ import annotations

from dataclasses import dataclass

from simba.context import Context


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its options."""

    question: str
    entity: str | None = None
    """The namesake that a reader chose."""
    form: str | None = None
    """The reading that a reader chose; a text that is none chooses nothing."""
    context: Context | None = None
    """What the question may take up of an earlier answer."""
    candidate: str | None = None
    """The entity that is to be judged; of a follow-up none is."""
    min_confidence: float | None = None
    trace: bool = False
    """Whether all of the reasoning is wanted."""
