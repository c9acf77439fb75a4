"""Opened texts beside a knowledge base: sentences that support its answers, and paragraphs for open questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from math import log
from pathlib import Path

from simba.answer import Answer, Quotation
from simba.common.lazy import cached_property
from simba.common.timelimit import time_left
from simba.errors import QuestionError
from simba.grammar.rules import RuleBase
from simba.grammar.wordstock import is_content
from simba.query import Form, Part, is_plain
from simba.reasoning import Reasoning
from simba.russian.morphology import readings
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parser
from simba.texts.entity_names import EntityNames, Select
from simba.texts.paragraph_index import Hit, ParagraphIndex, TextField, Weighed
from simba.texts.quoting import Quoter, Saying
from simba.texts.terms import terms_of, text_terms

ASKED, FIRED = 0.4, 1.0
"""How surely a word of the question tells of the property: any, and those that made the rule fire."""
VERB, NOUN = 0.6, 0.3
"""The same of a verb, and of another word, that the rules' authors ask with and few others."""
MAX_WORDS = 64
"""Words of a question that are looked for."""
NAME_WORD, NAME, PAGE = 2.0, 1.5, 4.0
"""What a word of a name counts in a paragraph, among the names of its page's entity, and a page about the entity."""


@dataclass(frozen=True)
class SupportingTexts:
    """A folder of texts with what reads them; may be shared between threads."""

    index: ParagraphIndex
    names: EntityNames
    rules: RuleBase
    lexicon: Lexicon
    parser: Parser

    @classmethod
    def open(
        cls, folder: Path, select: Select, rules: RuleBase, lexicon: Lexicon, parser: Parser
    ) -> SupportingTexts:
        """Open a folder beside the store that names come from; raises `TextError`."""
        return cls(ParagraphIndex(folder), EntityNames(select), rules, lexicon, parser)

    def search(self, question: str, entities: Collection[str] = (), limit: int = 25) -> list[Hit]:
        """The paragraphs that may answer an open question: its BM25, names weighed more; best first.

        ``entities`` are identifiers that the question is known to name: pages about them count more.
        """
        weighed: dict[tuple[TextField, str], float] = {}
        for word in self._capitals(question)[:MAX_WORDS]:
            terms = terms_of(word.lower().replace("ё", "е"))
            name = word[:1].isupper()
            for term in terms:
                weighed["words", term] = (NAME_WORD if name else 1.0) / len(terms)
                if name:
                    weighed["names", term] = NAME / len(terms)
        weighed.update({("entity", one): PAGE for one in entities})
        return self.index.best([Weighed(*key, weight) for key, weight in weighed.items()], limit)

    def _capitals(self, question: str) -> list[str]:
        """The question's words, the first one small: everybody writes it with a capital."""
        words = [word for part in question.split() for word in _words(part)]
        return [words[0].lower(), *words[1:]] if words else []

    def evidence(self, reasoning: Reasoning, answer: Answer) -> Quotation | None:
        """The best sentence that says what an answer of one fact does; None where none is certain.

        Raises what a store and the texts do, but for the failures of a single question.
        """
        saying = self._saying(reasoning, answer)
        if saying is None:
            return None
        time_left()
        try:
            return self._quoter.quote(saying)
        except QuestionError:  # an answer does not fail for its evidence
            return None

    @cached_property
    def _quoter(self) -> Quoter:
        return Quoter(self.index, self.names, self.parser, self.lexicon.words.doubting)

    def _saying(self, reasoning: Reasoning, answer: Answer) -> Saying | None:
        attempt = reasoning.chosen
        if attempt is None or answer.entity is None or answer.property is None or not is_plain(attempt.form):
            return None
        part = _part(attempt.form)
        if part not in {None, "year"}:
            return None
        words = dict(self._told_by.get(answer.property.id, {}))
        for name in (self.rules.names.get(answer.property.id), answer.property.label):
            words.update({term: 1.0 for terms in text_terms(name or "") for term in terms})
        proposal, linked = attempt.reading.proposal, attempt.reading.candidate
        for token in reasoning.parse.tokens:
            if linked is not None and linked.mention.span.overlaps(token.span):
                continue
            if is_content(token.folded) and not reasoning.interrogative.covers(token.span):
                fired = proposal is not None and proposal.explains(token.span)
                for term in terms_of(token.folded):
                    words[term] = max(words.get(term, 0.0), FIRED if fired else ASKED)
        kind = answer.property.id in self.lexicon.sets.of_kind
        description = answer.entity.description or ""
        return Saying(answer.entity.id, answer.values, words, part, kind, description)

    @cached_property
    def _told_by(self) -> dict[str, dict[str, float]]:
        """For each property the lemmas that its rules' authors ask with, and how few others do with each, up to 1."""
        having = Counter(word for words in self.rules.vocabularies for word in set(words))
        most = log(len(self.rules.rules) + 1)
        told: dict[str, dict[str, float]] = {}
        for rule, words in zip(self.rules.rules, self.rules.vocabularies, strict=True):
            own = told.setdefault(rule.property, {})
            own.update(
                {
                    word: (VERB if _is_verb(word) else NOUN)
                    * log((len(self.rules.rules) + 1) / having[word])
                    / most
                    for word in words
                }
            )
        return told


def _is_verb(lemma: str) -> bool:
    return readings(lemma)[0][1].startswith(("INFN", "VERB"))


def _part(form: Form) -> str | None:
    return form.part if isinstance(form, Part) else None


def _words(part: str) -> list[str]:
    """The words of what stands between spaces, without what is not of letters and digits."""
    return "".join(char if char.isalnum() else " " for char in part).split()
