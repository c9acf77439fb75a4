"""Stage 1: tokens, morphology and dependency tree of a question (Razdel, Natasha's Slovnet models, pymorphy2).

The paper (section 5) parses with DeepPavlov; Natasha is smaller, comes with its models, and needs no GPU.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from simba.common.lazy import cached_property
from simba.common.locks import ForkSafeLock
from simba.russian.letters import legible
from simba.russian.morphology import lemma
from simba.russian.segmenting import RawToken
from simba.russian.segmenting import sentences as segmented
from simba.russian.tagging import checked
from simba.russian.text import Span, fold
from simba.stages.parse.appositions import mark_before, set_off
from simba.stages.parse.titles import lengthened, shortened
from simba.stages.parse.tokens import ROOT as ROOT
from simba.stages.parse.tokens import Token as Token

if TYPE_CHECKING:
    from simba.stages.parse.models import Models, ParsedWord

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r'"([^"]*\w[^"]*)"')
_TITLE = re.compile(r"«([^«»]*(?:«[^«»]*(?:»[^«»]*)?)?)»")
"""A title, be it with another in it: «Путешествие на «Снарке»»; the last mark may stand for both."""


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters and digits, as names are indexed: "Санкт-Петербург" is one token of two words."""

    span: Span
    folded: str
    token: Token


@dataclass(frozen=True)
class Parse:
    """A question's tokens with their tree; ``folded`` is the text that patterns see, of the question's length."""

    text: str
    folded: str
    tokens: tuple[Token, ...]
    corrected: tuple[tuple[str, str], ...] = ()
    """Misspelt words with what they were taken for, in their order."""
    hasty: bool = False
    """Whether the writer left the capitals out: those that are there tell nothing of words without."""

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token, the tokens that hang on it."""
        children: list[list[int]] = [[] for _ in self.tokens]
        for token in self.tokens:
            if token.head != ROOT:
                children[token.head].append(token.index)
        return tuple(map(tuple, children))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words in order, each with the token it stands in."""
        words: list[Word] = []
        for token in self.tokens:
            start, _ = token.span
            if token.folded.isalnum():  # as most are
                words.append(Word(token.span, token.folded, token))
            else:
                words += [
                    Word(Span(start + match.start(), start + match.end()), match[0], token)
                    for match in _WORD.finditer(token.folded)
                ]
        return tuple(words)

    @cached_property
    def spelt(self) -> tuple[str, ...]:
        """The words, folded."""
        return tuple([word.folded for word in self.words])

    @cached_property
    def quotes(self) -> tuple[Span, ...]:
        """What stands between quotation marks, the marks left out."""
        if "«" not in self.text:
            return tuple(Span(*match.span(1)) for match in _QUOTED.finditer(self.folded))
        titles = [Span(*match.span(1)) for match in _TITLE.finditer(self.text) if _WORD.search(match[1])]
        rest = _TITLE.sub(lambda match: " " * len(match[0]), self.text)
        others = (Span(*match.span(1)) for match in _QUOTED.finditer(fold(rest)))
        return tuple(sorted((*titles, *others)))

    @cached_property
    def told(self) -> dict[int, int]:
        """The words that marks set off behind a name to say what it is, each with the name's head."""
        return {
            index: token.head
            for token in self.tokens
            if (mark := mark_before(self.tokens, token.index)) is not None
            for index in self.subtree(token.index)
            if index > mark
        }

    def quotes_hold(self, span: Span) -> bool:
        """Whether a span stands in quotation marks."""
        return bool(self.quotes) and any(quote.covers(span) for quote in self.quotes)

    @cached_property
    def _subtrees(self) -> dict[int, tuple[int, ...]]:
        return {}

    def subtree(self, index: int) -> tuple[int, ...]:
        """The token and all below it, in order of the text."""
        known = self._subtrees.get(index)
        if known is None:
            seen: set[int] = set()
            stack = [index]
            while stack:
                node = stack.pop()
                if node not in seen:  # a parser's tree may hold a cycle
                    seen.add(node)
                    stack.extend(self.children[node])
            known = self._subtrees[index] = tuple(sorted(seen))
        return known

    def ancestors(self, index: int) -> list[int]:
        """The tokens above a token, nearest first."""
        found: list[int] = []
        while (index := self.tokens[index].head) != ROOT and index not in found:  # a cycle ends the climb
            found.append(index)
        return found

    def says_more_than(self, span: Span, noun: Token | None, found: int) -> bool:
        """Whether, beside a name, a second verb says something of what is asked for, or something picks from so many: a
        number, or what a verb says of the asked noun.
        """
        beside = [token for token in self.tokens if not span.overlaps(token.span)]
        said = noun is not None and noun.relation.startswith("nsubj") and self.tokens[noun.head].pos == "VERB"
        return (
            found > 1 and (said or any(map(str.isdigit, "".join(token.folded for token in beside))))
        ) or any(
            token.pos == "VERB" and token.relation == "conj" and self.tokens[token.head].pos == "VERB"
            for token in beside
        )

    def within(self, span: Span) -> list[Token]:
        """The tokens that lie in a span."""
        start, stop = span  # asked for dozens of times a question: no call for each token
        return [token for token in self.tokens if start <= token.span.start and token.span.stop <= stop]


NOTHING_PARSED = Parse("", "", ())


