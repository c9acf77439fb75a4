"""The words by which a text tells of a property: those that the rules' authors wrote for it, and its name.

A phrase of one word ("похорон*") tells by itself; a word of a longer one ("спит вечным сном") does so less, and so does
a word that many properties have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

from simba.grammar.rules import RuleBase
from simba.texts.spotting import SpottedWord
from simba.texts.word_terms import text_terms

PART = 0.35
"""What a word of a longer phrase tells, where one that is a phrase by itself tells 1."""
FEW = 6
"""Properties that may share a word that tells of each all the same."""
LEAST_STEM, LEAST_WORD = 4, 4
"""Letters of a word's beginning, and of a word, that tell anything."""
_ASIDE = re.compile(r"\{[^}]*\}|\[[^]]*\]")
"""Fragments, and what may be left out."""
_WORD = re.compile(r"([а-яё]+)(\*|\([^()]*\)\*?)?")
_SOLO = re.compile(r"\s*[а-яё]+(?:\*|\([^()]*\)\*?)?\s*")


@dataclass(frozen=True, slots=True)
class TellingWords:
    """Words with how surely each tells of a property, up to 1."""

    lemmas: Mapping[str, float] = field(default_factory=dict)
    stems: tuple[tuple[str, float], ...] = ()
    """Beginnings of words, the surest first."""

    def weight(self, word: SpottedWord) -> float:
        """How surely a word of a text tells of it."""
        best = max((self.lemmas.get(lemma, 0.0) for lemma in word.lemmas), default=0.0)
        for stem, weight in self.stems:
            if weight <= best:
                break
            if word.folded.startswith(stem) or any(lemma.startswith(stem) for lemma in word.lemmas):
                return weight
        return best


class PropertyWords:
    """The words of all properties that have rules; may be shared between threads."""

    def __init__(self, rules: RuleBase) -> None:
        self._said: dict[str, dict[tuple[str, bool], float]] = defaultdict(dict)
        for prop, text in rules.wordings:
            own = self._said[prop]
            for word, begins, weight in _words(text):
                own[word, begins] = max(weight, own.get((word, begins), 0.0))
        self._names = {
            prop: {term for terms in text_terms(name) for term in terms} for prop, name in rules.names.items()
        }
        self._shared = Counter(word for own in self._said.values() for word in {word for word, _ in own})
        self._named = Counter(term for terms in self._names.values() for term in terms)
        self.of = lru_cache(maxsize=512)(self._of)
        """The words of a property by its identifier, and of what it is called here, if that is known."""

    def _of(self, prop: str, label: str | None = None) -> TellingWords:
        lemmas = {
            term: self._rarity(self._named[term])
            for term in (*self._names.get(prop, ()), *(one for own in text_terms(label or "") for one in own))
        }
        stems: dict[str, float] = {}
        for (word, begins), weight in self._said.get(prop, {}).items():
            told = weight * self._rarity(self._shared[word])
            if begins:
                stems[word] = max(told, stems.get(word, 0.0))
            else:
                for terms in text_terms(word):
                    lemmas.update({term: max(told, lemmas.get(term, 0.0)) for term in terms[:1]})
        return TellingWords(lemmas, tuple(sorted(stems.items(), key=lambda pair: -pair[1])))

    def _rarity(self, having: int) -> float:
        """1 of what few properties have, 0 of what all have."""
        count = len(self._said) + 1
        return min(1.0, log(count / max(having, 1)) / log(count / FEW)) if count > FEW else 1.0


def _words(text: str) -> Iterator[tuple[str, bool, float]]:
    """The words of a rule's phrase: whether a word is but a beginning, and how much it tells by itself."""
    if "\\" in text or "(?" in text:  # a regular expression
        return
    for phrase in _alternatives(_ASIDE.sub(" ", text)):
        weight = 1.0 if _SOLO.fullmatch(phrase) else PART
        for word in _WORD.finditer(phrase):
            begins = word[2] is not None
            if len(word[1]) >= (LEAST_STEM if begins else LEAST_WORD):
                yield word[1].replace("ё", "е"), begins, weight


def _alternatives(text: str) -> Iterable[str]:
    """What stands between the bars outside brackets."""
    depth, start = 0, 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            yield text[start:place]
            start = place + 1
    yield text[start:]
