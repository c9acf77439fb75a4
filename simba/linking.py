"""Stage 4: entity linking. Each mention is looked up in the label index; candidates are ranked.

Routes in the order of the paper's section 5 (exact, by lemmas, in any order, free form) with typos last. The rank
weighs how the name matched, how well known the entity is, and whether it is of the class that the noun before the name
says ("фильм «Титаник»", "река Лена").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import Literal, NamedTuple, get_args

from simba.classes import ClassHierarchy
from simba.index import KeyField, LabelIndex, Named
from simba.interrogative import Interrogative
from simba.mentions import Mention
from simba.morphology import lemma_keys
from simba.names import MAX_WORDS, bag_keys, exact_key, stems, words_of
from simba.parse import Parse, Token

Route = Literal["exact", "lemma", "bag", "free", "typo"]
ROUTES: tuple[Route, ...] = get_args(Route)
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

    def __init__(self, index: LabelIndex, hierarchy: ClassHierarchy) -> None:
        self._index = index
        self._hierarchy = hierarchy
        self.classes_named = lru_cache(maxsize=20_000)(self._classes_named)

    def link(
        self, parse: Parse, interrogative: Interrogative, mentions: Sequence[Mention]
    ) -> list[Candidate]:
        """Candidates of all mentions, best first; at most `MAX_CANDIDATES`."""
        found = self._look_up(mentions)
        named = any(_is_name(parse, mention) for mention, _, _ in found)
        if not named:
            found += self._look_further(parse, mentions)
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

    def _look_up(self, mentions: Sequence[Mention]) -> list[tuple[Mention, Named, Route]]:
        """Entities by the lemmas of each mention in their order, which finds exact names too, else in any order."""
        keys: list[tuple[KeyField, str]] = []
        owners: list[Mention] = []
        for mention in mentions:
            in_order = lemma_keys(mention.words) if len(mention.words) <= MAX_WORDS else []
            some: list[tuple[KeyField, str]] = [("lemma", key) for key in in_order]
            some += [("bag", key) for key in bag_keys(in_order) if key not in in_order]
            some = some or [("exact", exact_key(mention.words))]
            keys += some
            owners += [mention] * len(some)
        found: dict[tuple[int, int, str], tuple[Mention, Named, Route]] = {}
        found_in_order: set[int] = set()
        for number in self._index.known([key for _, key in keys]):
            field, key = keys[number]
            mention = owners[number]
            if field == "bag" and id(mention) in found_in_order:
                continue
            entities = self._index.find(field, key)
            if entities:
                found_in_order.add(id(mention))
            as_written = exact_key(mention.words)
            for entity in entities:
                exact = field == "exact" or entity.key == as_written
                route: Route = "exact" if exact else "lemma" if field == "lemma" else "bag"
                place = (mention.first, mention.last, entity.id)
                if place not in found or ROUTES.index(route) < ROUTES.index(found[place][2]):
                    found[place] = (mention, entity, route)
        return list(found.values())

    def _look_further(self, parse: Parse, mentions: Sequence[Mention]) -> list[tuple[Mention, Named, Route]]:
        """Where no name was found: titles that hold the mention's words among others, then misspelt names."""
        found: list[tuple[Mention, Named, Route]] = []
        for mention in mentions:
            if mention.source in {"quote", "name"} and len(mention.words) > 1:
                found.extend(
                    (mention, entity, "free") for entity in self._index.find_free_form(mention.words)
                )
        if not found:
            for mention in mentions:
                if mention.first == mention.last and _is_name(parse, mention):
                    found.extend(
                        (mention, entity, "typo") for entity in self._index.find_misspelt(mention.words[0])
                    )
        return found

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

    def _classes_named(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names: for "роман", the class of novels (and whatever else is called so)."""
        return frozenset(entity.id for entity in self._index.find("exact", noun))


def _is_name(parse: Parse, mention: Mention) -> bool:
    """Whether quotes or capitals say so; the question's first word has a capital anyway."""
    if mention.source == "quote":
        return True
    return mention.text[:1].isupper() and (mention.first > 0 or parse.words[0].token.pos == "PROPN")


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
