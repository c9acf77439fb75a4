"""Words that add nothing: nouns that stand for the one in the genitive that hangs on them ("берега Амура" is the Amur),
and verbs that only say whose it is what is asked for ("какую высоту имеет").
"""

from __future__ import annotations

from simba.stages.composing.question.sentence import Sentence
from simba.stages.parse import Token


def is_hollow(sentence: Sentence, token: Token) -> bool:
    """Whether a noun adds nothing to what hangs on it; some do so only with several ("на границе Чехии и Польши"). Or
    whether a verb adds nothing to the asked noun, its object.
    """
    words = sentence.words
    if token.pos == "VERB" and token.lemma in words.having_asked:
        return sentence.noun is not None and sentence.tokens[sentence.noun].head == token.index
    if token.pos != "NOUN" or not (token.lemma in words.hollow or token.lemma in words.shared):
        return False
    if sentence.quoted(token) or sentence.asks(token.index):
        return False
    of = [
        one for one in _below(sentence, token, "nmod") if one.index > token.index and _is_plain(sentence, one)
    ]
    several = any(_below(sentence, one, "conj") for one in of)
    return bool(of) and (several or token.lemma in words.hollow)


def _below(sentence: Sentence, token: Token, relation: str) -> list[Token]:
    """The nouns that hang on a token in some relation."""
    kids = (sentence.tokens[index] for index in sentence.parse.children[token.index])
    return [one for one in kids if one.relation == relation and one.pos in {"NOUN", "PROPN"}]


def _is_plain(sentence: Sentence, token: Token) -> bool:
    """Whether no preposition stands with a noun."""
    return not any(sentence.tokens[index].pos == "ADP" for index in sentence.parse.children[token.index])
