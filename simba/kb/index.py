"""The label index (Whoosh): every label and alias under its lemma and bag-of-lemmas keys.

Its documents are entities, the best known first; a term's postings say which of their names have it
(`simba.kb.postings`).
A look-up costs some 20 µs, and most runs of words in a question are nobody's name: so the index keeps a sorted array
of its keys' checksums, and asks Whoosh only for keys that are there. No query of Whoosh's own language is used: on
frequent terms these take up to seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from simba.common.vocabulary import is_entity_id
from simba.kb.changes import ChangedNames, among
from simba.kb.indexed import IndexedName, NameKind
from simba.kb.intact import damaged
from simba.kb.postings import NAME_BITS, NOWHERE, Places
from simba.kb.segment import Field, NameTable, Segment
from simba.russian.morphology import lemma_keys, lemmas
from simba.russian.names import MAX_WORDS, checksum, exact_key, words_of
from simba.russian.text import shorten

KeyField = Literal["exact", "lemma", "bag"]
MAX_NAMESAKES = 40
"""Names looked at for one key; they are stored by popularity, so the least known go."""
MAX_HOMOGRAPHS = 400
"""Names with the lemmas of a key that are looked through for that key as it is written."""
MAX_FREQUENCY = 3000
"""A word that more names hold is no help in the free-form search."""
MAX_HELD = 100_000
"""The same, of words that are looked for together with a year."""
MAX_HOLDING = 64
"""Words of which the names that hold them are remembered: a question's are asked for with one another."""


class LabelIndex:
    """An opened label index; safe to share between threads and processes."""

    def __init__(self, folder: Path, *, changes: Path | None = None, shown: Path | None = None) -> None:
        """Open a folder of names and, where there is one, that of the changes to them.

        Messages call the knowledge base ``shown``. Raises OSError, ValueError or others for a damaged one. What is
        found damaged later on raises `KnowledgeBaseError`.
        """
        self._shown = shown or folder
        base = Segment(folder)
        self._names: NameTable = base if changes is None else ChangedNames(base, changes)
        self.find = lru_cache(maxsize=2048)(self._find)
        """The entities that have a name with a key, the best known first, at most `MAX_NAMESAKES`.

        The fields are "exact" (the folded words as they are), "lemma" (their lemmas) or "bag" (their lemmas, sorted),
        joined by spaces; `simba.russian` has what makes them. None has the key: an empty tuple.
        """
        self._holding = lru_cache(maxsize=MAX_HOLDING)(lambda lemma: self._places("words", lemma))

    def known(self, keys: Sequence[str]) -> list[int]:
        """Where among these lemma and bag keys those are that some name has.

        That is quicker than to look each up. One in billions may be mistaken for a name's.
        """
        if not keys:
            return []
        wanted = np.fromiter(map(checksum, map(str.encode, keys)), dtype=np.uint64, count=len(keys))
        try:
            return self._names.known(wanted).nonzero()[0].tolist()  # type: ignore[no-any-return]
        except Exception as error:
            raise damaged(self._shown, error) from None

    def _find(self, field: KeyField, key: str) -> tuple[IndexedName, ...]:
        """The entities that have a name with this key, the best known first; at most `MAX_NAMESAKES`."""
        if field == "exact" and len(words := key.split()) <= MAX_WORDS:
            alike = map(self._named, self._places("lemma", lemma_keys(words)[0])[:MAX_HOMOGRAPHS])
            return tuple(named for named in alike if named.key == key)[:MAX_NAMESAKES]
        found = self._places(field, key)
        if field == "bag":
            found = np.sort(np.concatenate((found, self._places("lemma", key))))
        return tuple(map(self._named, found[:MAX_NAMESAKES]))

    def _places(self, field: Field, term: str) -> Places:
        """All names that have the term, the best known entity's first."""
        try:
            return self._names.places(field, term)
        except Exception as error:  # of Whoosh, of what unpacks its numbers
            raise damaged(self._shown, error) from None

    def _named(self, place: np.uint64) -> IndexedName:
        try:
            return self._entry(place)
        except Exception as error:
            raise damaged(self._shown, error) from None

    def _entry(self, place: np.uint64) -> IndexedName:
        entity = self._names.entry(int(place) >> NAME_BITS)
        if not all(map(is_entity_id, (entity.id, *entity.classes))):  # they go into SPARQL
            raise ValueError(f"{entity.id} is no identifier, or has a class that is none")
        which = int(place) & ((1 << NAME_BITS) - 1)
        name: str
        kind: NameKind
        if entity.label and not which:  # as is most often
            name, kind = entity.label, "label"
        else:
            name, kind = entity.names()[which]
        key = exact_key(words_of(name))
        about = (entity.sitelinks, entity.classes, shorten(entity.description))
        label = shorten(entity.label or "")
        return IndexedName(entity.id, shorten(name), kind, *about, key, label, entity.detail)

    def find_free_form(self, words: Sequence[str], limit: int = 10) -> list[IndexedName]:
        """At most ``limit`` names that hold all these folded words among others, the best known first.

        None, where each of the words is in more than `MAX_FREQUENCY` names.
        """
        return self.find_holding([lemmas(word) for word in words], limit, most=MAX_FREQUENCY)

    def find_holding(
        self, words: Sequence[Sequence[str]], limit: int = 10, *, most: int = MAX_HELD
    ) -> list[IndexedName]:
        """At most ``limit`` names of several words that hold one of each word's lemmas, the best known first.

        None, where the rarest of the words is in more names than ``most``.
        """
        places = self._places_holding(words, most)
        return [] if places is None else [self._named(place) for place in places[:limit]]

    def may_hold(self, words: Iterable[Sequence[str]]) -> bool:
        """Whether one name of several words may hold one of each word's lemmas; words in many names always may."""
        places = self._places_holding(words, MAX_FREQUENCY)
        return places is None or len(places) > 0

    def _places_holding(self, words: Iterable[Sequence[str]], most: int) -> Places | None:
        """The names that hold one of each word's lemmas; None where the rarest of the words is in too many names."""
        every: list[list[Places]] = []
        for word in words:
            every.append([some for lemma in word if len(some := self._holding(lemma))])
            if not every[-1]:
                return NOWHERE
        every.sort(key=lambda options: sum(map(len, options)))
        if not every or sum(map(len, every[0])) > most:
            return None
        places = every[0][0] if len(every[0]) == 1 else np.unique(np.concatenate(every[0]))
        for options in every[1:]:
            found = np.zeros(len(places), dtype=bool)
            for option in options:
                found |= among(option, places)
            places = places[found]
        return places

    def has_word(self, word: str) -> bool:
        """Whether some name is or holds a folded word, in whatever form."""
        own = lemmas(word)
        return bool(self.known(own)) or any(len(self._holding(lemma)) for lemma in own)

    def find_near(self, keys: Sequence[str], limit: int = 5) -> list[IndexedName]:
        """The names with any of these lemma keys, most of which nobody has.

        At most ``limit``, the best known first, one of each entity.
        """
        found: dict[str, IndexedName] = {}
        for key in sorted({keys[number] for number in self.known(keys)}):
            for named in self.find("lemma", key):
                found.setdefault(named.id, named)
        return sorted(found.values(), key=lambda named: -named.sitelinks)[:limit]
