"""What marks set off behind a name and says what that is, as hanging on the name: "Ока, правый приток Волги".

Parsers take such a noun for one more of a list, for a second subject, or for the root of the whole question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simba.stages.parse.tokens import ROOT, Token

OPENS = frozenset({",", "-", "–", "—", "("})
TAKEN_FOR = frozenset({"conj", "nsubj", "nsubj:pass", "obj", "root", "parataxis", "list", "appos"})
"""What a parser takes such a noun for."""
NAMES = frozenset({"PROPN", "NOUN", "ADJ", "NUM", "X"})
ALIKE = frozenset({"Nom", "Acc"})
"""The cases that look alike where no living being is spoken of, so that models take one for the other."""
QUOTE, BRACKET = '"', "("


def set_off(tokens: list[Token]) -> tuple[Token, ...]:
    """The tokens with such nouns on their names."""
    last: int | None = None
    for mark in range(1, len(tokens) - 1):
        if tokens[mark].folded not in OPENS or (noun := _noun_behind(tokens, mark)) is None:
            continue
        anyhow = tokens[mark].folded == BRACKET or tokens[mark - 1].folded == QUOTE
        before = _name_before(tokens, mark)
        if before is None and _closes(tokens, mark):
            before = mark - 1
        for name in (before, last):
            if name is not None and (anyhow or _agree(tokens, name, noun)) and _hang(tokens, name, noun):
                last = name
                break
    return tuple(tokens)


def mark_before(tokens: Sequence[Token], noun: int) -> int | None:
    """The mark behind which a noun in apposition says what the name before that is; None where it does not."""
    token = tokens[noun]
    if token.relation != "appos" or token.pos != "NOUN" or not token.text.islower():
        return None
    before = noun - 1
    while before > token.head and tokens[before].pos == "ADJ" and tokens[before].text.islower():
        before -= 1
    first = token.head
    while first >= 0 and (_is_named(tokens[first]) or not tokens[first].is_word):
        first -= 1
    named = token.head < before and 0 <= first < token.head
    named = named or (
        token.head == before - 1 and _closes(tokens, before) and _agree(tokens, token.head, noun)
    )
    return before if named and tokens[before].folded in OPENS else None


def _is_named(token: Token) -> bool:
    return token.text[:1].isupper() and token.pos in NAMES


def _noun_behind(tokens: Sequence[Token], mark: int) -> int | None:
    """The common noun that begins behind a mark, after its adjectives."""
    for token in tokens[mark + 1 :]:
        if not token.text.islower() or token.pos not in {"NOUN", "ADJ"}:
            return None
        if token.pos == "NOUN":
            return token.index
    return None


def _name_before(tokens: Sequence[Token], mark: int) -> int | None:
    """The head of the name that ends before a mark; where one begins the question, the noun is what is asked."""
    last = mark - 1
    if tokens[last].folded == QUOTE:
        last -= 1
        first = next((one for one in range(last, -1, -1) if tokens[one].folded == QUOTE), 0) or ROOT
    else:
        first = last
        while first >= 0 and _is_named(tokens[first]):
            first -= 1
    inside = range(first + 1, last + 1)
    return next((one for one in inside if tokens[one].head not in inside), None) if first >= 0 else None


def _closes(tokens: Sequence[Token], mark: int) -> bool:
    """Whether a phrase without verbs ends a question behind a common noun: "цингу, бич моряков?"."""
    noun, rest = tokens[mark - 1], tokens[mark + 1 : -1]
    return (
        tokens[mark].folded == ","
        and noun.pos == "NOUN"
        and noun.text.islower()
        and noun.head < noun.index
        and all(one.is_word and one.pos not in {"VERB", "AUX", "CCONJ", "SCONJ", "PRON"} for one in rest)
    )


def _agree(tokens: Sequence[Token], name: int, noun: int) -> bool:
    """Whether a noun stands in a name's case, or in that of the noun which the name is an apposition to."""
    above = tokens[tokens[name].head] if tokens[name].relation == "appos" else tokens[name]
    cases = {one.features.get("Case") for one in (above, tokens[noun])} - {None}
    alike = tokens[noun].features.get("Animacy") == "Inan" and cases <= ALIKE
    return len(cases) < 2 or alike


def _hang(tokens: list[Token], name: int, noun: int) -> bool:
    """Hang a noun on the name that it tells of, if it does: in no list that "и" ends, with no verb of its own."""
    token = tokens[noun]
    verb_behind = token.head > noun and tokens[name].head != token.head
    if token.relation not in TAKEN_FOR or verb_behind or _is_listed(tokens, token) or _leads(tokens, noun):
        return False
    below, seen = name, {name}
    while (above := tokens[below].head) not in {ROOT, noun} and above not in seen:
        below = above
        seen.add(below)
    if above == noun and below == name:
        return False  # "Москва - столица России" says so itself
    if above == noun:
        tokens[below] = replace(tokens[below], head=ROOT, relation="root")
    tokens[noun] = replace(token, head=name, relation="appos")
    return True


def _leads(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a noun stands before a name of its own: "дщерь Петрова, императрица Елизавета"."""
    if noun + 1 == len(tokens):
        return False  # who types in a hurry ends with no mark
    after, features = tokens[noun + 1], tokens[noun].features
    named = after.text[:1].isupper() and after.head == noun and after.relation in {"appos", "flat:name"}
    return named and all(after.features.get(one) == features.get(one) for one in ("Case", "Gender"))


def _is_listed(tokens: Sequence[Token], token: Token) -> bool:
    """Whether "и" joins another to what a noun is joined to, in the same case."""
    if token.head >= 0 and tokens[token.head].features.get("Case") != token.features.get("Case"):
        return False
    others = {one.index for one in tokens if one.relation == "conj" and one.head == token.head}
    return token.relation == "conj" and any(one.relation == "cc" and one.head in others for one in tokens)
