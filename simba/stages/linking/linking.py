"""Stage 4: entity linking. The entities that mentions may mean (`simba.stages.linking.lookup`) are ranked.

The rank weighs how the name matched, how well known the entity is, and whether it is of the class that the noun before
the name says (`simba.stages.linking.linkscoring`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from simba.kb.classes import Classes
from simba.kb.indexed import IndexedName
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import LinkingWeights
from simba.stages.linking.fullnames import of_no_other_year, of_that_number, without_halves
from simba.stages.linking.linkscoring import Scoring, Standards
from simba.stages.linking.lookup import Found, Names, is_name, strange_words
from simba.stages.linking.overshadowing import overshadowed
from simba.stages.links import Candidate, Links
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

MAX_CANDIDATES = 60


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
        about: Collection[str],
    ) -> None:
        """Take names, classes, weights, what classes a common noun stands for beside those of its own name, the words
        that stand between such a noun and the name ("по имени"), prepositions of what is inside something, and those
        of what a work is about.
        """
        self.names = names
        self._kinds = kinds
        self._standards = Standards(self._agrees, weights, naming, within, about)
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
        candidates = tuple(self._candidates(parse, interrogative, mentions, known))
        noun = interrogative.noun
        return Links(candidates, self._classes_meant(noun.lemma) if noun is not None else frozenset())

    def _classes_named(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names; where there are none, those of which it is another word."""
        return self.names.called(noun) or self._all_meant(noun)

    def _all_meant(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names, and those of which it is another word: "мультик"."""
        return frozenset().union(*map(self.names.called, (noun, *self._kinds.get(noun, ()))))

    def _agrees(self, noun: Token, entity: IndexedName) -> bool | None:
        """Whether an entity is of a class that a noun names; None where either is not known."""
        classes = self._classes_meant(noun.lemma)
        if not classes or not entity.classes:
            return None
        return not classes.isdisjoint(self._hierarchy.above(entity.classes))

    def _candidates(
        self,
        parse: Parse,
        interrogative: Interrogative,
        mentions: Sequence[Mention],
        known: Sequence[Mention],
    ) -> list[Candidate]:
        found = self.names.look_up(parse, mentions)
        named = not parse.hasty and any(is_name(parse, mention) for mention, _, _ in found)
        found = self._found_further(parse, interrogative, mentions, known, found)
        years: dict[tuple[str, int, int], Token] = {}
        for mention, entity, year, whole in self.names.editions(parse, mentions):
            found.append((mention, entity, "edition" if whole else "free"))
            years[entity.id, mention.first, mention.last] = year
        self._hierarchy.prepare(identifier for _, entity, _ in found for identifier in entity.classes)
        scoring = Scoring(parse, interrogative, found, years, self._standards, named=named)
        best: dict[tuple[str, int, int], Candidate] = {}
        for mention, entity, route in found:
            one = scoring.candidate(mention, entity, route)
            key = (entity.id, mention.first, mention.last)
            if one is not None and (key not in best or best[key].score < one.score):
                best[key] = one
        fit = _of_the_class_said(best.values())
        if not parse.hasty:  # else capitals were put there
            fit = _without_common(fit)
        fit.sort(key=lambda candidate: -candidate.score)
        return overshadowed(fit[:MAX_CANDIDATES], self._standards.weights)

    def _found_further(
        self,
        parse: Parse,
        interrogative: Interrogative,
        mentions: Sequence[Mention],
        known: Sequence[Mention],
        found: list[Found],
    ) -> list[Found]:
        """What was found, and what words in no name so far name in other ways; but what is half a name, or of another
        year.
        """
        placed = [*known, *(mention for mention, _, _ in found)]
        strange = strange_words(parse, placed, lambda word: not interrogative.covers(word.span))
        if strange:
            found += self.names.look_further(parse, mentions, strange)
        found = without_halves(parse, found, known, lambda word: not interrogative.covers(word.span))
        return of_that_number(parse, of_no_other_year(parse, found))


def _of_the_class_said(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates without those of which no class noun tells, where it tells of a namesake that it is so called."""
    candidates = list(candidates)
    agreed = {
        (one.mention.first, one.mention.last)
        for one in candidates
        if one.class_noun is not None and one.route != "edition"
    }
    return [
        one
        for one in candidates
        if one.class_noun is not None
        or (one.mention.first, one.mention.last) not in agreed
        or not one.entity.classes
    ]


def _without_common(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates but the common nouns where a capital inside the question stands for a name: "Германии" is no
    germanium.
    """
    written = {
        (one.mention.first, one.mention.last, one.route)
        for one in candidates
        if one.mention.first and one.mention.source != "quote" and one.mention.text[:1].isupper()
    }
    named = {
        (one.mention.first, one.mention.last, one.route)
        for one in candidates
        if one.entity.name[:1].isupper() and not one.entity.name.isupper()
    }
    meant = written & named
    return [
        one
        for one in candidates
        if (one.mention.first, one.mention.last, one.route) not in meant or not one.entity.name[:1].islower()
    ]
