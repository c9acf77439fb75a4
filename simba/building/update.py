"""Updating a knowledge base folder by the triples that came and went, in a fraction of the time of a build.

The new folder is made beside the old one, which may be served meanwhile; they share the files that stay as they are, by
hard links. What is known of a changed entity is read anew from the triple store, before and after.
"""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pyoxigraph as ox

from simba.building.build import GATHERED, MEMORY, forget_log, memory_to_sort
from simba.building.checkpoint import Checkpoint
from simba.building.progress import Progress, Summary
from simba.building.reading import pieces, refuse_bad, told
from simba.building.records import (
    LINKS,
    TEXTS,
    Kind,
    Record,
    Statements,
    Values,
    Wanted,
    claims_of,
    entry_of,
    item_number,
    records_of,
    values_of,
)
from simba.building.renaming import Change, KnownItem, OldNames, Renaming
from simba.building.sources import Source
from simba.building.work import claimed, left_behind, new_folder
from simba.building.workers import Workers
from simba.common.vocabulary import DIRECT, ENTITY, SAME_AS, SITELINKS
from simba.errors import KnowledgeBaseError, SourceError
from simba.kb.classes import write_classes
from simba.kb.folder import CLASSES, FORMAT, STORE, KnowledgeBase, Manifest, described, now, versions
from simba.kb.indexed import IndexEntry
from simba.kb.intact import damaged, digests, fingerprints
from simba.russian.text import shorten

INDEXED: dict[str, int] = {**TEXTS, **LINKS, SITELINKS: Kind.SITELINKS.value}
"""The kinds of what is said of an entity in the label index and the classes, by their predicates."""
NODES = {predicate: ox.NamedNode(predicate) for predicate in INDEXED}
NAMING = 1 << Kind.LABEL | 1 << Kind.ALIAS
"""A label that is not the preferred one counts as an alias."""
_SAME_AS = ox.NamedNode(SAME_AS)
EVERY = (1 << len(Kind)) - 1


@dataclass(slots=True)
class Updated:
    """What came of an update."""

    manifest: Manifest
    added: int = 0
    """Triples that were not there before."""
    removed: int = 0
    missing: int = 0
    """Triples that were to be removed and were not there."""
    example: str = ""
    """The first of those, as N-Triples has it."""
    reading: list[Summary] = field(default_factory=list)
    """What was kept of each source: of the removed first, then of the added."""
    items: dict[int, int] = field(default_factory=dict)
    """The numbers of the items of which something else may have to be told, and of which kinds: a bit for each."""


