"""Capitals and commas that a hasty writer leaves out: "где умер отец моцарта", "город где родился Моцарт".

Parsers and the later steps tell names and clauses by them. Nothing is put into quotes, nor where the writer cares for
them himself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import product, takewhile

from simba.russian.morphology import CASES, GENDERS, in_dictionary, is_given_name, may_be, readings
from simba.stages.linking.lookup import Names
from simba.stages.parse import Parse, Token

NOUNS = frozenset({"NOUN", "PROPN"})
SERVING = frozenset({"PART", "PRON", "ADV", "DET", "ADP"})
"""What belongs to the verb after it."""
BETWEEN = frozenset({"ADP", "CCONJ"})
"""What stands small between the words of a name."""
PROPER = re.compile(r"NOUN\b.*\b(?:Name|Surn|Patr|Geox|Orgn)\b")
"""What the dictionary knows as a name."""
Edit = tuple[int, int, str]
"""From where to where in the text, and what stands there instead."""


def restoring(parse: Parse, names: Names, relative: Collection[str]) -> list[Edit]:
    """The capitals and commas that are missing; ``relative`` are adverbs that look back at a noun right before them."""
    capitals = list(_capitals(parse, names)) if parse.text[1:].islower() else []
    commas = list(_commas(parse, relative)) if "," not in parse.text else []
    return capitals + [one for one in commas if parse.text[one[0] : one[1]].isspace()]


def _capitals(parse: Parse, names: Names) -> Iterator[Edit]:
    """Names in small letters, by the dictionary or because nothing but a name is so called."""
    full = set(_full_names(parse, names))
    for token in parse.tokens:
        if not token.text[:1].islower() or parse.quotes_hold(token.span):
            continue
        likeliest = next((tag for _, tag in readings(token.folded)), "")
        known = in_dictionary(token.folded)
        name = (
            PROPER.match(likeliest) if known else names.named(token.folded) and not names.common(token.folded)
        )
        if token.index in full or (name and len(token.text) > 2 and token.text.isalpha()):
            yield token.span.start, token.span.start + 1, token.text[0].upper()


def _full_names(parse: Parse, names: Names) -> Iterator[int]:
    """The words of two or three, one of them at an end a given name, that are a name in full: "брюс ли"."""
    given = [is_given_name(token.folded) for token in parse.tokens]
    for start, length in product(range(len(given)), (2, 3)):
        own = parse.tokens[start : start + length]
        at_an_end = len(own) == length and (given[start] or given[start + length - 1])
        if at_an_end and all(one.folded.isalpha() and one.pos not in BETWEEN for one in own):
            places = range(start, start + length)
            yield from places if names.whole([one.folded for one in own]) else ()


def _commas(parse: Parse, relative: Collection[str]) -> Iterator[Edit]:
    """Commas before and after the first clause that describes the noun before it."""
    tokens = parse.tokens
    for token in tokens[1:]:
        start = _start_of_clause(parse, token, relative)
        if start is None:
            continue
        at = tokens[start].span.start
        yield at - 1, at, ", "
        participle = not token.looks_back and token.folded not in relative
        verbs = [one for one in tokens[token.index + 1 :] if _is_finite(one)]
        after = verbs[0 if participle else 1 :]
        if any(_is_finite(one) for one in tokens[:start]) or not after:
            return
        end = after[0].index
        while tokens[end - 1].pos in SERVING and end - 1 > token.index + 1:
            end -= 1
        if tokens[end - 1].folded != "и":
            at = tokens[end].span.start
            yield at - 1, at, ", "
        return


def _start_of_clause(parse: Parse, token: Token, relative: Collection[str]) -> int | None:
    """Where the clause that a word leads begins, None where it leads none."""
    tokens, index = parse.tokens, token.index
    participle = _is_participle(token)
    leads = participle or token.folded in relative or token.looks_back
    if not leads or parse.quotes_hold(token.span):
        return None
    if token.looks_back:
        index -= len(list(takewhile(lambda one: one.pos == "ADP", reversed(tokens[:index]))))
        of = index == token.index and index > 1 and tokens[index - 1].pos == "NOUN"
        if of and token.features.get("Case") == "Gen" and tokens[index - 2].pos in NOUNS:
            index -= 1  # "писатель, имя которого"
    if index < 1 or tokens[index - 1].pos not in NOUNS or not tokens[index - 1].is_word:
        return None
    if participle and not (index + 1 < len(tokens) and _agree(token, tokens[index - 1])):
        return None
    if token.folded in relative and tokens[index - 1].pos != "NOUN":
        return None
    return index


def _is_participle(token: Token) -> bool:
    return token.pos in {"ADJ", "VERB"} and may_be(token.folded, "PRTF", 2)


def _is_finite(token: Token) -> bool:
    return token.pos in {"VERB", "AUX"} and not _is_participle(token)


def _agree(participle: Token, noun: Token) -> bool:
    """Whether a participle and the noun before it have case, number and gender together in some reading."""
    for tag in (set(re.split("[ ,]", tag)) for _, tag in readings(participle.folded)):
        for other in (set(re.split("[ ,]", tag)) for _, tag in readings(noun.folded)):
            both = tag & other
            if "PRTF" in tag and both & CASES and both & ({"plur"} if "plur" in tag else GENDERS):
                return True
    return False
