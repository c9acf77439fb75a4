"""What a misspelt word may have meant: the spellings near it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

SHORTEST, LONGEST = 4, 30
"""Letters of the shortest and of the longest word that is repaired: the longer, the more spellings."""
SHORTEST_EDITED = 5
"""Letters of the shortest word that any one letter may be wrong in."""
PREFIX = 3
"""First letters that nobody misspells but by ear."""
ALPHABET = " 0123456789_abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя"
"""What a misspelt word's right letter may be."""
_HEARD = {"а": "о", "о": "а", "и": "еыя", "е": "иэ", "э": "е", "ы": "и", "я": "еи", "ю": "у", "у": "ю"}
_HEARD |= {
    "б": "п",
    "п": "б",
    "в": "ф",
    "ф": "в",
    "г": "кж",
    "к": "г",
    "д": "т",
    "т": "д",
    "з": "с",
    "с": "з",
}
_HEARD |= {"ж": "шг", "ш": "жщ", "щ": "ш"}
"""Letters that are heard as another."""
_DOUBLED = frozenset("бвгдзклмнпрстфцч")


def near_spellings(word: str) -> set[str]:
    """The folded word, what it is with one letter left out, put in, changed or swapped with the next, and what sounds
    alike: two letters heard as others, or doubled, or not. Of a word too short or too long, nothing.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return set()
    near = {word, *_by_ear(word)}
    if len(word) >= SHORTEST_EDITED:
        near.update(_one_edit_away(word))
    return near


def _one_edit_away(word: str) -> list[str]:
    near: list[str] = []
    for cut in range(PREFIX, len(word) + 1):
        first, second = word[:cut], word[cut:]
        starts = [first + letter for letter in ALPHABET]
        near += [start + second for start in starts]
        if second:
            rest = second[1:]
            near.append(first + rest)
            near += [start + rest for start in starts]
            if rest:
                near.append(first + rest[0] + second[0] + rest[1:])
    return near


def _by_ear(word: str) -> Iterator[str]:
    """At most two letters changed for what sounds alike."""
    changes: list[tuple[int, str]] = []
    for place, letter in enumerate(word):
        twice = word[place : place + 2] == letter * 2
        changes += [(place, other) for other in _HEARD.get(letter, "")]
        if letter in _DOUBLED and letter != word[place - 1 : place]:
            changes.append((place, "" if twice else letter * 2))
    for place, other in changes:
        yield word[:place] + other + word[place + 1 :]
    for (one, first), (two, second) in combinations(changes, 2):
        if one < two:
            yield word[:one] + first + word[one + 1 : two] + second + word[two + 1 :]
