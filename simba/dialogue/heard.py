"""A question as far as its words alone tell: what of it is asked, and which names it has of its own."""

from __future__ import annotations

from dataclasses import dataclass

from simba.dialogue.words import DialogueWords
from simba.pipeline import Resources, read
from simba.reasoning import Reasoning
from simba.russian.text import Span
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import CONTENT
from simba.stages.parse import Parse, Token


@dataclass(frozen=True, slots=True)
class Heard:
    """A question through the stages that look at no facts."""

    reasoning: Reasoning
    opened: bool
    """Whether it began with a word by which a follow-up begins, which is left out here."""
    fillers: frozenset[str]

    @property
    def parse(self) -> Parse:
        """Its words and tree."""
        return self.reasoning.parse

    @property
    def interrogative(self) -> Interrogative:
        """What asks."""
        return self.reasoning.interrogative

    @property
    def asking(self) -> Span | None:
        """The interrogative phrase, without a request before it."""
        removed = self.interrogative.removed
        return removed[-1] if removed and self.interrogative.name != REQUEST else None

    @property
    def content(self) -> list[Token]:
        """The words that say something beside the interrogative."""
        return [
            token
            for token in self.parse.tokens
            if token.is_word
            and not self.interrogative.covers(token.span)
            and token.folded not in self.fillers
            and token.pos not in {"ADP", "CCONJ", "SCONJ", "PART", "PUNCT"}
        ]

    @property
    def own(self) -> list[Token]:
        """The words that no rule knows to ask for a property: names, above all."""
        proposals = self.reasoning.proposals
        fired = (*proposals.candidates, *proposals.unfit)
        return [
            token
            for token in self.content
            if token.pos in CONTENT - {"VERB"} and not any(one.explains(token.span) for one in fired)
        ]

    @property
    def nouns(self) -> list[Token]:
        """The nouns among what says something."""
        return [token for token in self.content if token.pos == "NOUN"]


REQUEST = "просьба"


def heard(text: str, resources: Resources, words: DialogueWords) -> Heard:
    """Read a question, without the words by which a follow-up begins."""
    fillers = resources.interrogatives.fillers
    whole = read(Reasoning(text), resources)
    tokens = whole.parse.tokens
    first = next((token for token in tokens if token.is_word and token.folded not in words.openers), None)
    begun = first is not None and any(token.is_word for token in tokens[: first.index])
    if first is None or not begun:
        return Heard(whole, False, fillers)
    return Heard(read(Reasoning(whole.parse.text[first.span.start :]), resources), True, fillers)
