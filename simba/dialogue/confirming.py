"""After a yes or no: "Пушкин родился в Париже?", "А где?" asks for a part of what was put to the test."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from simba.context import Context, Naming
from simba.dialogue.editing import Edit, WholeQuestion, as_question, edited, place_of
from simba.dialogue.heard import Heard
from simba.dialogue.words import DialogueWords
from simba.russian.text import Span
from simba.stages.parse import Parse, Token

DASHES = "—–- "
QUOTES = frozenset('«»"„“”')
MAX_DATE = 4
"""Words of a date: "26 мая 1799 года"."""


class ClaimPart(NamedTuple):
    """A part of a claim that can be asked for: a name with the words before it that belong to it, or a date."""

    span: Span
    name: Naming | None
    adverbial: bool
    """Whether it has a preposition: "в городе Париже"."""
    case: str | None = None


def asked_of_claim(
    follow: Heard,
    earlier: Heard,
    context: Context,
    words: DialogueWords,
    particles: Collection[str],
    people: Collection[str],
) -> tuple[WholeQuestion, ...]:
    """What was put to the test with an interrogative instead of each part that it may ask for.

    ``particles`` are what makes a question of a claim, ``people`` the entities that are persons.
    """
    asking = follow.asking
    assert asking is not None  # it asks
    first = follow.parse.within(asking)[0]
    before = [token for token in follow.parse.tokens[: first.index] if token.pos == "ADP"]
    asked = follow.parse.text[before[0].span.start if before else asking.start : asking.stop]
    kind, noun = follow.interrogative.type, follow.interrogative.noun
    adverbial = bool(before) or first.pos == "ADP" or (kind in {"place", "date"} and noun is None)
    dates = [one for one in _dates(earlier.parse, words) if kind == "date"]
    parts = dates or [one for one in named_parts(earlier.parse, context) if one.adverbial == adverbial]
    if not adverbial:
        of_kind = [one for one in parts if one.name and (one.name.entity in people) == (kind == "person")]
        asked_case = {token.features.get("Case") for token in follow.parse.within(asking)}
        parts = [one for one in of_kind or parts if one.case != "Gen" or "Gen" in asked_case]
    elif not parts:
        parts = [ClaimPart(Span(0, 0), None, True)]
    return tuple(_without(part, asked, earlier, context, words, particles) for part in parts)


def _without(
    part: ClaimPart,
    asked: str,
    earlier: Heard,
    context: Context,
    words: DialogueWords,
    particles: Collection[str],
) -> WholeQuestion:
    parse = earlier.parse
    begin = _begin(earlier)
    gone = [Edit(Span(0, begin), ""), Edit(part.span, "")]
    gone += [
        Edit(one.span, "")
        for one in parse.tokens
        if one.folded in particles and one.span.start >= begin and not one.text.istitle()
    ]
    rest = edited(parse.text, gone).strip(DASHES)
    first, _, behind = rest.partition(" ")
    if first in words.points:  # "Париж — это столица Франции?"
        rest = behind
    names = tuple(one for one in context.names if one is not part.name)
    leads = next((one for one in parse.tokens if one.is_word and one.span.start >= begin), None)
    if leads is not None and leads.pos in {"VERB", "AUX"} and rest.startswith(leads.text):
        rest = rest[:1].lower() + rest[1:]
    return WholeQuestion(as_question(f"{asked} {rest}"), names)


def _begin(earlier: Heard) -> int:
    """Where the claim begins: behind "правда ли, что"."""
    parse = earlier.parse
    for span in earlier.interrogative.removed:
        if parse.text[: span.start].rstrip().endswith(","):
            return span.stop
    return 0


def _dates(parse: Parse, words: DialogueWords) -> Iterator[ClaimPart]:
    for token in parse.tokens:
        if token.text.isdigit():
            last = next(
                (
                    one
                    for one in parse.tokens[token.index : token.index + MAX_DATE]
                    if one.lemma in words.years
                ),
                token,
            )
            before = parse.tokens[token.index - 1] if token.index else token
            first = before if before.pos == "ADP" else token
            yield ClaimPart(Span(first.span.start, last.span.stop), None, True)
            return


def named_parts(parse: Parse, context: Context) -> Iterator[ClaimPart]:
    """Where the names of a question stand, with what belongs to them."""
    for name in context.names:
        if (place := place_of(name, parse)) is None:
            continue
        span, inside = _with_quotes(parse, place[0]), place[1]
        before = [token for token in parse.tokens if token.is_word and token.span.stop <= span.start]
        if len(before) > 1 and _calls(before[-1], inside):
            span = Span(before.pop().span.start, span.stop)
        adverbial = bool(before) and before[-1].pos == "ADP"
        whole = Span(before[-1].span.start if adverbial else span.start, span.stop)
        yield ClaimPart(whole, name, adverbial, head_of(inside).features.get("Case"))


def _with_quotes(parse: Parse, span: Span) -> Span:
    """A name with the quotes around it, whether or not it is all that stands there."""
    quote = next((one for one in parse.quotes if one.overlaps(span)), span)
    start, stop = min(span.start, quote.start), max(span.stop, quote.stop)
    return Span(
        start - (parse.text[start - 1 : start] in QUOTES), stop + (parse.text[stop : stop + 1] in QUOTES)
    )


def head_of(inside: Sequence[Token]) -> Token:
    """The word of a name that the others depend on."""
    indices = {token.index for token in inside}
    return next((token for token in inside if token.head not in indices), inside[0])


def _calls(noun: Token, name: list[Token]) -> bool:
    """Whether a noun says of a name behind it what it is: "городе Париже", and not "столица Франции"."""
    own = noun.features.get("Case")
    cases = {token.features.get("Case") for token in name}
    return noun.pos == "NOUN" and (own in cases or "Gen" not in cases)
