"""What is written in a phrase or pattern: signs that no question holds, and names of entities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from simba.grammar.files import Kind
from simba.russian.letters import mixed_letters
from simba.russian.morphology import is_name, only_names

_HIDDEN = regex.compile(r"\{[^{}]*\}|<[^<>=!]*>|\\.|\[[^\]]*\]|\(\?(?:P?<\w+>|<?[=!]|[a-z-]*:|>|[a-z-]*\))")
"""What holds no words of its own: fragments, lemmas, escaped signs, sets, the openings of groups."""
_SIGNS = regex.compile(r"\\[pP]\{[^}]*\}|\\.")
_WORD = regex.compile(r"[а-яё]+(?:-[а-яё]+)*")
_LEMMA = regex.compile(r"(?<!\(\?P?)<([а-яё][а-яё-]*)>")
_ENDING = regex.compile(r"\\w[*+]|\*(?:$|[ |)\]])")
_REPEAT = regex.compile(r"[?*+]+|\{[\d,]*\}[?+]?")
_MAY_BE_MISSING = regex.compile(r" ?\)?\?")
_COMMON = frozenset({"альма", "кас", "паскал", "рав", "советск"})
"""What the dictionary knows as names only, and what has other meanings: "альма матер", "номер КАС", паскаль, равен,
советский."""
_UNSEEN = regex.compile(r"\\[?!.,;:«»\"„“”()]|[!,;:«»\"„“”…№%]")
_CAPITAL = regex.compile(r"(?<!\\)[А-ЯЁA-Z]")
_SPACES = regex.compile(r"(?<!^) {2,}|^ +| +$")


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong at a place, counted in characters from 0, of a phrase or pattern."""

    offset: int
    check: str
    message: str
    advice: str


def remarks(kind: Kind, text: str) -> Iterator[Remark]:
    """What cannot be meant in a phrase or pattern."""
    if kind == "patterns":
        yield from _never_seen(text)
    yield from mixed(_SIGNS.sub(_blank, text) if kind == "patterns" else text)
    yield from _names(text.lower() if kind == "phrases" else text)


def mixed(text: str) -> Iterator[Remark]:
    """Latin letters in Russian words and the reverse, which no reader sees."""
    for one in mixed_letters(text):
        yield Remark(one.offset, "mixed letters", one.message, one.mended)


def _never_seen(text: str) -> Iterator[Remark]:
    """The signs that questions never hold as patterns see them: in lower case, one space between words."""
    bare = regex.sub(r"\{[^{}]*\}|<[а-яё-]*>", _blank, text)
    for match in _CAPITAL.finditer(regex.sub(r"\(\?P|\\.", _blank, bare)):
        yield Remark(
            match.start(),
            "never matches",
            f"patterns see lower case, so {match[0]!r} is never there",
            "the same in lower case",
        )
        break
    open_text = regex.sub(r"\[[^\]]*\]|\(\?(?:P?<\w+>|<?[=!]|[a-z-]*:|>)|\{[\d,]*\}", _blank, bare)
    for match in _UNSEEN.finditer(open_text):
        before, after = open_text[: match.start()], open_text[match.end() :]
        if regex.search(r"[\d\w]$", before) and regex.match(r"\\d|\d|\w", after):
            continue  # inside a word or number: 10,5
        if _MAY_BE_MISSING.match(after):
            continue
        sign = match[0].lstrip("\\")
        yield Remark(
            match.start(),
            "never matches",
            f"patterns see no punctuation, so {sign!r} is never there",
            "the words alone, with one space between them",
        )
        break
    for match in _SPACES.finditer(open_text.replace("\0", "_")):
        yield Remark(
            match.start(),
            "never matches",
            "a match neither begins nor ends with a space, and words have one space between them",
            "one space between words, none at an end",
        )
        break


def _names(text: str) -> Iterator[Remark]:
    """The words, stems and lemmas that can only be a name."""
    for match in _LEMMA.finditer(text):
        if is_name(_folded(match[1])):
            yield _name(match.start(), match[0])
    bare = _HIDDEN.sub(_hidden, text)
    starts = _word_starts(bare)
    for match in _WORD.finditer(bare):
        word = _folded(match[0])
        if not starts[match.start()] or word in _COMMON:
            continue
        if _ends_word(bare, match.end()):
            if is_name(word):
                yield _name(match.start(), match[0])
        elif _ENDING.match(text, match.end()) and only_names(word):
            yield _name(match.start(), f"{match[0]}...")


def _word_starts(text: str) -> list[bool]:
    """For each character, whether a word begins there on whatever way one comes to it."""
    starts, groups = [], [True]
    fresh = True
    for char in text:
        starts.append(fresh)
        if char in "([":
            groups.append(fresh)
        elif char == "|":
            fresh = groups[-1]
        elif char in ")]" and len(groups) > 1:
            groups.pop()
        elif char not in "?*+":
            fresh = char == " "
    return starts


def _ends_word(text: str, place: int) -> bool:
    """Whether a word that stops at the place is over, on whatever way one goes on."""
    while place < len(text):
        char = text[place]
        if char in ")]":
            repeat = _REPEAT.match(text, place + 1)
            place = repeat.end() if repeat else place + 1
        elif char == "|":
            place = _group_end(text, place)
        elif char in "([":
            while place < len(text) and text[place] in "([":
                place += 1
            return text[place : place + 1] == " "
        else:
            return char == " "
    return True


def _group_end(text: str, place: int) -> int:
    """The bracket that closes the group around a place, or the end."""
    depth = 0
    for end in range(place, len(text)):
        depth += (text[end] in "([") - (text[end] in ")]")
        if depth < 0:
            return end
    return len(text)


def _name(offset: int, shown: str) -> Remark:
    return Remark(
        offset,
        "name",
        f"{shown} names an entity, and rules name none",
        "what all such questions have in common",
    )


def _folded(word: str) -> str:
    return word.replace("ё", "е")


def _blank(match: regex.Match[str]) -> str:
    return "\0" * len(match[0])


def _hidden(match: regex.Match[str]) -> str:
    """As many signs, which belong to a word, unless a group opens."""
    if match[0].startswith("(?"):
        return "(".ljust(len(match[0]), "?")
    return "\0" * len(match[0])
