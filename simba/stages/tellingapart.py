"""Stage 4, its end: of namesakes, the one is meant that lies in, or comes from, where an adjective before it says, or
that is described by it.

"Кто основал мексиканскую Кордову?" asks for no city in Spain, nor "кто тренирует хоккейный ЦСКА" for a football club.
Where nothing ties any of them to that place, nothing is told: who is called Russian need be no citizen of Russia.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from simba.russian.adjectives import places_of
from simba.russian.morphology import lemmas, readings
from simba.russian.names import words_of
from simba.russian.text import fold
from simba.stages.companions import MIN_LINKED, Joined
from simba.stages.lexicon import Lexicon
from simba.stages.linking.overshadowing import overshadowed
from simba.stages.links import Candidate, Links
from simba.stages.parse import Parse, Token

MAX_NAMESAKES = 10
"""Namesakes that are told apart, likeliest first."""


def tell_apart(
    parse: Parse, links: Links, joined: Joined, called: Callable[[str], Collection[str]], lexicon: Lexicon
) -> Links:
    """The links without the namesakes of what a statement joins to the place of an adjective."""
    left = list(links.candidates)
    for number, adjective, same in _described(parse, links.candidates):
        places = _places(adjective, called, lexicon.words.countries)
        pairs = {(one.entity.id, place) for one in same for place in places if one.entity.id != place}
        if pairs:
            meant = {entity for entity, _ in joined(pairs)}
        else:
            meant = {one.entity.id for one in same if adjective in _described_by(one.entity.description)}
        if not meant or meant.issuperset(one.entity.id for one in same):
            continue
        group = {id(one) for one in same}
        left = [
            replace(one, companions=one.companions | {number}) if id(one) in group else one
            for one in left
            if id(one) not in group or one.entity.id in meant
        ]
    if len(left) == len(links.candidates):
        return links
    return replace(links, candidates=tuple(overshadowed(left, lexicon.weights.linking)))


def _described(parse: Parse, candidates: Collection[Candidate]) -> Iterator[tuple[int, str, list[Candidate]]]:
    """The adjectives before a name, or before the noun that says what it is: the number in `Parse.words` and the lemma
    of each, with those who are so called.
    """
    by_mention: dict[tuple[int, int], list[Candidate]] = {}
    for one in candidates:
        if one.score >= MIN_LINKED:
            by_mention.setdefault((one.mention.first, one.mention.last), []).append(one)
    for (first, last), same in by_mention.items():
        if not first or len({one.entity.id for one in same}) == 1:
            continue
        name = {word.token.index for word in parse.words[first : last + 1]}
        place, before = first - 1, parse.words[first - 1].token
        if first > 1 and before.pos == "NOUN" and _adjective(before) is None:
            if any(one.class_noun is not before for one in same):
                continue  # what else is called so, is no novel: "китайского романа «Путешествие»"
            name.add(before.index)
            place -= 1
        token = parse.words[place].token
        adjective = _adjective(token)
        if adjective is not None and (
            token.head in name or any(parse.tokens[one].head == token.index for one in name)
        ):
            yield place, adjective, same[:MAX_NAMESAKES]


def _adjective(token: Token) -> str | None:
    """The lemma of an adjective in small letters, whatever the tagger takes it for."""
    if not token.text.islower():
        return None
    return next((lemma for lemma, tag in readings(token.folded) if tag.startswith("ADJF")), None)


def _described_by(description: str) -> Iterator[str]:
    """The lemmas of the words of a description."""
    return chain.from_iterable(lemmas(fold(word)) for word in words_of(description))


def _places(
    adjective: str, called: Callable[[str], Collection[str]], countries: Mapping[str, Collection[str]]
) -> set[str]:
    """What goes by the name of which an adjective is, in small letters as names are looked up."""
    names = [fold(country) for country, own in countries.items() if adjective in own]
    return {one for name in names or places_of(adjective) for one in called(name)}