class Spoken:
    """The folded words with one space between them, as one hears the question: what property patterns see."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        words = [token for token in tokens if token.is_word]
        self.text = " ".join(token.folded for token in words)
        self._places = [place for token in words for place in range(token.span.start, token.span.stop + 1)]

    def span(self, span: Span) -> Span:
        """The span of the question that a non-empty span of ``text`` came from."""
        return Span(self._places[span.start], self._places[span.stop - 1] + 1)

    def placed(self, span: Span, gaps: Iterable[Span]) -> tuple[Span, tuple[Span, ...]]:
        """Where in the question a match stands, and what it passed over."""
        return self.span(span), tuple(self.span(gap) for gap in gaps if gap.stop > gap.start)


class EndFirst(Spoken):
    """The question as if what stands at its end stood at its beginning: "умер от чего" as "от чего умер"."""

    def __init__(self, tokens: Sequence[Token], end: int) -> None:
        """Take the words that stand last from the token of number ``end`` on."""
        super().__init__([*tokens[end:], *tokens[:end]])
        self._tokens = [token for token in tokens if token.is_word]

    def placed(self, span: Span, gaps: Iterable[Span]) -> tuple[Span, tuple[Span, ...]]:
        """Where the words of a match stand in the question, and what other words lie between them."""
        passed = {place for gap in gaps for place in range(gap.start, gap.stop)}
        said = {self._places[place] for place in range(span.start, span.stop) if place not in passed}
        spelt = [token.span.start in said for token in self._tokens]
        if not any(spelt):
            return super().placed(span, gaps)
        first, last = spelt.index(True), len(spelt) - 1 - spelt[::-1].index(True)
        between = tuple(
            token.span
            for token, own in zip(self._tokens[first:last], spelt[first:last], strict=True)
            if not own
        )
        return Span(self._tokens[first].span.start, self._tokens[last].span.stop), between


_models_lock = ForkSafeLock()
"""Who loads or runs the models holds it: their layers keep state while they run."""


@cache
def _models() -> tuple[Models, Callable[[], AbstractContextManager[Any]]]:
    """The tagger with the parser, and what bounds their threads: one set of them a process, whoever asks."""
    from threadpoolctl import ThreadpoolController

    from simba.russian.vectors import embedding
    from simba.stages.parse.models import Models

    models, threads = Models(embedding()), ThreadpoolController()
    if all(library.num_threads == 1 for library in threads.lib_controllers):  # as the command line has it
        return models, nullcontext
    return models, partial(threads.limit, limits=1)


class Parser:
    """Natasha's pipeline, loaded on first use (about a fifth of a second) and shared by threads and by all parsers."""

    def __init__(self) -> None:
        """Nothing is loaded or parsed yet."""
        self._ahead: dict[str, Parse] = {}

    def load(self) -> None:
        """Load the models now rather than with the first question."""
        with _models_lock:
            _models()
        lemma("слово")

    def parse_ahead(self, questions: Iterable[str]) -> None:
        """Parse what `parse` will be asked for next: together that takes less than half the time. An error is raised
        when the question is asked.
        """
        self._ahead = {}
        asked = list(dict.fromkeys(questions))
        with suppress(Exception):
            self._ahead = dict(zip(asked, self._parsed(asked), strict=True))

    def parse(self, question: str) -> Parse:
        """Parse a question of any content; the tokens of an empty one are none."""
        return self._ahead.pop(question, None) or self._parsed([question])[0]

    def _parsed(self, questions: Sequence[str]) -> list[Parse]:
        texts = [legible(question) for question in questions]
        sentences = [segmented(text) if text.strip() else [] for text in texts]
        written = [[token.text for token in sentence] for one in sentences for sentence in one]
        if not written:
            return [Parse(text, fold(text), ()) for text in texts]
        with _models_lock:
            models, alone = _models()
            # One thread: the matrices are too small to share, and on a busy machine that costs twenty times as much.
            with alone():
                parsed = iter(_with_titles(written, models))
        return [
            _parse_of(text, one, list(islice(parsed, len(one))))
            for text, one in zip(texts, sentences, strict=True)
        ]


def _with_titles(
    written: list[list[str]], models: Callable[[Sequence[Sequence[str]]], list[list[ParsedWord]]]
) -> list[list[ParsedWord]]:
    """What the models say of sentences, of those with titles that are no plain names as if they were."""
    parsed = models(written)
    short = {
        number: one
        for number, words in enumerate(written)
        if (one := shortened(words, parsed[number])) is not None
    }
    if short:
        again = models([[written[number][place] for place in one.kept] for number, one in short.items()])
        for (number, one), words in zip(short.items(), again, strict=True):
            parsed[number] = lengthened(parsed[number], words, one)
    return parsed


def _parse_of(text: str, sentences: list[list[RawToken]], parsed: list[list[ParsedWord]]) -> Parse:
    """A text's sentences with what the models say of them."""
    folded = fold(text)
    tokens: list[Token] = []
    for sentence, words in zip(sentences, parsed, strict=True):
        first = len(tokens)  # the models count from 1 within a sentence, with 0 for the root's head
        for place, word in zip(sentence, words, strict=True):
            head = first + word.head - 1 if word.head else ROOT
            pos, features = checked(folded[place.start : place.stop], word.pos, word.features)
            many = bool(tokens) and tokens[-1].pos in {"DET", "ADJ"} and _is_plural(tokens[-1].features)
            tokens.append(
                Token(
                    index=len(tokens),
                    span=Span(place.start, place.stop),
                    text=place.text,
                    folded=folded[place.start : place.stop],
                    head=ROOT if head == len(tokens) else head,
                    relation=word.relation,
                    pos=pos,
                    features=features,
                    living=many and _is_plural(features) and features.get("Animacy") == "Anim",
                )
            )
    return Parse(text, folded, set_off(tokens))


def _is_plural(features: Mapping[str, str]) -> bool:
    return features.get("Number") == "Plur"
