"""How a property's names become phrases of a rule, and an entity's name part of an example, by pymorphy2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simba.grammar.fragments import forms_of
from simba.russian.morphology import inflections, readings
from simba.russian.text import fold

WHICH = {"masc": "Какой", "femn": "Какая", "neut": "Какое", "plur": "Какие"}
"""How one asks for a noun of each gender, or in the plural."""
_ASIDE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[\w'-]+")
_NAMES = re.compile(r"[^/\d]+(?:/[^/\d]+)+")
_FUNCTION = frozenset({"PREP", "CONJ", "PRCL", "NPRO", "INTJ"})
_MODIFIERS = frozenset({"ADJF", "PRTF"})
_PARTICLES = frozenset({"ван", "вон", "да", "дер", "ди", "ла", "ле", "фон"})
_VERBS = frozenset({"VERB", "INFN", "PRTS", "GRND"})


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a property, and the phrase that it is in any of its forms."""

    text: str
    phrase: str
    gender: str | None
    """A key of `WHICH`; None where the name has no noun at its head ("родился", "назван в честь")."""


def names_of(labels: Iterable[str]) -> Iterator[Name]:
    """The names that can be phrases, each phrase once; "это" and "из" say nothing by themselves."""
    seen = set()
    for label in labels:
        plain = " ".join(_ASIDE.sub(" ", label).split())
        for text in plain.split("/") if _NAMES.fullmatch(plain) else [plain]:  # "брат/сестра"
            name = _name(text.strip())
            if name is not None and name.phrase not in seen:
                seen.add(name.phrase)
                yield name


def _name(text: str) -> Name | None:
    words = _WORD.findall(fold(text))
    if not words or all(_tag(word)[0] in _FUNCTION for word in words):
        return None
    head = _head(words)
    if head is None:
        lemma = _lemma(words[0], _VERBS)
        return Name(text, " ".join([lemma, *words[1:]]), None)
    before = [_lemma(word, _MODIFIERS) for word in words[:head]]
    noun, tag = _lemma(words[head], {"NOUN"}), _nominative(words[head])
    gender = "plur" if "plur" in tag else next((one for one in WHICH if one in tag), "masc")
    return Name(text, " ".join([*before, noun, *words[head + 1 :]]), gender)


def _head(words: list[str]) -> int | None:
    """The first noun in the nominative, if only adjectives stand before it: "главный герой", "место рождения"."""
    for number, word in enumerate(words):
        if _nominative(word):
            return number
        if _tag(word)[0] not in _MODIFIERS:
            return None
    return None


def _tag(word: str) -> list[str]:
    """The grammemes of a word's likeliest reading, its part of speech first."""
    return re.split("[ ,]", readings(word)[0][1])


def _nominative(word: str) -> list[str]:
    """The grammemes of a noun's likeliest reading in the nominative; none where the word rather is something else."""
    tagged = [(lemma, re.split("[ ,]", tag)) for lemma, tag in readings(word)]
    likely = tagged[0][1][0] == "NOUN"
    nouns = [tag for lemma, tag in tagged if tag[0] == "NOUN" and "nomn" in tag and (likely or lemma == word)]
    return nouns[0] if nouns else []


def _lemma(word: str, parts: Iterable[str]) -> str:
    """``<лемма>`` of a word that the dictionary reads as one of the parts of speech; else the word itself.

    A full participle has only its stem in common with its verb: "используемый" is ``используем*``.
    """
    for lemma, tag in readings(word):
        part = tag.replace(",", " ").split()[0]
        if part not in parts:
            continue
        if part == "PRTF":
            return f"{word[:-2]}*" if len(word) > 5 else word
        try:
            return f"<{lemma}>" if re.fullmatch(forms_of(lemma), word) else word
        except ValueError:  # the dictionary only guesses
            return word
    return word


def genitive(name: str) -> str:
    """An entity's name in the genitive, as far as the dictionary knows its words: "Льва Толстого"."""
    words = name.split()
    gender = next((one for one in ("masc", "femn") if words and one in _tag(fold(words[0]))), None)
    found = []
    for word in words:
        folded = fold(word)
        forms = inflections(folded, {"gent"}, "nomn", "sing", gender) if gender else []
        forms = forms or inflections(folded, {"gent"}, "nomn")
        found.append(_cased(fold(forms[0]), word) if forms and folded not in _PARTICLES else word)
    return " ".join(found)


def _cased(form: str, like: str) -> str:
    """A form with the capitals of the word, part by part: "Ростова-на-Дону"."""
    parts = zip(form.split("-"), like.split("-"), strict=False)
    return "-".join(part.capitalize() if old[:1].isupper() else part for part, old in parts)
