"""How near a question's words are to the words that each property is asked with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

from simba.common.lazy import cached_property
from simba.grammar.rules import Rule, RuleBase
from simba.russian.vectors import Vectors, vector, vectors
from simba.stages.lexicon import LikeningWeights

MAX_WORDS = 1_000
"""Words of questions whose nearness is remembered: some 4 kilobytes each."""
Floats = NDArray[np.float32]


class Vocabularies:
    """The vocabularies of all rules; may be shared between threads.

    What makes a property likelier is a word of its vocabulary that few others have.
    """

    def __init__(self, rules: RuleBase, weights: LikeningWeights) -> None:
        self.rules: Sequence[Rule] = rules.rules
        self.of_rules = rules.vocabularies
        self._weights = weights
        self._near = lru_cache(maxsize=MAX_WORDS)(self._nearness)

    @cached_property
    def _known(self) -> tuple[list[str], Vectors]:
        """The words that have a vector, and those: a column for each word, so that they are read in a row."""
        words = sorted({word for one in self.of_rules for word in one})
        rows = vectors(words)
        known = np.flatnonzero(rows.any(axis=1))
        return [words[one] for one in known], np.ascontiguousarray(rows[known].T)

    @cached_property
    def _own(self) -> list[list[int]]:
        """For each rule the numbers of its words that have a vector."""
        number = {word: place for place, word in enumerate(self._known[0])}
        return [[number[word] for word in one if word in number] for one in self.of_rules]

    @cached_property
    def _having(self) -> list[list[int]]:
        """For each word the numbers of the rules that have it."""
        having: list[list[int]] = [[] for _ in self._known[0]]
        for rule, own in enumerate(self._own):
            for word in own:
                having[word].append(rule)
        return having

    @cached_property
    def _rarity(self) -> Floats:
        """How much each word tells of the property, 0 to 1."""
        count = len(self.of_rules) + 1
        found = [min(1.0, log(count / (len(rules) + 1)) / self._weights.rare) for rules in self._having]
        return np.array(found, np.float32)

    def nearness(self, words: Sequence[str]) -> Floats:
        """How near the lemmas are to each rule's vocabulary, together: of each the most similar word counts."""
        nearness: Floats = sum(map(self._near, words), np.zeros(len(self.rules), np.float32))
        return nearness

    def nearest(self, words: Sequence[str]) -> Iterator[tuple[int, float]]:
        """The rules' numbers with how near the lemmas are to each, nearest first; those that are near at all."""
        nearness = self.nearness(words)
        for number in np.argsort(-nearness, kind="stable"):
            if nearness[number] <= 0:
                return
            yield int(number), float(nearness[number])

    def _nearness(self, word: str) -> Floats:
        found = np.zeros(len(self.rules), np.float32)
        near = self._cosines(word, self._known[1]) * self._rarity
        for like in near.nonzero()[0]:  # two or three of thousands
            rules = self._having[like]
            found[rules] = np.maximum(found[rules], near[like])
        return found

    def _cosines(self, word: str, others: Vectors) -> Floats:
        """How similar the word is to others, a column each; 0 where it is not enough to stand for one."""
        own = vector(word)
        if own is None:
            return np.zeros(others.shape[1], np.float32)
        # No product of matrices: the library for these may start threads, which on a busy machine wait for one another.
        cosines = np.einsum("ji,j->i", others, own)
        enough: Floats = np.where(cosines < self._weights.alike, np.float32(0), cosines)
        return enough

    def like(self, word: str, rule: int) -> str | None:
        """The word of a rule's vocabulary, by the rule's number, that makes a lemma near to it, if any does."""
        own = self._own[rule]
        if not own:
            return None
        words, columns = self._known
        near = self._cosines(word, columns[:, own]) * self._rarity[own]
        best = int(near.argmax())
        return words[own[best]] if near[best] > 0 else None
