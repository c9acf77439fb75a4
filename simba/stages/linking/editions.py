"""Editions of what recurs, by their year: "чешские президентские выборы 2013 года", "на Евровидении в 1974 году".

Such an event has its year in its name, and people put the year, or the country, elsewhere. So the names are looked up
that hold the noun and the year, and taken where the question has all their other words too. Where it says nothing but
noun and year ("финал 1986 года"), the best known is meant. An event of another name in the knowledge base may be told
by its number too: "XIV Олимпиада".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from simba.kb.index import LabelIndex
from simba.kb.indexed import IndexedName
from simba.russian.morphology import lemmas, readings
from simba.russian.numerals import ordinals_in, written
from simba.stages.mentions import Mention, mention_at
from simba.stages.parse import Parse, Token

MAX_YEARS, MAX_NOUNS = 2, 8
"""Years and nouns of a question that editions are looked for by."""
MAX_EDITIONS = 40
"""Names with a noun and a year that are looked at, the best known first."""
MAX_DISTANCE = 6
"""Words that a name's words may lie apart."""
_JOINS = ("PREP", "CONJ")


class Edition(NamedTuple):
    """An entity with a year in its name, the words that name it, and the year, which may stand apart from them."""

    mention: Mention
    entity: IndexedName
    year: Token
    whole: bool
    """Whether the question has all words of the name; else it is the best known that begins so: "финал 1986 года"."""


def editions(
    index: LabelIndex,
    parse: Parse,
    usable: Sequence[int],
    alike: Mapping[str, Sequence[str]],
    year_words: frozenset[str],
) -> Iterator[Edition]:
    """The editions that the ``usable`` words (numbers in `Parse.words`) name with a year or a number.

    ``alike`` has the lemmas that a lemma may stand for ("чешский": "чехия"), ``year_words`` what a year may be called.
    """
    words = parse.words
    years = {number: years for number in usable if (years := _years(parse, number))}
    numbers = _ordinals(parse, usable)
    if not years and not numbers:
        return
    places: dict[str, list[int]] = {}
    for number in usable:
        for lemma in (*lemmas(words[number].folded), *years.get(number, ()), *numbers.get(number, ())):
            for one in (lemma, *alike.get(lemma, ())):
                places.setdefault(one, []).append(number)
    nouns = [number for number in usable if words[number].token.pos in {"NOUN", "PROPN"}]
    nouns = [number for number in nouns if year_words.isdisjoint(lemmas(words[number].folded))][:MAX_NOUNS]
    for mark, spelled in list({**numbers, **years}.items())[:MAX_YEARS]:
        seen: set[str] = set()
        found: list[tuple[set[int], Edition]] = []
        for noun in nouns:
            own = lemmas(words[noun].folded)
            others = [one for lemma in own for one in alike.get(lemma, ())]
            if mark not in years and not others:
                continue
            best_known: IndexedName | None = None
            for entity in index.find_holding([[*own, *others], spelled], MAX_EDITIONS):
                if entity.id in seen:
                    continue
                matched = _matched(entity, places, noun, year_words)
                if matched is not None:
                    seen.add(entity.id)
                    first, last = _around(parse, noun, matched - {mark})
                    mention = mention_at(parse, first, last, "name")
                    found.append((matched, Edition(mention, entity, words[mark].token, True)))
                elif best_known is None and mark in years and _begins_with(entity, own):
                    best_known = entity
            if best_known is not None and not seen and _says_no_more(parse, noun, mark, year_words):
                yield Edition(mention_at(parse, noun, noun, "name"), best_known, words[mark].token, False)
        # "Зимние Олимпийские игры" are no summer ones, though these too may go without their adjective.
        for matched, edition in found:
            if not any(matched < others for others, _ in found):
                yield edition


def _ordinals(parse: Parse, usable: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """How the ordinals in digits, or Roman, may be written: by the numbers of their words."""
    words = parse.words
    return {
        number: written(ordinal)
        for number, ordinal, _ in ordinals_in([word.folded for word in words])
        if number in usable and words[number].folded.isascii()
    }


def _years(parse: Parse, number: int) -> tuple[str, ...]:
    """The years that a word may say: "1984", and "84" in "Евро-84"."""
    word = parse.words[number]
    if not word.folded.isdecimal():
        return ()
    if len(word.folded) == 2 and word.folded != word.token.folded and number:
        return (f"19{word.folded}", f"20{word.folded}") if parse.words[number - 1].token is word.token else ()
    return (word.folded,) if len(word.folded) == 4 else ()


def _begins_with(entity: IndexedName, noun: Sequence[str]) -> bool:
    """Whether only adjectives stand before the noun in the name: "Военный переворот в Чили 1973 года"."""
    for word in entity.key.split(" "):
        if not set(noun).isdisjoint(lemmas(word)):
            return True
        if not readings(word)[0][1].startswith("ADJF"):
            return False
    return False


def _says_no_more(parse: Parse, noun: int, year: int, year_words: frozenset[str]) -> bool:
    """Whether nothing hangs on the noun but the year."""
    head = parse.words[noun].token.index
    below = set(parse.subtree(head)) - {head, parse.words[year].token.index}
    return all(
        parse.tokens[index].pos in {"ADP", "PUNCT"}
        or not year_words.isdisjoint(lemmas(parse.tokens[index].folded))
        for index in below
    )


def _matched(
    entity: IndexedName, places: Mapping[str, Sequence[int]], noun: int, year_words: frozenset[str]
) -> set[int] | None:
    """The question's words that are the name's, the nearest to the noun; None if the name has others."""
    matched: set[int] = set()
    for word in entity.key.split(" "):
        own = lemmas(word)
        if not year_words.isdisjoint(own) or readings(word)[0][1].split(",")[0].split(" ")[0] in _JOINS:
            continue
        numbers = [number for lemma in own for number in places.get(lemma, ())]
        if not numbers:
            return None
        matched.add(min(numbers, key=lambda number: abs(number - noun)))
    return matched


def _around(parse: Parse, noun: int, matched: set[int]) -> tuple[int, int]:
    """The stretch of matched words around the noun, as far as no verb and not too many words lie between."""
    first = last = noun
    for number in sorted(matched, key=lambda number: abs(number - noun)):
        between = range(min(number, first), max(number, last) + 1)
        verb = any(parse.words[one].token.pos in {"VERB", "AUX"} for one in between)
        if not verb and len(between) - (last - first + 1) <= MAX_DISTANCE:
            first, last = between[0], between[-1]
    return first, last
