"""The best sentence that says what an answer does: it names the entity and the value, and speaks of the property.

Silence is better than a wrong sentence: the value must be named, a date or a number without any doubt; so must the
entity be or, on the page about it, be the subject that goes without saying, a pronoun or a noun of its class; and
words must tell that it is about the property. What is denied says nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from simba.answer import Quotation, Value
from simba.common.timelimit import time_left
from simba.common.vocabulary import entity_id
from simba.russian.text import Span, fold
from simba.stages.lexicon import Words
from simba.stages.parse import Parser
from simba.texts.entity_names import EntityNames
from simba.texts.paragraph import Paragraph
from simba.texts.paragraph_index import ParagraphIndex, Weighed
from simba.texts.property_words import TellingWords
from simba.texts.sentence_ends import sentences
from simba.texts.spotting import SpottedWord, spot, words_in
from simba.texts.unsaid import Unsaid
from simba.texts.values_said import is_telling, value_said
from simba.texts.word_terms import text_terms

MAX_PARAGRAPHS = 40
"""Paragraphs that are looked at for a sentence, the best by their words."""
MAX_READ = 100_000
"""Characters of these paragraphs; RuBQ 2.0's have some 400 each."""
MAX_VALUES = 5
"""Values of an answer that a sentence is looked for."""
MAX_SENTENCE = 600
"""Characters of the longest sentence that is quoted."""
MAX_PARSED = 8
"""Sentences of a page without its name in them that are parsed."""
LEAST = 0.3
"""What the words that tell of the property must weigh together, where the word that few properties have weighs 1."""
LEAST_EXACT = 0.15
"""The same where the value hardly belongs to anything else (`simba.texts.values_said.is_telling`)."""
MOST = 1.5
"""What more of them do not add to."""
OWN_PAGE, NAMED, EARLY, SHORT = 0.3, 0.4, 0.1, 0.2
"""What else speaks for a sentence: a page about the entity or the value, the name itself, the
earlier the better (what begins a sentence is most often its subject), an early place in the paragraph, brevity."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What a sentence is to say: an entity has one of some values of a property."""

    entity: str
    """Its identifier."""
    values: tuple[Value, ...]
    words: TellingWords
    """What tells of the property."""
    part: str | None = None
    """"year" where the values are years of dates."""
    kind: bool = False
    """Whether the values say what the entity is: a dash between them is enough."""
    kinds: tuple[str, ...] = ()
    """Texts of what the entity is, whose nouns may stand for its name on its page."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    score: float
    quotation: Quotation


class Quoter:
    """Finds sentences for answers; may be shared between threads."""

    def __init__(self, index: ParagraphIndex, names: EntityNames, parser: Parser, words: Words) -> None:
        """Take the texts, what things are called, the parser that tells subjects, and the words that deny or doubt."""
        self._index, self._names, self._parser = index, names, parser
        self._doubting, self._denying = words.doubting, words.negations

    def quote(self, saying: Saying) -> Quotation | None:
        """The best sentence; None where none is certain."""
        own = self._names.of(saying.entity)
        if not own:
            return None
        values = [(value, self._called(value)) for value in saying.values[:MAX_VALUES]]
        paragraphs = self._paragraphs(saying, own, values)
        search = _Search(saying, own, values, self._parser, self._doubting, self._denying)
        found: list[_Candidate] = []
        read = 0
        for paragraph in paragraphs:
            time_left()
            read += len(paragraph.text)
            if read > MAX_READ:
                break
            found += search.candidates(paragraph)
        best = max(found, key=lambda one: (one.score, -one.quotation.uid), default=None)
        return best.quotation if best else None

    def _called(self, value: Value) -> tuple[str, ...]:
        identifier = entity_id(value.value) if value.type == "uri" else None
        if identifier is None:
            return ()
        return self._names.of(identifier) or ((value.label,) if value.label else ())

    def _paragraphs(
        self, saying: Saying, own: Sequence[str], values: Sequence[tuple[Value, Sequence[str]]]
    ) -> list[Paragraph]:
        ids = [saying.entity, *(one for value, _ in values if (one := entity_id(value.value)))]
        weighed = [Weighed("entity", one, 2.0) for one in ids]
        weighed += [Weighed("words", term, 1.0) for term in _lemmas(own)]
        for value, names in values:
            said = names or (value.label or value.value,)
            weighed += [Weighed("words", term, 1.5) for term in _lemmas(said)]
        told = saying.words.lemmas
        strong = sorted(told, key=lambda word: -told[word])[:12]
        weighed += [Weighed("words", word, 0.5 * told[word]) for word in strong if told[word]]
        return [hit.paragraph for hit in self._index.best(weighed, MAX_PARAGRAPHS)]


def _lemmas(names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(term for name in names[:8] for terms in text_terms(name) for term in terms))


class _Search:
    """The look for one answer's sentences."""

    def __init__(
        self,
        saying: Saying,
        own: Sequence[str],
        values: Sequence[tuple[Value, Sequence[str]]],
        parser: Parser,
        doubting: Collection[str],
        denying: Collection[str],
    ) -> None:
        self._doubting, self._denying = doubting, denying
        self._saying, self._own, self._values, self._parser = saying, own, values, parser
        self._own_lemmas = {lemma for name in own for word in words_in(name) for lemma in word.lemmas}
        self._unsaid = Unsaid(parser, saying.kinds, saying.words)
        self._parsed = 0

    def candidates(self, paragraph: Paragraph) -> Iterator[_Candidate]:
        """The sentences of a paragraph that say it."""
        before: tuple[SpottedWord, ...] = ()
        for number, text in enumerate(sentences(paragraph.text)):
            if len(text) > MAX_SENTENCE:
                before = ()
                continue
            words = words_in(text)
            found = self._candidate(paragraph, text, words, number, before)
            if found is not None:
                yield found
            before = words

    def _candidate(
        self,
        paragraph: Paragraph,
        text: str,
        words: tuple[SpottedWord, ...],
        number: int,
        before: Sequence[SpottedWord],
    ) -> _Candidate | None:
        folded = fold(text)
        entity = spot(text, words, self._own, self._value_lemmas())
        said = list(self._said(text, folded, words, entity))
        spans = [span for _, span in said]
        if not spans or any(not word.lemmas.isdisjoint(self._doubting) for word in words):
            return None
        about = self._about(words, entity, spans)
        exact = any(is_telling(folded, span, value) for value, span in said)
        least = LEAST_EXACT if exact else LEAST
        if about < least and not (self._saying.kind and entity is not None and _defines(text, entity, spans)):
            return None
        page = paragraph.entity == self._saying.entity
        subject: Span | None = entity
        if entity is None:
            if not page:
                return None
            known, subject = self._subject(text, words, spans, before, about, exact)
            if not known:
                return None
        pages = {self._saying.entity, *(entity_id(value.value) for value, _ in self._values)}
        score = about + OWN_PAGE * (paragraph.entity in pages)
        score += NAMED * (1 - entity.start / len(text)) if entity is not None else 0.0
        score += EARLY / (1 + number) + SHORT * (1 - len(text) / MAX_SENTENCE) + 0.2 * (len(spans) - 1)
        quotation = Quotation(
            paragraph.uid,
            paragraph.title,
            text,
            subject and (subject.start, subject.stop),
            (spans[0].start, spans[0].stop),
        )
        return _Candidate(score, quotation)

    def _said(
        self, text: str, folded: str, words: Sequence[SpottedWord], entity: Span | None
    ) -> Iterator[tuple[Value, Span]]:
        """The values that a sentence says and does not deny, apart from the entity's name, and where."""
        for value, names in self._values:
            span = value_said(text, folded, words, value, names, self._saying.part, self._own_lemmas)
            if span is None or (entity is not None and span.overlaps(entity)):
                continue
            if not _denied(words, span, self._denying):
                yield value, span

    def _value_lemmas(self) -> set[str]:
        return {
            lemma
            for _, names in self._values
            for name in names
            for word in words_in(name)
            for lemma in word.lemmas
        }

    def _about(self, words: Sequence[SpottedWord], entity: Span | None, spans: Sequence[Span]) -> float:
        """How surely the words beside the names tell of the property."""
        named = [*spans, *([entity] if entity else [])]
        told = [
            weight
            for word in words
            if not any(word.span.overlaps(one) for one in named)
            and (weight := self._saying.words.weight(word))
        ]
        return min(MOST, sum(sorted(told, reverse=True)[:3]))

    def _subject(
        self,
        text: str,
        words: Sequence[SpottedWord],
        spans: Sequence[Span],
        before: Sequence[SpottedWord],
        about: float,
        exact: bool,
    ) -> tuple[bool, Span | None]:
        """Whether a sentence without its name, on its page, speaks of the entity, and what stands for it there."""
        known, subject = False, None
        if self._parsed < MAX_PARSED:
            self._parsed += 1
            known, subject = self._unsaid(text, words, spans)
        if exact:  # hardly of anything else
            return about >= LEAST, subject if known else None
        return known and not self._others(before, text), subject

    def _others(self, before: Sequence[SpottedWord], text: str) -> bool:
        """Whether the sentence before speaks of somebody else, whom a pronoun may mean, and not of the entity."""
        people = [word for word in before if word.capital and word.span.start and word.personal]
        return bool(people) and all(word.lemmas.isdisjoint(self._own_lemmas) for word in before)


def _denied(words: Sequence[SpottedWord], span: Span, denying: Collection[str]) -> bool:
    """Whether what stands there is denied by one of the two words before it: "not in Moscow"."""
    before = [word for word in words if word.span.stop <= span.start][-2:]
    return any(word.folded in denying for word in before)


def _defines(text: str, entity: Span, spans: Sequence[Span]) -> bool:
    """Whether the sentence says what the entity is: the name first, then a dash, then the value."""
    between = (text[entity.stop : span.start] for span in spans if span.start > entity.stop)
    return any("—" in part or "–" in part for part in between)
