"""A question as far as its words alone tell: what of it is asked, and which names it has of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simba.dialogue.words import DialogueWords
from simba.grammar.rules import Rule
from simba.pipeline import Resources, read
from simba.reasoning import Reasoning
from simba.russian.text import Span, fold
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import CONTENT
from simba.stages.parse import Parse, Token
from simba.stages.properties import PropertyCandidate


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
    def _fired(self) -> tuple[PropertyCandidate, ...]:
        proposals = self.reasoning.proposals
        return (*proposals.candidates, *proposals.unfit)

    @property
    def own(self) -> list[Token]:
        """The words that no rule knows to ask for a property: names, above all."""
        return [
            token
            for token in self.content
            if token.pos in CONTENT - {"VERB"} and not any(one.explains(token.span) for one in self._fired)
        ]

    @property
    def is_whole(self) -> bool:
        """Whether it asks for something of a name of its own."""
        return self.asking is not None and bool(self.own)

    def is_bare(self, words: DialogueWords) -> bool:
        """Whether it says nothing but what asks, and that what was said happened: "где это было?"."""
        points = any(token.folded in words.points for token in self.parse.tokens)
        return not self.content or (points and all(one.lemma in words.happened for one in self.content))

    def wants_more(self, words: DialogueWords) -> bool:
        """Whether it asks for others than were told: "какие ещё?"."""
        return any(token.folded in words.more for token in self.parse.tokens)

    @property
    def spelt_best(self) -> list[Rule]:
        """The rules that account for the most of what it says; none where it says nothing that a rule knows."""
        noun = self.interrogative.noun
        words = [*self.content, noun] if noun is not None else self.content
        said = [(sum(one.explains(token.span) for token in words), one.rule) for one in self._fired]
        most = max((words for words, _ in said), default=0)
        return [rule for words, rule in said if words == most] if most else []

    @property
    def names(self) -> bool:
        """Whether something is set apart as a name: by quotes, or by a capital behind what opens a follow-up."""
        return bool(self.parse.quotes) or (self.opened and self.parse.text[:1].isupper())

    @property
    def nouns(self) -> list[Token]:
        """The nouns among what says something."""
        return [token for token in self.content if token.pos == "NOUN"]


REQUEST = "просьба"
WORD = re.compile(r"\w+(?:-\w+)*")
BETWEEN = " ,:—–-"
"""What may stand between the opening of a follow-up and the rest."""


def heard(text: str, resources: Resources, words: DialogueWords) -> Heard:
    """Read a question, without the words by which a follow-up begins."""
    fillers = resources.interrogatives.fillers
    corrected = words.put_right.match(fold(text))
    text = text[corrected.end() :] if corrected is not None else text
    if (tail := words.tail.search(fold(text))) is not None:
        text = text[: tail.start()] + text[tail.end() :]
    said = list(WORD.finditer(text))
    folded = [fold(word[0]) for word in said]
    begun = next((n for n, word in enumerate(folded) if word not in words.openers), 0)
    begun += next((len(one) for one in words.about_words if folded[begun : begun + len(one)] == one), 0)
    if not 0 < begun < len(said):
        put_right = corrected is not None or tail is not None
        return Heard(read(Reasoning(text), resources), put_right, fillers)
    rest = text[said[begun - 1].end() :].lstrip(BETWEEN)
    return Heard(read(Reasoning(rest), resources), True, fillers)
