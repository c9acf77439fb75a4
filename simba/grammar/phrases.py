"""Phrases: patterns that read like the questions they match, for rule authors who write no regular expressions.

A phrase is words and a few signs: ``<лемма>`` any form of a word, ``{фрагмент}`` a shared piece, ``[что-то]`` an
optional part, ``(одно | другое)`` one of several, ``слов*`` any ending, ``*`` any one word, ``...`` up to four words in
between. What touches is one word: ``[по]ехал(а | и)``. A phrase becomes one regular expression.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import regex

from simba.errors import PatternError
from simba.grammar.fragments import check_size
from simba.russian.letters import mixed_letters, sign_name

GAPS = ("{слова}", "{любые слова}")
"""The fragments that pass over words; ``...`` is the first of them."""
_NEVER_PARTS = {"lemma", "fragment", "gap"}
"""What is never part of a word; where it touches one, a space was forgotten."""
_OPTIONAL = {"option", "gap"}
"""What need not stand there."""
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
LEMMA: /<[а-яё-]+>/i
FRAGMENT: /\{[а-яё][а-яё -]*\}/i
GAP.2: "..." | "…" | "{слова}" | "{любые слова}"
%ignore / +/
"""


def phrase_to_pattern(phrase: str) -> str:
    """The phrase as a regular expression that still holds its ``{fragments}`` and ``<lemmas>``.

    Raises `PatternError` with the place of what is wrong in the phrase.
    """
    check_size(phrase)
    if not phrase.strip():
        raise PatternError("this phrase is empty; delete the item", 0)
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

    try:
        tree = _parser().parse(phrase)
    except UnexpectedEOF:
        raise _unfinished(phrase) from None
    except UnexpectedInput as error:
        place = min(getattr(error, "pos_in_stream", None) or 0, len(phrase))
        if isinstance(error, UnexpectedCharacters):
            raise _misplaced(phrase, place) from None
        if place >= len(phrase) or str(getattr(error, "token", "")) == "":
            raise _unfinished(phrase) from None
        raise PatternError(
            f"nothing stands before {phrase[place]!r}, or it closes no bracket", place
        ) from None
    return "|".join(_alternatives(tree, phrase))


def _unfinished(phrase: str) -> PatternError:
    """What is wrong with a phrase that stops too early: its innermost open bracket, else the | at its end."""
    opened = []
    for place, char in enumerate(phrase):
        if char in "([":
            opened.append(place)
        elif char in ")]" and opened:
            opened.pop()
    if not opened:
        return PatternError("nothing stands after |; delete it, or write another wording", len(phrase))
    close = ")" if phrase[opened[-1]] == "(" else "]"
    return PatternError(f"the bracket {phrase[opened[-1]]} is not closed; add {close}", opened[-1])


@cache
def _parser() -> Any:
    from lark import Lark

    return Lark(_GRAMMAR, start="alternatives", parser="lalr", propagate_positions=True)


def _misplaced(phrase: str, place: int) -> PatternError:
    """What is wrong with a sign that means nothing where it stands."""
    char = phrase[place]
    name = regex.match(r"\{[\w -]+\}|<[\w-]+>", phrase, pos=place)
    if name is None:
        return PatternError(_sign(char), place)
    for remark in mixed_letters(name[0]):
        written = f"{char}{remark.mended}{name[0][-1]}"
        return PatternError(f"{remark.message}; write {written}", place + remark.offset)
    what = "a fragment's name" if char == "{" else "a lemma"
    return PatternError(f"{name[0]}: {what} is made of Russian letters", place)


def _sign(char: str) -> str:
    advice = {
        ">": "write a lemma as <слово>",
        "}": "write a fragment as {название}",
        "<": "write a lemma as <слово>",
        "{": "write a fragment as {название}",
        ".": "write ... for other words in between",
        "?": "a question mark is not seen; delete it, or put what is optional into [brackets]",
        "\u00a0": "write a plain space",
        "\u200b": "delete it",
        "\u00ad": "delete it",
        "\\": "this is a phrase; regular expressions stand under patterns:",
        ",": "punctuation is not seen; leave it out",
    }
    usual = "a phrase is words with <> {} [] () | * ..."
    return f"{sign_name(char)} has no meaning in a phrase; {advice.get(char, usual)}"


