"""Building a knowledge base folder from files of triples."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyoxigraph as ox

from simba.classes import write_classes
from simba.errors import SourceError
from simba.index import Entity, write_index
from simba.knowledge_base import CLASSES, LABELS, STORE, Manifest, new_folder
from simba.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    ENTITY,
    INSTANCE_OF,
    LABEL,
    SITELINKS,
    SUBCLASS_OF,
    entity_id,
)

FORMATS = {".nt": ox.RdfFormat.N_TRIPLES, ".ttl": ox.RdfFormat.TURTLE}
OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open}


def build(
    sources: Sequence[Path], folder: Path, *, languages: Sequence[str] = ("ru", "en"), replace: bool = True
) -> Manifest:
    """Build a knowledge base from N-Triples or Turtle files (plain, .gz, .bz2) into a folder.

    The folder appears complete or not at all; one that is there already must be a knowledge base, and is replaced.
    Without ``replace``, one that another process has built meanwhile stays.
    Labels of other languages stay in the store but are not linked to.

    Raises `SourceError` for a source that cannot be read or parsed, `KnowledgeBaseError` for a folder in the way.
    """
    opened = [(path, _format(path)) for path in sources]
    with new_folder(folder, replace=replace) as work:
        store = ox.Store(str(work / STORE))
        for path, rdf_format in opened:
            _load(store, path, rdf_format)
        store.flush()
        entities = sorted(_entities(store, languages), key=lambda entity: (-entity.sitelinks, entity.id))
        write_classes(work / CLASSES, _subclasses(store))
        labels = write_index(work / LABELS, entities)
        triples = len(store)
        store.optimize()
        del store  # lets go of the folder before it is renamed
        manifest = Manifest.describe(sources, labels=labels, triples=triples)
        manifest.write(work)
    return manifest


def _format(path: Path) -> ox.RdfFormat:
    suffixes = [suffix for suffix in path.suffixes if suffix not in OPENERS]
    rdf_format = FORMATS.get(suffixes[-1] if suffixes else "")
    if rdf_format is None:
        raise SourceError(f"{path}: unknown kind of file; SimBa reads .nt and .ttl, plain or .gz or .bz2")
    if not path.is_file():
        raise SourceError(f"{path}: no such file")
    return rdf_format


def _load(store: ox.Store, path: Path, rdf_format: ox.RdfFormat) -> None:
    opener = OPENERS.get(path.suffix, open)
    try:
        with opener(path, "rb") as stream:
            store.bulk_load(stream, format=rdf_format)
    except SyntaxError as error:
        line = f":{error.lineno}" if error.lineno else ""
        raise SourceError(f"{path}{line}: not valid {rdf_format.name}: {error.msg}") from None
    except (OSError, EOFError) as error:
        raise SourceError(f"{path}: cannot be read: {error}") from None


def _entities(store: ox.Store, languages: Sequence[str]) -> Iterator[Entity]:
    """Every entity that has a name in one of the languages."""
    names: dict[str, dict[str, str]] = {}
    aliases: dict[str, list[str]] = {}
    for quad in store.quads_for_pattern(None, ox.NamedNode(LABEL), None):
        if (found := _name(quad)) and found.language in languages:
            names.setdefault(found.item, {})[found.language] = found.text
    for quad in store.quads_for_pattern(None, ox.NamedNode(ALIAS), None):
        if (found := _name(quad)) and found.language in languages:
            aliases.setdefault(found.item, []).append(found.text)
    for identifier in names.keys() | aliases.keys():
        labels = names.get(identifier, {})
        in_order = [labels[language] for language in languages if language in labels]
        node = ox.NamedNode(ENTITY + identifier)
        sitelinks = next(_objects(store, node, SITELINKS), "0")
        classes = filter(None, map(entity_id, _objects(store, node, DIRECT + INSTANCE_OF)))
        yield Entity(
            identifier,
            in_order[0] if in_order else None,
            tuple(dict.fromkeys(in_order[1:] + sorted(aliases.get(identifier, [])))),
            int(sitelinks) if sitelinks.isdecimal() else 0,
            tuple(sorted(classes)),
            _description(store, node),
        )


def _subclasses(store: ox.Store) -> Iterator[tuple[str, str]]:
    for quad in store.quads_for_pattern(None, ox.NamedNode(DIRECT + SUBCLASS_OF), None):
        below = entity_id(getattr(quad.subject, "value", ""))
        above = entity_id(getattr(quad.object, "value", ""))
        if below and above and below[0] == above[0] == "Q":
            yield below, above


def _description(store: ox.Store, node: ox.NamedNode) -> str:
    quads = store.quads_for_pattern(node, ox.NamedNode(DESCRIPTION), None)
    texts = {quad.object.language: quad.object.value for quad in quads if isinstance(quad.object, ox.Literal)}
    return texts.get("ru") or next(iter(texts.values()), "")


class _Name(NamedTuple):
    item: str
    language: str
    text: str


def _name(quad: ox.Quad) -> _Name | None:
    """The item and the name that a labelling triple gives it; properties are not linked to."""
    identifier = entity_id(getattr(quad.subject, "value", ""))
    if not isinstance(quad.object, ox.Literal) or not identifier or not identifier.startswith("Q"):
        return None
    return _Name(identifier, quad.object.language or "", quad.object.value)


def _objects(store: ox.Store, node: ox.NamedNode, predicate: str) -> Iterator[str]:
    """What the triples with this subject and predicate lead to, as text."""
    for quad in store.quads_for_pattern(node, ox.NamedNode(predicate), None):
        yield getattr(quad.object, "value", "")
