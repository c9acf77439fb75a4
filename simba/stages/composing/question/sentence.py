"""The question's words: which of them ask, which look back at a noun, which merely join."""

from __future__ import annotations

from collections.abc import Container

from simba.common.lazy import cached_property
from simba.russian.morphology import readings
from simba.russian.numerals import may_order, ordinal
from simba.russian.text import Span
from simba.stages.composing.question.constructions import Constructions
from simba.stages.composing.question.wordforms import is_participle
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Token


class Sentence:
    """A parsed question, by the words that constructions are made of."""

    def __init__(self, parse: Parse, interrogative: Interrogative, constructions: Constructions) -> None:
        self.parse, self.interrogative = parse, interrogative
        self.constructions, self.words = constructions, constructions.words
        self.tokens = parse.tokens
        self.forms = frozenset([token.folded for token in parse.tokens])
        """The words, whatever their places."""
        self.noun = None if interrogative.noun is None else interrogative.noun.index
        """The noun that is asked for ("какой фильм", "кто из сыновей")."""
        self.relative = self._find_relative()
        """Pronouns that look back ("который", "где") rather than ask."""
        self.interrogatives = self._find_asking()
        """The tokens of the interrogative phrase."""

    @cached_property
    def counts(self) -> bool:
        """Whether some word may be a number, or an ordinal: most questions have none."""
        return may_order(" ".join([token.folded for token in self.tokens if token.is_word]))

    @cached_property
    def dated(self) -> frozenset[int]:
        """The words with digits, years and other numbers, and those that say which century or decade."""
        return frozenset(t.index for t in self.tokens if any(map(str.isdigit, t.folded)) or self._of_era(t))

    def _of_era(self, token: Token) -> bool:
        """Whether a word says which century or decade: "в двадцатом веке", "в шестидесятые годы"."""
        after = self.tokens[token.index + 1] if token.index + 1 < len(self.tokens) else None
        return after is not None and after.lemma in self.words.eras and ordinal([token.lemma]) is not None

    def with_form(self, forms: Container[str]) -> frozenset[int]:
        """The words that have one of these forms."""
        return frozenset([token.index for token in self.tokens if token.folded in forms])

    def with_lemma(self, lemmas: Container[str]) -> frozenset[int]:
        """The words that have one of these lemmas."""
        return frozenset([token.index for token in self.tokens if token.lemma in lemmas])

    def asks(self, index: int) -> bool:
        """Whether the token belongs to the interrogative phrase."""
        return index in self.interrogatives

    def correlates(self, index: int) -> bool:
        """Whether a word merely says that several things hold together: "и в ..., и в ...", "как ..., так и"."""
        token = self.tokens[index]
        if token.folded not in self.words.correlative or self.quoted(token):
            return False
        return token.pos in {"PART", "CCONJ", "SCONJ", "ADV"} and not self.asks(index)

    def of_two(self) -> frozenset[int]:
        """The words that say that two are named, of whom one is asked for: "кто из них", "сравни", "из двух"."""
        if self.forms.isdisjoint(self.words.of_two):
            return frozenset()
        return frozenset(
            one
            for one in self.with_form(self.words.of_two)
            if self.tokens[one].pos != "NUM" or self.tokens[max(0, one - 1)].folded == "из"
        )

    def set_beside(self) -> int | None:
        """The "и" between two things that a mark or "из" sets apart: "Эльбрус и Казбек: что выше"."""
        for mark in (t.index for t in self.tokens if t.folded in {":", "-", ","} and not self.quoted(t)):
            for side in (self.tokens[:mark], self.tokens[mark + 1 :]):
                joints = [t.index for t in side if t.folded == "и" and not self.quoted(t)]
                if len(joints) == 1 and not any(self.asks(t.index) or t.pos == "VERB" for t in side):
                    return joints[0]
        names = {"PROPN", "ADJ", "PUNCT"}
        for before in sorted(self.with_form(self.words.among)):
            joint = next((t.index for t in self.tokens[before + 1 :] if t.folded == "и"), None)
            first = before + 1
            if joint is not None and self.tokens[first].pos == "NOUN" and not self.quoted(self.tokens[first]):
                first += 1  # "из рек Волга и Обь"
            if (
                joint is not None
                and first < joint
                and all(t.pos in names or self.quoted(t) for t in self.tokens[first:joint])
            ):
                return joint
        return None

    def quoted(self, token: Token) -> bool:
        """Whether a word stands in quotes."""
        return self.parse.quotes_hold(token.span)

    def _find_relative(self) -> frozenset[int]:
        if not any(token.folded == "," for token in self.tokens):
            return frozenset()
        asked = [t.index for t in self.tokens if self.interrogative.covers(t.span) and t.is_word]
        found: set[int] = set()
        phrase = self.interrogative.removed[-1] if self.interrogative.removed else Span(0, 0)
        for token in self.tokens:
            if not self._looks_back(token):
                continue
            before = self.tokens[max(0, token.index - 3) : token.index]
            comma = next((t.index for t in reversed(before) if t.folded == ","), None)
            place = (
                token.folded in self.words.places and token.index and before[-1].folded in self.words.joining
            )
            if comma is None and (token.looks_back or place):  # "..., которые снял X и в которых снялся Y"
                joined = any(t.folded in self.words.joining for t in before)
                comma = next((i - 1 for i in sorted(found) if joined and i < token.index), None)
                if comma is None and joined:  # "снимавшиеся в X и которые снялись в Y"
                    led = (t.index for t in self.tokens[1 : token.index] if is_participle(t))
                    comma = next((i - 1 for i in led if self.tokens[i - 1].folded == ","), None)
            if comma is None or comma == 0:
                continue
            standing = self.tokens[comma - 1].lemma in self.words.standing
            others = [i for i in asked if i < comma and phrase.overlaps(self.tokens[i].span)]
            noun = any(t.pos in {"NOUN", "PROPN"} for t in self.tokens[:comma])
            asks = any(
                i > token.index and i not in found and not self._looks_back(self.tokens[i]) for i in asked
            )
            if (
                others
                or (noun and not asks and (token.lemma not in self.words.relative or not asked))
                or standing
            ):
                found.add(token.index)
        return frozenset(found)

    def _looks_back(self, token: Token) -> bool:
        """Whether a word may refer to the noun before a comma."""
        if token.lemma in self.words.of_standing:
            before = self.tokens[max(0, token.index - 4) : token.index]
            comma = next((t.index for t in reversed(before) if t.folded == ","), 0)
            return bool(comma) and self.tokens[comma - 1].lemma in self.words.standing
        return token.folded in self.words.relative or any(
            lemma == "который" or lemma in self.words.whose for lemma, _ in readings(token.folded)
        )

    def _find_asking(self) -> frozenset[int]:
        relative = [self.tokens[index].span for index in self.relative]
        asking: set[int] = set()
        for span in self.interrogative.removed:
            if not any(map(span.overlaps, relative)):
                asking.update([token.index for token in self.tokens if span.overlaps(token.span)])
        return frozenset(asking)
