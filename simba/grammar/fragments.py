"""What patterns share: ``{фрагмент}``, a named piece, and ``<лемма>``, every form of a word."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache

import regex

from simba.errors import PatternError
from simba.grammar.patterns import MAX_PATTERN, compile_pattern
from simba.russian.letters import mixed_letters
from simba.russian.morphology import all_forms, common_start, is_known, lemmas

# Names and lemmas are Cyrillic, so {2,3} stays a quantifier, and (?<gap>, (?<! and (?<= stay what they are.
FRAGMENT = regex.compile(r"\{([а-яё][а-яё -]*)\}", regex.IGNORECASE)
NAME = regex.compile(r"[а-я][а-я -]*")
"""A fragment's name as it is looked up (`fragment_name`)."""
# Braces with words in them, but for {e}, {i,d} and the like, which allow for mistakes, and \p{L}.
_BRACES = regex.compile(r"(?<!\\|\\[pPN])\{(?![eids]\})[\w -]*[^\W\d_][\w -]*\}")
LEMMA = regex.compile(r"(?<!\(\?P?)<([а-я][а-я-]*)>")


MAX_DEPTH = 50
"""Brackets within brackets in one pattern."""
_ADVICE = {
    "missing )": "close this bracket",
    "unbalanced parenthesis": "this ) closes no bracket; delete it, or open one before it",
    "unterminated character set": "close the set with ]",
    "bad set": "close the set with ]",
    "nothing to repeat": "put what is repeated before the sign",
    "multiple repeat": "delete one of the two signs of repetition",
    "bad escape (end of pattern)": "delete the \\ at the end",
    "bad character range": "write a range from its lower to its higher letter: а-я",
}


def fragments_in(text: str) -> list[str]:
    """The names of the fragments that a pattern or phrase uses."""
    return [fragment_name(str(name)) for name in FRAGMENT.findall(text)]


def fragment_name(written: str) -> str:
    """A fragment's name as it is looked up, since questions and patterns are seen in lower case with ё as е."""
    return written.lower().replace("ё", "е")


def fill_in(pattern: str, fragments: Mapping[str, str]) -> str:
    """The pattern with ё as е, each ``{fragment}`` and ``<lemma>`` replaced; raises `PatternError` with its place."""

    def fragment(match: regex.Match[str]) -> str:
        name = fragment_name(match[1])
        if name not in fragments:
            raise PatternError(no_fragment(match[1], fragments), match.start(), match.end())
        return fragments[name]

    def lemma(match: regex.Match[str]) -> str:
        try:
            return forms_of(match[1])
        except ValueError as error:
            raise PatternError(str(error), match.start(), match.end()) from None

    check_size(pattern)
    pattern = pattern.replace("ё", "е")  # folding would break \W and \S
    for match in LEMMA.finditer(pattern):  # checked here, where its place is the author's
        lemma(match)
    filled = FRAGMENT.sub(fragment, pattern)
    if braces := _BRACES.search(FRAGMENT.sub(_blank, pattern)):
        raise PatternError(no_fragment(braces[0][1:-1], fragments), braces.start(), braces.end())
    if len(filled) > MAX_PATTERN:
        raise PatternError(f"longer than {MAX_PATTERN} characters with its fragments; make several of it", 0)
    return LEMMA.sub(lemma, filled)


def no_fragment(name: str, fragments: Mapping[str, str]) -> str:
    """The message for a fragment that is not there, with the one that is most like it."""
    message = f"no fragment {{{name}}} in fragments.yaml"
    if remark := next(mixed_letters(name), None):
        return f"{message}: {remark.message}; write {{{remark.mended}}}"
    near = get_close_matches(fragment_name(name), fragments, 1, cutoff=0.75)
    return f"{message}; write {{{near[0]}}}" if near else message


def checked(pattern: str, fragments: Mapping[str, str]) -> str:
    """`fill_in`, and the result compiles; raises `PatternError`."""
    filled = fill_in(pattern, fragments)
    try:
        compile_pattern(filled)
    except regex.error as error:
        said = str(error).partition(" at position")[0]
        advice = f"; {_ADVICE[said]}" if said in _ADVICE else ""
        raise PatternError(said + advice, _own_place(pattern)) from None
    except (OverflowError, ValueError, RecursionError, MemoryError):
        raise PatternError("not a pattern that can be compiled; make it simpler", 0) from None
    return filled


def _own_place(pattern: str) -> int:
    """Where in the author's text the mistake stands: with fragments as single letters the places are the author's."""
    letters = LEMMA.sub(lambda match: "а".ljust(len(match[0]), "а"), FRAGMENT.sub(_blank, pattern))
    try:
        regex.compile(letters)
    except regex.error as own:
        place = min(getattr(own, "pos", None) or 0, len(pattern))
        return _unclosed(letters) if str(own).startswith("missing )") else place
    return 0


def _unclosed(pattern: str) -> int:
    """The place of the last bracket that is never closed."""
    opened = []
    for match in regex.finditer(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()]", pattern):
        if match[0] == "(":
            opened.append(match.start())
        elif match[0] == ")" and opened:
            opened.pop()
    return opened[-1] if opened else len(pattern)


def _blank(match: regex.Match[str]) -> str:
    return "а" * len(match[0])


def check_size(text: str) -> None:
    """Refuse a pattern or phrase that is too long or too deep to work with; raises `PatternError`."""
    if len(text) > MAX_PATTERN:
        raise PatternError(f"longer than {MAX_PATTERN} characters; make several of it", MAX_PATTERN)
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if depth > MAX_DEPTH:
            raise PatternError(f"more than {MAX_DEPTH} brackets within brackets; make it simpler", place)


@lru_cache(maxsize=10_000)
def forms_of(lemma: str) -> str:
    """A pattern of all forms of a folded dictionary word; raises ValueError with advice where it is none."""
    if not is_known(lemma):
        raise ValueError(
            f"<{lemma}>: the dictionary does not have this word; write its forms out, or its beginning with * (in "
            f"patterns \\w*): {lemma[: max(3, len(lemma) - 3)]}*"
        )
    forms = all_forms(lemma)
    if not forms:
        raise ValueError(f"<{lemma}> is not a dictionary form; write <{lemmas(lemma)[0]}>")
    stem = common_start(forms)
    endings = sorted({form[len(stem) :] for form in forms}, key=lambda ending: (-len(ending), ending))
    return f"{stem}(?:{'|'.join(endings)})" if len(endings) > 1 else stem
