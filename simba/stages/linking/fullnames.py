"""Stage 4: a name that nobody here has is not another's: what a part of it finds is not what is meant.

Who asks for Ivan Tesla asks for neither Nikola Tesla nor a tsar Ivan, who asks for New Yerevan not for Yerevan, and who
asks for the final of 2022 not for that of 2020.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from simba.kb.indexed import HUMAN, IndexedName
from simba.russian.morphology import CASES, in_dictionary, is_given_name, lemmas, readings
from simba.russian.morphology import is_name as only_name
from simba.russian.names import words_of
from simba.stages.linking.lookup import Found
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Word

MOST_ALIKE, LEAST_ALIKE, ENDING = 4, 2, 2
"""Letters that two spellings of a name begin with ("Мии" and "Миа"): at most, at least, and all but so many."""
NO_GIVEN = ("Geox", "Orgn", "Abbr")
"""What a word is that stands before a surname and is no given name: "США"."""
YEAR_DIGITS = 4
_NUMBER = re.compile(r"\d{1,2}|[IVX]+")
"""What ends the name of one of several; a longer number is a year or an amount."""
QUOTES = "«»\"“”„'"


class FullName(NamedTuple):
    """A given name, or an adjective, and the name behind it; numbers in `Parse.words`."""

    given: int
    family: int


def without_halves(
    parse: Parse, found: Sequence[Found], known: Sequence[Mention], usable: Callable[[Word], bool]
) -> list[Found]:
    """What was found, but for what is called by a part of a name that was not found whole, nor ``known`` beforehand.

    The other word of a full name may be in the label; of a person's it must, though somebody has the whole: who asks
    for Oleg Dal asks for no Dalí. A patronymic behind a given name makes no whole of it. Nor is a common noun meant by
    itself where it says what an unknown name is of, or ends one: who asks who makes Lexus cars asks for no other cars'
    makers, and who asks for the East China Sea for no sea in general. Nor is a part of a word with a hyphen meant that
    is a name as a whole.
    """
    places = {(one.first, one.last) for one in (*known, *(mention for mention, _, _ in found))}

    def whole(first: int, last: int) -> bool:
        return any(start <= first and last <= stop for start, stop in places)

    every = list(_full_names(parse, usable))
    names = [name for name in every if not whole(*name)]
    quoted = [ends for ends in _quoted(parse) if not whole(*ends)]
    others: dict[int, list[str]] = {}
    for given, family in every:
        others.setdefault(given, []).append(parse.words[family].folded)
        others.setdefault(family, []).append(parse.words[given].folded)
    halves = {number for name in names for number in name}
    left = [
        (mention, entity, route)
        for mention, entity, route in found
        if not any(first <= mention.first and mention.last <= last for first, last in quoted)
        and not (_ends_name(parse, mention) and not whole(mention.first - 1, mention.last))
        and not ((word := _word_of(parse, mention)) is not None and whole(*word))
        and (
            not _is_half(parse, mention)
            or mention.first not in others
            or (mention.first not in halves and HUMAN not in entity.classes)
            or any(_is_called(entity, word) for word in others[mention.first])
        )
    ]
    left = [one for one in left if not _is_given_of_whole(parse, one, left)]
    placed = {
        number
        for one in (*known, *(mention for mention, _, _ in left))
        for number in range(one.first, one.last + 1)
    }
    if any(placed.isdisjoint(name) for name in names):
        return [one for one in left if not _is_common(one)]
    return [one for one in left if not (_is_common(one) and _says_what(parse, one, placed))]


def _is_given_of_whole(parse: Parse, found: Found, every: Sequence[Found]) -> bool:
    """Whether it goes by no more than the given name of somebody who is named whole: "Крючков Владимир" is no town."""
    mention, entity, _ = found
    if mention.first != mention.last or HUMAN in entity.classes or mention.source == "quote":
        return False
    return is_given_name(parse.words[mention.first].folded) and any(
        one.first < one.last and one.first <= mention.first <= one.last and HUMAN in person.classes
        for one, person, route in every
        if route in {"exact", "lemma", "bag"}
    )


def _ends_name(parse: Parse, mention: Mention) -> bool:
    """Whether an adjective with a capital inside a question makes a name of the common noun behind it."""
    if not mention.first or not mention.text.islower() or parse.hasty:
        return False
    adjective, noun = parse.words[mention.first - 1].token, parse.words[mention.first].token
    return (
        adjective.pos == "ADJ"
        and adjective.index > 0
        and adjective.text[:1].isupper()
        and adjective.index == noun.index - 1
        and adjective.head == noun.index
    )


def _word_of(parse: Parse, mention: Mention) -> tuple[int, int] | None:
    """The first and the last part of the word with a hyphen of which a mention is but some."""
    words, token = parse.words, parse.words[mention.first].token
    first, last = mention.first, mention.last
    while first and words[first - 1].token is token:
        first -= 1
    while last + 1 < len(words) and words[last + 1].token is token:
        last += 1
    return (first, last) if (first, last) != (mention.first, mention.last) else None


def _quoted(parse: Parse) -> Iterator[tuple[int, int]]:
    """The first and the last word of each quoted name."""
    for quote in parse.quotes:
        inside = [number for number, word in enumerate(parse.words) if quote.covers(word.span)]
        if inside:
            yield inside[0], inside[-1]


def of_no_other_year(parse: Parse, found: Sequence[Found]) -> list[Found]:
    """What was found, but for what has other years in its name than the question: the final of 2020 is not of 2022."""
    said = _years(word.folded for word in parse.words)
    if not said:
        return [*found]
    return [one for one in found if not (own := _years(one[1].key.split(" "))) or own & said]


def of_that_number(parse: Parse, found: Sequence[Found]) -> list[Found]:
    """What was found, but for what goes by a name that a number ends here, without it: "айфон 8" is not any of them.

    So it is where something is the last word: a number before another word may count that.
    """
    last = len(parse.words) - 1
    if last < 1 or not _NUMBER.fullmatch(parse.words[last].token.text):
        return [*found]
    return [
        one for one in found if one[0].last != last - 1 or parse.words[last].folded in one[1].key.split(" ")
    ]


def _years(words: Iterable[str]) -> set[str]:
    return {word for word in words if len(word) == YEAR_DIGITS and word.isdecimal()}


def _is_half(parse: Parse, mention: Mention) -> bool:
    """Whether it is one word of a name, or a given name with its patronymic."""
    return all(_is(word.folded, "Patr") for word in parse.words[mention.first + 1 : mention.last + 1])


def _is_common(found: Found) -> bool:
    mention, _, _ = found
    return mention.text == mention.text.lower()


def _says_what(parse: Parse, found: Found, placed: Collection[int]) -> bool:
    """Whether a name that is in nothing that was found stands right behind."""
    mention, _, _ = found
    number = mention.last + 1
    if parse.hasty or not mention.first or number in placed or number >= len(parse.words):
        return False
    word, noun = parse.words[number], parse.words[mention.last]
    between = parse.text[noun.span.stop : word.span.start].strip(QUOTES)
    return (
        between == " "
        and word.token.text[:1].isupper()
        and noun.token.pos == "NOUN"
        and word.folded.isalpha()
    )


def _full_names(parse: Parse, usable: Callable[[Word], bool]) -> Iterator[FullName]:
    numbers = [number for number, word in enumerate(parse.words) if not _is(word.folded, "Patr")]
    for number, following in pairwise(numbers):
        one, other = parse.words[number], parse.words[following]
        if not (_is_full_name(one, other) or (parse.hasty and _is_known_given(one, other))):
            continue
        inside = pairwise(parse.words[number : following + 1])
        apart = (parse.text[left.span.stop : right.span.start] != " " for left, right in inside)
        if usable(one) and usable(other) and not any(apart):
            yield FullName(number, following)


def _is_known_given(one: Word, other: Word) -> bool:
    """Whether the first word is nothing but a given name, which needs no capital, and the other no common word."""
    name = only_name(other.folded) or not in_dictionary(other.folded)
    return only_name(one.folded) and name and not _cases(one.folded, "Name").isdisjoint(_cases(other.folded))


def _is_full_name(one: Word, other: Word) -> bool:
    """Whether the first word is a given name or an adjective, and the other one, of the same case, belongs to it."""
    if not (one.token.text[:1].isupper() and other.token.text[:1].isupper()):
        return False
    ours, theirs = one.token, other.token
    if not _cases(one.folded, "Name").isdisjoint(_cases(other.folded)):
        return True
    if ours.pos == "ADJ" and theirs.pos == "PROPN" and ours.index:
        return ours.features.get("Case") == theirs.features.get("Case")
    return (
        ours.pos == theirs.pos == "PROPN"
        and ours.features.get("Case") == theirs.features.get("Case")
        and (theirs.head == ours.index or ours.head == theirs.index)
        and not any(_is(one.folded, kind) for kind in NO_GIVEN)
        and bool(ours.index or not in_dictionary(one.folded))  # a question's first word has a capital anyway
    )


@lru_cache(maxsize=2_000)
def _is(word: str, kind: str) -> bool:
    return any(kind in tag for _, tag in readings(word))


@lru_cache(maxsize=2_000)
def _cases(word: str, kind: str = "") -> frozenset[str]:
    """The cases that a folded word may have, as a name of some kind or as any."""
    tags = (tag for _, tag in readings(word) if kind in tag)
    return frozenset(part for tag in tags for part in tag.replace(" ", ",").split(",")) & CASES


def _is_called(entity: IndexedName, word: str) -> bool:
    """Whether a label, if it is known, has a word that this one may be a form or a spelling of."""
    own = words_of(entity.label)
    return not own or any(_is_alike(one, word) or not {*lemmas(one)}.isdisjoint(lemmas(word)) for one in own)


def _is_alike(one: str, word: str) -> bool:
    """Whether two words begin as spellings of one name do; of given names all but a letter: Anna is not Anastasia."""
    most = len(word) - (1 if is_given_name(one) and is_given_name(word) else ENDING)
    return one.startswith(word[: max(LEAST_ALIKE, min(MOST_ALIKE, most))])
