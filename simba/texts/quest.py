"""What a question wants of a text: the kind of answer, the words that a sentence should have, and how it asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from simba.grammar.rules import Rule, RuleBase
from simba.russian.morphology import lemmas
from simba.russian.vectors import Vectors, vectors
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Token
from simba.stages.properties import Proposals
from simba.texts.reading_words import ReadingWords

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "X", "ADV"})
NAMES = frozenset({"PROPN", "X"})
ANYTHING = "noun"
"""The kind of answer where only a noun tells it, or nothing."""
LEAST_KIN, KIN_SHARE = 4, 0.7
"""Letters, and the share of the longer word, that words of one root begin with."""
KIN = 0.8
"""What a word of the same root counts."""
SYNONYM = 0.9
"""What a word of the same group counts."""
ALIKE = 0.5
"""The cosine from which on words are alike."""
SHARED = 12
"""Rules that may have a word in common for it to tell anything."""
OPEN = frozenset({None, "name", "thing", "manner"})
"""Types of interrogatives that leave open what is asked for."""
Rarity = Callable[[str], float]
"""How much a lemma tells, from 0: the rarer the more."""


class Background:
    """What is known beforehand: words, and those that the rules' authors ask with."""

    def __init__(self, words: ReadingWords, fillers: Collection[str], rules: RuleBase) -> None:
        self.words, self.fillers, self.rules = words, fillers, rules

    @cached_property
    def _rare(self) -> dict[tuple[str, str], frozenset[str]]:
        having = Counter(word for one in self.rules.vocabularies for word in set(one))
        return {
            (rule.property, rule.direction): frozenset(word for word in own if having[word] <= SHARED)
            for rule, own in zip(self.rules.rules, self.rules.vocabularies, strict=True)
        }

    def vocabulary(self, rules: Sequence[Rule]) -> frozenset[str]:
        """The lemmas that few but the authors of these rules ask with."""
        return frozenset(
            word for rule in rules for word in self._rare.get((rule.property, rule.direction), ())
        )


@dataclass(frozen=True, slots=True)
class QuestWord:
    """A content word of the question."""

    lemmas: frozenset[str]
    lemma: str
    weight: float
    groups: frozenset[int]
    """The groups of words alike that it is in; none of a name."""
    name: bool
    """Whether it is (part of) a name rather than what is said of it."""


@dataclass(frozen=True, slots=True)
class Quest:
    """What is looked for."""

    kind: str
    """As ``answers`` of `ReadingWeights` has it."""
    noun: frozenset[str]
    """The lemmas of the noun that is asked about; empty where none is."""
    words: tuple[QuestWord, ...]
    vectors: Vectors
    """Of the words, a row each; the noun's is the last, zeros where there is none."""
    units: frozenset[str]
    """The lemmas of what is counted or of the units that it is measured in; empty where they are not known."""
    year: bool
    """Whether a year is asked for rather than a whole date."""
    all_lemmas: frozenset[str]
    """Of every word of the question but what asks."""
    case: str | None
    """Of the word that asks."""
    prepositions: frozenset[str]
    """What may stand before the answer: "в каком городе", "где"."""
    properties: frozenset[str]
    """Those that the rules hear in the question."""
    vocabulary: frozenset[str]
    """The rare lemmas that the authors of these rules ask with."""

    @property
    def weight(self) -> float:
        """Of all words together."""
        return sum(word.weight for word in self.words)


