"""Reading: the span of the best paragraphs that answers a question which the facts do not.

Rules and weights, no network: sentences that say the question's words are parsed; what they offer as an answer
(`simba.texts.spans`) is weighed by signs (`simba.texts.clues`) in a log-linear choice between all spans and none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simba.grammar.rules import RuleBase
from simba.russian.letters import legible
from simba.russian.morphology import lemma, lemmas
from simba.russian.text import Span, fold
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Parser, Spoken
from simba.stages.properties import Proposals
from simba.texts.clues import Clues
from simba.texts.paragraph import Paragraph
from simba.texts.quest import Background, Quest, Rarity, kin, quest_of
from simba.texts.reading_weights import ReadingWeights
from simba.texts.reading_words import load_reading_words
from simba.texts.sentence_ends import sentences
from simba.texts.sentencereader import SentenceReader, Setting
from simba.texts.spans import SpanKind, offered
from simba.texts.tagger import names_in

MAX_PARAGRAPHS = 5
"""The best paragraphs, which are read."""
MAX_SENTENCES = 8
"""Their best sentences, which are parsed: some 10 milliseconds each."""
MAX_SENTENCE = 600
"""Longest sentence, in characters, that is parsed."""
BESIDE = 0.6
"""What a word of the question counts that is said otherwise or by the page's title, for choosing sentences."""
MAX_RIVALS = 60
"""The likeliest spans, among which the expected likeness is counted."""
MAX_SURE = 0.99
"""Highest confidence: no text is read without any doubt."""
SAME = 0.5
"""Spans of this lemma F1 are one answer."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: a span of a paragraph."""

    text: str
    """As it stands there."""
    span: Span
    """Its place in the paragraph's text."""
    sentence: str
    paragraph: Paragraph
    confidence: float
    """The estimated probability, 0 to 1, that it is right."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A span that may answer."""

    text: str
    span: Span
    sentence: Span
    paragraph: Paragraph
    lemmas: frozenset[str]
    asked: str
    kind: SpanKind
    clues: Clues


@dataclass(frozen=True, slots=True)
class _Sentence:
    paragraph: Paragraph
    whole: Span
    span: Span
    """The part of the sentence that is read: up to a semicolon."""
    text: str
    setting: Setting
    merit: float


