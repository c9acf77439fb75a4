"""Anaphora: what pronouns, adverbs of place and "этот город" stand for is put into their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from simba.context import Naming
from simba.dialogue.editing import Edit, WholeQuestion, rewritten, without_end
from simba.dialogue.referents import ANY, Referent, agreeing
from simba.dialogue.words import Agreement, DialogueWords
from simba.russian.morphology import Case
from simba.russian.text import Span
from simba.stages.parse import Parse, Token

MAX_COMBINED = 4
"""Ways to take several pronouns of one question."""
Fits = Callable[[Referent, Token | None], bool]
"""Whether a noun ("город") can be said of an entity; without one, whether it is a place."""


class Slot(NamedTuple):
    """Words that stand for something that was spoken of."""

    span: Span
    place: int
    """Where its name goes: behind the noun that belongs to it, else to where the words stood."""
    case: Case
    before: str
    """A preposition that the words hold."""
    agrees: frozenset[Agreement]
    noun: Token | None = None
    """The noun of "этот город"."""
    thing: bool = False
    """Whether it cannot be a person: "там"."""


def slots(parse: Parse, words: DialogueWords) -> list[Slot]:
    """The words of a question that stand for something outside it, from left to right; none in quotes."""
    return [
        slot
        for token in parse.tokens
        if not parse.quotes_hold(token.span) and (slot := _slot(parse, token, words)) is not None
    ]


def _slot(parse: Parse, token: Token, words: DialogueWords) -> Slot | None:
    start = token.span.start
    if place := words.places.get(token.folded):
        return Slot(token.span, start, place.case, place.preposition, ANY, thing=True)
    if _points(token, words) and (noun := _noun_after(parse, token)) is not None and _agree(token, noun):
        return Slot(Span(start, noun.span.stop), start, noun.case, "", ANY, noun)
    pronoun = words.by_form.get(token.folded)
    if pronoun is None:
        return None
    if pronoun.possessive and (noun := _noun_after(parse, token)) is not None:
        return Slot(token.span, _with_genitives(parse, noun), "gent", "", pronoun.agrees)
    before = parse.tokens[token.index - 1] if token.index else None
    governed = words.prepositions.get(before.folded) if before is not None else None
    return Slot(token.span, start, governed or pronoun.case, "", pronoun.agrees)


def _points(token: Token, words: DialogueWords) -> bool:
    """Whether it is "этот"; the parser gives "этом" the lemma "это"."""
    return token.lemma in words.demonstratives or (token.pos == "DET" and token.lemma in words.points)


def _agree(token: Token, noun: Token) -> bool:
    return token.features.get("Case") in {None, noun.features.get("Case")}


def _noun_after(parse: Parse, token: Token) -> Token | None:
    """The noun right after a word, or after its adjectives."""
    for following in parse.tokens[token.index + 1 :]:
        if following.pos == "NOUN":
            return following
        if following.pos not in {"ADJ", "NUM", "DET"}:
            return None
    return None


def _with_genitives(parse: Parse, noun: Token) -> int:
    """Where a noun ends with the nouns right behind it that say which: "его год рождения" is of him as a whole."""
    last = noun
    for token in parse.tokens[noun.index + 1 :]:
        if token.pos != "NOUN" or token.features.get("Case") != "Gen" or token.head != last.index:
            break
        last = token
    return last.span.stop


def resolved(
    parse: Parse, found: Sequence[Slot], some: Sequence[Referent], fits: Fits
) -> Iterator[tuple[WholeQuestion, ...]]:
    """The question with its slots filled: first by what agrees, then by what agrees only loosely.

    Each tuple holds the ways that are as likely.
    """
    for loosely in (False, True):
        ways = [_fillers(slot, some, fits, loosely=loosely) for slot in found]
        combined = islice(product(*ways), MAX_COMBINED)
        yield tuple(_filled(parse, found, chosen) for chosen in combined if _consistent(found, chosen))


def _fillers(slot: Slot, some: Sequence[Referent], fits: Fits, *, loosely: bool) -> tuple[Referent, ...]:
    if slot.noun is not None:
        noun = slot.noun
        return tuple(one for one in some if fits(one, noun))
    if slot.thing:
        things = tuple(one for one in some if not one.human)
        return tuple(one for one in things if not one.answered or fits(one, None))
    return agreeing(some, slot.agrees)[loosely]


def _consistent(found: Sequence[Slot], chosen: Sequence[Referent]) -> bool:
    """Whether equal pronouns stand for the same."""
    meant: dict[frozenset[Agreement], str] = {}
    personal = [(slot, one) for slot, one in zip(found, chosen, strict=True) if slot.agrees != ANY]
    return all(meant.setdefault(slot.agrees, one.entity) == one.entity for slot, one in personal)


def _filled(parse: Parse, found: Sequence[Slot], chosen: Sequence[Referent]) -> WholeQuestion:
    edits: list[Edit] = []
    names: list[Naming] = []
    named: set[Referent] = set()
    for slot, one in zip(found, chosen, strict=True):
        if one in named and slot.case == "nomn" and slot.agrees != ANY:
            continue  # "сколько было Толстому, когда он умер": nobody would say his name twice
        named.add(one)
        text, name = one.text(slot.case)
        names.append(Naming(name, one.entity))
        words = f"{slot.before} {text}" if slot.before else text
        span = _movable(parse, slot)
        if span is not None:
            words = parse.text[span.start : slot.span.start] + words
            end = without_end(parse)
            edits += Edit(span, ""), Edit(Span(end, end), f" {words}")
        elif slot.place == slot.span.start:
            edits.append(Edit(slot.span, words))
        else:
            edits += Edit(slot.span, ""), Edit(Span(slot.place, slot.place), f" {words}")
    return rewritten(parse.text, edits, dict.fromkeys(names), dict.fromkeys(chosen))


def _movable(parse: Parse, slot: Slot) -> Span | None:
    """What stands between an asking word and its noun, and is rather said behind: "сколько в нём жителей", "какого он
    роста".
    """
    after = next((token for token in parse.tokens if token.span.start >= slot.span.stop), None)
    if after is None or after.pos not in {"NOUN", "ADJ", "NUM"} or slot.noun is not None:
        return None
    if slot.before:
        return slot.span
    splits = slot.case == "nomn" and after.pos == "NOUN" and after.features.get("Case") != "Nom"
    if splits and any(one.pos == "DET" and one.index == after.index - 2 for one in parse.tokens):
        return slot.span
    before = [token for token in parse.tokens if token.span.stop <= slot.span.start][-1:]
    if before and before[0].pos == "ADP":
        return Span(before[0].span.start, slot.span.stop)
    return None
