"""What makes an entity likelier to be what a mention means (stage 4): how its name matched, how well known it is, and
whether it is of the class that the noun before the name says ("фильм «Титаник»", "река Лена").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from math import log1p
from typing import NamedTuple, TypeAlias

from simba.kb.indexed import HUMAN, MAX_DETAIL, IndexedName
from simba.russian.disagreement import is_of_other_number, is_of_others
from simba.russian.morphology import CASES, in_dictionary, readings
from simba.russian.names import stems, words_of
from simba.russian.text import fold
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import LinkingWeights
from simba.stages.linking.classnouns import class_after, class_before_whose, class_noun, class_told, deed
from simba.stages.linking.lookup import Found
from simba.stages.links import Candidate, LinkScore, Route
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

DESCRIPTIVE = frozenset({"NOUN", "ADJ", "PROPN"})
WELL_KNOWN = log1p(300)
"""The logarithm of so many sitelinks that more make nothing better known."""


Agreeing: TypeAlias = Callable[[Token, IndexedName], "bool | None"]
"""Whether an entity is of a class that a noun names; None where either is not known."""


class Standards(NamedTuple):
    """By what candidates are scored, whatever is asked."""

    agreeing: Agreeing
    weights: LinkingWeights
    naming: Collection[str]
    """Words that stand between a class noun and a name: "по имени"."""
    within: Collection[str]
    """Prepositions of what is inside something."""
    about: Collection[str]
    """Prepositions of what a work is about."""


class _Setting(NamedTuple):
    """What the question says about a mention, whichever entity it means."""

    class_noun: Token | None
    class_further: tuple[Token, ...]
    """Nouns and the verb that may say of which class it is, too, but nothing against it."""
    context: float
    part_of_speech: float
    described: frozenset[str]
    """Stems of its other words, which may tell namesakes apart."""
    nobody: bool
    """Whether it is no person, as it stands."""
    common: bool
    """Whether it is a common noun that tells what a work is about, so no title: "фильм о зеркале" is not "Зеркало"."""


class Scoring:
    """Scores what one question's mentions may mean."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        found: Sequence[Found],
        years: Mapping[tuple[str, int, int], Token],
        standards: Standards,
        *,
        named: bool,
    ) -> None:
        """Take all that was ``found``, the year of what is an edition, by entity and mention, and whether something is
        ``named`` by what is written as a name.
        """
        self._parse, self._interrogative = parse, interrogative
        self._years, self._named, self._standards = years, named, standards
        self._weights = standards.weights
        self._namesakes = Counter((mention.first, mention.last) for mention, _, _ in found)
        self._most_detail: dict[tuple[str, str], int] = {}
        for mention, entity, _ in found:
            if entity.kind == "label" and self._namesakes[mention.first, mention.last] > 1:
                for one in entity.classes:
                    key = entity.key, one
                    self._most_detail[key] = max(self._most_detail.get(key, 0), entity.detail)
        self._capitals_written = not parse.hasty and any(
            word.token.text[:1].isupper() for word in parse.words[1:]
        )
        careful = not parse.hasty and parse.text[:1].isupper()
        self._common = {
            (mention.first, mention.last)
            for mention, entity, route in found
            if careful and route == "exact" and entity.name[:1].islower()
        }
        self._described = stems(word.folded for word in parse.words if word.token.pos in DESCRIPTIVE)
        self._settings: dict[tuple[int, int], _Setting] = {}

    def candidate(self, mention: Mention, entity: IndexedName, route: Route) -> Candidate | None:
        """What a mention means if it means this entity; None if it cannot."""
        human = HUMAN in entity.classes
        if human and len(mention.words) == 1 and is_of_others(mention.words[0], fold(entity.name)):
            return None
        setting = self._setting(mention)
        if (human and setting.nobody) or (setting.common and entity.name[:1].isupper()):
            return None
        noun, agreement = self._class_agreement(mention, entity, setting)
        weights = self._weights
        addends = LinkScore(
            weights.match(route, len(mention.words)),
            weights.odd if entity.kind == "short" else 0.0,
            0.0 if mention.source == "ngram" else weights.apart,
            weights.popularity
            * (min(1.0, log1p(entity.sitelinks) / WELL_KNOWN) - self._less_described(mention, entity)),
            self._capitals(mention, entity, route),
            setting.context,
            setting.part_of_speech,
            weights.apart * len(setting.described & _stems_of(entity.description))
            if setting.described and entity.description
            else 0.0,
            agreement,
            0.0,
        )
        return Candidate(mention, entity, route, sum(addends), addends, noun if agreement > 0 else None)

    def _less_described(self, mention: Mention, entity: IndexedName) -> float:
        """How much less is known of an entity than of another of its name and class, as a share of what makes one well
        described: known to more wikis or not, what is hardly described is hardly asked for.
        """
        if entity.kind != "label" or self._namesakes[mention.first, mention.last] < 2:
            return 0.0
        own = entity.detail
        return (
            max([self._most_detail.get((entity.key, one), own) - own for one in entity.classes], default=0)
            / MAX_DETAIL
        )

    def _setting(self, mention: Mention) -> _Setting:
        """What the question says about a mention, which may have dozens of namesakes."""
        key = mention.first, mention.last
        if key not in self._settings:
            parse = self._parse
            self._settings[key] = _Setting(
                class_noun(parse, mention, self._standards.naming),
                (
                    *class_before_whose(parse, mention),
                    *class_after(parse, self._interrogative, mention),
                    *class_told(parse, mention),
                    *deed(parse, mention),
                ),
                self._context(mention),
                self._part_of_speech(mention),
                self._described - stems(mention.words) if self._namesakes[key] > 1 else frozenset(),
                self._is_inside(mention),
                self._is_subject(mention),
            )
        return self._settings[key]

    def _context(self, mention: Mention) -> float:
        """What it costs to be a part of a longer name."""
        if mention.source != "quote" and self._parse.quotes_hold(mention.span):
            return self._weights.inside
        own = (mention.first, mention.last)
        inside = any(
            first <= mention.first and mention.last <= last and (first, last) != own
            for first, last in self._namesakes
        )
        return self._weights.inside if inside else 0.0

    def _is_inside(self, mention: Mention) -> bool:
        """Whether something is said to be inside what is named, which nobody is: "в Лондоне", but not "в Лондона"."""
        words = self._parse.words
        first = words[mention.first].token
        before = words[mention.first - 1].token if mention.first else None
        return (
            before is not None
            and before.index == first.index - 1
            and before.folded in self._standards.within
            and first.features.get("Case") == "Loc"
        )

    def _is_subject(self, mention: Mention) -> bool:
        """Whether a word without a capital stands behind the preposition of what a work is about, where others have."""
        parse = self._parse
        if mention.source == "quote" or not mention.text.islower() or parse.text.islower():
            return False
        before = parse.words[mention.first].token.index - 1
        about = before > 0 and parse.tokens[before].folded in self._standards.about
        return about and parse.tokens[before - 1].pos == "NOUN" and not parse.quotes_hold(mention.span)

    def _class_agreement(
        self, mention: Mention, entity: IndexedName, setting: _Setting
    ) -> tuple[Token | None, float]:
        """The noun that says of which class an entity is, and what that is worth; of an edition, its year."""
        year = self._years.get((entity.id, mention.first, mention.last)) if self._years else None
        if year is not None:
            return year, self._weights.agrees
        noun = setting.class_noun
        agreement = self._agreement(noun, entity) if noun is not None else 0.0
        oblique = noun is not None and noun.features.get("Case") not in {"Nom", "Acc"}
        if oblique and noun is self._interrogative.noun:  # "какого цвета золото": it says nothing of the name
            agreement = min(0.0, agreement)
        if agreement > 0 and noun is not None and not oblique and self._is_whose(mention, noun):
            agreement = 0.0
        if agreement <= 0:
            for other in setting.class_further:
                if self._agreement(other, entity) > 0:
                    # What is set off tells of it, but not all that is so called need be known to be.
                    return None if other.index in self._parse.told else other, self._weights.agrees
        return noun, agreement

    def _is_whose(self, mention: Mention, noun: Token) -> bool:
        """Whether a name says whose a thing is, not what it is called: "приток Савы" is another river."""
        name = self._parse.words[mention.first].token
        if mention.source == "quote" or not in_dictionary(name.folded):
            return False
        if any(",anim" in tag or "gent" in tag for _, tag in readings(noun.folded)):
            return False  # "реки Волги" is the Volga
        cases = {case for _, tag in readings(name.folded) if "sing" in tag for case in CASES if case in tag}
        return cases == {"gent"}

    def _agreement(self, noun: Token, entity: IndexedName) -> float:
        """What a noun says of an entity's class; of a person, it tells what the description tells."""
        if HUMAN in entity.classes and noun.features.get("Animacy") == "Anim":
            told = not stems([noun.folded]).isdisjoint(_stems_of(entity.description))
            return self._weights.agrees if told else 0.0
        agrees = self._standards.agreeing(noun, entity)
        return 0.0 if agrees is None else self._weights.agrees if agrees else self._weights.odd

    def _part_of_speech(self, mention: Mention) -> float:
        if mention.source == "quote" or _has_capital(mention):
            return 0.0
        if mention.first == mention.last and self._parse.words[mention.first].token.pos == "ADJ":
            return self._weights.inside
        return self._weights.odd if self._named else 0.0

    def _capitals(self, mention: Mention, entity: IndexedName, route: Route) -> float:
        """Names have capitals and common nouns have none, in the index as in a carefully written question; and both
        have a number: of "Плеяды" and "Плеяда", the latter is meant by "Плеяду".
        """
        written, known = mention.text[:1].isupper(), entity.name[:1].isupper()
        careful = self._capitals_written or (mention.first, mention.last) in self._common
        if known and careful and not _has_capital(mention) and mention.source != "quote":
            return self._weights.odd
        if written and not known and mention.first > 0 and mention.source != "quote":
            return self._weights.odd
        one_word = len(mention.words) == 1 and " " not in entity.name
        if route == "lemma" and written and known and one_word:
            return self._weights.odd if is_of_other_number(mention.words[0], fold(entity.name)) else 0.0
        return 0.0


def _has_capital(mention: Mention) -> bool:
    """Whether some word is written as a name's; a class noun that begins a name has no capital ("остров Пасхи")."""
    return mention.text != mention.text.lower()


@lru_cache(maxsize=10_000)
def _stems_of(description: str) -> frozenset[str]:
    return stems(words_of(description))
