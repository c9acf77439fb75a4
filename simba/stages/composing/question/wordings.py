"""Wordings of a question as the property rules read them, and the rules that fire there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simba.common.lazy import cached_property
from simba.grammar.rules import Rule, RuleBase, RuleMatch
from simba.russian.text import Span
from simba.stages.lexicon import RankingWeights
from simba.stages.properties import NONSENSE


class FiredRule(NamedTuple):
    """A rule that fired on a wording, and the tokens that it spelled out."""

    rule: Rule
    words: frozenset[int]
    over: frozenset[int]
    """The words that it matched at all, be it as any word."""
    merit: float
    reverse: bool
    """Whether the known entity is the value."""
    turned: bool = False
    """Whether it is taken the other way round than its author meant."""

    def turn(self, doubt: float) -> FiredRule:
        """The same, taken the other way round."""
        return self._replace(merit=self.merit + doubt, reverse=not self.reverse, turned=True)

    @property
    def why(self) -> str:
        """The property as the trace names it."""
        return f"{'^' if self.reverse else ''}{self.rule.property} {self.rule.name}"


class Phrasing:
    """Words in a row, each with the token that it stands for (None: none), as property patterns read them."""

    def __init__(
        self, pieces: Iterable[tuple[str, int | None]], doubtful: frozenset[int] = frozenset()
    ) -> None:
        """Take the words, and those tokens that a pattern may take without meaning them."""
        self._pieces = tuple(pieces)
        self.doubtful = doubtful
        self.text = " ".join([word for word, _ in self._pieces])

    @cached_property
    def _tokens(self) -> list[tuple[int, int, int]]:
        """Where each token begins and ends; most wordings are never asked."""
        found: list[tuple[int, int, int]] = []
        start = 0
        for word, token in self._pieces:
            stop = start + len(word)
            if token is not None:
                found.append((start, stop, token))
            start = stop + 1
        return found

    def tokens(self, span: Span, gaps: Sequence[Span] = ()) -> frozenset[int]:
        """The tokens spelled out in a span."""
        first, stop = span
        said = [one for one in self._tokens if one[0] < stop and one[1] > first]
        for gap in gaps:
            said = [
                one
                for one in said
                if (one[0] < gap.start and first < gap.start) or (gap.stop < one[1] and gap.stop < stop)
            ]
        return frozenset([token for _, _, token in said])

    def _any_would_do(self, rules: RuleBase, match: RuleMatch, words: frozenset[int]) -> frozenset[int]:
        """Of the doubtful words those in whose place the pattern would take any other: it says nothing of them."""
        span = match.match.span
        found = set()
        doubtful = words & self.doubtful
        for start, stop, token in self._tokens if doubtful else ():
            if token in doubtful:
                stop = min(stop, span.stop)
                space = self.text.find(" ", start, stop)  # a piece may be of two words
                stop = stop if space < 0 else space
                other = self.text[span.start : start] + NONSENSE + self.text[stop : span.stop]
                if rules.fits(match, other):
                    found.add(token)
        return frozenset(found)

    def fire(self, rules: RuleBase, weights: RankingWeights) -> list[FiredRule]:
        """The rules that fire, best first; of the same property on the same words the best."""
        best: dict[tuple[str, str, frozenset[int]], FiredRule] = {}
        for match in rules.match(self.text):
            gaps, span = match.match.gaps, match.match.span
            words = self.tokens(span, gaps)
            over = words
            words -= self._any_would_do(rules, match, words)
            length = span.stop - span.start - sum(gap.stop - gap.start for gap in gaps)
            merit = weights.length * length
            key = (match.rule.property, match.rule.direction, words)
            if key not in best or best[key].merit < merit:
                best[key] = FiredRule(match.rule, words, over, merit, match.rule.direction == "reverse")
        return sorted(best.values(), key=lambda fired: -fired.merit)


def distinct(fired: list[FiredRule], nouns: frozenset[int] = frozenset()) -> list[FiredRule]:
    """Of each property and direction what spells out the most words, and what spells out others or not these nouns, or
    reaches over fewer: "состоял в" needs no word of the name "Либеральная партия".
    """
    kept: list[FiredRule] = []
    of_step: dict[tuple[str, bool], list[FiredRule]] = {}
    for one in sorted(fired, key=lambda one: (-len(one.words), -one.merit)):
        others = of_step.setdefault((one.rule.property, one.reverse), [])
        if not any(
            one.words <= other.words
            and nouns.isdisjoint(other.words - one.words)
            and not (one.words == other.words and one.over < other.over)
            for other in others
        ):
            others.append(one)
            kept.append(one)
    return sorted(kept, key=lambda one: -one.merit)
