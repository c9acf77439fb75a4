"""What a sentence offers as an answer: names, dates, numbers with their units, titles, phrases around a noun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from simba.russian.text import Span
from simba.stages.parse import Parse, Token
from simba.texts.reading_words import ReadingWords
from simba.texts.tagger import NamedSpan

SpanKind = Literal["person", "place", "group", "date", "number", "title", "being", "noun", "adjective"]
KINDS: dict[str, SpanKind] = {"PER": "person", "LOC": "place", "ORG": "group"}
"""What the tagger's kinds are."""
MAX_TOKENS = 9
"""Longest phrase around a noun."""
_NOUNS = frozenset({"NOUN", "PROPN", "X"})
_BESIDE = frozenset({"amod", "det", "nummod", "nummod:gov", "flat", "flat:name", "flat:foreign", "compound"})
"""How a word hangs on a noun that belongs to it whatever follows."""
_BELOW = frozenset({"nmod"})
_NAMING = frozenset({"appos"})
_MARKS = frozenset('"-')


@dataclass(frozen=True, slots=True)
class Offered:
    """A span of a sentence's tokens, ``first`` to ``last`` (inclusive), with the token that governs it."""

    span: Span
    first: int
    last: int
    head: int
    kind: SpanKind


def offered(parse: Parse, names: Iterable[NamedSpan], words: ReadingWords) -> list[Offered]:
    """All spans that a parsed sentence offers, each once: by the kind that tells most."""
    found: dict[tuple[int, int], Offered] = {}
    for one in (
        *_dates(parse, words),
        *_names(parse, names),
        *_numbers(parse, words),
        *_titles(parse),
        *_phrases(parse),
    ):
        found.setdefault((one.first, one.last), one)
    return list(found.values())


def _made(parse: Parse, first: int, last: int, kind: SpanKind) -> Offered:
    tokens = parse.tokens
    head = next((n for n in range(first, last + 1) if not first <= tokens[n].head <= last), first)
    return Offered(Span(tokens[first].span.start, tokens[last].span.stop), first, last, head, kind)


def _between(parse: Parse, span: Span) -> tuple[int, int] | None:
    inside = [token.index for token in parse.tokens if token.span.overlaps(span)]
    return (inside[0], inside[-1]) if inside else None


def _names(parse: Parse, names: Iterable[NamedSpan]) -> Iterator[Offered]:
    for name in names:
        bounds = _between(parse, name.span)
        if bounds and name.kind in KINDS:
            yield _made(parse, *bounds, KINDS[name.kind])


def _dates(parse: Parse, words: ReadingWords) -> Iterator[Offered]:
    taken = -1
    for match in words.date.finditer(parse.folded):
        bounds = _between(parse, Span(*match.span()))
        if bounds and bounds[0] > taken:
            taken = bounds[1]
            yield _made(parse, *bounds, "date")
            for year in words.year.finditer(parse.folded, *match.span()):
                inner = _between(parse, Span(*year.span()))
                if inner and inner != bounds:
                    yield _made(parse, *inner, "date")


def _numbers(parse: Parse, words: ReadingWords) -> Iterator[Offered]:
    dates = {n for one in _dates(parse, words) for n in range(one.first, one.last + 1)}
    tokens, place = parse.tokens, 0
    while place < len(tokens):
        first = place
        while place < len(tokens) and place not in dates and _counts(tokens, place, first, words):
            place += 1
        if place == first:
            place += 1
            continue
        yield _made(parse, first, place - 1, "number")
        unit = place
        while unit < len(tokens) and tokens[unit].pos == "ADJ":
            unit += 1
        if unit < len(tokens) and (tokens[unit].pos == "NOUN" or tokens[unit].folded in words.signs):
            yield _made(parse, first, unit, "number")


def _counts(tokens: Sequence[Token], place: int, first: int, words: ReadingWords) -> bool:
    """Whether a token goes on with a number: also the preposition of "шесть с половиной"."""
    if words.counts(tokens[place].folded):
        return True
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    joins = place > first and tokens[place].pos == "ADP" and following is not None
    return joins and following is not None and words.magnifies(following.folded)


def _titles(parse: Parse) -> Iterator[Offered]:
    for quote in parse.quotes:
        inside = [token.index for token in parse.within(quote)]
        if inside:
            yield _made(parse, inside[0], inside[-1], "title")


def _phrases(parse: Parse) -> Iterator[Offered]:
    """Phrases around a noun: alone, with what agrees with it, with what hangs below it, with its name."""
    for token in parse.tokens:
        if token.pos == "ADJ" and token.is_word:
            yield _made(parse, token.index, token.index, "adjective")
        if token.pos not in _NOUNS or not token.is_word:
            continue
        for kids in (frozenset[str](), _BESIDE, _BESIDE | _BELOW, _BESIDE | _BELOW | _NAMING):
            first, last = _reach(parse, token, kids)
            if last - first < MAX_TOKENS:
                yield _made(parse, first, last, "being" if _is_being(token) else "noun")


def _is_being(token: Token) -> bool:
    return token.features.get("Animacy") == "Anim"


def _reach(parse: Parse, token: Token, relations: frozenset[str]) -> tuple[int, int]:
    """The run of tokens around a noun that hang on it by these relations, at any depth."""
    own, stack = {token.index}, [token.index]
    while stack:
        above = stack.pop()
        for kid in parse.children[above]:
            one = parse.tokens[kid]
            inner = one.relation in {"case", "cc", "conj", "advmod"} and above != token.index
            if kid not in own and (
                one.relation in relations or inner or (relations and one.folded in _MARKS)
            ):
                own.add(kid)
                stack.append(kid)
    first = last = token.index
    while first - 1 in own:
        first -= 1
    while last + 1 in own:
        last += 1
    while first < token.index and not parse.tokens[first].is_word and parse.tokens[first].folded != '"':
        first += 1
    while last > token.index and not parse.tokens[last].is_word and parse.tokens[last].folded != '"':
        last -= 1
    return first, last
