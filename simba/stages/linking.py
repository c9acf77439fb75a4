"""Stage 4: entity linking. The entities that mentions may mean (`simba.stages.lookup`) are ranked.

The rank weighs how the name matched, how well known the entity is, and whether it is of the class that the noun before
the name says ("фильм «Титаник»", "река Лена").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import NamedTuple

from simba.kb.classes import Classes
from simba.kb.index import Named
from simba.russian.names import stems, words_of
from simba.stages.interrogative import Interrogative
from simba.stages.lookup import Names, Route, is_name
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

QUALITY: dict[Route, float] = {"exact": 1.0, "lemma": 0.95, "bag": 0.8, "free": 0.55, "typo": 0.5}
"""How much a route is trusted."""
SHORT_NAME = -0.12
"""For a name made from the full one ("Кутузов") where other entities are called so outright."""
CAPITALS = -0.2
"""For a proper name that the question writes in small letters among capitals, or a common noun written as a name."""
SUPPORTED = {"quote": 0.15, "name": 0.08, "subtree": 0.08, "ngram": 0.0}
"""For a mention that quotes, capitals or the tree set apart."""
POPULARITY = 0.3
"""Between an unknown entity and one with 300 sitelinks."""
CLASS_AGREES, CLASS_DIFFERS = 0.3, -0.12
"""For the noun before the name."""
COMMON = -0.1
"""For a common noun where the question also has a name: the name is what is asked about ("корабль капитана Немо")."""
ADJECTIVE = -0.4
"""For a lone adjective ("русский" is rarely the language)."""
DESCRIBED = 0.08
"""For each word of the question that a namesake's description has too ("шведская королева Кристина")."""
DESCRIPTIVE = frozenset({"NOUN", "ADJ", "PROPN"})
INSIDE = -0.3
"""For a mention that is a part of a longer one that was linked ("война" in "Война и мир")."""
INSIDE_QUOTE = -0.5
"""For a part of a quoted title."""
MAX_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, and why it is ranked where it is."""

    mention: Mention
    entity: Named
    route: Route
    score: float
    class_noun: Token | None


class _Setting(NamedTuple):
    """What the question says about a mention, whichever entity it means."""

    class_noun: Token | None
    context: float
    part_of_speech: float
    described: frozenset[str]
    """Stems of its other words, which may tell namesakes apart."""


class Linker:
    """Links mentions to the entities of one knowledge base."""

    def __init__(self, names: Names, hierarchy: Classes) -> None:
        self._names = names
        self._hierarchy = hierarchy
        self.classes_named = names.called

    def link(
        self, parse: Parse, interrogative: Interrogative, mentions: Sequence[Mention]
    ) -> list[Candidate]:
        """Candidates of all mentions, best first; at most `MAX_CANDIDATES`."""
        found = self._names.look_up(parse, mentions)
        named = any(is_name(parse, mention) for mention, _, _ in found)
        if not named:
            found += self._names.look_further(parse, mentions)
        self._hierarchy.prepare(identifier for _, entity, _ in found for identifier in entity.classes)
        linked = {(mention.first, mention.last) for mention, _, _ in found}
        some_capitals = any(word.token.text[:1].isupper() for word in parse.words[1:])
        described = stems(word.folded for word in parse.words if word.token.pos in DESCRIPTIVE)
        namesakes = Counter((mention.first, mention.last) for mention, _, _ in found)
        best: dict[tuple[str, int, int], Candidate] = {}
        settings: dict[tuple[int, int], _Setting] = {}
        for mention, entity, route in found:
            setting = settings.get((mention.first, mention.last))
            if setting is None:  # a mention may have dozens of namesakes
                setting = settings[mention.first, mention.last] = _Setting(
                    self._class_noun(parse, mention),
                    self._context(parse, mention, linked),
                    _part_of_speech(parse, mention, named),
                    described - stems(mention.words)
                    if namesakes[mention.first, mention.last] > 1
                    else frozenset(),
                )
            noun = setting.class_noun
            score = (
                QUALITY[route]
                + (SHORT_NAME if entity.kind == "short" else 0.0)
                + SUPPORTED[mention.source]
                + POPULARITY * min(1.0, log1p(entity.sitelinks) / log1p(300))
                + _capitals(mention, entity, some_capitals)
                + setting.context
                + setting.part_of_speech
            )
            if setting.described and entity.description:
                score += DESCRIBED * len(setting.described & _stems_of(entity.description))
            agreeing = None
            if noun is not None:
                agreement = self._agreement(noun, entity)
                score += agreement
                agreeing = noun if agreement > 0 else None
            key = (entity.id, mention.first, mention.last)
            if key not in best or best[key].score < score:
                best[key] = Candidate(mention, entity, route, score, agreeing)
        agreed = {
            (one.mention.first, one.mention.last) for one in best.values() if one.class_noun is not None
        }
        fit = [
            candidate
            for candidate in best.values()
            if candidate.class_noun is not None
            or (candidate.mention.first, candidate.mention.last) not in agreed
            or not candidate.entity.classes
        ]
        return sorted(fit, key=lambda candidate: -candidate.score)[:MAX_CANDIDATES]

    def _context(self, parse: Parse, mention: Mention, linked: set[tuple[int, int]]) -> float:
        if mention.source != "quote" and any(quote.covers(mention.span) for quote in parse.quotes):
            return INSIDE_QUOTE
        inside = any(
            first <= mention.first and mention.last <= last and (first, last) != (mention.first, mention.last)
            for first, last in linked
        )
        return INSIDE if inside else 0.0

    def _class_noun(self, parse: Parse, mention: Mention) -> Token | None:
        """The common noun right before the name, adjectives and an opening quote between them left out."""
        index = parse.words[mention.first].token.index - 1
        while index >= 0 and parse.tokens[index].folded == '"':
            index -= 1
        if index >= 0 and parse.tokens[index].pos == "NOUN" and not parse.tokens[index].text[:1].isupper():
            return parse.tokens[index]
        if index == 0 and parse.tokens[0].pos == "NOUN":
            return parse.tokens[0]
        return None

    def _agreement(self, noun: Token, entity: Named) -> float:
        classes = self.classes_named(noun.lemma)
        if not classes or not entity.classes:
            return 0.0
        agrees = not classes.isdisjoint(self._hierarchy.above(entity.classes))
        return CLASS_AGREES if agrees else CLASS_DIFFERS


def _part_of_speech(parse: Parse, mention: Mention, named: bool) -> float:
    if mention.source == "quote" or mention.text[:1].isupper():
        return 0.0
    if mention.first == mention.last and parse.words[mention.first].token.pos == "ADJ":
        return ADJECTIVE
    return COMMON if named else 0.0


@lru_cache(maxsize=10_000)
def _stems_of(description: str) -> frozenset[str]:
    return stems(words_of(description))


def _capitals(mention: Mention, entity: Named, some_capitals: bool) -> float:
    """Names have capitals and common nouns have none, in the index as in a carefully written question."""
    written, known = mention.text[:1].isupper(), entity.name[:1].isupper()
    if known and not written and some_capitals and mention.source != "quote":
        return CAPITALS
    if written and not known and mention.first > 0 and mention.source != "quote":
        return CAPITALS / 2
    return 0.0
