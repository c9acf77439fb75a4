"""Stage 2: the interrogative word or phrase, what it removes from the mentions, and the answer type it expects.

The paper (section 5) keeps a dictionary of question words; ours is ``rules/interrogatives.yaml``
(`simba.grammar.askingwords`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from simba.grammar.askingwords import (
    DICTIONARY,
    FRAMES,
    AskingWords,
    DictionaryText,
    ExpectedType,
    dictionary_path,
    filled_patterns,
)
from simba.grammar.patterns import PatternSet
from simba.grammar.yamlfile import read_document
from simba.russian.morphology import in_dictionary, readings
from simba.russian.text import Span
from simba.stages.framing import Framing
from simba.stages.interrogative.askednoun import described_noun, noun_among, noun_of_which, tells_whose
from simba.stages.interrogative.polarity import is_polar
from simba.stages.interrogative.relativeclauses import (
    describes,
    describes_below,
    is_told_of,
    looks_back,
    of_standing,
)
from simba.stages.lexicon import Words, load_words
from simba.stages.parse import Parse, Token


@dataclass(frozen=True, slots=True)
class Interrogative:
    """What asks: the removed spans, the expected answer type (None: anything) and the noun that names the class."""

    removed: tuple[Span, ...]
    name: str | None
    type: ExpectedType | None
    noun: Token | None
    several: bool = False
    """Whether the question asks for more than one thing ("Кто основал музей и в каком году?")."""
    polar: bool = False
    """Whether it wants a yes or no ("Правда ли, что ...", "Пушкин родился в Москве?")."""
    second: Interrogative | None = None
    """Of two, the one that is joined to the first: "когда и где", "кто снял и когда вышел"."""
    agent: bool = False
    """Whether it asks who did what a passive says: "Кем был учреждён орден?"."""

    def covers(self, span: Span) -> bool:
        """Whether a removed phrase overlaps the span."""
        start, stop = span  # asked of every word by most stages: no call for each
        return bool([one for one in self.removed if one.start < stop and start < one.stop])


NO_INTERROGATIVE = Interrogative((), None, None, None)


class _Asking(NamedTuple):
    """An asking word or phrase; the first of them that look back at nothing asks."""

    relative: bool
    """Whether it stands behind a comma, so that it may look back at a noun."""
    start: int
    minus_stop: int
    """Less its end, so that the longest of those that begin together comes first."""
    entry: int
    """The number of its pattern."""


class InterrogativeDictionary:
    """The dictionary, compiled once."""

    def __init__(self, dictionary: DictionaryText, asking: list[str], framing: Framing, words: Words) -> None:
        self.framing = framing
        self._words = words
        self._entries = [entry for entry in dictionary.interrogatives for _ in entry.patterns]
        self._patterns = PatternSet(asking)
        self._nouns = {noun: kind for kind, nouns in dictionary.nouns.items() for noun in nouns}
        self._naming = frozenset(dictionary.nouns.get("text", ()))
        self.fillers = frozenset(dictionary.fillers)
        self.classes: dict[str, frozenset[str]] = {
            kind: frozenset(ids) for kind, ids in dictionary.classes.items()
        }

    @classmethod
    def load(cls, folders: Sequence[Path]) -> InterrogativeDictionary:
        """Read ``interrogatives.yaml`` of the last folder that has one; raises `RuleError`."""
        document = read_document(dictionary_path(folders), DICTIONARY)
        patterns = filled_patterns(document)

        def of(key: str) -> list[str]:
            return [pattern.regex for pattern in patterns if pattern.location[0] == key]

        asking = of("interrogatives")
        words = load_words(folders)
        framing = Framing({key: of(key) for key in FRAMES}, asking, words)
        return cls(document.content, asking, framing, words)

    def find(self, parse: Parse) -> Interrogative:
        """The question's interrogative; one without spans and type where it has none ("столица Туркмении")."""
        match = self.framing.requests.match(parse.folded)
        request = Span(0, match.end()) if match else None
        removed: tuple[Span, ...] = () if request is None else (request,)
        found = self._asking(parse, request)
        polar = is_polar(parse, removed, self._words, asks=bool(found or request))
        unasked = Interrogative(removed, "просьба" if request else None, None, None, polar=polar)
        if not found:
            return unasked
        first = min(found)
        span = _with_preposition(parse, Span(first.start, -first.minus_stop))
        if polar and describes(parse, span, 0):
            return unasked  # "правда ли, что X — автор книги, по которой снят Y"
        if describes_below(parse, span, self._named_from(parse, request.stop) if request else 0):
            return unasked
        entry = self._entries[first.entry]
        before = span if entry.type == "name" else request
        described = described_noun(parse, before, span, self._words.relative, self._naming)
        if described is None and request and describes(parse, span, request.stop):
            return unasked  # "назовите фильмы с X, которые сняты Y"
        if described is not None and before is None and is_told_of(parse, described):
            return replace(unasked, polar=is_polar(parse, removed, self._words, asks=False))
        if described is not None:
            noun: Token | None = described
            removed += (Span(before.stop if before else described.span.start, described.span.stop), span)
        else:
            noun = self._noun(parse, span, entry.type)
            removed += _with_noun(parse, span, noun) if entry.type == "noun" else (span,)
        expected = self._noun_type(noun) if entry.type == "noun" or described is not None else entry.type
        agent = expected == "name" and _is_passive(parse, span)
        if agent:
            expected = "person"
        # An amount is asked for beside whether it is so: "высока ли башня, сколько в ней метров".
        several = (polar and expected == "number") or any(
            self._words.joins.search(parse.folded[: other.start])
            and not looks_back(parse, other.start, described, self._words.relative)
            for other in found
            if other.start > span.stop
        )
        second = self._second(parse, span, found) if several and described is None else None
        return Interrogative(removed, entry.name, expected, noun, several, polar, second, agent)

    def _second(self, parse: Parse, first: Span, found: Sequence[_Asking]) -> Interrogative | None:
        """The asking phrase that is joined to the first, if no third one is."""
        joined: list[tuple[Span, AskingWords]] = []
        for other in sorted(found):
            span = Span(other.start, -other.minus_stop)
            inside = joined and joined[-1][0].covers(span)
            if (
                span.start > first.stop
                and not inside
                and self._words.joins.search(parse.folded[: span.start])
            ):
                joined.append((_with_preposition(parse, span), self._entries[other.entry]))
        if len(joined) != 1:
            return None
        span, entry = joined[0]
        if entry.type != "noun":
            agent = entry.type == "name" and _is_passive(parse, span)
            return Interrogative((span,), entry.name, "person" if agent else entry.type, None, agent=agent)
        noun = self._noun(parse, span, entry.type)
        return Interrogative(_with_noun(parse, span, noun), entry.name, self._noun_type(noun), noun)

    def _asking(self, parse: Parse, request: Span | None) -> list[_Asking]:
        """The words that may ask: none in quotes or in the request, of a comparison, or that mean anybody."""
        found = []
        for match in self._patterns.finditer(parse.folded):
            span = match.span
            if self._words.asks_nothing.match(parse.folded, span.stop):
                continue  # "кто-нибудь знает, ..." asks nothing of anybody
            if any(one.covers(span) for one in parse.quotes) or (request and request.covers(span)):
                continue
            if parse.folded[span.start : span.stop] in self._words.than and _compares(parse, span):
                continue
            if request and of_standing(parse, span):
                continue  # "назовите фильмы того, кто снял X"
            relative = _follows_comma(parse.folded, span.start) and not request
            found.append(_Asking(relative, span.start, -span.stop, match.pattern))
        return found

    def _named_from(self, parse: Parse, start: int) -> int:
        """The token with which what is asked for begins behind a request: nouns for names add nothing."""
        behind = (t.index for t in parse.tokens if t.span.start >= start and t.lemma not in self._naming)
        return next(behind, len(parse.tokens))

    def _noun(self, parse: Parse, span: Span, asked: str) -> Token | None:
        """The noun that names the class of what a phrase of such a type asks for."""
        if asked in {"manner", "reason"}:
            return next((token for token in parse.within(span) if token.pos == "NOUN"), None)
        if asked in {"person", "thing"}:
            return noun_among(parse, span, self._words.among)
        return noun_of_which(parse, span) if asked == "noun" else None

    def _noun_type(self, noun: Token | None) -> ExpectedType | None:
        if noun is None:
            return None
        listed = self._nouns.get(noun.lemma)
        if listed:
            return listed
        tags = [tag for lemma, tag in readings(noun.folded) if lemma == noun.lemma]
        # Of a word that the dictionary lacks it only guesses ("восьмитысячник").
        return "person" if tags and "NOUN,anim" in tags[0] and in_dictionary(noun.folded) else None


