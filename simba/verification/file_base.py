"""A knowledge base out of a task file alone: the names and statements that its graphs hold.

With it SimBa reads the file's questions: what is named in them is looked up among the file's names. Nothing of the
file's labels (which candidate is right) goes into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import pyoxigraph as ox

from simba.building.build import build
from simba.building.progress import Progress
from simba.common.vocabulary import ALIAS, DIRECT, ENTITY, LABEL
from simba.russian.morphology import lemmas
from simba.russian.text import fold
from simba.verification.task_file import Sample

LANGUAGE = "ru"
TRIPLES = "file.nt"


def build_file_base(samples: Iterable[Sample], folder: Path) -> Path:
    """Build the knowledge base in a folder, and return where."""
    source = folder / TRIPLES
    with source.open("wb") as stream:
        ox.serialize(dict.fromkeys(_triples(samples)), stream, format=ox.RdfFormat.N_TRIPLES)
    build([source], folder / "kb", languages=[LANGUAGE], progress=Progress())
    source.unlink()
    return folder / "kb"


def _triples(samples: Iterable[Sample]) -> Iterator[ox.Triple]:
    for sample in samples:
        for node in sample.graph.nodes:
            yield _named(node.id, LABEL, node.label)
        for edge in sample.graph.edges:
            yield ox.Triple(_entity(edge.source), ox.NamedNode(DIRECT + edge.property), _entity(edge.target))
        for entity, name in mentioned(sample).items():
            yield _named(entity, ALIAS, name)


def _entity(identifier: str) -> ox.NamedNode:
    return ox.NamedNode(ENTITY + identifier)


def _named(identifier: str, predicate: str, name: str) -> ox.Triple:
    return ox.Triple(_entity(identifier), ox.NamedNode(predicate), ox.Literal(name, language=LANGUAGE))


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
