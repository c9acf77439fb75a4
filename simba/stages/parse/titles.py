"""Titles as a parser should see them: one noun each, whatever sentence stands in the quotes.

"Когда умер режиссёр фильма «Москва слезам не верит»?" is parsed as if the film were called «Москва»: the models of the
parse else make one sentence of both. What stands in the quotes keeps the tree that it has by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simba.russian.text import fold

if TYPE_CHECKING:
    from simba.stages.parse.models import ParsedWord

PLAIN = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "DET", "PUNCT"})
"""What a title may hold that is parsed well as it is: "«Авиньонские девицы»"."""
TITLE = "flat:name"
"""How the other words of a title hang on its noun."""


class Short(NamedTuple):
    """A sentence with one word for each of its titles."""

    kept: list[int]
    """The places of the words that were kept."""
    titles: dict[int, range]
    """By the place of the noun that stands for a title, the places of all its words."""


def shortened(words: Sequence[str], parsed: Sequence[ParsedWord]) -> Short | None:
    """A parsed sentence without all words but a noun of the titles that are no plain name; None where it has none."""
    marks = [place for place, word in enumerate(words) if fold(word) == '"']
    titles: dict[int, range] = {}
    for first, last in zip(marks[::2], marks[1::2], strict=False):
        inside = range(first + 1, last)
        noun = next((place for place in inside if parsed[place].pos in {"NOUN", "PROPN"}), None)
        if noun is not None and not PLAIN.issuperset(parsed[place].pos for place in inside):
            titles[noun] = inside
    if not titles:
        return None
    left = {place for noun, inside in titles.items() for place in inside if place != noun}
    return Short([place for place in range(len(words)) if place not in left], titles)


def lengthened(whole: Sequence[ParsedWord], parsed: Sequence[ParsedWord], short: Short) -> list[ParsedWord]:
    """What a parser says of a sentence where, around the titles, that is what it says of the short one."""
    found = list(whole)
    for place, word in zip(short.kept, parsed, strict=True):
        found[place] = word._replace(head=short.kept[word.head - 1] + 1 if word.head else 0)
    for noun, inside in short.titles.items():
        for place in inside:
            if place != noun and found[place].head - 1 not in inside:
                found[place] = found[place]._replace(head=noun + 1, relation=TITLE)
    return found