def _with_noun(parse: Parse, span: Span, noun: Token | None) -> tuple[Span, ...]:
    """What "какой" removes: all up to its noun, but not whose that is ("какая у реки Лены длина")."""
    if noun is None:
        return (span,)
    between = [token for token in parse.tokens if span.stop <= token.span.start < noun.span.start]
    if tells_whose(between):
        return noun.span, span
    return (Span(min(span.start, noun.span.start), max(span.stop, noun.span.stop)),)


def _with_preposition(parse: Parse, span: Span) -> Span:
    before = [token for token in parse.tokens if token.span.stop <= span.start]
    return Span(before[-1].span.start, span.stop) if before and before[-1].pos == "ADP" else span


def _compares(parse: Parse, span: Span) -> bool:
    """Whether a word follows a comparative, be it with more behind that: "выше над уровнем моря, чем" asks nothing."""
    before = [token for token in parse.tokens if token.span.stop <= span.start and token.is_word]
    compared = before if _follows_comma(parse.folded, span.start) else before[-1:]
    return any("COMP" in tag for token in compared for _, tag in readings(token.folded))


def _is_passive(parse: Parse, span: Span) -> bool:
    """Whether "кем был" asks who did something, not who somebody was."""
    after = next((token for token in parse.tokens if token.span.start >= span.stop), None)
    short = after is not None and after.features.get("VerbForm") == "Part"
    return short or any(token.relation == "aux:pass" for token in parse.within(span))


def _follows_comma(folded: str, start: int) -> bool:
    return folded[:start].rstrip().endswith(",")
