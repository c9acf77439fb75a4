r"""What a text must hold for a regular expression to match in it, so that of thousands only a few need be tried.

``столиц\w+`` can only match where a word begins with "столиц": where " столиц" stands, when there are spaces around
the text and in place of all that is no letter (`spaced`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import regex

Strings = frozenset[str]
_NO_LETTER = " "
"""Something that is no letter, or nothing: what stands around words."""
MAX_SHARE = 0.8
"""Literals that a larger share of questions holds tell nothing."""
UNSEEN = 0.15
"""To the power of its length, the share of questions that hold a string which no question of the sample does."""
MANY, SHORT = 8, 3
"""From so many alternatives on, what stands before them is enough, if it is longer than that: a word's stem."""
_KNOWN = 20_000
"""Pieces of patterns that are remembered: authors and fragments use the same ones again and again."""
_NO_LETTERS = regex.compile(r"[^\w ]")
# Of the constructs of the `regex` package, those for which a pattern means something else than its letters: flags,
# references, recursion, conditions, mistakes allowed for, sets within sets.
_ODD = regex.compile(r"\(\?(?![:=!>]|<[=!]|P?<\w+>)|\(\*|\{(?!\d*,?\d*\})|\[[^\]]*\[|\\[^WwSsDdbBAZ\W_]")
_PLAIN = regex.compile(r"[\w |-]*+")
_TOKEN = regex.compile(
    r"""( ( [\w\ '"-]++ (?![*+?{]) | [\w\ '"-]+ (?= [\w\ '"-][*+?{] ) )  # letters
        | (\|)                                                         # bar
        | ([\^$] | \\[bBAZ])                                           # edge
        | (?:
            (?P<group> \( (?: [^()[\]\\]++ | \\. | (?P<set> \[ \^?+ \]?+ (?: [^]\\]++ | \\. )*+ \])
                          | (?&group) )*+ \))
            | (?&set)
            | \\(.)                                                     # escaped
            | ([^()[\]\\|*+?{}.])                                      # letter
            | \.
          )
          ([*+?] | \{\d*,?\d*\})?+ [?+]?+                              # times
        )""",
    regex.VERBOSE | regex.DOTALL,
)
_OPENING = regex.compile(r"\((?:\?(?:[:>]|P?<\w+>))?+(?!\?)")


def spaced(text: str) -> str:
    """The text in which literals are sought."""
    return f" {_letters(text)} "


class Required(NamedTuple):
    """What a text must hold for one of a pattern's alternatives to match: one literal of each set, of which none begins
    before one of the set ahead of it.
    """

    ordered: tuple[Strings, ...]
    """Empty where it cannot be told."""
    rarest: int
    """The number of the set that the fewest questions hold."""


NOTHING_REQUIRED = Required((), 0)


