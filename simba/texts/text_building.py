"""Building a folder of texts: paragraphs are read, lemmatised by several processes, and indexed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.building.work import claimed
from simba.building.workers import Workers
from simba.errors import KnowledgeBaseError, TextError
from simba.kb.folder import KnowledgeBase
from simba.texts.corpora import Excerpt, excerpts
from simba.texts.entity_names import MAX_REMEMBERED, EntityNames, Pages
from simba.texts.text_folder import INDEX, KIND, TextManifest, engine
from simba.texts.word_terms import joined, text_terms

if TYPE_CHECKING:
    import tantivy

HEAP = 200 << 20
"""Bytes that the engine gathers before it writes a part of the index."""
BATCH = 500
"""Paragraphs that travel to a process together."""
SMALL = 4 << 20
"""Bytes of sources that one process reads as fast as several, which take seconds to start."""


def build_text(
    sources: Sequence[Path],
    folder: Path,
    kb: KnowledgeBase,
    *,
    jobs: int | None = None,
) -> TextManifest:
    """Index the paragraphs of files (`simba.texts.corpora`) in a folder, with the names of a knowledge base.

    The folder appears whole or not at all; one that is there is replaced, if SimBa wrote it. ``jobs`` processes share
    the work, by default as many as there are processors where there is much.
    Returns the manifest. Raises `SourceError` for a source that cannot be read, `TextError` for a folder in
    the way, `KnowledgeBaseError` for the knowledge base.
    """
    made = engine()
    folder = Path(os.path.realpath(folder))
    if jobs is None:
        size = sum(path.stat().st_size for path in sources if path.is_file())
        jobs = 1 if size < SMALL else len(os.sched_getaffinity(0))
    about = _About(kb)
    with _new_folder(folder) as work, Workers(jobs) as workers:
        batches = workers.map(_analysed, _batches(excerpts(sources)))
        if (first := next(batches, None)) is None:
            raise TextError("there is no paragraph in " + ", ".join(path.name for path in sources))
        # Not sooner: for a moment, the engine looks into a new index again, which would keep it from vanishing.
        (work / INDEX).mkdir()
        index = made.Index(_schema(made), path=str(work / INDEX))
        paragraphs = linked = 0
        with _writing(index) as writer:
            for batch, texts in chain([first], batches):
                for one, words in zip(batch, texts, strict=True):
                    entity, names = about(one.title)
                    writer.add_document(_document(made, one, words, entity, names))
                    linked += entity is not None
                paragraphs += len(batch)
        del writer, index
        manifest = TextManifest.describe(
            work, sources, names=kb.folder.name, paragraphs=paragraphs, linked=linked
        )
        manifest.write(work)
    return manifest


@contextmanager
def _writing(index: Any) -> Iterator[Any]:
    """A writer of the index, whose threads have ended with the block: they would write into a folder that vanishes."""
    writer = index.writer(heap_size=HEAP, num_threads=1)  # one, so that equal texts make equal indexes
    try:
        yield writer
        writer.commit()
    except BaseException:
        writer.rollback()
        raise
    finally:
        writer.wait_merging_threads()


def _schema(made: Any) -> tantivy.Schema:
    builder: tantivy.SchemaBuilder = made.SchemaBuilder()
    builder.add_unsigned_field("uid", stored=True, indexed=True)
    builder.add_bytes_field("title", stored=True)
    builder.add_bytes_field("text", stored=True)
    builder.add_text_field("entity", stored=True, tokenizer_name="raw", index_option="freq")
    builder.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("names", tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _document(made: Any, one: Excerpt, words: str, entity: str | None, names: str) -> tantivy.Document:
    document: tantivy.Document = made.Document()
    document.add_unsigned("uid", one.uid)
    document.add_bytes("title", one.title.encode())
    document.add_bytes("text", one.text.encode())
    if entity is not None:
        document.add_text("entity", entity)
    document.add_text("words", words)
    document.add_text("names", names)
    return document


class _About:
    """What pages are about: the entity and the terms of all its names, by their titles."""

    def __init__(self, kb: KnowledgeBase) -> None:
        select = kb.store.select if kb.manifest.facts else None
        self._pages = Pages(kb.index, select)
        self._names = EntityNames(select) if select is not None else None
        self._of = lru_cache(maxsize=MAX_REMEMBERED)(self._found)

    def __call__(self, title: str) -> tuple[str | None, str]:
        return self._of(title)

    def _found(self, title: str) -> tuple[str | None, str]:
        entity = self._pages.entity(title)
        names = self._names.of(entity) if entity is not None and self._names is not None else ()
        words = dict.fromkeys(terms for name in (title, *names) for terms in text_terms(name))
        return entity, joined(words)


def _batches(items: Iterator[Excerpt]) -> Iterator[list[Excerpt]]:
    while batch := list(islice(items, BATCH)):
        yield batch


def _analysed(batch: list[Excerpt]) -> tuple[list[Excerpt], list[str]]:
    """The paragraphs with the terms of each."""
    return batch, [joined(text_terms(one.text)) for one in batch]


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A work folder that takes the place of the folder when the block ends well; else it vanishes."""
    work, old = (folder.with_name(f".{folder.name}.{name}") for name in ("building", "old"))
    try:
        with claimed(folder):
            for place in (work, old):
                if place.is_symlink() or KIND.foreign(place) if place.is_dir() else os.path.lexists(place):
                    raise TextError(f"{place}: is in the way, and SimBa did not write it; move it away")
            if KIND.is_one(old) and not folder.exists():  # a build was killed as it put a new one in place
                os.rename(old, folder)
            KIND.check(folder)
            KIND.remove(old)
            KIND.remove(work)
            try:
                work.mkdir()
                yield work
                KIND.put(work, folder, old)
            finally:
                with suppress(TextError):
                    KIND.remove(work)
    except KnowledgeBaseError as error:  # of the claim
        raise TextError(str(error)) from None
    except OSError as error:
        raise TextError(f"{folder}: cannot be written: {error.strerror or error}") from None
