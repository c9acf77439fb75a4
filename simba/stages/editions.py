"""Editions of what recurs, by their year: "чешские президентские выборы 2013 года", "на Евровидении в 1974 году".

Such an event has its year in its name, and people put the year, or the country, elsewhere. So the names are looked up
that hold the noun and the year, and taken where the question has all their other words too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from simba.kb.index import IndexedName, LabelIndex
from simba.russian.morphology import lemmas, readings
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


def editions(
    index: LabelIndex,
    parse: Parse,
    usable: Sequence[int],
    alike: Mapping[str, Sequence[str]],
    year_words: frozenset[str],
) -> Iterator[Edition]:
    """The editions that the ``usable`` words (numbers in `Parse.words`) name with a year.

    ``alike`` has the lemmas that a lemma may stand for ("чешский": "чехия"), ``year_words`` what a year may be called.
    """
    words = parse.words
    years = [number for number in usable if _is_year(words[number].folded)][:MAX_YEARS]
    if not years:
        return
    places: dict[str, list[int]] = {}
    for number in usable:
        for lemma in lemmas(words[number].folded):
            for one in (lemma, *alike.get(lemma, ())):
                places.setdefault(one, []).append(number)
    nouns = [number for number in usable if words[number].token.pos in {"NOUN", "PROPN"}]
    nouns = [number for number in nouns if year_words.isdisjoint(lemmas(words[number].folded))][:MAX_NOUNS]
    for year in years:
        seen: set[str] = set()
        for noun in nouns:
            own = lemmas(words[noun].folded)
            options = [*own, *(one for lemma in own for one in alike.get(lemma, ()))]
            for entity in index.find_holding([options, [words[year].folded]], MAX_EDITIONS):
                if entity.id in seen:
                    continue
                matched = _matched(entity, places, noun, year_words)
                if matched is not None:
                    seen.add(entity.id)
                    first, last = _around(parse, noun, matched - {year})
                    yield Edition(mention_at(parse, first, last, "name"), entity, words[year].token)


def _is_year(word: str) -> bool:
    return word.isdecimal() and len(word) == 4


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
