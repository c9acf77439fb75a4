"""A rule's vocabulary: the words that its author asks with, in its name, its examples and its expressions.

What a rule matches is exact; its vocabulary tells what words the property goes with, so that others can be compared
with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from simba.grammar.written import WrittenRule
from simba.russian.morphology import lemma, readings
from simba.russian.text import fold

CONTENT = ("NOUN", "VERB", "INFN", "ADJF", "ADJS", "PRTF", "PRTS", "GRND", "ADVB", "COMP")
"""OpenCorpora's parts of speech that say what a question is about."""
LEAST = 3
"""Letters of a word that says something."""
_QUOTED = re.compile(r"«[^»]*»|\"[^\"]*\"")
_WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)
_WHOLE = re.compile(rf"(?<![\w)\]*-])[а-яё]{{{LEAST},}}(?![\w(\[*-])", re.IGNORECASE)
"""A word of an expression that is written out: no stem, no part of an alternative."""


def is_content(word: str) -> bool:
    """Whether a folded word says what a question is about: no pronoun, no preposition, nothing unknown."""
    tag = readings(word)[0][1]
    return len(word) >= LEAST and tag.startswith(CONTENT) and "Apro" not in tag


def vocabulary(rule: WrittenRule) -> tuple[str, ...]:
    """The lemmas of a rule's content words, names left out."""
    words = [*_WORD.findall(rule.text.name)]
    for example in rule.text.examples:
        words += _common(example)
    for expression in rule.written:
        words += _WHOLE.findall(expression.text)
    return tuple(dict.fromkeys(lemma(word) for word in map(fold, words) if is_content(word)))


def _common(example: str) -> Iterator[str]:
    """The words of an example outside quotes and without a capital, but for the first, which has one anyway."""
    for word in _WORD.finditer(_QUOTED.sub(" ", example)):
        if word.start() == 0 or not word[0][:1].isupper():
            yield word[0]
