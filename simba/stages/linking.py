"""Stage 4: entity linking. The entities that mentions may mean (`simba.stages.lookup`) are ranked.

The rank weighs how the name matched, how well known the entity is, and whether it is of the class that the noun before
the name says ("фильм «Титаник»", "река Лена").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from math import log1p
from typing import NamedTuple

from simba.kb.classes import Classes
from simba.kb.indexed import HUMAN, IndexedName
from simba.russian.morphology import readings
from simba.russian.names import stems, words_of
from simba.russian.text import fold
from simba.stages.fullnames import of_no_other_year, without_halves
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import LinkingWeights
from simba.stages.lookup import Names, Route, is_name, strange_words
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

DESCRIPTIVE = frozenset({"NOUN", "ADJ", "PROPN"})
MAX_CANDIDATES = 60


class LinkScore(NamedTuple):
    """What adds up to a candidate's score; ``rules/weights.yaml`` says what each means."""

    route: float
    short_name: float
    source: float
    popularity: float
    capitals: float
    inside: float
    part_of_speech: float
    described: float
    class_noun: float
    companions: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, and why it is ranked where it is."""

    mention: Mention
    entity: IndexedName
    route: Route
    score: float
    addends: LinkScore
    class_noun: Token | None
    """The noun before or after the name that says what the entity is; of an edition, its year, wherever that stands."""
    companions: frozenset[int] = frozenset()
    """Words (numbers in `Parse.words`) of other names in the question that a statement joins it to."""
    company: frozenset[str] = frozenset()
    """The entities that these name."""
    overshadowed: bool = False
    """Whether a namesake of the same class is likelier: then this one is taken only if a reader chooses it."""


@dataclass(frozen=True, slots=True)
class Links:
    """The entities that mentions may mean, best first, and the classes that the asked noun names ("какая **река**")."""

    candidates: tuple[Candidate, ...] = ()
    asked: frozenset[str] = frozenset()


NOTHING_LINKED = Links()


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


class Linker:
    """Links mentions to the entities of one knowledge base."""

    def __init__(
        self,
        names: Names,
        hierarchy: Classes,
        weights: LinkingWeights,
        kinds: Mapping[str, Sequence[str]],
        naming: Collection[str],
        within: Collection[str],
    ) -> None:
        """Take names, classes, weights, what classes a common noun stands for beside those of its own name, the words
        that stand between such a noun and the name ("по имени"), and prepositions of what is inside something.
        """
        self.names = names
        self._kinds = kinds
        self._naming = naming
        self._within = within
        self._weights = weights
        self._hierarchy = hierarchy
        self.classes_named = lru_cache(maxsize=20_000)(self._classes_named)
        self._classes_meant = lru_cache(maxsize=20_000)(self._all_meant)
        self.above = hierarchy.above
        self.beginning = names.beginning

    def link(
        self,
        parse: Parse,
        interrogative: Interrogative,
        mentions: Sequence[Mention],
        known: Sequence[Mention] = (),
    ) -> Links:
        """Candidates of all mentions, best first, at most `MAX_CANDIDATES`; and the classes that are asked for.

        Words of names that are ``known`` beforehand are not looked at for misspellings.
        """
        candidates = tuple(
            self._candidates(parse, interrogative, mentions, known)
        )  # with whom names are looked up at once
        noun = interrogative.noun
        return Links(candidates, self._classes_meant(noun.lemma) if noun is not None else frozenset())

    def _classes_named(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names; where there are none, those of which it is another word."""
        return self.names.called(noun) or self._all_meant(noun)

    def _all_meant(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names, and those of which it is another word: "мультик"."""
        return frozenset().union(*map(self.names.called, (noun, *self._kinds.get(noun, ()))))

    def _candidates(
        self,
        parse: Parse,
        interrogative: Interrogative,
        mentions: Sequence[Mention],
        known: Sequence[Mention],
    ) -> list[Candidate]:
        weights = self._weights
        found = self.names.look_up(parse, mentions)
        named = not parse.hasty and any(is_name(parse, mention) for mention, _, _ in found)
        placed = [*known, *(mention for mention, _, _ in found)]
        strange = strange_words(parse, placed, lambda word: not interrogative.covers(word.span))
        if strange:
            found += self.names.look_further(parse, mentions, strange)
        found = without_halves(parse, found, known, lambda word: not interrogative.covers(word.span))
        found = of_no_other_year(parse, found)
        years: dict[tuple[str, int, int], Token] = {}
        for mention, entity, year, whole in self.names.editions(parse, mentions):
            found.append((mention, entity, "edition" if whole else "free"))
            years[entity.id, mention.first, mention.last] = year
        self._hierarchy.prepare(identifier for _, entity, _ in found for identifier in entity.classes)
        linked = {(mention.first, mention.last) for mention, _, _ in found}
        some_capitals = not parse.hasty and any(word.token.text[:1].isupper() for word in parse.words[1:])
        careful = not parse.hasty and parse.text[:1].isupper()
        common = {
            (mention.first, mention.last)
            for mention, entity, route in found
            if careful and route == "exact" and entity.name[:1].islower()
        }
        described = stems(word.folded for word in parse.words if word.token.pos in DESCRIPTIVE)
        namesakes = Counter((mention.first, mention.last) for mention, _, _ in found)
        best: dict[tuple[str, int, int], Candidate] = {}
        settings: dict[tuple[int, int], _Setting] = {}
        for mention, entity, route in found:
            if len(mention.words) == 1 and HUMAN in entity.classes and _is_of_other_sex(mention, entity):
                continue
            setting = settings.get((mention.first, mention.last))
            if setting is None:  # a mention may have dozens of namesakes
                setting = settings[mention.first, mention.last] = _Setting(
                    self._class_noun(parse, mention),
                    (
                        *_class_before_whose(parse, mention),
                        *_class_after(parse, interrogative, mention),
                        *_class_told(parse, mention),
                        *_deed(parse, mention),
                    ),
                    self._context(parse, mention, linked),
                    self._part_of_speech(parse, mention, named),
                    described - stems(mention.words)
                    if namesakes[mention.first, mention.last] > 1
                    else frozenset(),
                    self._is_inside(parse, mention),
                )
            if setting.nobody and HUMAN in entity.classes:
                continue
            noun = setting.class_noun
            telling = (
                weights.apart * len(setting.described & _stems_of(entity.description))
                if setting.described and entity.description
                else 0.0
            )
            key = (entity.id, mention.first, mention.last)
            agreement = self._agreement(noun, entity) if noun is not None else 0.0
            oblique = noun is not None and noun.features.get("Case") not in {"Nom", "Acc"}
            if oblique and noun is interrogative.noun:  # "какого цвета золото": it says nothing of the name
                agreement = min(0.0, agreement)
            if agreement <= 0:
                for other in setting.class_further:
                    if self._agreement(other, entity) > 0:
                        # What is set off tells of it, but not all that is so called need be known to be.
                        noun, agreement = (None if other.index in parse.told else other), weights.agrees
                        break
            if key in years:
                noun, agreement = years[key], weights.agrees
            addends = LinkScore(
                weights.match(route, len(mention.words)),
                weights.odd if entity.kind == "short" else 0.0,
                0.0 if mention.source == "ngram" else weights.apart,
                weights.popularity * min(1.0, log1p(entity.sitelinks) / log1p(300)),
                self._capitals(
                    mention, entity, route, some_capitals or (mention.first, mention.last) in common
                ),
                setting.context,
                setting.part_of_speech,
                telling,
                agreement,
                0.0,
            )
            score = sum(addends)
            if key not in best or best[key].score < score:
                best[key] = Candidate(mention, entity, route, score, addends, noun if agreement > 0 else None)
        agreed = {
            (one.mention.first, one.mention.last)
            for one in best.values()
            if one.class_noun is not None and one.route != "edition"
        }
        fit = [
            candidate
            for candidate in best.values()
            if candidate.class_noun is not None
            or (candidate.mention.first, candidate.mention.last) not in agreed
            or not candidate.entity.classes
        ]
        fit.sort(key=lambda candidate: -candidate.score)
        return overshadowed(fit[:MAX_CANDIDATES], weights)

    def _context(self, parse: Parse, mention: Mention, linked: set[tuple[int, int]]) -> float:
        if mention.source != "quote" and parse.quotes_hold(mention.span):
            return self._weights.inside
        inside = any(
            first <= mention.first and mention.last <= last and (first, last) != (mention.first, mention.last)
            for first, last in linked
        )
        return self._weights.inside if inside else 0.0

    def _is_inside(self, parse: Parse, mention: Mention) -> bool:
        """Whether something is said to be inside what is named, which nobody is: "в Лондоне", but not "в Лондона"."""
        first = parse.words[mention.first].token
        before = parse.words[mention.first - 1].token if mention.first else None
        return (
            before is not None
            and before.index == first.index - 1
            and before.folded in self._within
            and first.features.get("Case") == "Loc"
        )

    def _class_noun(self, parse: Parse, mention: Mention) -> Token | None:
        """The common noun before the name; quotes and what merely says that a name follows may stand between."""
        index = parse.words[mention.first].token.index - 1
        while index >= 0 and (
            parse.tokens[index].folded == '"' or parse.tokens[index].folded in self._naming
        ):
            index -= 1
        if index >= 0 and parse.tokens[index].pos == "NOUN" and not parse.tokens[index].text[:1].isupper():
            return parse.tokens[index]
        if index == 0 and parse.tokens[0].pos == "NOUN":
            return parse.tokens[0]
        return None

    def _agreement(self, noun: Token, entity: IndexedName) -> float:
        """What the noun before the name says of its class; of a person, it tells what the description tells."""
        weights = self._weights
        if HUMAN in entity.classes and noun.features.get("Animacy") == "Anim":
            told = not stems([noun.folded]).isdisjoint(_stems_of(entity.description))
            return weights.agrees if told else 0.0
        classes = self._classes_meant(noun.lemma)
        if not classes or not entity.classes:
            return 0.0
        agrees = not classes.isdisjoint(self._hierarchy.above(entity.classes))
        return weights.agrees if agrees else weights.odd

    def _part_of_speech(self, parse: Parse, mention: Mention, named: bool) -> float:
        if mention.source == "quote" or _has_capital(mention):
            return 0.0
        if mention.first == mention.last and parse.words[mention.first].token.pos == "ADJ":
            return self._weights.inside
        return self._weights.odd if named else 0.0

    def _capitals(self, mention: Mention, entity: IndexedName, route: str, some_capitals: bool) -> float:
        """Names have capitals and common nouns have none, in the index as in a carefully written question; and both
        have a number: of "Плеяды" and "Плеяда", the latter is meant by "Плеяду".
        """
        written, known = mention.text[:1].isupper(), entity.name[:1].isupper()
        if known and some_capitals and not _has_capital(mention) and mention.source != "quote":
            return self._weights.odd
        if written and not known and mention.first > 0 and mention.source != "quote":
            return self._weights.odd
        if route == "lemma" and written and known and _is_of_other_number(mention, entity):
            return self._weights.odd
        return 0.0


def _is_of_other_number(mention: Mention, entity: IndexedName) -> bool:
    """Whether a name of one word is in the plural and what is said is not, or the other way round."""
    if len(mention.words) > 1 or " " in entity.name:
        return False
    said, known = _numbers(mention.words[0]), _numbers(fold(entity.name), "nomn")
    return bool(said and known) and said.isdisjoint(known)


@lru_cache(maxsize=10_000)
def _numbers(noun: str, *grammemes: str) -> frozenset[str]:
    """The numbers in which a folded word may stand as a noun, in such a form; none where it is no noun."""
    tags = [tag for _, tag in readings(noun) if "NOUN" in tag and all(one in tag for one in grammemes)]
    return frozenset(number for tag in tags for number in ("sing", "plur") if number in tag)


def _is_of_other_sex(mention: Mention, entity: IndexedName) -> bool:
    """Whether a surname alone is inflected as that of the other sex: "муж Ахматовой" is of no Ахматов."""
    said, known = _sexes(mention.words[0]), _sexes(fold(entity.name), "nomn")
    return bool(said and known) and said.isdisjoint(known)


@lru_cache(maxsize=10_000)
def _sexes(surname: str, *grammemes: str) -> frozenset[str]:
    """The sexes of whom a folded word may call by a surname, in such a form; none where it is no surname."""
    tags = [tag for _, tag in readings(surname) if "Surn" in tag and all(one in tag for one in grammemes)]
    common = {"masc", "femn"} if any("ms-f" in tag for tag in tags) else set[str]()
    return frozenset(common | {sex for tag in tags for sex in ("masc", "femn") if sex in tag})


def _has_capital(mention: Mention) -> bool:
    """Whether some word is written as a name's; a class noun that begins a name has no capital ("остров Пасхи")."""
    return mention.text != mention.text.lower()


def _class_before_whose(parse: Parse, mention: Mention) -> tuple[Token, ...]:
    """The common nouns before the name of those whose it is: "роман Стивенсона «...»", "песня группы Queen «...»"."""
    before = [
        token for token in parse.tokens[: parse.words[mention.first].token.index] if token.folded != '"'
    ]
    whose = len(before)
    while whose and before[whose - 1].text[:1].isupper():
        whose -= 1
    if mention.source != "quote" or whose == len(before):
        return ()
    return tuple(takewhile(lambda token: token.pos == "NOUN", reversed(before[max(0, whose - 2) : whose])))


def _class_after(parse: Parse, interrogative: Interrogative, mention: Mention) -> tuple[Token, ...]:
    """The common noun right after the name, as in a search box: "титаник фильм", "пушкин поэт"."""
    index = parse.words[mention.last].token.index + 1
    if mention.source == "quote" and index < len(parse.tokens) and parse.tokens[index].folded == '"':
        index += 1
    noun = parse.tokens[index] if index < len(parse.tokens) else None
    if noun is None or noun.pos != "NOUN" or noun.folded != noun.lemma or interrogative.covers(noun.span):
        return ()
    return (noun,) if noun.text.islower() else ()


def _class_told(parse: Parse, mention: Mention) -> Iterator[Token]:
    """The common nouns set off behind the name that say what it is: "«Солярис», фильм Тарковского"."""
    inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
    for index, name in parse.told.items():
        if name in inside and parse.tokens[index].head == name and index not in inside:
            yield parse.tokens[index]


def _deed(parse: Parse, mention: Mention) -> tuple[Token, ...]:
    """The verb that the name is the subject of, which may say what it is: what flows is a river."""
    inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
    heads = (
        parse.tokens[index].head
        for index in sorted(inside)
        if parse.tokens[index].relation.startswith("nsubj") and parse.tokens[index].head not in inside
    )
    return tuple(parse.tokens[head] for head in heads if head >= 0 and parse.tokens[head].pos == "VERB")[:1]


def overshadowed(candidates: list[Candidate], weights: LinkingWeights) -> list[Candidate]:
    """The candidates, best first, marked where a likelier namesake is of the same class, or what a longer name means.

    What is not known of that one is not to be told of another: where every name has namesakes, one of them always has
    something to say. A namesake of another class may well be meant.
    """
    best: dict[tuple[int, int, str], float] = {}
    whole = {
        (one.mention.first, one.mention.last, kind, one.entity.id)
        for one in candidates
        if one.route in {"exact", "lemma"} and _is_full_name(one)
        for kind in one.entity.classes
    }
    twice = _named_twice(candidates)
    marked = []
    for one in candidates:
        first, last = one.mention.first, one.mention.last
        kinds = [(first, last, kind) for kind in one.entity.classes]
        ahead = max((best.get(kind, 0.0) for kind in kinds), default=0.0)
        inside = any(
            kind in one.entity.classes
            and start <= first
            and last <= stop
            and (start, stop) != (first, last)
            and entity != one.entity.id
            for start, stop, kind, entity in whole
        )
        behind = inside or ahead > one.score + weights.apart
        behind = behind or twice.get((first, last), one.entity.id) != one.entity.id
        marked.append(one if one.overshadowed == behind else replace(one, overshadowed=behind))
        for kind in kinds:
            best.setdefault(kind, one.score)
    return marked


def _named_twice(candidates: Sequence[Candidate]) -> dict[tuple[int, int], str]:
    """The only thing that some words name that other words name, too: "Гугун, Запретный город"."""
    sure = [one for one in candidates if one.route in {"exact", "lemma"}]
    spans = {(one.mention.first, one.mention.last) for one in sure}
    names: dict[str, dict[tuple[int, int], Candidate]] = {}
    for one in sure:
        first, last = one.mention.first, one.mention.last
        if not any(
            start <= first and last <= stop and (start, stop) != (first, last) for start, stop in spans
        ):
            names.setdefault(one.entity.id, {})[first, last] = one
    found: dict[tuple[int, int], set[str]] = {}
    for entity, some in names.items():
        for (first, last), one in some.items():
            for (start, stop), other in some.items():
                if (stop < first or last < start) and one.entity.name != other.entity.name:
                    found.setdefault((first, last), set()).add(entity)
    return {span: next(iter(some)) for span, some in found.items() if len(some) == 1}


def _is_full_name(candidate: Candidate) -> bool:
    """Whether each of several words of a name has a capital, here and in the index: "Владимир Даль" is not Дали."""
    words = [*candidate.mention.text.split(), *candidate.entity.name.split()]
    return len(candidate.mention.words) > 1 and all(word[:1].isupper() for word in words)


@lru_cache(maxsize=10_000)
def _stems_of(description: str) -> frozenset[str]:
    return stems(words_of(description))