def update(
    folder: Path,
    *,
    added: Sequence[Path] = (),
    removed: Sequence[Path] = (),
    statements: Statements | None = None,
    jobs: int = 1,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> Updated:
    """Take the triples of some files out of a knowledge base folder, and then put those of others in.

    It then answers as one built from the changed sources. The files are of the kinds that `simba.building.build.build`
    takes. A blank node among the removed stands for any one. ``statements``, if given, have to be those that the build
    kept; of one of an earlier version, which does not tell, these are kept now (else "needed"). The folder changes as
    a whole or not at all.

    Raises `SourceError` for a file that cannot be read or is of another format, and where no name would be left;
    `KnowledgeBaseError` for a folder that cannot be updated: of an earlier format, damaged, without facts, with
    other statements.
    """
    share = memory_to_sort(memory, jobs)
    sources = [[Source.of(path) for path in paths] for paths in (removed, added)]
    folder = Path(os.path.realpath(folder))
    progress = progress or Progress()
    with claimed(folder):
        if (interrupted := left_behind(folder)) is not None:
            raise KnowledgeBaseError(
                f"{folder}: a build of it was interrupted; go on with it (--resume), or remove {interrupted}"
            )
        nothing = Wanted((), facts=True)
        with (
            new_folder(folder, Checkpoint.start([], nothing), resume=False) as (work, _),
            Workers(jobs) as workers,
        ):
            kb = _updatable(folder)
            wanted = _as_built(kb, statements)
            done = Updated(kb.manifest)
            with _telling_damage(folder):
                names = OldNames(folder, has_changes=kb.has_changes)
                renaming = Renaming(folder, work, names, share, workers, work / GATHERED)
                changed = _write(done, renaming, sources, wanted, progress)
            if not changed.labels:
                raise SourceError(f"{folder}: no label or alias would be left; build another folder instead")
            shutil.rmtree(work / GATHERED, ignore_errors=True)
            forget_log(work / STORE)
            done.manifest = replace(
                changed,
                updates=[*kb.manifest.updates, _record(done, [*removed, *added])],
                files=fingerprints(work),
                sums=digests(work, known=_known(folder, kb.manifest)),
            )
            done.manifest.write(work)
    return done


@contextmanager
def _telling_damage(folder: Path) -> Iterator[None]:
    """Raise `KnowledgeBaseError` where what is in a folder cannot be read or written."""
    try:
        yield
    except (OSError, RuntimeError, ValueError, KeyError, IndexError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise KnowledgeBaseError(f"{folder}: cannot be updated: {error.strerror}") from None
        raise damaged(folder, error) from None


def _record(done: Updated, sources: Sequence[Path]) -> dict[str, Any]:
    """What the manifest tells of this update."""
    return {
        "updated": now(),
        "sources": described(sources),
        "added": done.added,
        "removed": done.removed,
        "versions": versions(),
        "reading": [asdict(summary) for summary in done.reading],
    }


def _updatable(folder: Path) -> KnowledgeBase:
    kb = KnowledgeBase(folder)
    rebuild = f"build it anew: simba build SOURCE... --to {folder}"
    if kb.manifest.format != FORMAT:
        raise KnowledgeBaseError(
            f"{folder}: knowledge base of format {kb.manifest.format}, which cannot be updated; {rebuild}"
        )
    if not kb.manifest.facts:
        raise KnowledgeBaseError(
            f"{folder}: has names but no facts (it was built with --index-only), and cannot be updated; {rebuild}"
        )
    kb.check()
    return kb


def _as_built(kb: KnowledgeBase, statements: Statements | None) -> Wanted:
    manifest = kb.manifest
    if statements and manifest.statements not in {"", statements}:
        raise KnowledgeBaseError(
            f"{kb.folder}: was built with --statements {manifest.statements}, and cannot be updated with {statements};"
            f" leave --statements out, or build it anew: simba build SOURCE... --to {kb.folder}"
        )
    built: dict[str, Statements] = {one: one for one in get_args(Statements)}
    kept = statements or built.get(manifest.statements, "needed")
    return Wanted(tuple(manifest.languages), facts=True, statements=kept, found_by=tuple(manifest.found_by))


def _write(
    done: Updated, renaming: Renaming, sources: list[list[Source]], wanted: Wanted, progress: Progress
) -> Manifest:
    """Write the new folder's parts; returns its manifest with the new counts."""
    work, manifest = renaming.new, done.manifest
    _copy_store(renaming.old / STORE, work / STORE)
    new = ox.Store(str(work / STORE))
    merged = _Merged(new)
    for paths, change in zip(sources, (_remove, _add), strict=True):
        for source in paths:
            for quads in _quads(source, wanted, renaming.workers, done, progress):
                merged.refuse(quads)
                change(done, new, quads)
    new.flush()
    progress.stage("updating the names")
    items = _Items(new, renaming.names, wanted)
    difference = renaming.write(items.changes(done.items))
    changed = [item for item, kinds in done.items.items() if kinds >> Kind.SUBCLASS & 1]
    _write_classes(renaming.old / CLASSES, work / CLASSES, changed, items.subclasses)
    return replace(
        manifest,
        labels=manifest.labels + difference.names,
        unindexed=manifest.unindexed + difference.left_out,
        triples=manifest.triples + done.added - done.removed,
    )


def _copy_store(old: Path, new: Path) -> None:
    """Copy a triple store: by links to its files, which stay as they are, but where the system forbids these."""
    try:
        ox.Store.read_only(str(old)).backup(str(new))
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(old, new)


def _quads(
    source: Source, wanted: Wanted, workers: Workers, done: Updated, progress: Progress
) -> Iterator[list[ox.Quad]]:
    """The different triples of a source, a few megabytes at a time."""
    progress.reading(source)
    summary = Summary(source.name)
    with source.open() as opened, told(source):
        for parsed in pieces(source, opened, wanted, workers):
            summary.add(parsed)
            yield list(dict.fromkeys(ox.parse(parsed.triples, ox.RdfFormat.N_TRIPLES)))
            progress.at(opened.bytes_read, summary)
    refuse_bad(source, opened, summary)
    progress.read(summary)
    done.reading.append(summary)


class _Merged:
    """Items of a folder that were merged into others: what is said of them stands there as said of those."""

    def __init__(self, store: ox.Store) -> None:
        self._store = store
        self._any = next(store.quads_for_pattern(None, _SAME_AS, None), None) is not None

    def refuse(self, quads: Iterable[ox.Quad]) -> None:
        """Raise `SourceError` where a triple cannot be followed to where it stands, or would say what does."""
        for quad in quads:
            if quad.predicate == _SAME_AS or (self._any and self._concerns(quad)):
                raise SourceError(
                    f"{shorten(str(quad))}: is about an item that was merged into another (owl:sameAs), which an update"
                    " cannot follow; build the folder anew"
                )

    def _concerns(self, quad: ox.Quad) -> bool:
        named = (node for node in (quad.subject, quad.object) if isinstance(node, ox.NamedNode))
        if any(next(self._store.quads_for_pattern(node, _SAME_AS, None), None) for node in named):
            return True
        subject = quad.subject
        return (
            quad.predicate.value in INDEXED
            and isinstance(subject, ox.NamedNode)
            and next(self._store.quads_for_pattern(None, _SAME_AS, subject), None) is not None
        )


def _remove(done: Updated, store: ox.Store, quads: Iterable[ox.Quad]) -> None:
    for quad in quads:
        there = _there(store, quad)
        if there is None:
            done.missing += 1
            done.example = done.example or str(quad)
        else:
            store.remove(there)
            done.removed += 1
            _note(done, there)


def _add(done: Updated, store: ox.Store, quads: Iterable[ox.Quad]) -> None:
    new = [quad for quad in quads if quad not in store]
    store.extend(new)
    done.added += len(new)
    for quad in new:
        _note(done, quad)


def _note(done: Updated, quad: ox.Quad) -> None:
    predicate = quad.predicate.value
    kinds = 1 << INDEXED[predicate] if predicate in INDEXED else 0
    kinds |= 1 << Kind.CLAIMS if predicate.startswith(DIRECT) else 0
    if kinds and (number := item_number(quad.subject)) is not None:
        done.items[number] = done.items.get(number, 0) | kinds


def _there(store: ox.Store, quad: ox.Quad) -> ox.Quad | None:
    """The triple in the store; a blank node has another name there, so that any will do."""
    subject = None if isinstance(quad.subject, ox.BlankNode) else quad.subject
    value = None if isinstance(quad.object, ox.BlankNode) else quad.object
    if subject is not None and value is not None:
        return quad if quad in store else None
    for found in store.quads_for_pattern(subject, quad.predicate, value):
        if (subject is not None or isinstance(found.subject, ox.BlankNode)) and (
            value is not None or isinstance(found.object, ox.BlankNode)
        ):
            return found
    return None


class _Items:
    """What the items of a knowledge base were and are."""

    def __init__(self, store: ox.Store, names: OldNames, wanted: Wanted) -> None:
        self._store, self._names, self._wanted = store, names, wanted
        self.subclasses = array("q")
        """Pairs of class and superclass, of those items whose superclasses may be others."""

    def changes(self, items: dict[int, int]) -> Iterator[Change]:
        """What these items were and are, where that is not the same."""
        known = self._names.find(items)
        for item in sorted(items):
            was = known.get(item, KnownItem())
            becomes = self._becomes(item, was.entry, items[item])
            if was.entry != becomes:
                yield was, becomes

    def _becomes(self, item: int, was: IndexEntry | None, kinds: int) -> IndexEntry | None:
        """Only the kinds that may have changed are read, and all of an item that had no name."""
        kinds |= NAMING if kinds & NAMING else 0
        values = self._values(item, kinds if was is not None else EVERY)
        if kinds >> Kind.SUBCLASS & 1:
            for above in dict.fromkeys(values[Kind.SUBCLASS]):
                self.subclasses.extend((item, above))
        entry = entry_of(item, values)
        if was is not None:
            entry = IndexEntry(
                was.id,
                *((entry.label, entry.aliases) if kinds & NAMING else (was.label, was.aliases)),
                (entry if kinds >> Kind.SITELINKS & 1 else was).sitelinks,
                (entry if kinds >> Kind.CLASS & 1 else was).classes,
                (entry if kinds >> Kind.DESCRIPTION & 1 else was).description,
                (entry if kinds >> Kind.CLAIMS & 1 else was).detail,
            )
        return entry if entry.has_names else None

    def _values(self, item: int, kinds: int) -> Values:
        node = ox.NamedNode(f"{ENTITY}Q{item}")
        found: list[Record] = []
        for predicate, kind in INDEXED.items():
            if kinds >> kind & 1:
                quads = self._store.quads_for_pattern(node, NODES[predicate], None)
                found += records_of(quads, self._wanted)
        if kinds >> Kind.CLAIMS & 1:
            found += claims_of(self._store.quads_for_pattern(node, None, None))
        return values_of(sorted(found))


def _write_classes(old: Path, new: Path, items: Iterable[int], subclasses: array[int]) -> None:
    pairs = np.load(old)
    kept = pairs[~np.isin(pairs[:, 0], np.fromiter(items, dtype=np.int64))]
    write_classes(new, [*kept.ravel().tolist(), *subclasses])


def _known(folder: Path, manifest: Manifest) -> dict[tuple[int, int], str]:
    """The checksums of the old folder's files, by device and inode: those that are linked need not be read."""
    states = {name: (folder / name).stat() for name in manifest.sums}
    return {(state.st_dev, state.st_ino): manifest.sums[name] for name, state in states.items()}
