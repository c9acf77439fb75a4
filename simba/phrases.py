"""Phrases: patterns that read like the questions they match, for rule authors who write no regular expressions.

A phrase is words and a few signs: ``<лемма>`` any form of a word, ``{фрагмент}`` a shared piece, ``[что-то]`` an
optional part, ``(одно | другое)`` one of several, ``слов*`` any ending, ``*`` any one word, ``...`` up to four words in
between. It becomes one regular expression.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from simba.errors import PatternError
from simba.fragments import check_size

GAP_FRAGMENT = "слова"
"""The fragment that ``...`` stands for."""
_GRAMMAR = r"""
?alternatives: sequence ("|" sequence)*
sequence: item+
?item: word | lemma | fragment | gap | group | option
word: WORD
lemma: LEMMA
fragment: FRAGMENT
gap: GAP
group: "(" alternatives ")"
option: "[" alternatives "]"
WORD: /[\w'-]+\*?|\*/
LEMMA: /<[^<>]*>/
FRAGMENT: /\{[^{}]*\}/
GAP: "..." | "…"
%ignore / +/
"""


def phrase_to_pattern(phrase: str) -> str:
    """The phrase as a regular expression that still holds its ``{fragments}`` and ``<lemmas>``.

    Raises `PatternError` with the place of what is wrong in the phrase.
    """
    check_size(phrase)
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

    try:
        tree = _parser().parse(phrase)
    except UnexpectedEOF:
        raise PatternError("a bracket is not closed", len(phrase)) from None
    except UnexpectedInput as error:
        place = min(getattr(error, "pos_in_stream", None) or 0, len(phrase))
        if isinstance(error, UnexpectedCharacters):
            raise PatternError(_sign(phrase[place]), place) from None
        if place >= len(phrase) or str(getattr(error, "token", "")) == "":
            raise PatternError("a bracket is not closed, or nothing stands after |", len(phrase)) from None
        raise PatternError(
            f"nothing stands before {phrase[place]!r}, or it closes no bracket", place
        ) from None
    return _alternatives(tree, phrase)


@cache
def _parser() -> Any:
    from lark import Lark

    return Lark(_GRAMMAR, start="alternatives", parser="lalr", propagate_positions=True)


def _sign(char: str) -> str:
    advice = {
        ">": "write a lemma as <слово>",
        "}": "write a fragment as {название}",
        "<": "write a lemma as <слово>",
        "{": "write a fragment as {название}",
        ".": "write ... for other words in between",
        "?": "write what is optional in [brackets]; a question mark is not seen",
        "\\": "this is a phrase; regular expressions stand under patterns:",
        ",": "punctuation is not seen; leave it out",
    }
    return f"{char!r} has no meaning in a phrase; {advice.get(char, 'a phrase is words with <> {} [] () | * ...')}"


def _alternatives(tree: Any, phrase: str) -> str:
    if tree.data != "alternatives":
        return _sequence(tree, phrase)
    return "|".join(_sequence(part, phrase) for part in tree.children)


def _sequence(tree: Any, phrase: str) -> str:
    """Words with one space between them; the space before or after an optional part is part of it."""
    items = tree.children
    for before, after in pairwise(items):
        if before.meta.end_pos == after.meta.start_pos:
            raise PatternError("put a space between the two", after.meta.start_pos)
    needed = [number for number, item in enumerate(items) if item.data not in {"option", "gap"}]
    if not needed:
        raise PatternError(
            "everything here is optional; at least one word must be there", tree.meta.start_pos
        )
    pattern = ""
    for number, item in enumerate(items):
        text = _item(item, phrase)
        if item.data == "gap":
            if number < needed[0] or number > needed[-1]:
                raise PatternError("... stands between words, not at an end", item.meta.start_pos)
            pattern += text
        elif item.data == "option":
            pattern += f"(?:(?:{text}) )?" if number < needed[0] else f"(?: (?:{text}))?"
        else:
            pattern += text if number == needed[0] else f" {text}"
    return pattern


def _item(item: Any, phrase: str) -> str:
    if item.data in {"group", "option"}:
        pattern = _alternatives(item.children[0], phrase)
        return f"(?:{pattern})" if item.data == "group" else pattern
    if item.data == "gap":
        return f"{{{GAP_FRAGMENT}}}"
    text = str(item.children[0]).lower()
    if item.data != "word":
        return text
    if text == "*":
        return r"\w+"
    return text[:-1] + r"\w*" if text.endswith("*") else text
