"""What a misspelt word may have meant: the spellings near it."""

from __future__ import annotations

from functools import lru_cache

from simba.russian.morphology import begun, of_dictionary

SHORTEST, LONGEST = 4, 30
"""Letters of the shortest and of the longest word that is repaired: the longer, the more spellings."""
SHORTEST_EDITED = 5
"""Letters of the shortest word that any letter may be wrong in; in a shorter one, some are missing or swapped."""
ENDING = 2
"""Last letters that make a word of another, which a dictionary may lack: "программистка"."""
PREFIX = 3
"""First letters that nobody misspells but by ear or by a slip of the finger."""
MAX_REMEMBERED = 8
"""Words whose spellings are remembered, some hundreds each: a question's are asked for by several steps."""
_CYRILLIC, _LATIN = " абвгдежзийклмнопрстуфхцчшщъыьэюя", " abcdefghijklmnopqrstuvwxyz"
"""Letters that may be wrong, and the space that may be missing."""
_ROWS = ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: row[max(0, at - 1) : at] + row[at + 1 : at + 2] for row in _ROWS for at, letter in enumerate(row)
}
"""Letters and those on the keys beside theirs."""
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


@lru_cache(maxsize=MAX_REMEMBERED)
def near_spellings(word: str) -> frozenset[str]:
    """The folded word, what it is with one letter left out, put in, changed or swapped with the next, and what sounds
    alike: two letters heard as others, or doubled, or not. Of a word too short or too long, nothing.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return frozenset()
    return frozenset([word, *_by_ear(word), *_one_edit_away(word)])


def heard_alike(word: str) -> frozenset[str]:
    """Those of the spellings near a folded word that sound as it does."""
    return frozenset([word, *_by_ear(word)] if SHORTEST <= len(word) <= LONGEST else ())


@lru_cache(maxsize=MAX_REMEMBERED)
def near_words(word: str) -> tuple[str, ...]:
    """Those of the spellings near a folded word that the dictionary has."""
    vain = word[: begun(word) + 1]  # no word of the dictionary begins so, unless the whole of this one does
    near = near_spellings(word)
    return tuple(of_dictionary(near if vain == word else [one for one in near if not one.startswith(vain)]))


def is_slip(word: str, near: str) -> bool:
    """Whether more tells the two apart than an ending, with which a word may be one of its own, if a rare one."""
    return len(near) == len(word) or set(near) == set(word) or not near.startswith(word[:-ENDING])


def _one_edit_away(word: str) -> list[str]:
    """A letter left out, put in, changed or swapped; the first ones by a slip alone, a key missed or hit twice."""
    alphabet = _LATIN if word.isascii() else _CYRILLIC
    found = [word + other for other in alphabet]
    for cut in range(len(word)):
        first, letter, rest = word[:cut], word[cut], word[cut + 1 :]
        if rest:
            found.append(f"{first}{rest[0]}{letter}{rest[1:]}")
        if first:
            found += [f"{first}{other}{letter}{rest}" for other in alphabet]
        if len(word) < SHORTEST_EDITED:
            continue
        if cut >= PREFIX or first.endswith(letter):
            found.append(first + rest)
        if first:
            others = alphabet if cut >= PREFIX else _BESIDE.get(letter, "")
            found += [f"{first}{other}{rest}" for other in others]
    return found


def _by_ear(word: str) -> list[str]:
    """At most two letters changed for what sounds alike."""
    changes: list[tuple[int, str]] = []
    for place, letter in enumerate(word):
        twice = word[place : place + 2] == letter * 2
        changes += [(place, other) for other in _HEARD.get(letter, "")]
        if letter in _DOUBLED and letter != word[place - 1 : place]:
            changes.append((place, "" if twice else letter * 2))
    found: list[str] = []
    for number, (one, first) in enumerate(changes):
        start, rest = word[:one] + first, word[one + 1 :]
        found.append(start + rest)
        found += [
            f"{start}{word[one + 1 : two]}{second}{word[two + 1 :]}"
            for two, second in changes[number + 1 :]
            if one < two
        ]
    return found
