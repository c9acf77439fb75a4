"""The places that adjectives are of: "техасский" is of Texas, "рижский" of a place that is spelt otherwise."""

from __future__ import annotations

from simba.russian.morphology import in_dictionary, readings

SUFFIX = "ский"
ENDINGS = ("", "а", "я", "ь", "о", "ы", "и", "ия")
"""How a place may end of which an adjective is, behind the stem."""


def places_of(adjective: str) -> list[str]:
    """The names, in small letters, that a place may have of which a folded adjective is (its lemma).

    Those that the dictionary has for places, and those that it has not at all: "набоковский" is of somebody.
    """
    if not adjective.endswith(SUFFIX):
        return []
    stem = adjective.removesuffix(SUFFIX)
    return [stem + ending for ending in ENDINGS if _may_be_place(stem + ending)]


def _may_be_place(name: str) -> bool:
    return not in_dictionary(name) or any("Geox" in tag for _, tag in readings(name))
