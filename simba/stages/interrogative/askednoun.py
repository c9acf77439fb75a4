"""The noun that names the class of what is asked for: "какая **река**", "кто из **поэтов**", "**город**, где ..."."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from simba.russian.morphology import in_dictionary, is_name, readings
from simba.russian.text import Span
from simba.stages.parse import Parse, Token

MAX_DISTANCE = 6
"""Words between "какой" and the noun that it asks about."""
MAX_LEAD = 4
"""Tokens from a comma to the word that looks back: "в честь которого"."""


def noun_among(parse: Parse, span: Span, among: Collection[str]) -> Token | None:
    """The noun behind "кто из", or the name of their circle: one of those is asked for ("кто из Романовых")."""
    inside = parse.within(span)
    following = _behind(parse, inside[-1], MAX_DISTANCE) if inside else []
    if not following or following[0].folded not in among:
        return None
    behind = following[1:]
    noun = _next_noun(behind, inside[-1])
    quoted = bool(behind) and behind[0].folded == '"'
    if noun is not None and not quoted and parse.quotes_hold(noun.span):
        noun = None  # "кто из снявшихся в «Отступниках»"
    name = next((token for token in (behind if quoted else behind[:1]) if token.pos == "PROPN"), None)
    return name if name is not None and (noun is None or name.index < noun.index) else noun


def noun_of_which(parse: Parse, span: Span) -> Token | None:
    """The noun that "какой" asks about: its head in the tree, else the next noun."""
    inside = parse.within(span)
    if not inside:
        return None
    last = inside[-1]
    ordered = _ordered_noun(_behind(parse, last, MAX_DISTANCE))
    if ordered is not None:
        return ordered
    if last.pos == "NOUN":
        return last
    case = last.features.get("Case")
    further = _behind(parse, last, 2 * MAX_DISTANCE)
    for number, token in enumerate(further):
        if token.pos == "VERB":
            break
        if token.pos != "NOUN" or token.features.get("Case") != case:
            continue
        if tells_whose(further[:number]) and not parse.quotes_hold(token.span):
            return token
    return _next_noun(_behind(parse, last, MAX_DISTANCE), last) or _used_as_noun(parse, last)


def _used_as_noun(parse: Parse, asking: Token) -> Token | None:
    """The adjective that stands for those who are so: "какие святые родились в X" does not ask for all who were."""
    token = parse.tokens[asking.head]
    if asking.features.get("Number") != "Plur" or token.index < asking.index:
        return None
    full = token.features.get("VerbForm") == "Part" and token.features.get("Variant") != "Short"
    return token if (token.pos == "ADJ" or full) and token.relation.startswith("nsubj") else None


def _behind(parse: Parse, token: Token, most: int) -> Sequence[Token]:
    return parse.tokens[token.index + 1 : token.index + 1 + most]


def _next_noun(following: Sequence[Token], asking: Token) -> Token | None:
    """The first noun of a noun phrase behind the asking word."""
    for token in following:
        if token.pos == "NOUN" or (token.pos == "PROPN" and not token.text[:1].isupper()):
            return token
        if token.pos == "PROPN" and token.index == asking.head and _is_common(token.folded):
            return token  # "на какой Олимпиаде"
        # "какому святому посвящён собор": no cathedral is asked for
        full = token.features.get("VerbForm") == "Part" and token.features.get("Variant") != "Short"
        if token.pos in {"VERB", "PUNCT", "AUX"} and token.folded != '"' and not full:
            return None
    return None


def _is_common(word: str) -> bool:
    """Whether a word may tell what is asked for: "Олимпиаде", also "Евровидении", of which there are many."""
    return in_dictionary(word) and (not is_name(word) or any("Orgn" in tag for _, tag in readings(word)))


def tells_whose(between: Sequence[Token]) -> bool:
    """Whether a preposition and a name stand between "какой" and its noun: "какая у реки Лены длина"."""
    named = any(token.text[:1].isupper() for token in between)
    return named and between[0].pos == "ADP"


def _ordered_noun(following: Sequence[Token]) -> Token | None:
    """The noun behind what things are ordered by: "какая вторая по высоте гора", "самый большой по площади остров"."""
    by = next((number for number, token in enumerate(following) if token.folded == "по"), 0)
    if not by or by + 1 == len(following) or any(token.pos != "ADJ" for token in following[:by]):
        return None
    own = {following[by - 1].features.get("Case"), "Nom", "Acc"}  # the tagger may doubt which
    nouns = [token for token in following[by + 2 : by + 4] if token.pos == "NOUN"]
    return next((token for token in nouns if token.features.get("Case") in own), None)


def described_noun(
    parse: Parse, before: Span | None, asking: Span, relative: frozenset[str], naming: Collection[str]
) -> Token | None:
    """The noun with a clause of its own that is asked for: "как называется город, в котором ...".

    Where nothing asks before it, it is asked for if the clause's pronoun seems to: "город, в котором ...". Nouns for
    names before it add nothing: "назовите имя режиссёра, который ...".
    """
    after = [token for token in parse.tokens if before is None or token.span.start >= before.stop]
    number = next(
        (
            number
            for number, one in enumerate(after)
            if one.pos not in {"ADJ", "DET"} and one.lemma not in naming
        ),
        len(after),
    )
    if number >= len(after) or not _is_noun(after[number]):
        return None
    comma = number + 1 + (_place_behind(after[number + 1 :]) if before is not None else 0)
    if comma >= len(after) or after[comma].text != ",":
        return None
    clause = after[comma + 1 :]
    leads = [
        one
        for one in clause[:MAX_LEAD]
        if one.features.get("VerbForm") == "Part" or one.looks_back or one.lemma in relative
    ]
    if not leads or (before is None and not asking.overlaps(leads[0].span)):
        return None
    # "Стекловидное тело, где находится?" asks where, "город, где родился Гоголь" for the town.
    said = leads[0].lemma not in relative or any(one.pos in {"NOUN", "PROPN"} for one in clause)
    return after[number] if said else None


def _is_noun(token: Token) -> bool:
    """Whether a word is a common noun, be it with the capital that the question begins with."""
    return token.pos == "NOUN" or (token.index == 0 and token.pos == "PROPN" and _is_common(token.folded))


def _place_behind(tokens: Sequence[Token]) -> int:
    """How many tokens say by a preposition and a name where the noun before them is: "город в США, где ..."."""
    if not tokens or tokens[0].pos != "ADP":
        return 0
    names = list(takewhile(lambda one: one.text[:1].isupper(), tokens[1:]))
    return 1 + len(names) if names else 0
