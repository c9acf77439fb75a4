"""Whether a sentence on an entity's page speaks of it though it has no name of it: subjects that go without saying."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simba.russian.morphology import readings
from simba.russian.text import Span
from simba.stages.parse import ROOT, Parse, Parser, Token
from simba.texts.property_words import TellingWords
from simba.texts.spotting import SpottedWord, words_in
from simba.texts.word_terms import text_terms

LEAST_TOLD = 0.5
"""How surely a noun tells of the property that the entity has: "its capital"."""


class Unsaid:
    """Tells that for one entity, of which it is known what it is, and for one property."""

    def __init__(self, parser: Parser, kinds: Collection[str], words: TellingWords) -> None:
        """Take texts of what the entity is, whose nouns may stand for its name, and what tells of the property."""
        self._parser, self._words = parser, words
        self._nouns = {
            lemma
            for text in kinds
            for terms in text_terms(text)
            for lemma in terms
            if any(one == lemma and tag.startswith("NOUN") for one, tag in readings(terms[0]))
        }

    def __call__(
        self, text: str, words: Sequence[SpottedWord], spans: Sequence[Span]
    ) -> tuple[bool, Span | None]:
        """Whether a sentence on the entity's page speaks of the entity though it has no name of it, and by what."""
        # A small first letter keeps the parser from taking a verb for a surname.
        parse = self._parser.parse(text[:1].lower() + text[1:])
        subjects = [token for token in parse.tokens if _is_main(parse, token)]
        alone = not any(
            word.personal and word.span.start and not any(word.span.overlaps(one) for one in spans)
            for word in words
        )
        stands = [token for token in parse.tokens if _is_pronoun(token) or self._is_its_noun(parse, token)]
        for token in stands:
            if token in subjects or self._belongs(parse, token, subjects):
                return True, token.span
        # Where nobody else is named, the pronoun means whom the page is about.
        if alone and stands:
            return True, stands[0].span
        root = next((token for token in parse.tokens if token.head == ROOT), None)
        if root is None or not _is_verb(root) or subjects:
            return False, None
        third = root.features.get("Person", "3") == "3" and root.features.get("Number") != "Plur"
        nominative = any(
            token.features.get("Case") == "Nom" and token.pos in {"NOUN", "PROPN", "PRON"}
            for token in parse.tokens
            if token.head == root.index
        )
        return third and not nominative, None

    def _belongs(self, parse: Parse, token: Token, subjects: Sequence[Token]) -> bool:
        """Whether what the sentence is about is the entity's, and tells of the property: "its capital"."""
        if token.head == ROOT or token.relation not in {"nmod", "det"}:
            return False
        head = parse.tokens[token.head]
        return head in subjects and self._tells(head)

    def _tells(self, token: Token) -> bool:
        """Whether a noun tells of the property: "its capital"."""
        return any(self._words.weight(word) >= LEAST_TOLD for word in words_in(token.text))

    def _is_its_noun(self, parse: Parse, token: Token) -> bool:
        """Whether a noun of the entity's class stands for it: alone, or with "this" before it."""
        bare = all(
            parse.tokens[child].pos in {"DET", "PUNCT", "ADP"} or parse.tokens[child].relation == "conj"
            for child in parse.children[token.index]
        )
        return token.pos == "NOUN" and bare and token.lemma in self._nouns


def _is_verb(token: Token) -> bool:
    return readings(token.folded)[0][1].startswith(("VERB", "PRTS"))


def _is_pronoun(token: Token) -> bool:
    """Whether it is a pronoun of the third person, also a possessive one."""
    return any("Anph" in tag and ("3per" in tag or "Fixd" in tag) for _, tag in readings(token.folded))


def _is_main(parse: Parse, token: Token) -> bool:
    """Whether a subject is that of the main clause."""
    return token.relation.startswith("nsubj") and (
        token.head == ROOT or parse.tokens[token.head].head == ROOT
    )
