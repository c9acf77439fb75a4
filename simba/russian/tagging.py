"""Parts of speech, checked against the dictionary: the tagger guesses from context, and takes names for verbs.

It has learnt from news, where names have capitals: in "где родился хрущев" the last word is a verb to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from simba.russian.morphology import UNIVERSAL_CASES, in_dictionary, is_name, readings

_UNIVERSAL: dict[str, str] = {
    "NOUN": "NOUN",
    "ADJF": "ADJ",
    "ADJS": "ADJ",
    "COMP": "ADJ",
    "VERB": "VERB",
    "INFN": "VERB",
    "PRTF": "VERB",
    "PRTS": "VERB",
    "GRND": "VERB",
}
"""OpenCorpora's parts of speech as Universal Dependencies call them; only those that are taken for one another."""
_ALSO: dict[str, frozenset[str]] = {"NOUN": frozenset({"PROPN"}), "VERB": frozenset({"AUX", "ADJ"})}
"""What a tagger may rightly say instead: a participle is an adjective to some."""
_VERB_FORMS = {"VERB": "Fin", "INFN": "Inf", "PRTF": "Part", "PRTS": "Part", "GRND": "Conv"}
_CHECKED = frozenset({*_UNIVERSAL.values(), "PRON"})
_CASES = {case: universal for universal, case in UNIVERSAL_CASES.items()}


def checked(word: str, pos: str, features: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """A folded word's part of speech and features: the tagger's or, where no reading has that part, the likeliest's."""
    if pos == "PUNCT" and word.isalpha():
        return "X", {}  # letters are a word, if a foreign one: "ангкор ват"
    if pos not in _CHECKED or not word.replace("-", "").isalpha() or word.isascii():
        return pos, features
    right = _instead(word, pos)
    if right is not None:
        return right
    number = _number(word) if pos == "NOUN" else None
    if number is None or features.get("Number", number) == number:
        return pos, features
    return pos, {**features, "Number": number}


@lru_cache(maxsize=20_000)
def _number(word: str) -> str | None:
    """The number that a noun's form says by itself, None where it may be either or the dictionary lacks it."""
    tags = [tag for _, tag in readings(word) if tag.startswith("NOUN")]
    plural = {"plur" in tag for tag in tags}
    if len(plural) != 1 or not in_dictionary(word):
        return None
    return "Plur" if True in plural else "Sing"


@lru_cache(maxsize=20_000)
def _instead(word: str, pos: str) -> tuple[str, Mapping[str, str]] | None:
    tags = [tag for _, tag in readings(word)]
    kinds = [tag.split(",")[0].split(" ")[0] for tag in tags]
    if pos == "NOUN" and "NPRO" in kinds and "NOUN" not in kinds:
        return "PRON", {}  # "и сыграл в нём"
    if pos == "PRON" and set(kinds) != {"NOUN"}:  # "друга" is one only beside "друг"
        return None
    for kind in kinds:
        universal = _UNIVERSAL.get(kind)
        if universal is None or universal == pos or pos in _ALSO.get(universal, ()):
            return None
    kind, tag = kinds[0], tags[0]
    if kind in _VERB_FORMS:  # of a noun that the dictionary lacks it has a verb's form sometimes: "глава мок"
        certain = (pos == "ADJ" or kind == "PRTF" or "3per" in tag) and in_dictionary(word)
        return ("VERB", {"VerbForm": _VERB_FORMS[kind]}) if certain else None
    case = next((_CASES[one] for one in tag.replace(" ", ",").split(",") if one in _CASES), None)
    name = kind == "NOUN" and is_name(word)
    animate = {"Animacy": "Anim" if "anim" in tag.split(" ")[0].split(",") else "Inan"}
    number = {"Number": "Plur"} if "plur" in tag else {}
    return ("PROPN" if name else _UNIVERSAL[kind]), {**({"Case": case} if case else {}), **animate, **number}
