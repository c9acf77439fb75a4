"""Misspelt words of asking: "какая сталица у Перу" is read as "какая столица у Перу", and that is said.

A word that neither the dictionary nor the knowledge base has, is taken for the nearest of the dictionary's with which a
rule fires that does not without, or else for one that the knowledge base has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import regex

from simba.grammar.rules import RuleBase
from simba.russian.morphology import in_dictionary, is_given_name, readings
from simba.russian.spelling import is_slip, near_words
from simba.russian.text import fold
from simba.stages.lexicon import Words
from simba.stages.linking.lookup import Names
from simba.stages.parse import Parse, Parser, Spoken, Token
from simba.stages.restoring import restoring

SHORTEST = 4
"""Letters of the shortest word that is repaired: of shorter ones too many are near."""
SHORTEST_NAMED = 5
"""Letters of the shortest word that is repaired though no rule knows it."""
ASKING = -1
"""Stands for the number of a rule's expression, where a word asks by itself."""
MAX_REPAIRED, MAX_NEAR = 2, 12
"""Words of a question that are repaired, and dictionary words that are tried for one of them."""


_WITHOUT_YO = str.maketrans("ёЁ", "еЕ")
_GROUP = regex.compile(r"\\(\d)")


class _Known(NamedTuple):
    """What words are known by, beside the dictionary."""

    rules: RuleBase
    asks: regex.Pattern[str]
    names: Names


def mended(
    parse: Parse,
    parser: Parser,
    rules: RuleBase,
    asks: regex.Pattern[str],
    names: Names,
    words: Words,
) -> Parse:
    """The question with its misspelt words of asking put right, the capitals and commas it lacks, and of two trades in
    one the first.

    Words of asking are those of rules, and those that ``asks`` finds.
    """
    parse = _in_full(parse, parser, words)
    strange = [token for token in parse.tokens if _is_strange(parse, token) and not names.named(token.folded)]
    known = _Known(rules, asks, names)
    repairs = [
        (token, taken) for token in strange[:MAX_REPAIRED] if (taken := _taken_for(parse, token, known))
    ]
    edits = [(token.span.start, token.span.stop, taken) for token, taken in repairs]
    taken_up = {place for start, stop, _ in edits for place in range(start, stop)}
    lacking = restoring(parse, names, words.relative)
    restored = [one for one in lacking if one[0] not in taken_up]
    restored += [
        (token.span.start, token.span.stop, head)
        for token in parse.tokens
        if "-" in token.folded and (head := _head(parse, token, names))
    ]
    if not edits and not restored:
        return parse
    text = parse.text
    for start, stop, taken in sorted(edits + restored, reverse=True):
        text = text[:start] + taken + text[stop:]
    corrected = tuple((token.text, taken) for token, taken in repairs)
    put_right = replace(parser.parse(text), corrected=corrected, hasty=parse.text[1:].islower())
    return _in_full(put_right, parser, words)  # some of what is said for short is told by capitals


def _in_full(parse: Parse, parser: Parser, words: Words) -> Parse:
    """The question with what it says for short said in full: "нобелевский лауреат"."""
    text, possible = parse.text, words.may_be_short.possible(parse.folded)
    if not possible:  # as nearly always
        return parse
    for number, (_, whole) in enumerate(words.fuller):
        if number in possible:
            said = _said_whole(text, words.short(number), whole)
            if said != text:  # what stands there now may be said for short as well
                text, possible = said, words.may_be_short.possible(fold(said))
    if text == parse.text:
        return parse
    hasty = parse.hasty or parse.text[1:].islower()
    return replace(parser.parse(text), corrected=parse.corrected, hasty=hasty)


def _said_whole(text: str, short: regex.Pattern[str], whole: str) -> str:
    """A text with these words for others that it says; ё is е to the pattern, and stays what it is in its groups."""
    parts, end = [], 0
    for match in short.finditer(text.translate(_WITHOUT_YO)):
        groups = [text[start:stop] for start, stop in match.regs]
        spelt = _GROUP.sub(partial(_group, groups), whole)
        parts += [text[end : match.start()], spelt]
        end = match.end()
    return "".join([*parts, text[end:]])


