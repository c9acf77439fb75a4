"""Where a sentence names something: by a label, an alias or a short name, in whatever case."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from simba.russian.morphology import lemmas, readings
from simba.russian.names import MAX_WORDS
from simba.russian.text import Span, fold

_WORD = re.compile(r"\w+")
PERSONAL = ("Name", "Surn", "Patr")
"""OpenCorpora's grammemes of given names, surnames and patronymics."""


@dataclass(frozen=True, slots=True)
class SpottedWord:
    """A word of a sentence or of a name."""

    span: Span
    folded: str
    capital: bool
    lemmas: frozenset[str]

    @property
    def personal(self) -> bool:
        """Whether it may be a part of a person's name."""
        return self.capital and any(kind in tag for _, tag in readings(self.folded) for kind in PERSONAL)


def words_in(text: str) -> tuple[SpottedWord, ...]:
    """The words and numbers of a text."""
    folded = fold(text)
    return tuple(
        SpottedWord(Span(*match.span()), match[0], text[match.start()].isupper(), frozenset(lemmas(match[0])))
        for match in _WORD.finditer(folded)
    )


@lru_cache(maxsize=4_096)
def _name_words(name: str) -> tuple[SpottedWord, ...]:
    return words_in(name)


def spot(
    text: str, words: Sequence[SpottedWord], names: Iterable[str], beside: Collection[str] = ()
) -> Span | None:
    """The characters where one of the names stands, the longest first; None where none does.

    A name that is but a part of another one is not it: Новгород of "Нижний Новгород", Толстой of "Алексей Толстой".
    ``beside`` are lemmas of what may stand next to it all the same.
    """
    known = [_name_words(name) for name in names]
    allowed = {lemma for name in known for word in name for lemma in word.lemmas} | set(beside)
    for name in sorted(dict.fromkeys(known), key=len, reverse=True):
        if not 0 < len(name) <= MAX_WORDS or (len(name) == 1 and len(name[0].folded) < 2):
            continue
        for first in range(len(words) - len(name) + 1):
            some = words[first : first + len(name)]
            if all(map(_same, some, name)) and _apart(text, words, first, len(name), allowed):
                return Span(some[0].span.start, some[-1].span.stop)
    return None


def _same(word: SpottedWord, named: SpottedWord) -> bool:
    if word.capital < named.capital:
        return False
    return word.folded == named.folded or not word.lemmas.isdisjoint(named.lemmas)


def _apart(text: str, words: Sequence[SpottedWord], first: int, count: int, allowed: Collection[str]) -> bool:
    """Whether the name is whole where it stands: no hyphen, and no other part of a name, joins it."""
    own = words[first : first + count]
    start, stop = own[0].span.start, own[-1].span.stop
    if text[stop : stop + 1] in {"-", "‑"} and text[stop + 1 : stop + 2].isalnum():
        return False
    if text[start - 1 : start] in {"-", "‑"} and text[max(0, start - 2) : start - 1].isalnum():
        return False
    if not own[0].capital:
        return True
    before, after = words[first - 1 : first] if first else (), words[first + count : first + count + 1]
    if before and before[0].capital and not text[before[0].span.stop : start].strip():
        known = not before[0].lemmas.isdisjoint(allowed)
        begins = first == 1
        if not known and (before[0].personal if begins else not _is_place(before[0])):
            return False
    # "Александр Пушкин" may go on, as in "Александр Пушкин-младший"; but "Анна" in "Анна Керн" is somebody else.
    if after and after[0].personal and not text[stop : after[0].span.start].strip():
        known = not after[0].lemmas.isdisjoint(allowed)
        return known or not own[-1].personal
    return True


def _is_place(word: SpottedWord) -> bool:
    return "Geox" in readings(word.folded)[0][1]