def quest_of(
    parse: Parse,
    interrogative: Interrogative,
    proposals: Proposals,
    background: Background,
    rarity: Rarity,
) -> Quest:
    """What a question seeks, from what SimBa's stages found out about it."""
    noun = interrogative.noun
    asked = frozenset(lemmas(noun.folded)) if noun else frozenset[str]()
    asking = [token for token in parse.tokens if interrogative.covers(token.span)]
    content = [
        token
        for token in parse.tokens
        if token.pos in CONTENT
        and token.is_word
        and token.lemma not in background.fillers
        and not interrogative.covers(token.span)
    ]
    words = tuple(_word(parse, one, background.words, rarity) for one in content)
    rows = vectors([word.lemma for word in words] + [noun.lemma if noun else ""])
    fired = (*proposals.candidates, *proposals.unfit)
    pronoun = next(
        (one for one in asking if one.pos in {"PRON", "DET", "ADV"}), asking[-1] if asking else None
    )
    carrier = noun or pronoun
    case = None
    if carrier is not None:
        case = carrier.features.get("Case") or (pronoun.features.get("Case") if pronoun else None)
    return Quest(
        kind_of(interrogative, proposals, background.words),
        asked,
        words,
        rows,
        _units(parse, interrogative, background.words),
        any(one.lemma in background.words.year_nouns for one in asking),
        asked.union(
            *(lemmas(token.folded) for token in parse.tokens if token.is_word and token not in asking)
        ),
        case,
        frozenset(one.folded for one in asking if one.pos == "ADP")
        or background.words.prepositions.get(interrogative.type or ANYTHING, frozenset()),
        frozenset(one.rule.property for one in fired),
        background.vocabulary([one.rule for one in fired]),
    )


def kind_of(interrogative: Interrogative, proposals: Proposals, words: ReadingWords) -> str:
    """What kind of answer is wanted; what the interrogative leaves open, the rules that fire may tell."""
    noun, kind = interrogative.noun, interrogative.type
    if noun is not None and noun.lemma in words.titles and kind in {None, "thing", "group", "place"}:
        return "title"
    if kind in OPEN:
        told = {frozenset(one.rule.answer) for one in proposals.candidates if one.rule.direction == "forward"}
        if len(told) == 1 and len(only := next(iter(told))) == 1 and noun is None:
            return next(iter(only))
    return {"manner": "name"}.get(kind or "", kind) or ANYTHING


def _word(parse: Parse, token: Token, words: ReadingWords, rarity: Rarity) -> QuestWord:
    own, name = frozenset(lemmas(token.folded)), _is_name(parse, token)
    groups = frozenset[int]() if name else words.groups_of(own)
    return QuestWord(own, token.lemma, rarity(token.lemma), groups, name)


def _units(parse: Parse, interrogative: Interrogative, words: ReadingWords) -> frozenset[str]:
    """What is counted: "сколько рублей"; or the units of the noun that is asked about: "какова длина"."""
    if interrogative.type != "number":
        return frozenset()
    end = max((one.stop for one in interrogative.removed), default=0)
    nouns = [
        one
        for one in parse.tokens
        if one.pos == "NOUN" and (one.span.stop <= end or one.span.start <= end + 1)
    ]
    known = frozenset(unit for one in nouns for unit in words.units_of(one.lemma))
    return known or frozenset(lemma for one in nouns for lemma in lemmas(one.folded))


def _is_name(parse: Parse, token: Token) -> bool:
    return (
        token.pos in NAMES or (token.text[:1].isupper() and token.index > 0) or parse.quotes_hold(token.span)
    )


def said(
    quest: Quest, tokens: Sequence[Token], words: ReadingWords
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """How much each token says each of the sought words: 1 the same word, less of the same root or alike."""
    found = np.zeros((len(quest.words), len(tokens)), np.float32)
    if not quest.words:
        return found
    rows = vectors([token.lemma for token in tokens])
    cosines = np.einsum("ik,jk->ij", quest.vectors[:-1], rows)
    for column, token in enumerate(tokens):
        if token.pos not in CONTENT and not token.folded.isdecimal():
            continue
        own = lemmas(token.folded)
        groups = words.groups_of(own)
        for row, word in enumerate(quest.words):
            if not word.lemmas.isdisjoint(own):
                found[row, column] = 1.0
            elif not word.groups.isdisjoint(groups):
                found[row, column] = SYNONYM
            elif kin(word.lemma, token.lemma):
                found[row, column] = KIN
            elif not word.name and cosines[row, column] >= ALIKE:
                found[row, column] = cosines[row, column]
    return found


@lru_cache(maxsize=100_000)
def kin(one: str, other: str) -> bool:
    """Whether two lemmas begin alike: "строить", "строитель"."""
    shorter, longer = sorted((one, other), key=len)
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(shorter))
    return shared >= LEAST_KIN and shared >= KIN_SHARE * min(len(longer), len(shorter) + 3)
