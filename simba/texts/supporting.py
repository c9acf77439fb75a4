"""Opened texts beside a knowledge base: sentences that support its answers, and paragraphs for open questions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from simba.answer import Answer, Labelled, Quotation
from simba.common.lazy import cached_property
from simba.errors import QuestionError
from simba.grammar.rules import RuleBase
from simba.grammar.wordstock import is_content
from simba.query import And, Class, Entity, Form, Hop, Part
from simba.query import Path as PropertyPath
from simba.reasoning import Reasoning
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parser
from simba.texts.entity_names import EntityNames, Select
from simba.texts.paragraph_index import Hit, ParagraphIndex, TextField, Weighed
from simba.texts.property_words import PropertyWords, TellingWords
from simba.texts.quoting import Quoter, Saying
from simba.texts.word_terms import terms_of

ASKED, FIRED = 0.3, 1.0
"""How surely a word of the question tells of the property: any, and those that made the rule fire."""
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
        try:
            return self._quoter.quote(saying)
        except QuestionError:  # an answer does not fail for its evidence
            return None

    @cached_property
    def _quoter(self) -> Quoter:
        return Quoter(self.index, self.names, self.parser, self.lexicon.words)

    def _saying(self, reasoning: Reasoning, answer: Answer) -> Saying | None:
        attempt = reasoning.chosen
        if (
            attempt is None
            or answer.entity is None
            or answer.property is None
            or not _is_one_fact(attempt.form)
        ):
            return None
        part = _part(attempt.form)
        if part not in {None, "year"}:
            return None
        told = self._words.of(answer.property.id, answer.property.label)
        words = dict(told.lemmas)
        proposal, linked = attempt.reading.proposal, attempt.reading.candidate
        for token in reasoning.parse.tokens:
            if linked is not None and linked.mention.span.overlaps(token.span):
                continue
            if is_content(token.folded) and not reasoning.interrogative.covers(token.span):
                fired = proposal is not None and proposal.explains(token.span)
                for term in terms_of(token.folded):
                    words[term] = max(words.get(term, 0.0), FIRED if fired else ASKED)
        kind = answer.property.id in self.lexicon.sets.of_kind
        nouns = self._kinds(answer.entity)
        return Saying(answer.entity.id, answer.values, TellingWords(words, told.stems), part, kind, nouns)

    @cached_property
    def _words(self) -> PropertyWords:
        return PropertyWords(self.rules)

    def _kinds(self, entity: Labelled) -> tuple[str, ...]:
        """What the entity is said to be: its description, its classes, its occupations."""
        return (entity.description or "", *self.names.kinds(entity.id))


def _is_one_fact(form: Form) -> bool:
    """Whether it is one step from one entity, be it to a part of a date or to members of a class."""
    match form:
        case Hop(Entity(), PropertyPath((_,))):
            return True
        case Part(source) | And((source, Class())) | And((Class(), source)):
            return _is_one_fact(source)
    return False


def _part(form: Form) -> str | None:
    return form.part if isinstance(form, Part) else None


def _words(part: str) -> list[str]:
    """The words of what stands between spaces, without what is not of letters and digits."""
    return "".join(char if char.isalnum() else " " for char in part).split()
