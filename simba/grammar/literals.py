"""What a text must hold for a regular expression to match in it, so that of thousands only a few need be tried.

``столиц\\w+`` can only match where a word begins with "столиц": where " столиц" stands, when there are spaces around
the text and in place of all that is no letter (`spaced`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import regex

with warnings.catch_warnings():  # Python's own parser of regular expressions, public as sre_parse until 3.11
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        import re._parser as sre  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        import sre_parse as sre  # type: ignore[no-redef, unused-ignore]

Strings = frozenset[str]
_NO_LETTER = " "
"""Something that is no letter, or nothing: what stands around words."""
MAX_SHARE = 0.8
"""Literals that a larger share of questions holds tell nothing."""
UNSEEN = 0.15
"""To the power of its length, the share of questions that hold a string which no question of the sample does."""
_NO_LETTERS = regex.compile(r"\W")
_ONLY_IN_REGEX = regex.compile(r"\[\[|\{(?!\d*,?\d*\})|\(\?[a-zA-Z]+[:)-]")
"""What Python's parser takes for something else than the `regex` package does, and flags."""


def spaced(text: str) -> str:
    """The text in which literals are sought."""
    return f" {_letters(text)} "


def parse_tree(pattern: str) -> Iterable[Any]:
    """Python's own parse of a pattern: (operator, argument) pairs; raises ``re.error`` and others where it cannot."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree: Iterable[Any] = sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    return tree


class LiteralFinder:
    """Finds the literals of patterns, those first that the fewest questions hold."""

    def __init__(self, sample: Sequence[str] = ()) -> None:
        """Take some questions, folded, to see what is rare in them; without any, long literals count as rare."""
        self._number = max(len(sample), 1)
        self._sample = "\n".join(map(spaced, sample))
        self._shares: dict[str, float] = {}

    def required(self, pattern: str) -> tuple[Strings, ...]:
        """Sets of literals, the rarest first: a text in which the pattern matches whole words holds one of each.

        Empty where that cannot be told.
        """
        if _ONLY_IN_REGEX.search(pattern):
            return ()
        try:
            tree = parse_tree(pattern)
        except Exception:  # a construct that only the `regex` package knows
            return ()
        needed: list[Strings] = []
        run = self._walk(tree, _NO_LETTER, needed, _NO_LETTER)
        shares = {strings: self._share(strings) for strings in {*needed, _literals(run)}}
        telling = [strings for strings, share in shares.items() if share < MAX_SHARE]
        return tuple(sorted(telling, key=lambda strings: (shares[strings], sorted(strings))))

    def _walk(self, tree: Iterable[Any], run: str, needed: list[Strings], after: str = "") -> str:
        """Add what a sequence needs; take and return the characters that stand just before it and at its end.

        ``after`` is what is known to follow it.
        """
        parts = list(tree)
        for number, (operator, argument) in enumerate(parts, start=1):
            name = str(operator)
            following = after if number == len(parts) else ""
            if name == "LITERAL":
                run += chr(argument)
            elif name == "SUBPATTERN":
                run = self._walk(argument[-1], run, needed, following)
                following = ""
            elif name == "BRANCH":
                run = self._branch(argument[1], run, needed, following)
                following = ""
            elif name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
                run = self._repeat(argument, run, needed)
            elif name == "IN" and str(argument) == "[(CATEGORY, CATEGORY_NOT_WORD)]":
                needed.append(_literals(run + _NO_LETTER))
                run = _NO_LETTER
            elif name not in {"AT", "ASSERT", "ASSERT_NOT"}:  # those are of no width
                needed.append(_literals(run))
                run = ""
            run += following
        return run

    def _branch(self, branches: list[Any], run: str, needed: list[Strings], after: str) -> str:
        """Alternatives: the rarest that each needs, together."""
        together: set[str] = set()
        ends = []
        for branch in branches:
            own: list[Strings] = []
            end = self._walk(branch, run, own, after)
            own.append(_literals(end))
            rarest: Strings = min(own, key=self._share)
            together |= rarest
            ends.append(end)
        needed.append(frozenset(together))
        return _NO_LETTER if all(map(_ends_word, ends)) else ""

    def _repeat(self, argument: Any, run: str, needed: list[Strings]) -> str:
        least, most, repeated = argument
        if (least, most) == (1, 1):
            return self._walk(repeated, run, needed)
        if least:
            end = self._walk(repeated, run, needed)
            needed.append(_literals(end))
            return _NO_LETTER if _ends_word(end) else ""
        needed.append(_literals(run))
        bounded = _ends_word(run) and _ends_word(self._walk(repeated, "", []))
        return _NO_LETTER if bounded else ""

    def _share(self, strings: Strings) -> float:
        """About how large a share of questions holds one of the strings."""
        return sum(map(self._share_of, strings))

    def _share_of(self, literal: str) -> float:
        share = self._shares.get(literal) if literal.strip() else 1.0
        if share is None:
            share = self._sample.count(literal) / self._number + UNSEEN ** len(literal)
            self._shares[literal] = share
        return share


def _ends_word(run: str) -> bool:
    return _letters(run[-1:]) == _NO_LETTER


def _literals(run: str) -> Strings:
    """The one literal of a run of characters."""
    return frozenset({_letters(run)})


def _letters(text: str) -> str:
    """The text with spaces for all but letters, digits and the like."""
    return text if text.replace(" ", "").isalpha() else _NO_LETTERS.sub(_NO_LETTER, text)