class LiteralFinder:
    """Finds the literals of patterns, and which of them the fewest questions hold."""

    def __init__(self, sample: Sequence[str] = ()) -> None:
        """Take some questions, folded, to see what is rare in them; without any, long literals count as rare."""
        self._number = max(len(sample), 1)
        self._sample = "\n".join(map(spaced, sample))
        self._shares: dict[str, float] = {}
        self._walked = lru_cache(maxsize=_KNOWN)(self._walk)

    def required(self, pattern: str) -> tuple[Required, ...]:
        """What a text holds in which the pattern matches whole words, by the alternatives of which one does."""
        if _ODD.search(pattern):
            return (NOTHING_REQUIRED,)
        try:
            found = {self._of_one(branch): None for branch in _alternatives(pattern)}
        except (_OddError, RecursionError):
            return (NOTHING_REQUIRED,)
        return (NOTHING_REQUIRED,) if NOTHING_REQUIRED in found else tuple(found)

    def _of_one(self, branch: Sequence[_Part]) -> Required:
        """What one of the alternatives requires."""
        needed: list[Strings] = []
        run = self._sequence(branch, _NO_LETTER, needed, _NO_LETTER)
        every = dict.fromkeys((*needed, _literals(run)))
        telling = [strings for strings in every if self._share(strings) < MAX_SHARE]
        if not telling:
            return NOTHING_REQUIRED
        rarest = min(telling, key=lambda strings: (self._share(strings), sorted(strings)))
        return Required(tuple(telling), telling.index(rarest))

    def _walk(self, text: str, run: str, after: str) -> tuple[Sequence[Strings], str]:
        """What a pattern needs, and the characters known to stand at its end.

        Takes the ``run`` of characters known to stand just before it, and what is known to follow it.
        """
        if len(run) > SHORT and text.count("|") >= MANY:
            return [_literals(run)], ""
        together: set[str] = set()
        ends = []
        branches = _branches(text)
        for branch in branches:
            own: list[Strings] = []
            ends.append(self._sequence(branch, run, own, after))
            if len(branches) == 1:
                return own, ends[0]
            own.append(_literals(ends[-1]))
            rarest: Strings = min(own, key=self._share)
            together |= rarest  # of several alternatives, the rarest that each needs, together
        return [frozenset(together)], _NO_LETTER if all(map(_ends_word, ends)) else ""

    def _sequence(self, parts: Sequence[_Part], run: str, needed: list[Strings], after: str) -> str:
        """Add what a sequence needs; return the characters at its end."""
        for number, (text, inner, times) in enumerate(parts, start=1):
            following = after if number == len(parts) else ""
            if times == "once":
                if inner is not None:
                    more, run = self._walked(inner, run, following)
                    needed += more
                else:
                    run += text + following
                continue
            if times == "any":
                needed.append(_literals(run))
                run = ""
            elif times == "often":
                more, end = self._walked(inner, run, "") if inner is not None else ((), run + text)
                needed += (*more, _literals(end))
                run = _NO_LETTER if _ends_word(end) else ""
            else:
                needed.append(_literals(run))
                end = self._walked(inner, "", "")[1] if inner is not None else text
                run = _NO_LETTER if _ends_word(run) and _ends_word(end) else ""
            run += following
        return run

    def _share(self, strings: Strings) -> float:
        """About how large a share of questions holds one of the strings."""
        return sum([self._shares.get(literal) or self._share_of(literal) for literal in strings])

    def _share_of(self, literal: str) -> float:
        share = 1.0
        if literal.strip():
            share = self._sample.count(literal) / self._number + UNSEEN ** len(literal)
        self._shares[literal] = share
        return share


class _OddError(Exception):
    """The pattern has a construct that is not known here."""


class _Part(NamedTuple):
    """A part of a sequence: letters, or a group, that stand there once, often or perhaps; or any other sign."""

    text: str
    inner: str | None
    times: Literal["once", "often", "perhaps", "any"]


@lru_cache(maxsize=_KNOWN)
def _branches(pattern: str) -> list[list[_Part]]:
    """The alternatives of a pattern; what has no width is left out."""
    if _PLAIN.fullmatch(pattern):
        return [[_Part(letters, None, "once")] for letters in pattern.split("|")]
    branches: list[list[_Part]] = [[]]
    tokens = _TOKEN.findall(pattern)
    if "".join([token[0] for token in tokens]) != pattern:
        raise _OddError
    for _, letters, bar, edge, group, _, escaped, letter, times in tokens:
        if letters:
            branches[-1].append(_Part(letters, None, "once"))
        elif bar:
            branches.append([])
        elif group:
            if opening := _OPENING.match(group):  # else it looks around
                branches[-1].append(_Part("", group[opening.end() : -1], _times(times)))
        elif not edge:
            text = letter or (escaped and _escaped(escaped))
            branches[-1].append(_Part(text, None, _times(times) if text else "any"))
    return branches


def _alternatives(pattern: str) -> Iterator[list[_Part]]:
    """The alternatives of a pattern, whether or not a group holds them all."""
    for branch in _branches(pattern):
        inner = branch[0].inner if len(branch) == 1 and branch[0].times == "once" else None
        if inner is None:
            yield branch
        else:
            yield from _alternatives(inner)


def _times(quantifier: str) -> Literal["once", "often", "perhaps"]:
    if not quantifier:
        return "once"
    least = {"+": "1", "*": "0", "?": "0"}.get(quantifier) or quantifier[1:-1].partition(",")[0]
    return "often" if least.strip("0") else "perhaps"


def _escaped(char: str) -> str:
    """The sign that an escape stands for; nothing where it stands for several."""
    if char in "Ws":
        return _NO_LETTER
    return "" if char.isalnum() else char


def _ends_word(run: str) -> bool:
    return _letters(run[-1:]) == _NO_LETTER


@lru_cache(maxsize=_KNOWN)
def _literals(run: str) -> Strings:
    """The one literal of a run of characters."""
    return frozenset({_letters(run)})


def _letters(text: str) -> str:
    """The text with spaces for all but letters, digits and the like."""
    return text if text.replace(" ", "").isalpha() else _NO_LETTERS.sub(_NO_LETTER, text)
