"""Hybrid answers: where SimBa abstains, the best paragraphs are read for a span, which is never taken for a fact."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from simba.answer import ReadSpan
from simba.grammar.rules import RuleBase
from simba.reasoning import Reasoning
from simba.texts.paragraph import Paragraph
from simba.texts.reader import MAX_PARAGRAPHS, Read, Rival, TextReader
from simba.texts.supporting import SupportingTexts

UNREAD = frozenset({"too_long", "unclear"})
"""Reasons to abstain for which nobody knows what is asked."""
MAX_ENTITIES = 3
"""Linked entities whose pages are looked for."""


@dataclass(frozen=True)
class Hybrid:
    """Texts and their reader; may be shared between threads."""

    texts: SupportingTexts
    reader: TextReader

    @classmethod
    def load(
        cls, texts: SupportingTexts, folders: Sequence[Path], rules: RuleBase, fillers: Collection[str]
    ) -> Hybrid:
        """With the words and weights of folders of rules; raises `RuleError`."""
        return cls(texts, TextReader.load(folders, rules, fillers))

    def read(self, reasoning: Reasoning) -> ReadSpan | None:
        """What the texts say where SimBa abstained; None where nothing is likely enough, or a yes or no is wanted."""
        if reasoning.chosen is not None or reasoning.reason in UNREAD:
            return None
        found = self.reader.chosen(self.rivals(reasoning, self.paragraphs(reasoning)))
        return None if found is None else _span(found)

    def rivals(self, reasoning: Reasoning, paragraphs: Sequence[Paragraph]) -> list[Rival]:
        """Every span of some paragraphs, the best first, that may answer."""
        return self.reader.rivals(
            reasoning.parse,
            reasoning.interrogative,
            reasoning.proposals,
            paragraphs,
            self.texts.index.rarity,
        )

    def paragraphs(self, reasoning: Reasoning) -> list[Paragraph]:
        """The best paragraphs for a question."""
        entities = list(dict.fromkeys(one.entity.id for one in reasoning.candidates))[:MAX_ENTITIES]
        hits = self.texts.search(reasoning.parse.text, entities, MAX_PARAGRAPHS)
        return [hit.paragraph for hit in hits]


def _span(found: Read) -> ReadSpan:
    paragraph = found.paragraph
    return ReadSpan(found.text, found.sentence, paragraph.title, paragraph.uid, found.confidence)