def _alternatives(tree: Any, phrase: str, after_word: bool = False, before_word: bool = False) -> list[str]:
    """Each alternative as a pattern; next to a word, it may begin or end with words to pass over."""
    parts = tree.children if tree.data == "alternatives" else [tree]
    return [_sequence(part, phrase, after_word, before_word) for part in parts]


def _sequence(tree: Any, phrase: str, after_word: bool, before_word: bool) -> str:
    """Words with one space between them; the space before or after an optional part is part of it."""
    words = _words(tree)
    needed = [number for number, word in enumerate(words) if word[0].data not in _OPTIONAL or len(word) > 1]
    if not needed:
        raise PatternError(
            "everything here is optional; at least one word must be there", tree.meta.start_pos
        )
    pattern = ""
    for number, word in enumerate(words):
        first, follows, precedes = number == needed[0], number > needed[0], number < needed[-1]
        if word[0].data == "gap":
            at_end = (number == 0 and after_word) or (number == len(words) - 1 and before_word)
            if not at_end and not (follows and precedes):
                raise PatternError("... stands between words, not at an end", word[0].meta.start_pos)
            pattern += _gap(word[0]) + ("" if follows else " ")
        elif len(word) > 1:
            pattern += ("" if first else " ") + "".join(_part(item, phrase) for item in word)
        elif word[0].data in {"group", "option"}:
            inner = _alternatives(word[0].children[0], phrase, follows, precedes)
            if word[0].data == "group":
                pattern += _one_of(inner) if first else _after_space(inner)
            else:
                pattern += f"(?:{_after_space(inner)})?" if follows else f"(?:{_one_of(inner)} )?"
        else:
            pattern += ("" if first else " ") + _item(word[0])
    return pattern


def _words(tree: Any) -> list[list[Any]]:
    """The items of a sequence, those together that touch."""
    words = [[tree.children[0]]]
    for before, after in pairwise(tree.children):
        if before.meta.end_pos < after.meta.start_pos:
            words.append([after])
        elif before.data in _NEVER_PARTS or after.data in _NEVER_PARTS:
            raise PatternError("put a space between the two", after.meta.start_pos)
        else:
            words[-1].append(after)
    for word in words:
        if len(word) > 1 and all(item.data == "option" or item.children[0] == "*" for item in word):
            raise PatternError("no part of this word must be there", word[0].meta.start_pos)
    return words


def _one_of(alternatives: list[str]) -> str:
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


def _after_space(alternatives: list[str]) -> str:
    """One of the alternatives, with the space before it; words to pass over bring their own."""
    if not any(text.startswith(GAPS) for text in alternatives):
        return f" {_one_of(alternatives)}"
    return _one_of([text if text.startswith(GAPS) else f" {text}" for text in alternatives])


def _part(item: Any, phrase: str) -> str:
    """A part of a word."""
    if item.data == "word":
        return _item(item) if item.children[0] != "*" else r"\w*"
    tree = item.children[0]
    sequences = tree.children if tree.data == "alternatives" else [tree]
    for sequence in sequences:
        parts = _words(sequence)
        if len(parts) > 1:
            raise PatternError(
                "no space within a word; or put one before the bracket", parts[1][0].meta.start_pos
            )
        if parts[0][0].data in _NEVER_PARTS:
            raise PatternError("a word has no such part", parts[0][0].meta.start_pos)
    texts = ["".join(_part(part, phrase) for part in sequence.children) for sequence in sequences]
    return f"(?:{'|'.join(texts)})" + ("?" if item.data == "option" else "")


def _gap(item: Any) -> str:
    text = str(item.children[0])
    return text if text in GAPS else GAPS[0]


def _item(item: Any) -> str:
    text = str(item.children[0]).lower()
    if item.data != "word":
        return text
    if text == "*":
        return r"\w+"
    return text[:-1] + r"\w*" if text.endswith("*") else text
