"""Which signs (`simba.texts.clues`) the spans of a sentence have of being the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from simba.russian.morphology import lemmas
from simba.russian.vectors import vectors
from simba.stages.parse import Parse, Token
from simba.texts.clues import Clues
from simba.texts.quest import CONTENT, Quest, said
from simba.texts.reading_words import ReadingWords
from simba.texts.spans import Offered

FAR = 12
"""Steps in the tree from which on nothing is near."""
WINDOW = 12
"""Tokens in the text from which on nothing is near."""
COMMON = frozenset({"being", "noun", "adjective"})
"""Kinds of spans that are no names, dates, numbers or titles."""
_MARKS = {",": 3, "(": 2, ")": 2, ":": 4, "-": 3}
"""How many words a mark counts for."""
SAYS = 0.45
"""How much a token has to say a word to be looked at."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of a sentence before it is parsed."""

    title: frozenset[str]
    """The lemmas of the page's title."""
    before: frozenset[str]
    """Those of the sentence before."""
    late: float
    rank: float


class SentenceReader:
    """The signs of all spans of one parsed sentence."""

    def __init__(
        self,
        quest: Quest,
        parse: Parse,
        setting: Setting,
        fired: Sequence[tuple[int, int]],
        words: ReadingWords,
    ) -> None:
        """Take also where rules of the asked properties fired: first and last tokens."""
        self._quest, self._parse, self._setting, self._fired = quest, parse, setting, fired
        tokens = parse.tokens
        self._said = said(quest, tokens, words)
        self._weights = weights = np.array([word.weight for word in quest.words], np.float32)
        best = self._said.max(axis=1) if tokens and len(weights) else np.zeros(len(weights), np.float32)
        names = np.array([word.name for word in quest.words], bool)
        self._cover = _share(best, weights)
        left = 1 - best
        titled, before = (
            np.array([not word.lemmas.isdisjoint(some) for word in quest.words], np.float32)
            for some in (setting.title, setting.before)
        )
        self._topic = _share(np.minimum(left, titled), weights)
        left = np.minimum(left, 1 - titled)
        self._before = _share(np.minimum(left, before), weights)
        self._unnamed = _share((1 - np.maximum(best, titled))[names], weights[names])
        self._kinds = words.kinds_of(quest.noun)
        self._strong: list[list[int]] = np.argwhere(self._said >= SAYS).tolist()
        self._steps = {column: _steps(parse, column) for _, column in self._strong}
        self._vocabulary = [
            token.index
            for token in tokens
            if token.pos in CONTENT and not quest.vocabulary.isdisjoint(lemmas(token.folded))
        ]
        self._words = words
        self._names = frozenset(lemma for word in quest.words if word.name for lemma in word.lemmas)
        deeds = {
            column
            for row, column in self._strong
            if not quest.words[row].name and tokens[column].pos == "VERB"
        }
        self._deeds = [
            (deed, tokens[kid])
            for deed in deeds
            for kid in parse.children[deed]
            if tokens[kid].relation.startswith("nsubj")
        ]
        self._brackets = _in_brackets(parse)
        self._marks = list(accumulate(_MARKS.get(token.folded, 0) for token in tokens))

    def clues(self, offered: Sequence[Offered], kinds: Collection[str]) -> list[tuple[Offered, Clues]]:
        """The spans that may answer, with their signs; spans of kinds that never do are left out."""
        whole = [(one.first, one.last) for one in offered if one.kind not in COMMON]
        found = []
        for one in offered:
            others = [other for other in whole if other != (one.first, one.last)]
            clues = self._clues(one, others) if one.kind in kinds else None
            if clues is not None:
                found.append((one, clues))
        return found

    def _clues(self, one: Offered, others: Sequence[tuple[int, int]]) -> Clues | None:
        """The signs of a span, given where other names, dates and the like stand; None of one that says nothing new."""
        words = [token for token in self._parse.tokens[one.first : one.last + 1] if token.is_word]
        content = [token for token in words if token.pos in CONTENT] or words
        repeated = [not self._quest.all_lemmas.isdisjoint(lemmas(token.folded)) for token in content]
        if all(repeated):
            return None
        titled = [not self._setting.title.isdisjoint(lemmas(token.folded)) for token in content]
        head = self._parse.tokens[one.head]
        inside = range(one.first, one.last + 1)
        return Clues(
            classed=self._classed(one),
            class_like=self._class_like(head.lemma),
            cover=self._cover,
            topic=self._topic,
            before=self._before,
            unnamed=self._unnamed,
            strangers=self._strangers(inside),
            kind=float(head.lemma in self._kinds),
            tree=self._near_tree(one.head, inside),
            text=self._near_text(inside),
            deed_near=self._nearest(inside, names=False),
            name_near=self._nearest(inside, names=True),
            doer=self._doer(inside),
            owned=self._owned(head),
            year=self._year(one),
            case=self._case(head.features.get("Case")),
            preposition=self._as_asked(self._preposition(one)),
            rule=self._rule(inside),
            vocabulary=self._near_vocabulary(inside),
            repeats=sum(repeated) / len(content),
            title=sum(titled) / len(content),
            part=float(
                one.kind != "date" and any(first <= one.first and one.last <= last for first, last in others)
            ),
            contains=float(any(one.first <= first and last <= one.last for first, last in others)),
            unit=self._unit(inside),
            begins=float(words[0].text[:1].isupper() and words[0].index > 0),
            length=min(1.0, (len(words) - 1) / 10),
            predicate=self._predicate(one.head),
            bracket=float(one.first in self._brackets),
            late=self._setting.late,
            rank=self._setting.rank,
        )

    def _near_tree(self, head: int, inside: range) -> float:
        return self._near(inside, lambda column: max(0.0, 1 - self._steps[column].get(head, FAR) / FAR) ** 2)

    def _near_text(self, inside: range) -> float:
        return self._near(inside, lambda column: max(0.0, 1 - _away(column, inside) / WINDOW))

    def _near(self, inside: range, nearness: Callable[[int], float]) -> float:
        """The share of the question's words that are said outside, each by what is nearest of it."""
        best: dict[int, float] = {}
        for row, column in self._strong:
            if column not in inside:
                best[row] = max(best.get(row, 0.0), nearness(column) * float(self._said[row, column]))
        total = float(self._weights.sum())
        return sum(float(self._weights[row]) * near for row, near in best.items()) / total if total else 0.0

    def _nearest(self, inside: range, *, names: bool) -> float:
        """How near the words are that say names, or the others; each mark between counts as some words."""
        best = 0.0
        for row, column in self._strong:
            if column not in inside and self._quest.words[row].name == names:
                first, last = sorted((column, inside.start if column < inside.start else inside.stop - 1))
                away = last - first + self._marks[last] - self._marks[first]
                best = max(best, float(self._said[row, column]) * max(0.0, 1 - away / WINDOW))
        return best

    def _strangers(self, inside: range) -> float:
        known = self._quest.all_lemmas | self._setting.title
        others = sum(
            token.index not in inside
            and token.pos == "PROPN"
            and token.text[:1].isupper()
            and known.isdisjoint(lemmas(token.folded))
            for token in self._parse.tokens
        )
        return min(1.0, others / 3)

    def _doer(self, inside: range) -> float:
        parse, best = self._parse, 0.0
        for _, subject in self._deeds:
            if subject.index in inside:
                continue
            own = {
                lemma
                for index in parse.subtree(subject.index)
                for lemma in lemmas(parse.tokens[index].folded)
            }
            known = subject.pos == "PRON" or not own.isdisjoint(self._names | self._setting.title)
            best = 1.0 if known else min(best, -1.0) if best <= 0 else best
        return best

    def _owned(self, head: Token) -> float:
        named = any(column == head.head and self._quest.words[row].name for row, column in self._strong)
        return float(named and head.features.get("Case") == "Gen")

    def _year(self, one: Offered) -> float:
        if one.kind != "date":
            return 0.0
        bare = (
            one.first == one.last
            or self._words.year.fullmatch(self._parse.tokens[one.first].folded) is not None
        )
        return (1.0 if self._quest.year else -1.0) if bare else 0.0

    def _unit(self, inside: range) -> float:
        units = self._quest.units
        if not units:
            return 0.0
        near = self._parse.tokens[inside.start : inside.stop + 1]
        return 1.0 if any(not units.isdisjoint(lemmas(token.folded)) for token in near) else -1.0

    def _classed(self, one: Offered) -> float:
        """Whether the asked noun is its head, what it stands in apposition to, or what it is said to be."""
        noun, parse = self._quest.noun, self._parse
        if not noun:
            return 0.0
        for index in (one.head, parse.tokens[one.head].head, one.first - 1, one.first - 2, one.last + 1):
            if 0 <= index < len(parse.tokens):
                token = parse.tokens[index]
                if not noun.isdisjoint(lemmas(token.folded)):
                    return 1.0
        return 0.0

    def _class_like(self, lemma: str) -> float:
        if not self._quest.noun:
            return 0.0
        return max(0.0, float(self._quest.vectors[-1] @ vectors([lemma])[0]))

    def _case(self, case: str | None) -> float:
        if case is None or self._quest.case is None:
            return 0.0
        alike = {self._quest.case, case} <= {"Nom", "Acc"}
        return 1.0 if case == self._quest.case else 0.5 if alike else -1.0

    def _preposition(self, one: Offered) -> str | None:
        if one.first and self._parse.tokens[one.first - 1].pos == "ADP":
            return self._parse.tokens[one.first - 1].folded
        for kid in self._parse.children[one.head]:
            if self._parse.tokens[kid].pos == "ADP" and kid < one.head:
                return self._parse.tokens[kid].folded
        return None

    def _as_asked(self, preposition: str | None) -> float:
        asked = self._quest.prepositions
        if not asked:
            return -1.0 if preposition else 0.0
        return 1.0 if preposition in asked else -1.0 if preposition else -0.5

    def _rule(self, inside: range) -> float:
        best = 0.0
        for first, last in self._fired:
            away = max(0, inside.start - last, first - inside.stop + 1)
            best = max(best, 1 - away / (2 * WINDOW))
        return best

    def _near_vocabulary(self, inside: range) -> float:
        best = 0.0
        for column in self._vocabulary:
            if column not in inside:
                best = max(best, 1 - _away(column, inside) / WINDOW)
        return best

    def _predicate(self, head: int) -> float:
        """Whether it is the nominal predicate of a sentence: "Нева — река"."""
        token = self._parse.tokens[head]
        kids = [self._parse.tokens[kid].relation for kid in self._parse.children[head]]
        return float(token.pos != "VERB" and any(kid.startswith("nsubj") for kid in kids))


def _away(column: int, inside: range) -> int:
    """How many tokens lie between one and a span that does not hold it, that one counted."""
    return inside.start - column if column < inside.start else column - inside.stop + 1


def _share(best: Floats, weights: Floats) -> float:
    total = float(weights.sum())
    return float((best * weights).sum()) / total if total else 0.0


def _steps(parse: Parse, start: int) -> dict[int, int]:
    """How many steps in the tree each token is away, up to `FAR`."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if found[here] == FAR:
            continue
        above = parse.tokens[here].head
        for index in (*parse.children[here], *((above,) if above >= 0 else ())):
            if index not in found:
                found[index] = found[here] + 1
                queue.append(index)
    return found


def _in_brackets(parse: Parse) -> frozenset[int]:
    depth, found = 0, set()
    for token in parse.tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth > 0:
            found.add(token.index)
    return frozenset(found)
