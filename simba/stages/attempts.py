"""What is tried: a reading with the values that its query returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simba.answer import Value
from simba.query import Form
from simba.stages.ranking import Reading

LITERALS_ASKED = frozenset({"date", "number", "text"})
"""Answer types whose values are no entities, so that they have no class."""
CLASSED = "place"
"""An answer type whose classes are well told: what is known to be of another one is no answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reading that was tried: what was asked, the values it returned, and those of them that can answer."""

    reading: Reading
    form: Form
    """The reading's form or, where values of the class that is asked for were found, that form with this condition."""
    values: tuple[Value, ...]
    accepted: tuple[Value, ...]
    of_class: bool
    """Whether the values are of the class that is asked for, if any."""
    truncated: bool = False
    incomparable: bool = False
    """Whether it compared numbers in different units (`simba.stages.answering.comparable`)."""
    overlooked: tuple[str, ...] = ()
    """Words that make it another question, which the form passes over (`simba.stages.heeding`), so no answer."""


def chosen(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that answers: the first of the asked class, else the first with acceptable values."""
    first: Attempt | None = None
    for attempt in attempts:
        if attempt.accepted and attempt.of_class:
            return attempt
        first = first or (attempt if attempt.accepted else None)
    return first
