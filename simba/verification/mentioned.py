"""Where a question mentions the entities that a sample says it is about: their names there need not be their labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from simba.russian.morphology import lemmas
from simba.russian.text import fold
from simba.verification.task_file import Sample

_WORD = re.compile(r"[^\W_]+")
SHORT = 3
"""Letters of a word that tells little: prepositions, initials."""
ALIKE = 0.75
"""The share of letters at their beginning in which a word and one of a name are the same."""


def mentioned(sample: Sample) -> dict[str, str]:
    """The words of the question, from the first to the last that an entity's label shares with it; of some, nothing."""
    labels = {node.id: node.label for node in sample.graph.nodes}
    found = {}
    for entity in sample.asked_about.ids:
        words = spelled(sample.question, labels.get(entity, ""))
        if words is not None:
            found[entity] = words
    return found


@lru_cache(maxsize=20_000)
def spelled(question: str, label: str) -> str | None:
    """The longest run of the question's words that are all in a label; None where no telling word is."""
    words = [(match.span(), fold(match[0])) for match in _WORD.finditer(question)]
    named = [fold(word) for word in _WORD.findall(label)]
    shared = [any(_same(word, other) for other in named) for _, word in words]
    best: Sequence[tuple[tuple[int, int], str]] = []
    start = 0
    for stop in range(len(words) + 1):
        if stop == len(words) or not shared[stop]:
            if _weight(words[start:stop]) > _weight(best):
                best = words[start:stop]
            start = stop + 1
    if (_weight(best) <= SHORT and len(named) > 1) or not best:
        return None
    return question[best[0][0][0] : best[-1][0][1]]


def _weight(words: Sequence[tuple[tuple[int, int], str]]) -> int:
    return sum(len(word) for _, word in words)


def _same(word: str, other: str) -> bool:
    if word == other or not set(lemmas(word)).isdisjoint(lemmas(other)):
        return True
    common = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        common += 1
    return common > SHORT and common >= ALIKE * max(len(word), len(other))
