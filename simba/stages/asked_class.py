"""The class that the asked noun names ("какая **река**"), and whether a value is of it.

Classes and occupations tell, up the class tree; where they do not, the noun at the head of the value's label or
description does ("Казанский **университет**", "остров в Карибском море").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.classes import Classes
from simba.kb.facts import Facts
from simba.russian.morphology import lemmas, readings
from simba.russian.text import fold

_WORD = re.compile(r"[^\W\d_]+|[,;(]")
_QUALIFIER = re.compile(r"\(([^()]+)\)$")
_ENDS = ("PREP", "VERB", "CONJ", "INFN")
"""OpenCorpora's parts of speech that end the head of a description."""


@dataclass(frozen=True, slots=True)
class AskedClass:
    """A noun's lemmas, and the classes of that name."""

    lemmas: frozenset[str]
    classes: frozenset[str]
    hierarchy: Classes
    exact: bool
    """Whether what another common noun names is not of it: a district is no city, but a palace may be a museum."""
    sorts: frozenset[str] = frozenset()
    """Lemmas of heads that leave it to the genitive after them what something is: "вид растений"."""

    @classmethod
    def of(
        cls,
        noun: str,
        classes: frozenset[str],
        hierarchy: Classes,
        also: Iterable[str] = (),
        exact: frozenset[str] = frozenset(),
        sorts: frozenset[str] = frozenset(),
    ) -> AskedClass:
        """The class that a folded noun names, with those that a knowledge base calls so or ``also``: a capital is
        a town. ``exact`` are the lemmas of nouns that no other may stand for.

        Of two words joined by a hyphen, the last one tells what it is: "рок-группа" is no rock.
        """
        own = frozenset(lemmas(noun))
        others = (heads(one.rpartition("-")[2]) for one in also)
        return cls(own.union(*others), classes, hierarchy, not own.isdisjoint(exact), sorts)

    def has(self, classes: Collection[str]) -> bool:
        """Whether an instance of these classes, or whoever has these occupations, is of it."""
        return bool(classes) and not self.classes.isdisjoint(self.hierarchy.above(classes))

    def called(self, *texts: str | None) -> bool:
        """Whether a label or description says that its entity is of it: "Тверская область", "Гранада (провинция)"."""
        said = [one for text in texts if text for one in (text, *_QUALIFIER.findall(text))]
        return any(not self.lemmas.isdisjoint(heads(one, self.sorts)) for one in said)

    def unmet(self, values: Iterable[Value], facts: Facts) -> list[Value]:
        """The values that neither their classes nor what they are called show to be of it."""

        def met(one: str) -> bool:
            classes = facts.classes(one)
            said = (facts.label(above) for above in classes)
            return self.has(classes) or self.called(facts.label(one), facts.description(one), *said)

        return [value for value in values if not (one := entity_id(value.value)) or not met(one)]

    def is_another(self, values: Sequence[Value], facts: Facts) -> bool:
        """Whether there are values, and all are known to be something else."""
        if not values or not (self.classes or self.exact) or len(self.unmet(values, facts)) < len(values):
            return False
        above = self.hierarchy.above(self.classes)

        def other(one: str) -> bool:
            # What is only known to be a literary work may be a novel; the name tells where no class does.
            classes, label = facts.classes(one), facts.label(one) or ""
            if classes:
                return not classes <= above
            return (self.exact and says_what(label)) or any(map(says_what, _QUALIFIER.findall(label)))

        return all((one := entity_id(value.value)) is not None and other(one) for value in values)


@lru_cache(maxsize=5_000)
def heads(text: str, sorts: frozenset[str] = frozenset()) -> frozenset[str]:
    """The lemmas of the nouns that a label or description begins with: "столица и порт на Чёрном море" has two.

    What comes in the genitive after one of the ``sorts`` counts too: "вид растений".
    """
    return frozenset(_heads(text, sorts))


def says_what(label: str) -> bool:
    """Whether a label has a common noun at its head: "Самарская **область**", but not "Нижний Новгород"."""
    said = heads(label)
    return any(word.islower() and not said.isdisjoint(lemmas(fold(word))) for word in _WORD.findall(label))


def _heads(text: str, sorts: frozenset[str]) -> Iterator[str]:
    kinds = several = False
    for word in _WORD.findall(fold(text)):
        if word == "(":
            return
        if word in {",", ";", "и"}:
            kinds = False
            continue
        nouns = [(lemma, tag) for lemma, tag in readings(word) if tag.startswith("NOUN")]
        best = readings(word)[0][1]
        case = "gent" if kinds else "nomn"
        if several and not kinds and any("gent" in tag for _, tag in nouns):
            return  # "столкновение Млечного Пути и галактики Андромеды" is no galaxy
        if any(case in tag for _, tag in nouns):
            found = [lemma for lemma, tag in nouns if case in tag]
            yield from found
            several = True
            kinds = not sorts.isdisjoint(found)
        elif (nouns and best.startswith("NOUN")) or best.startswith(_ENDS):
            return
