"""The index of paragraphs (Tantivy), opened: look-ups take milliseconds among a million.

SQLite's FTS5 was measured beside it: it scores every paragraph that holds one of a question's words, and took 1.5 s at
the 95th percentile among 150,000, where Tantivy's block-max WAND, which passes over those that cannot be among the
best, took 10 ms.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from simba.common.vocabulary import is_entity_id
from simba.texts.paragraph import MAX_UID, Paragraph
from simba.texts.text_folder import INDEX, TextManifest, check_files, damaged_texts, engine

if TYPE_CHECKING:
    import tantivy

TextField = Literal["words", "names", "entity"]
"""Lemmas of the paragraph; lemmas of its page's title and of all names of the page's entity; that entity."""
MAX_TERMS = 48
"""Terms of a look-up; the rarest are taken."""
WORD_WEIGHT = 1000.0
"""What a word of the answer counts in `ParagraphIndex.supporting`: more than all of the question together."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A term that is looked for and how much it counts."""

    field: TextField
    term: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that was found, and its score among the others of the same look-up."""

    paragraph: Paragraph
    score: float


class ParagraphIndex:
    """An opened folder of texts; safe to share between threads, and many processes may read one folder."""

    def __init__(self, folder: Path) -> None:
        """Open a folder that `simba.texts.text_building.build_text` made; raises `TextError`."""
        self._engine = engine()
        self.folder = folder
        self.manifest = TextManifest.read(folder)
        check_files(folder, self.manifest.files)
        try:
            index = self._engine.Index.open(str(folder / INDEX))
            self._schema = index.schema
            self._searcher: tantivy.Searcher = index.searcher()
        except BaseException as error:  # its Rust panics are no Exception
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise damaged_texts(folder, error) from None

    def best(self, terms: Collection[Weighed], limit: int) -> list[Hit]:
        """The paragraphs with the highest sum of the terms' BM25, each times its weight; best first."""
        query = self._engine.Query
        parts = [
            query.boost_query(query.term_query(self._schema, one.field, one.term, "freq"), one.weight)
            for one in self._rarest(terms)
        ]
        return self._search(parts, limit)

    def supporting(self, answer: Collection[str], question: Collection[str], limit: int) -> list[Hit]:
        """The paragraphs ranked as RuBQ 2.0 does (section 4): by how many words of the answer's representation they
        hold, ties by words of the question's, further ties by their numbers.

        A representation is the lemmas of all names of all its entities.
        """
        query = self._engine.Query

        def counted(words: Collection[str], score: float) -> list[tantivy.Query]:
            terms = self._rarest([Weighed("words", word) for word in words])
            return [
                query.const_score_query(query.term_query(self._schema, "words", one.term, "basic"), score)
                for one in terms
            ]

        parts = counted(answer, WORD_WEIGHT) + counted(set(question) - set(answer), 1.0)
        return self._search(parts, limit)

    def paragraph(self, uid: int) -> Paragraph | None:
        """The paragraph of a number; None where there is none."""
        if not 0 <= uid < MAX_UID:
            return None
        query = self._engine.Query.term_query(self._schema, "uid", uid, "basic")
        return next((hit.paragraph for hit in self._found(query, 1)), None)

    def rarity(self, lemma: str) -> float:
        """How much a lemma tells of a paragraph, 0 to 1: the fewer paragraphs have it the more."""
        count, having = self._searcher.num_docs, self._searcher.doc_freq("words", lemma)
        return log(1 + (count - having + 0.5) / (having + 0.5)) / log(2 * count + 2) if count else 1.0

    def _rarest(self, terms: Collection[Weighed]) -> list[Weighed]:
        """The terms that occur, the rarest if there are many."""
        count = self._searcher.doc_freq
        known = [(number, one) for one in terms if (number := count(one.field, one.term))]
        if len(known) > MAX_TERMS:
            known.sort(key=lambda pair: pair[0])
        return [one for _, one in known[:MAX_TERMS]]

    def _search(self, parts: Sequence[tantivy.Query], limit: int) -> list[Hit]:
        if not parts or limit < 1:
            return []
        should = self._engine.Occur.Should
        hits = self._found(self._engine.Query.boolean_query([(should, part) for part in parts]), limit)
        return sorted(hits, key=lambda hit: (-hit.score, hit.paragraph.uid))

    def _found(self, query: tantivy.Query, limit: int) -> list[Hit]:
        try:
            found = self._searcher.search(query, limit, count=False).hits
            return [Hit(self._paragraph(address), float(score)) for score, address in found]
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise damaged_texts(self.folder, error) from None

    def _paragraph(self, address: tantivy.DocAddress) -> Paragraph:
        document = self._searcher.doc(address)
        entity = document.get_first("entity")
        return Paragraph(
            int(document.get_first("uid") or 0),
            bytes(document.get_first("title") or b"").decode(),
            entity if isinstance(entity, str) and is_entity_id(entity) else None,
            bytes(document.get_first("text") or b"").decode(),
        )
