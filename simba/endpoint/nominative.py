"""A mention as a dictionary has it: "Эйфелевой башни" is "эйфелева башня", "Властелина колец" "властелин колец"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice, product

from simba.russian.morphology import UNIVERSAL_CASES, gender, inflections, lemma
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

MAX_READINGS = 2
"""Forms kept of a mention whose words have several readings ("эйфелевая башня", "эйфелева башня")."""
_NUMBERS = {"Sing": "sing", "Plur": "plur"}
"""Universal Dependencies' numbers in OpenCorpora's terms."""
_ADJECTIVES = frozenset({"ADJ", "DET", "NUM"})
_NAMES = frozenset({"flat", "appos"})
"""Relations of words that may be in the case of their head ("Льва Толстого") or not ("храма Христа Спасителя")."""
_FEW = frozenset({"два", "три", "четыре"})
"""Numerals in the nominative that want the genitive singular; greater ones want the plural."""


def nominatives(parse: Parse, mention: Mention) -> list[str]:
    """What the mention may be when its head, and what is in the case of that, are in the nominative; in small letters.

    The likeliest first.
    """
    tokens = list(
        {word.token.index: word.token for word in parse.words[mention.first : mention.last + 1]}.values()
    )
    wide = _inflectable(tokens, _NAMES | {"conj"})
    narrow = _inflectable(tokens, {"conj"})
    readings = [form for chosen in (wide, narrow) for form in _readings(mention, tokens, chosen)]
    return list(dict.fromkeys(readings))


def _inflectable(tokens: Sequence[Token], relations: Collection[str]) -> set[int]:
    """The head, its adjectives, and what hangs on it by such relations, with theirs."""
    inside = {token.index for token in tokens}
    chosen = {token.index for token in tokens if token.head not in inside}
    for _ in tokens:
        chosen |= {
            token.index
            for token in tokens
            if token.head in chosen
            and (token.pos in _ADJECTIVES or token.relation.partition(":")[0] in relations)
        }
    return chosen


def _readings(mention: Mention, tokens: Sequence[Token], chosen: set[int]) -> list[str]:
    by_index = {token.index: token for token in tokens}
    options: list[list[str]] = []
    numeral: Token | None = None
    written = mention.text.lower()
    pieces: list[str] = []
    end = 0
    for token in tokens:
        start, stop = (place - mention.span.start for place in token.span)
        if not mention.span.covers(token.span):  # a part of a word with hyphens
            return [written]
        pieces.append(written[end:start])
        end = stop
        forms = _nominative(token, by_index.get(token.head), numeral) if token.index in chosen else []
        options.append(forms or [token.text.lower()])
        if token.pos == "NUM" and token.index in chosen:
            numeral = token
    return [
        "".join(piece + form for piece, form in zip(pieces, forms, strict=True)) + written[end:]
        for forms in islice(product(*options), MAX_READINGS)
    ]


def _nominative(token: Token, head: Token | None, numeral: Token | None) -> list[str]:
    """The token's nominatives; behind a numeral in the nominative stands the genitive."""
    case = UNIVERSAL_CASES.get(token.features.get("Case", ""))
    if case is None or case == "nomn":
        return []
    number = _NUMBERS.get(token.features.get("Number", ""))
    known = [case, number] if number else [case]
    to = {"nomn"}
    if numeral is not None:
        few = lemma(numeral.folded) in _FEW and token.pos not in _ADJECTIVES
        to = {"gent", "sing" if few else "plur"}
    elif token.pos == "ADJ" and number == "sing" and head is not None:
        of_head = gender(head.text, case, number)
        to |= {of_head} if of_head else set()
    return inflections(token.text, to, *known) or inflections(token.text, to, case)
