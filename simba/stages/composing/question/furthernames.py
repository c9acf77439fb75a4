"""Names that only composition looks for: those that a question says with words of its own, or leaves half out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from simba.kb.classes import Classes
from simba.russian.morphology import lemmas
from simba.russian.text import Span
from simba.stages.composing.question.constructions import ConstructionWords
from simba.stages.interrogative import NO_INTERROGATIVE, Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.links import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

NOMINAL = frozenset({"NOUN", "PROPN", "ADJ"})
MAX_OF = 3
"""Words after an office that say of what it is."""
MAX_LED = 4
"""Things said to have a head of which the office is looked for."""


class FurtherNames:
    """Links them; may be shared between threads."""

    def __init__(
        self, linker: Linker, hierarchy: Classes, lexicon: Lexicon, words: ConstructionWords
    ) -> None:
        self._linker, self._hierarchy, self._words = linker, hierarchy, words
        self._worst = lexicon.weights.composing.asked_name
        self._positions = lexicon.sets.positions

    def link(
        self, parse: Parse, interrogative: Interrogative, candidates: Sequence[Candidate]
    ) -> list[Candidate]:
        """What the names mean that the stages before did not look for."""
        either = self._words.either
        known = [one.mention for one in candidates]
        return [
            *self._asked(parse, interrogative, known),
            *self._linked(parse, _short_mentions(parse, interrogative, either), known),
            *self._linked(parse, _bare_mentions(parse, interrogative, known, either), known),
            *self._led(parse, candidates),
            *self._linked(parse, _written_out(parse, self._words.shortened), known),
        ]

    def _linked(self, parse: Parse, mentions: list[Mention], known: Sequence[Mention]) -> Sequence[Candidate]:
        return self._linker.link(parse, NO_INTERROGATIVE, mentions, known).candidates if mentions else ()

    def _asked(self, parse: Parse, interrogative: Interrogative, known: Sequence[Mention]) -> list[Candidate]:
        """What the asked noun names together with what follows it: "какие министры иностранных дел СССР"."""
        if interrogative.noun is None:
            return []
        linked = self._linked(parse, _asked_mentions(parse, interrogative.noun.index), known)
        return [one for one in linked if one.score > self._worst]

    def _led(self, parse: Parse, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The offices of those who lead what is named: who heads NASA is "глава НАСА"."""
        if not any(token.lemma in self._words.leads for token in parse.tokens):
            return []
        named = [one.mention for one in candidates if one.mention.text[:1].isupper()]
        mentions = list({(one.first, one.last): one for one in named}.values())[:MAX_LED]
        offices = [
            Mention(one.span, f"{head} {one.text}", (head, *one.words), one.first, one.last, one.source)
            for one in mentions
            for head in sorted(self._words.leading)
        ]
        linked = self._linked(parse, [*mentions, *offices], named)
        known = {one.entity.id for one in candidates}
        return [
            one
            for one in linked
            if one.entity.id not in known
            and (
                not one.entity.classes
                or not self._hierarchy.above(one.entity.classes).isdisjoint(self._positions)
            )
        ]


def _written_out(parse: Parse, shortened: Mapping[str, Sequence[str]]) -> list[Mention]:
    """The offices that are called by a shorter word, written out: "премьер Италии" is "премьер-министр Италии"."""
    found = []
    for first, word in enumerate(parse.words):
        known = shortened.keys() & lemmas(word.folded)
        if not known:
            continue
        names = [name for lemma in sorted(known) for name in shortened[lemma]]
        after = takewhile(lambda one: one.token.pos in NOMINAL, parse.words[first + 1 : first + 1 + MAX_OF])
        for last, end in enumerate(after, first + 1):
            span = Span(word.span.start, end.span.stop)
            rest = [one.folded for one in parse.words[first + 1 : last + 1]]
            for name in names:
                words = (*name.replace("-", " ").split(), *rest)
                found.append(Mention(span, " ".join(words), words, first, last, "subtree"))
    return found


def _short_mentions(parse: Parse, interrogative: Interrogative, either: Collection[str]) -> list[Mention]:
    """The adjectives with capitals that "или" joins to something, with the noun that they leave out."""
    joints = [place for place, word in enumerate(parse.words) if word.folded in either]
    found: list[Mention] = []
    if not joints:
        return found
    for place, word in enumerate(parse.words):
        token, following = word.token, parse.words[place + 1 : place + 2]
        if token.pos != "ADJ" or not token.text[:1].isupper() or not any(abs(place - j) == 1 for j in joints):
            continue
        if following and following[0].token.pos in {"NOUN", "PROPN"}:
            continue  # it has its noun
        left = [one.token for one in parse.words[:place] if one.token.pos == "NOUN"]
        for noun in {one.lemma for one in (interrogative.noun, *left[-1:]) if one is not None}:
            words = (word.folded, noun)
            found.append(Mention(word.span, f"{token.text} {noun}", words, place, place, "subtree"))
    return found


def _bare_mentions(
    parse: Parse, interrogative: Interrogative, known: Sequence[Mention], either: Collection[str]
) -> list[Mention]:
    """The unknown names that "или" joins, after the asked noun that they leave out: "Цепной или Маргит"."""
    if interrogative.noun is None or not any(word.folded in either for word in parse.words):
        return []
    placed = {place for one in known for place in range(one.first, one.last + 1)}
    noun = interrogative.noun.lemma
    return [
        Mention(word.span, f"{noun} {word.token.text}", (noun, word.folded), place, place, "subtree")
        for place, word in enumerate(parse.words)
        if place not in placed
        and word.token.pos == "PROPN"
        and any(one.folded in either for one in parse.words[max(place - 1, 0) : place + 2])
    ]


def _asked_mentions(parse: Parse, noun: int) -> list[Mention]:
    """The asked noun with the words after it that hang on it, the longest first."""
    words = [number for number, word in enumerate(parse.words) if word.token.index >= noun]
    if not words:
        return []
    below = set(parse.subtree(noun))
    first = last = words[0]
    begins = first
    while begins and _names_with(parse, parse.words[begins - 1].token, noun):
        begins -= 1  # "из Великих озёр"
    while last + 1 < len(parse.words) and parse.words[last + 1].token.index in below and last - first < 6:
        last += 1
    found = [_mention(parse, first, end) for end in range(last, first, -1)]
    return found + ([_mention(parse, begins, first)] if begins < first else [])


def _names_with(parse: Parse, token: Token, noun: int) -> bool:
    """Whether an adjective with a capital belongs to the asked noun."""
    return bool(token.index) and token.head == noun and token.relation == "amod" and token.text[:1].isupper()


def _mention(parse: Parse, first: int, last: int) -> Mention:
    """The words from one to another as a mention."""
    span = Span(parse.words[first].span.start, parse.words[last].span.stop)
    folded = parse.spelt[first : last + 1]
    return Mention(span, parse.text[span.start : span.stop], folded, first, last, "subtree")
