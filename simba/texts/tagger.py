"""Names of persons, places and bodies in a text, by Natasha's model, which her wheel brings along."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from simba.common.locks import ForkSafeLock
from simba.russian.text import Span

_lock = ForkSafeLock()
"""Who loads or runs the model holds it: its layers keep state while they run."""


class NamedSpan(NamedTuple):
    """A name: where it stands, and what it is called by the model: PER, LOC or ORG."""

    span: Span
    kind: str


@cache
def _model() -> tuple[Any, Any]:
    """The tagger, on the embedding that is loaded already, and what bounds its threads; a third of a second."""
    from natasha import NewsNERTagger
    from threadpoolctl import ThreadpoolController

    from simba.russian.vectors import embedding

    return NewsNERTagger(embedding()), ThreadpoolController()


def names_in(text: str) -> tuple[NamedSpan, ...]:
    """The names in a text, in their order; the model is loaded with the first text."""
    with _lock:
        tagger, threads = _model()
        with threads.limit(limits=1):  # the matrices are too small to share
            found = tagger(text).spans
    return tuple(NamedSpan(Span(one.start, one.stop), one.type) for one in found)
