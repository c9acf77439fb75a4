"""A question's words: keywords that are missing, words that are misspelt, names that it may mean, and repeated ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from simba.common.lazy import cached_property
from simba.evaluation.scoring import normalised
from simba.grammar.files import layers
from simba.russian.morphology import in_dictionary
from simba.russian.names import exact_key, words_of
from simba.russian.spelling import near_words
from simba.russian.text import fold

if TYPE_CHECKING:
    from simba.kb.index import LabelIndex
    from simba.stages.interrogative import InterrogativeDictionary
    from simba.stages.parse import Parser

CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB", "X"})
"""Universal Dependencies' parts of speech that keywords have."""
UNASKED = frozenset({"NUM", "ADV"})
"""Those that they have unless they ask; all others are stop words."""
LONGEST_NAME, MOST_NAMED = 6, 20
"""Words of the longest name that is looked for in a question, and entities that are taken of them."""
WORDS = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
"""Russian words in a text, hyphened ones whole."""


class KeywordMaker:
    """Makes the keywords of a question: what is left without the interrogative and the stop words (QUANT)."""

    def make(self, text: str) -> str:
        """The keywords, in order, separated by commas; "" where there are none."""
        parse = self._parser.parse(text)
        interrogative = self._interrogatives.find(parse)
        words = [
            token.text
            for token in parse.tokens
            if token.is_word
            and (token.pos in CONTENT or (token.pos in UNASKED and not interrogative.covers(token.span)))
        ]
        return ", ".join(dict.fromkeys(words))

    @cached_property
    def _parser(self) -> Parser:
        from simba.stages.parse import Parser

        return Parser()

    @cached_property
    def _interrogatives(self) -> InterrogativeDictionary:
        from simba.stages.interrogative import InterrogativeDictionary

        return InterrogativeDictionary.load(layers(None))


class SpellingChecker:
    """Finds misspelt words: what neither OpenCorpora's dictionary, nor a name, nor Hunspell's dictionary has.

    Hunspell's Russian dictionary comes with Spylls; it loads in seconds, and only for a word that the others do not
    have. Without that library (the extra "curate"), no word is held for misspelt.
    """

    def __init__(self, is_named: Callable[[str], bool] = lambda word: False) -> None:
        """Take what says whether a folded word is in a name of the knowledge base."""
        self._is_named = is_named
        self._found: dict[str, tuple[str, ...]] = {}

    available = find_spec("spylls") is not None

    def corrections(self, text: str) -> tuple[tuple[str, str], ...]:
        """Words of a text that are misspelt, each with what it should be: the likest known word."""
        if not self.available:
            return ()
        found = []
        for number, match in enumerate(WORDS.finditer(text)):
            word = match[0]
            if word[1:].islower() and (word[0].islower() or number == 0):
                better = self._better(word.lower())
                if better:
                    found.append((word, better[0].capitalize() if word[0].isupper() else better[0]))
        return tuple(found)

    def _better(self, word: str) -> tuple[str, ...]:
        if word not in self._found:
            folded = fold(word)
            known = in_dictionary(folded) or self._is_named(folded)
            near = () if known else near_words(folded)
            if not near or self._lookup(word):
                self._found[word] = ()
            else:
                named = filter(self._lookup, near)
                self._found[word] = tuple(sorted(named, key=lambda one: (-_likeness(folded, one), one)))
        return self._found[word]

    def _lookup(self, word: str) -> bool:
        return bool(self._hunspell.lookup(word))

    @cached_property
    def _hunspell(self) -> Any:
        from spylls.hunspell import Dictionary

        return Dictionary.from_files("ru")


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def named_in(text: str, index: LabelIndex) -> Sequence[str]:
    """The entities that a text may name, by their labels and aliases: the longest names first, then the best known."""
    words = words_of(text)
    found: dict[str, None] = {}
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            some = words[start : start + length]
            for named in (*index.find("exact", exact_key(some)), *_by_lemmas(some, index)):
                found.setdefault(named.id)
    return tuple(found)[:MOST_NAMED]


def _by_lemmas(words: Sequence[str], index: LabelIndex) -> Iterable[Any]:
    from simba.russian.morphology import lemma_keys

    return (named for key in lemma_keys(words)[:4] for named in index.find("lemma", key))


def repeated(texts: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The first of the questions that read the same but for case, ё and punctuation, by what they read; from pairs of
    a question's name and its text."""
    first: dict[str, str] = {}
    for name, text in texts:
        first.setdefault(reading(text), name)
    return first


def reading(text: str) -> str:
    """What two questions have in common that are the same."""
    return " ".join(re.findall(r"\w+", normalised(text)))