class TextReader:
    """Reads paragraphs for answers; may be shared between threads. The tagger is loaded with the first of them."""

    def __init__(
        self, parser: Parser, rules: RuleBase, background: Background, weights: ReadingWeights
    ) -> None:
        self._parser, self._rules, self._background, self.weights = parser, rules, background, weights

    @classmethod
    def load(cls, folders: Sequence[Path], rules: RuleBase, fillers: Collection[str]) -> TextReader:
        """With the words and weights of folders of rules; ``fillers`` say nothing about what is asked."""
        background = Background(load_reading_words(folders), fillers, rules)
        return cls(Parser(), rules, background, ReadingWeights.load(folders))

    def chosen(self, rivals: Sequence[Rival]) -> Read | None:
        """The best of some spans; None where none is likely enough."""
        best = self.best(rivals)
        return best if best is not None and best.confidence >= self.weights.threshold else None

    def best(self, rivals: Sequence[Rival]) -> Read | None:
        """The span whose likeness to the right one is expected to be highest, however unlikely."""
        if not rivals:
            return None
        scores = np.array([self.weights.of(one.asked, one.kind, one.clues) for one in rivals])
        top = max(float(scores.max()), self.weights.absent)
        chances = np.exp(scores - top)
        chances /= chances.sum() + np.exp(self.weights.absent - top)
        order = np.argsort(-chances, kind="stable")[:MAX_RIVALS]
        alike = np.array([[likeness(rivals[a].lemmas, rivals[b].lemmas) for b in order] for a in order])
        expected = alike @ chances[order]
        chosen = int(expected.argmax())
        rival = rivals[int(order[chosen])]
        sure = float(chances[order][alike[chosen] >= SAME].sum())
        sentence = rival.paragraph.text[rival.sentence.start : rival.sentence.stop]
        return Read(rival.text, rival.span, sentence, rival.paragraph, min(MAX_SURE, sure))

    def rivals(
        self,
        parse: Parse,
        interrogative: Interrogative,
        proposals: Proposals,
        paragraphs: Sequence[Paragraph],
        rarity: Rarity = lambda _: 1.0,
    ) -> list[Rival]:
        """Every span that may answer, of the best sentences."""
        if interrogative.polar:
            return []
        quest = quest_of(parse, interrogative, proposals, self._background, rarity)
        kinds = self.weights.answers.get(quest.kind, {})
        found: list[Rival] = []
        for sentence in self._sentences(quest, paragraphs):
            tree = self._parser.parse(sentence.text)
            if len(tree.text) != len(sentence.text):
                continue  # with stress marks and the like; an index has none
            spans = offered(tree, names_in(tree.text), self._background.words)
            reader = SentenceReader(
                quest, tree, sentence.setting, self._fired(quest, tree), self._background.words
            )
            for one, clues in reader.clues(spans, kinds):
                span = Span(sentence.span.start + one.span.start, sentence.span.start + one.span.stop)
                own = span_lemmas(tree.folded[one.span.start : one.span.stop])
                text = tree.text[one.span.start : one.span.stop]
                found.append(
                    Rival(text, span, sentence.whole, sentence.paragraph, own, quest.kind, one.kind, clues)
                )
        return found

    def _fired(self, quest: Quest, tree: Parse) -> list[tuple[int, int]]:
        """The tokens at which rules of the asked properties fire on the sentence itself."""
        if not quest.properties:
            return []
        spoken = Spoken(tree.tokens)
        found = []
        for fired in self._rules.match(spoken.text):
            if fired.rule.property in quest.properties and fired.match.span.stop > fired.match.span.start:
                inside = [
                    one.index for one in tree.tokens if one.span.overlaps(spoken.span(fired.match.span))
                ]
                found.append((inside[0], inside[-1]))
        return found

    def _sentences(self, quest: Quest, paragraphs: Sequence[Paragraph]) -> list[_Sentence]:
        """The sentences that say most of the question's words."""
        found: list[_Sentence] = []
        for rank, paragraph in enumerate(paragraphs[:MAX_PARAGRAPHS]):
            title = _lemmas(paragraph.title)
            before: frozenset[str] = frozenset()
            for number, whole in enumerate(_places(paragraph.text)):
                late = min(1.0, number / 10)
                for span in _parts(paragraph.text[whole.start : whole.stop], whole.start):
                    text = paragraph.text[span.start : span.stop]
                    own = _lemmas(text)
                    setting = Setting(title, before, late, rank / MAX_PARAGRAPHS)
                    merit = self._merit(quest, own, title | before) - 0.02 * rank
                    if len(text) <= MAX_SENTENCE:
                        found.append(_Sentence(paragraph, whole, span, text, setting, merit))
                    before = own
        return sorted(found, key=lambda sentence: -sentence.merit)[:MAX_SENTENCES]

    def _merit(self, quest: Quest, own: frozenset[str], beside: frozenset[str]) -> float:
        """The share of the question's words that a sentence says, or its title or the sentence before."""
        total = 0.0
        groups = self._background.words.groups_of(own)
        for word in quest.words:
            if not word.lemmas.isdisjoint(own):
                total += word.weight
            elif (
                not word.lemmas.isdisjoint(beside)
                or not word.groups.isdisjoint(groups)
                or any(kin(word.lemma, other) for other in own)
            ):
                total += BESIDE * word.weight
        total /= quest.weight or 1.0
        return total + 0.1 * (not quest.noun.isdisjoint(own)) + 0.1 * (not quest.vocabulary.isdisjoint(own))


def _places(text: str) -> Iterator[Span]:
    """Where the sentences of a paragraph stand."""
    place = 0
    for sentence in sentences(text):
        start = text.find(sentence, place)
        if start >= 0:  # spaces between the parts of one may be others
            place = start + len(sentence)
            yield Span(start, place)


def _parts(sentence: str, start: int) -> Iterator[Span]:
    """The parts of a sentence between semicolons, which are parsed each by itself."""
    place = 0
    for stop in [*(match.end() for match in re.finditer(";", sentence)), len(sentence)]:
        first = place + len(sentence[place:stop]) - len(sentence[place:stop].lstrip())
        if first < stop:
            yield Span(start + first, start + stop)
        place = stop


def _lemmas(text: str) -> frozenset[str]:
    return frozenset(one for word in _WORD.findall(fold(legible(text))) for one in lemmas(word))


def span_lemmas(text: str) -> frozenset[str]:
    """The likeliest lemma of each word of a folded text."""
    return frozenset(lemma(word) for word in _WORD.findall(text))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """F1 over lemmas."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
