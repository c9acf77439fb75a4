"""The label index (Whoosh): every label and alias under its exact, lemma and bag-of-lemmas key.

A look-up costs about 0.1 ms in Whoosh, and most runs of words in a question are nobody's name. So the index keeps a
sorted array of its keys' checksums, and asks Whoosh only for keys that are there.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from simba.morphology import lemma_keys, lemmas
from simba.names import MAX_WORDS, bag_keys, checksum, exact_key, short_names, words_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # SyntaxWarning, where Whoosh was installed without being compiled
    from whoosh import fields, query
    from whoosh.filedb.filestore import FileStorage
    from whoosh.reading import TermNotFound
    from whoosh.searching import Searcher

NameKind = Literal["label", "alias", "short"]
KeyField = Literal["exact", "lemma", "bag"]
HUMAN = "Q5"
MAX_NAMESAKES = 40
"""Entities looked at for one key; they are stored by popularity, so the least known go."""
MIN_MISSPELT = 5
"""Letters of the shortest word whose misspelling is looked for."""
MAX_FREQUENCY = 3000
"""A word that more names hold is no help in the free-form search."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity under one of its names, as the index holds it."""

    id: str
    name: str
    kind: NameKind
    sitelinks: int
    classes: tuple[str, ...]
    description: str
    key: str
    """The exact key of the name."""


@dataclass(frozen=True, slots=True)
class Entity:
    """What the builder gathers about an entity; names are label first."""

    id: str
    label: str | None
    aliases: tuple[str, ...]
    sitelinks: int
    classes: tuple[str, ...]
    description: str = ""


def _schema() -> Any:
    keys = fields.KEYWORD(commas=True, stored=False)
    return fields.Schema(
        exact=fields.ID(), lemma=keys, bag=keys, words=fields.KEYWORD(), entry=fields.STORED()
    )


def write_index(folder: Path, entities: Iterable[Entity]) -> int:
    """Index the entities' names in the order given, the best known first; returns how many names."""
    folder.mkdir(parents=True)
    index = FileStorage(str(folder)).create_index(_schema())
    writer = index.writer(limitmb=256)
    checksums: set[int] = set()
    count = 0
    for entity in entities:
        for name, kind in _names(entity):
            words = words_of(name)
            if not words:
                continue
            exact = exact_key(words)
            in_order = lemma_keys(words) if len(words) <= MAX_WORDS else []
            bags = bag_keys(in_order)
            writer.add_document(
                exact=exact,
                lemma=",".join(in_order),
                bag=",".join(bags),
                words=" ".join({lemma for word in words for lemma in lemmas(word)})
                if kind != "short"
                else "",
                entry=(entity.id, name, kind, entity.sitelinks, entity.classes, entity.description, exact),
            )
            checksums.add(checksum("exact", exact))
            checksums.update(checksum("lemma", key) for key in in_order)
            checksums.update(checksum("bag", key) for key in bags)
            count += 1
    writer.commit(optimize=True)
    np.save(folder / "checksums.npy", np.array(sorted(checksums), dtype=np.uint32))
    return count


def _names(entity: Entity) -> list[tuple[str, NameKind]]:
    names: dict[str, NameKind] = {}
    if entity.label:
        names[entity.label] = "label"
    for alias in entity.aliases:
        names.setdefault(alias, "alias")
    if entity.label and HUMAN in entity.classes:
        for name in short_names(entity.label):
            names.setdefault(name, "short")
    return list(names.items())


class LabelIndex:
    """An opened label index; safe to share between threads and processes."""

    def __init__(self, folder: Path) -> None:
        """Open a folder that `write_index` made."""
        self._index = FileStorage(str(folder), readonly=True).open_index()
        self._reader = self._index.reader()
        self._checksums = np.load(folder / "checksums.npy", mmap_mode="r")
        self.find = lru_cache(maxsize=4096)(self._find)

    def known(self, keys: Sequence[tuple[KeyField, str]]) -> list[int]:
        """The places of those keys that some name has (one in thousands may be mistaken for one)."""
        if not keys or not len(self._checksums):
            return []
        wanted = np.fromiter((checksum(*key) for key in keys), dtype=np.uint32, count=len(keys))
        places = np.searchsorted(self._checksums, wanted)
        places[places == len(self._checksums)] = 0
        return np.flatnonzero(self._checksums[places] == wanted).tolist()  # type: ignore[no-any-return]

    def _find(self, field: KeyField, key: str) -> tuple[Named, ...]:
        """The entities that have a name with this key, the best known first; at most `MAX_NAMESAKES`."""
        try:
            matcher = self._reader.postings(field, key)
        except TermNotFound:
            return ()
        found: list[Named] = []
        while matcher.is_active() and len(found) < MAX_NAMESAKES:
            found.append(self._entry(matcher.id()))
            matcher.next()
        return tuple(found)

    def _entry(self, number: int) -> Named:
        return Named(*self._reader.stored_fields(number)["entry"])

    def find_free_form(self, words: Sequence[str], limit: int = 10) -> list[Named]:
        """Names that hold all these folded words among others, best known first."""
        every = []
        for word in words:
            options = [
                query.Term("words", lemma) for lemma in lemmas(word) if ("words", lemma) in self._reader
            ]
            if not options:
                return []
            every.append(query.Or(options) if len(options) > 1 else options[0])
        rarest = min(every, key=lambda part: part.estimate_size(self._reader))
        if rarest.estimate_size(self._reader) > MAX_FREQUENCY:
            return []
        numbers = query.And(every).docs(Searcher(self._reader))
        return [self._entry(number) for number, _ in zip(numbers, range(limit), strict=False)]

    def find_misspelt(self, word: str, limit: int = 5) -> list[Named]:
        """One-word names one edit away from a folded word of five letters or more, or from its lemma."""
        found: dict[str, Named] = {}
        for form in dict.fromkeys((word, *lemmas(word))):
            if len(form) < MIN_MISSPELT:
                continue
            for key in self._reader.terms_within("lemma", form, 1, prefix=3):
                for named in self.find("lemma", key.decode() if isinstance(key, bytes) else key):
                    found.setdefault(named.id, named)
        return sorted(found.values(), key=lambda named: -named.sitelinks)[:limit]
