"""A word or mark of a parsed question, with its place in the tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simba.common.lazy import cached_property
from simba.russian.morphology import UNIVERSAL_CASES, Case, Number, lemma, living, pronominal
from simba.russian.text import Span

ROOT = -1
"""The head of a sentence's root."""
RELATIVE = "который"
"""The relative pronoun, which may ask as well."""


@dataclass(frozen=True)
class Token:
    """A word or punctuation mark: its place, its head's place in `Parse.tokens`, and Universal Dependencies tags."""

    index: int
    span: Span
    text: str
    folded: str
    head: int
    relation: str
    pos: str
    features: Mapping[str, str]
    living: bool = False
    """Whether it calls living beings, as the plural before it shows: "какие физики"."""

    @cached_property
    def lemma(self) -> str:
        """The likeliest lemma, folded."""
        if self.pos == "DET":
            return pronominal(self.folded)
        return living(self.folded) if self.living else lemma(self.folded)

    @property
    def looks_back(self) -> bool:
        """Whether it is the pronoun that may look back at a noun: "который"."""
        return self.lemma == RELATIVE

    @property
    def case(self) -> Case:
        """The case; the nominative where the tagger tells none."""
        return UNIVERSAL_CASES.get(self.features.get("Case", ""), "nomn")

    @property
    def number(self) -> Number:
        """The number; the singular where the tagger tells none."""
        return "plur" if self.features.get("Number") == "Plur" else "sing"

    @cached_property
    def is_word(self) -> bool:
        """Whether it is a word or number rather than punctuation."""
        return any(map(str.isalnum, self.text))
