"""What composing hands on: composed readings, and what of one hop they do not let pass."""

from __future__ import annotations

from dataclasses import dataclass

from simba.query import Form
from simba.stages.ranking import Reading


@dataclass(frozen=True, slots=True)
class Composition:
    """The composed readings, best first, and what the one-hop readings leave that asks for more than they say."""

    readings: tuple[Reading, ...] = ()
    refused: frozenset[Form] = frozenset()
    """One-hop readings that are no answer where a composed one is the better reading."""
    picked: frozenset[Form] = frozenset()
    """Those that leave out what picks one, as when it was: no answer where they have several values."""
    first: bool = False
    """Whether the composed readings are tried before those of one hop."""


NOTHING_COMPOSED = Composition()
