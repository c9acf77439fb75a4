"""Misspelt words of asking: "какая сталица у Перу" is read as "какая столица у Перу", and that is said.

A word that neither the dictionary nor the knowledge base has, is taken for the nearest of the dictionary's with which a
rule fires that does not without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from simba.grammar.rules import RuleBase
from simba.russian.morphology import in_dictionary
from simba.russian.spelling import near_spellings
from simba.stages.lexicon import Words
from simba.stages.parse import Parse, Parser, Spoken, Token
from simba.stages.restoring import restoring

SHORTEST = 5
"""Letters of the shortest word that is repaired: of shorter ones too many are near."""
MAX_REPAIRED, MAX_NEAR = 2, 12
"""Words of a question that are repaired, and dictionary words that are tried for one of them."""


def mended(
    parse: Parse,
    parser: Parser,
    rules: RuleBase,
    named: Callable[[str], bool],
    common: Callable[[str], bool],
    words: Words,
) -> Parse:
    """The question with its misspelt words of asking put right, and the capitals and commas it lacks.

    ``named`` tells what is a word of some name, ``common`` what is one in small letters.
    """
    parse = _in_full(parse, parser, words)
    strange = [token for token in parse.tokens if _is_strange(parse, token) and not named(token.folded)]
    repairs = [(token, taken) for token in strange[:MAX_REPAIRED] if (taken := _meant(parse, token, rules))]
    edits = [(token.span.start, token.span.stop, taken) for token, taken in repairs]
    taken_up = {place for start, stop, _ in edits for place in range(start, stop)}
    lacking = restoring(parse, lambda word: named(word) and not common(word), words.relative)
    restored = [one for one in lacking if one[0] not in taken_up]
    if not edits and not restored:
        return parse
    text = parse.text
    for start, stop, taken in sorted(edits + restored, reverse=True):
        text = text[:start] + taken + text[stop:]
    corrected = tuple((token.text, taken) for token, taken in repairs)
    return replace(parser.parse(text), corrected=corrected, hasty=parse.text[1:].islower())


def _in_full(parse: Parse, parser: Parser, words: Words) -> Parse:
    """The question with what it says for short said in full: "нобелевский лауреат"."""
    text = parse.text
    for short, whole in words.said_short:
        if short.search(text):  # hardly ever, and in a fifth of the time
            text = short.sub(whole, text)
    return parse if text == parse.text else replace(parser.parse(text), hasty=parse.text[1:].islower())


def _is_strange(parse: Parse, token: Token) -> bool:
    """Whether it is a Russian word in small letters, outside quotes, that is in no dictionary."""
    return (
        len(token.folded) >= SHORTEST
        and token.folded.isalpha()
        and not token.folded.isascii()
        and token.text[1:].islower()
        and (token.text[:1].islower() or token.index == 0)
        and not any(quote.covers(token.span) for quote in parse.quotes)
        and not in_dictionary(token.folded)
    )


def _meant(parse: Parse, token: Token, rules: RuleBase) -> str | None:
    """The dictionary's word near to this one that makes a rule fire, the most specific; None if no word does."""
    before = set(_fired(parse, token, token.folded, rules))
    best, most = None, 0
    for near in sorted(filter(in_dictionary, near_spellings(token.folded)))[:MAX_NEAR]:
        for pattern, length in _fired(parse, token, near, rules):
            if (pattern, length) not in before and length >= most:
                best, most = near, length + 1
    return best


def _fired(parse: Parse, token: Token, word: str, rules: RuleBase) -> Iterator[tuple[int, int]]:
    """The expressions that spell the word out, were it here, and how long their matches are beside it."""
    spoken = Spoken(replace(one, folded=word) if one is token else one for one in parse.tokens)
    start = len(Spoken(parse.tokens[: token.index]).text)
    start += 1 if start else 0
    for fired in rules.match(spoken.text):
        span = fired.match.span
        gap = any(one.start <= start < one.stop for one in fired.match.gaps)
        if span.start <= start and start + len(word) <= span.stop and not gap:
            yield fired.match.pattern, span.stop - span.start - len(word)
