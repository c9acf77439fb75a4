"""Stage 3: the runs of words that may name what the question is about.

The paper (section 5) takes the subtrees under the root, or under the subject where the root is the interrogative.
Parsers err on questions, so quoted spans, name sequences and, last, all other runs of words are candidates too; the
source is kept, because a mention that the tree supports is likelier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Literal

from simba.russian.morphology import in_dictionary, is_comparative, may_be
from simba.russian.text import Span
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Word

Source = Literal["quote", "name", "subtree", "ngram"]
MAX_NGRAM = 8
"""Longest run of words outside quotes."""
MIN_FUNCTIONAL = 3
"""Shortest run of words outside quotes that begins with a function word: "за двумя зайцами", "мой ласковый зверь"."""
MAX_SUBTREE = 12
"""Longest subtree, in words."""
MAX_MENTIONS = 1000
"""Mentions of a question; what quotes, capitals and the tree set apart comes before other runs of words."""
_FUNCTION = frozenset({"ADP", "CCONJ", "SCONJ", "PART", "PRON", "DET", "AUX", "INTJ", "PUNCT"})
_BEGINNING = frozenset({"ADP", "DET", "PRON", "CCONJ"})
_JOINTS = frozenset(".'-/&+№") | {""}
"""What may stand between the words of one name outside quotes."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words ``first`` to ``last`` (inclusive, in `Parse.words`) that may be a name."""

    span: Span
    text: str
    words: tuple[str, ...]
    first: int
    last: int
    source: Source


def find_mentions(parse: Parse, interrogative: Interrogative) -> tuple[Mention, ...]:
    """All mention candidates, longest first."""
    words = parse.words
    quotes = [_range(words, quote) for quote in parse.quotes]
    quoted = {number for first, last in quotes for number in range(first, last + 1)}
    supported = {(first, last): "quote" for first, last in quotes if first <= last}
    usable = [number in quoted or not interrogative.covers(word.span) for number, word in enumerate(words)]
    for bounds in _subtrees(parse, usable):
        supported.setdefault(bounds, "subtree")
    for bounds in _names(words, usable):
        supported.setdefault(bounds, "name")
    for bounds in _beyond(words, quotes, usable):
        supported.setdefault(bounds, "name")
    found = dict(islice(supported.items(), MAX_MENTIONS))
    for first, word in enumerate(words):
        if len(found) > MAX_MENTIONS - MAX_NGRAM:
            break
        if not usable[first]:
            continue
        begins = _may_begin(word, first in quoted)
        if not begins and word.token.pos not in _BEGINNING:
            continue
        for last in range(first, min(first + MAX_NGRAM, len(words))):
            if last > first and not _continues(parse, words, last, usable, quoted):
                break
            if not begins and last - first < MIN_FUNCTIONAL - 1:
                continue  # "на дне" is rather where something is
            if _may_end(words[last], last in quoted, last > first):
                found.setdefault((first, last), "ngram")
    mentions = [mention_at(parse, first, last, source) for (first, last), source in found.items()]  # type: ignore[arg-type]
    return tuple(sorted(mentions, key=lambda mention: (mention.first - mention.last, mention.first)))


def mention_at(parse: Parse, first: int, last: int, source: Source) -> Mention:
    """The mention of words ``first`` to ``last``."""
    words = parse.words
    span = Span(words[first].span.start, words[last].span.stop)
    text = parse.text[span.start : span.stop]
    return Mention(span, text, parse.spelt[first : last + 1], first, last, source)


def _range(words: tuple[Word, ...], span: Span) -> tuple[int, int]:
    inside = [number for number, word in enumerate(words) if span.covers(word.span)]
    return (inside[0], inside[-1]) if inside else (0, -1)


def _may_begin(word: Word, quoted: bool) -> bool:
    pos = word.token.pos
    # The first word of a foreign name is often taken for a particle: "сан суси".
    return quoted or pos not in _FUNCTION or (pos == "PART" and not may_be(word.folded, "PRCL"))


def _may_end(word: Word, quoted: bool, follows: bool) -> bool:
    if quoted:
        return True
    pos = word.token.pos
    return (
        pos not in _FUNCTION
        and (
            follows
            or pos != "VERB"
            or word.token.text[:1].isupper()
            or word.token.features.get("VerbForm") == "Part"
            or not in_dictionary(word.folded)  # what is no word may well be a name
        )
        and (follows or word.token.text[:1].isupper() or not is_comparative(word.folded))
    )


def _continues(
    parse: Parse, words: tuple[Word, ...], last: int, usable: list[bool], quoted: set[int]
) -> bool:
    """Whether word ``last`` can belong to the same name as the word before it."""
    if not usable[last] or (last in quoted) != (last - 1 in quoted):
        return False
    between = parse.folded[words[last - 1].span.stop : words[last].span.start]
    return between == " " or last in quoted or set(between.replace(" ", "")) <= _JOINTS


def _beyond(
    words: tuple[Word, ...], quotes: Sequence[tuple[int, int]], usable: list[bool]
) -> Iterator[tuple[int, int]]:
    """Quoted names with what follows by a preposition, "«Оскар» за лучшую мужскую роль", or a name: "«Золотой мяч»
    ФИФА".
    """
    for first, last in quotes:
        after = words[last + 1 : last + 1 + MAX_NGRAM]
        if first > last or not after:
            continue
        if after[0].token.pos != "ADP":
            if usable[last + 1] and after[0].token.text[:1].isupper():
                yield first, last + 1
            continue
        for end in range(last + 2, last + 1 + len(after)):
            if not usable[end]:
                break
            if _may_end(words[end], quoted=False, follows=True):
                yield first, end


def _subtrees(parse: Parse, usable: list[bool]) -> list[tuple[int, int]]:
    """Word ranges of the subtrees without interrogative, prepositions at their edges left out."""
    words = parse.words
    having = Counter([word.token.index for word in words])
    starts = [0, *accumulate([having[token.index] for token in parse.tokens])]
    ranges = []
    for token in parse.tokens:
        if token.pos in _FUNCTION or token.pos == "VERB":
            continue
        tree = parse.subtree(token.index)
        if tree[-1] - tree[0] + 1 != len(tree) or len(tree) > 2 * MAX_SUBTREE:
            continue
        first, stop = starts[tree[0]], starts[tree[-1] + 1]
        while first < stop and words[first].token.pos in _FUNCTION:
            first += 1
        if 0 < stop - first <= MAX_SUBTREE and all(usable[first:stop]):
            ranges.append((first, stop - 1))
    return ranges


def _names(words: tuple[Word, ...], usable: list[bool]) -> list[tuple[int, int]]:
    """Word ranges of adjacent capitalised words (a first word of the question may be capital only for being first), and
    of those that begin with such an adjective and end with its noun ("Гуситские войны").
    """
    ranges = []
    start = None
    for number, word in enumerate((*words, None)):
        capital = word is not None and usable[number] and word.token.text[:1].isupper()
        if capital and start is None:
            start = number
        elif not capital and start is not None:
            ranges.append((start, number - 1))
            start = None
    for first, word in enumerate(words):
        if not usable[first] or word.token.pos != "ADJ" or not word.token.text[:1].isupper():
            continue
        for last in range(first + 1, min(first + MAX_NGRAM, len(words))):
            if not usable[last]:
                break
            if words[last].token.index == word.token.head:
                ranges.append((first, last))
                break
    return ranges
