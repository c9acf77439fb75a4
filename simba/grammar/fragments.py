"""What patterns share: ``{фрагмент}``, a named piece, and ``<лемма>``, every form of a word."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache

import regex

from simba.errors import PatternError
from simba.grammar.bounds import MAX_PATTERN, check_size
from simba.russian.letters import mixed_letters
from simba.russian.morphology import all_forms, common_start, in_dictionary, lemmas

# Names and lemmas are Cyrillic, so {2,3} stays a quantifier, and (?<gap>, (?<! and (?<= stay what they are.
FRAGMENT = regex.compile(r"\{([а-яё][а-яё -]*)\}", regex.IGNORECASE)
NAME = regex.compile(r"[а-я][а-я -]*")
"""A fragment's name as it is looked up (`fragment_name`)."""
# Braces with words in them, but for {e}, {i,d} and the like, which allow for mistakes, and \p{L}.
_BRACES = regex.compile(r"(?<!\\|\\[pPN])\{(?![eids]\})[\w -]*[^\W\d_][\w -]*\}")
LEMMA = regex.compile(r"(?<!\(\?P?)<([а-я][а-я-]*)>")


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
            raise no_fragment(match[1], fragments, match.span())
        return fragments[name]

    def lemma(match: regex.Match[str]) -> str:
        try:
            return forms_of(match[1])
        except PatternError as error:
            raise PatternError(str(error), *match.span(), advice=error.advice) from None

    check_size(pattern)
    pattern = pattern.replace("ё", "е")  # folding would break \W and \S
    for match in LEMMA.finditer(pattern):  # checked here, where its place is the author's
        lemma(match)
    filled = FRAGMENT.sub(fragment, pattern)
    if braces := _BRACES.search(FRAGMENT.sub(_blank, pattern)):
        raise no_fragment(braces[0][1:-1], fragments, braces.span())
    if len(filled) > MAX_PATTERN:
        raise PatternError(
            f"вместе с фрагментами длиннее {MAX_PATTERN} знаков",
            0,
            advice="сделайте из этого несколько выражений",
        )
    return LEMMA.sub(lemma, filled)


def no_fragment(name: str, fragments: Mapping[str, str], place: tuple[int, int]) -> PatternError:
    """What is wrong with a fragment that is not there, with the one that is most like it."""
    message = f"в fragments.yaml нет фрагмента {{{name}}}"
    if remark := next(mixed_letters(name), None):
        return PatternError(f"{message}: {remark.message}", *place, advice=f"напишите {{{remark.mended}}}")
    near = get_close_matches(fragment_name(name), fragments, 1, cutoff=0.75)
    return PatternError(message, *place, advice=f"напишите {{{near[0]}}}" if near else "")


def with_letters(pattern: str) -> str:
    """The pattern with letters in place of each ``{fragment}`` and ``<lemma>``, as many: places stay what they are."""
    return LEMMA.sub(_blank, FRAGMENT.sub(_blank, pattern))


def _blank(match: regex.Match[str]) -> str:
    return "а" * len(match[0])


@lru_cache(maxsize=10_000)
def forms_of(lemma: str) -> str:
    """A pattern of all forms of a folded dictionary word; raises `PatternError` where it is none."""
    if not in_dictionary(lemma):
        beginning = lemma[: max(3, len(lemma) - 3)]
        raise PatternError(
            f"слова <{lemma}> нет в словаре",
            0,
            advice=f"выпишите его формы или напишите его начало и * (в образцах — \\w*): {beginning}*",
        )
    forms = all_forms(lemma)
    if not forms:
        raise PatternError(f"<{lemma}> — не словарная форма", 0, advice=f"напишите <{lemmas(lemma)[0]}>")
    stem = common_start(forms)
    endings = sorted({form[len(stem) :] for form in forms}, key=lambda ending: (-len(ending), ending))
    return f"{stem}(?:{'|'.join(endings)})" if len(endings) > 1 else stem
