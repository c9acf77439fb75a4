"""A knowledge base out of a task file alone: the names and statements that its graphs hold.

With it SimBa reads the file's questions: what is named in them is looked up among the file's names. Nothing of the
file's labels (which candidate is right) goes into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyoxigraph as ox

from simba.building.build import build
from simba.building.progress import Progress
from simba.common.vocabulary import ALIAS, DIRECT, ENTITY, LABEL
from simba.verification.mentioned import mentioned
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
