"""How a name is looked up: the words of it, its keys, and the shorter names that people use for a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import xxhash

from simba.russian.morphology import in_dictionary, is_given_name, lemmas, may_be, readings
from simba.russian.text import fold

_WORD = re.compile(r"\w+")
_CAPITALISED = re.compile(r"[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)*")
_ENDINGS = ("а", "у", "ом", "ым", "е")
"""Of a man's surname that ends with a consonant, in the other cases."""
STEM = 5
"""Letters that two words must share to be taken for one."""
MAX_WORDS = 12
"""Longest name that is indexed by lemmas, in words; longer ones are found by their exact form only."""


def words_of(text: str) -> list[str]:
    """The folded words and numbers of a text."""
    return _WORD.findall(fold(text))


def exact_key(words: Sequence[str]) -> str:
    """The key of a name as it is written."""
    return " ".join(words)


def bag_keys(lemma_keys: Sequence[str]) -> list[str]:
    """Keys of a name of several words in any order ("Пушкин Александр"), from its keys in order."""
    return list(dict.fromkeys([" ".join(sorted(key.split())) for key in lemma_keys if " " in key]))


def in_nominative(words: Sequence[str]) -> Iterator[str]:
    """Full names whose surname the dictionary takes for a form of no noun ("Жюля Верна", which is "faithful"), or of
    another one: "Говарду Шору".
    """
    if len(words) != 2 or (may_be(words[1], "NOUN") and not is_given_name(words[0])):
        return
    surnames = surnames_of(words[1])
    yield from (exact_key((first, surname)) for first in lemmas(words[0]) for surname in surnames)


def surnames_of(word: str) -> list[str]:
    """The men's surnames, ending with a consonant, that a folded word may be a form of."""
    stems = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    return [stem for stem in stems if len(stem) > 1]


checksum = xxhash.xxh3_64_intdigest
"""A 64-bit number of a key in UTF-8: where a knowledge base has no such number, it has no such name."""


def stems(words: Iterable[str]) -> frozenset[str]:
    """The first letters of the longer words: enough to see that "английская" and "Англии" are about one thing."""
    return frozenset(word[:STEM] for word in words if len(word) >= STEM)


@lru_cache(maxsize=2_000)
def is_personal(label: str) -> bool:
    """Whether a label is a person's full name: two or three capital words, the first or, before a comma, the last ones
    a given name.
    """
    family, comma, given = label.partition(", ")
    parts = [*given.split(), *family.split()] if comma else label.split()
    if not 2 <= len(parts) <= 3 or not all(map(_CAPITALISED.fullmatch, parts)):
        return False
    *names, surname = map(fold, parts)
    return all(in_dictionary(one) and is_given_name(one) for one in names) and (
        len(names) > 1 or not _is_common(surname)
    )


def _is_common(word: str) -> bool:
    return in_dictionary(word) and not any("Surn" in tag for _, tag in readings(word))


def short_names(label: str) -> Iterator[str]:
    """What a person with this full name is also called: "Михаил Илларионович Кутузов" is "Кутузов", "М. И. Кутузов"."""
    parts = label.split()
    if not 2 <= len(parts) <= 3 or not all(map(_CAPITALISED.fullmatch, parts)):
        return
    *given, family = parts
    initials = [f"{name[0]}." for name in given]
    yield family
    yield f"{given[0]} {family}"
    yield f"{initials[0]} {family}"
    if len(given) == 2:
        yield f"{' '.join(initials)} {family}"
        if given[1].endswith(("вич", "ич", "вна", "чна")):
            yield f"{given[0]} {given[1]}"


def genders(label: str | None) -> set[str]:
    """The genders that the first given name of a label may have, else the first byname: "Железнобокий"."""
    words = words_of(label or "")
    for kind in ("Name", "Patr", "ADJF"):
        for word in words:
            tags = [tag for _, tag in readings(word) if kind in tag and "nomn" in tag and "Fixd" not in tag]
            if tags:
                return {
                    gender for tag in tags for gender in ("masc", "femn", "ms-f", "neut") if gender in tag
                }
    return set()