def _group(groups: Sequence[str], number: regex.Match[str]) -> str:
    return groups[int(number[1])]


def _head(parse: Parse, token: Token, names: Names) -> str | None:
    """What somebody first of all is, of two nouns in one that nothing is called: "писатель-фантаст". Where no name is
    beside it, not all who are the one are the other.
    """
    parts = token.folded.split("-")
    if (
        token.pos != "NOUN"
        or len(parts) != 2
        or not token.text.islower()
        or in_dictionary(token.folded)
        or parse.quotes_hold(token.span)
        or not all(map(in_dictionary, parts))
        or names.whole(parts)
    ):
        return None
    (_, head), (_, other) = (readings(part)[0] for part in parts)
    alive = head.startswith("NOUN,anim") and other.startswith("NOUN,anim")
    beside = parse.tokens[max(token.index - 1, 0) : token.index + 2]
    named = any(one.relation in {"appos", "flat:name"} for one in beside if one is not token)
    asked = beside[0].pos == "DET"
    several = not named and (asked or any("plur" in tag for _, tag in readings(parts[0])))
    return parts[0] if alive and not several and head.split()[-1] == other.split()[-1] else None


def _is_strange(parse: Parse, token: Token) -> bool:
    """Whether it is a Russian word, outside quotes, that is in no dictionary."""
    return (
        len(token.folded) >= SHORTEST
        and token.folded.isalpha()
        and not token.folded.isascii()
        and token.text[1:].islower()
        and not in_dictionary(token.folded)
        and not parse.quotes_hold(token.span)
    )


def _taken_for(parse: Parse, token: Token, known: _Known) -> str | None:
    """What a strange word is taken for: one with a capital, for a given name alone."""
    if token.text[:1].islower():
        return _meant(parse, token, known)
    taken = _meant(parse, token, known) if not token.index else _given_name(parse, token)
    return taken and taken.capitalize()


def _frequency(word: str) -> int:
    from simba.russian.vectors import frequency  # with NumPy, which only those who answer wait for

    return frequency(word)


def _given_name(parse: Parse, token: Token) -> str | None:
    """The given name or patronymic near to a word beside another name, the most frequent. Of other names there is no
    end, and alone it is likelier one of these: "Росии", "Франци".
    """
    beside = parse.tokens[token.index - 1 : token.index + 2]
    if not any(one.text[:1].isupper() and one is not token for one in beside if one.index):
        return None
    near = [one for one in near_words(token.folded) if is_given_name(one)]
    return max(sorted(near), key=_frequency, default=None)


def _meant(parse: Parse, token: Token, known: _Known) -> str | None:
    """The dictionary's word near to this one, the most frequent that makes a rule fire; if none does, that rules have
    taken this one for, or else that some name has.
    """
    word = token.folded
    near = sorted(near_words(word), key=lambda one: (-_frequency(one), one))[:MAX_NEAR]
    before = set(_fired(parse, token, word, known))
    alike: list[str] = []
    other: list[str] = []
    for one in near:
        fired = set(_fired(parse, token, one, known))
        if not fired <= before:
            return one
        if is_slip(word, one):
            (alike if fired else other).append(one)
    if len(word) >= SHORTEST_NAMED:
        careful = not parse.text[1:].islower()  # else it may be a name
        alike += [one for one in other if _frequency(one) and (careful or known.names.named(one))]
    return next(iter(alike), None)


def _fired(parse: Parse, token: Token, word: str, known: _Known) -> Iterator[tuple[int, int]]:
    """The expressions that spell the word out, were it here, and how long their matches are beside it."""
    spoken = Spoken(replace(one, folded=word) if one is token else one for one in parse.tokens)
    start = len(Spoken(parse.tokens[: token.index]).text)
    start += 1 if start else 0
    stop = start + len(word)
    for fired in known.rules.match(spoken.text):
        span = fired.match.span
        gap = any(one.start <= start < one.stop for one in fired.match.gaps)
        if span.start <= start and stop <= span.stop and not gap:
            yield fired.match.pattern, span.stop - span.start - len(word)
    for match in known.asks.finditer(spoken.text):
        if match.start() <= start and stop <= match.end():
            yield ASKING, match.end() - match.start() - len(word)
