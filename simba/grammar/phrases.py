"""Phrases: patterns that read like the questions they match, for rule authors who write no regular expressions.

A phrase is words and a few signs: ``<лемма>`` any form of a word, ``{фрагмент}`` a shared piece, ``[что-то]`` an
optional part, ``(одно | другое)`` one of several, ``слов*`` any ending, ``*`` any one word, ``...`` up to four words in
between. What touches is one word: ``[по]ехал(а | и)``. A phrase becomes one regular expression.

The parser is our own: a library's took 0.3 ms a phrase, a second for all rules, and its messages had to be guessed at.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import regex

from simba.errors import PatternError
from simba.grammar.bounds import check_size
from simba.russian.letters import mixed_letters, sign_name

GAPS = ("{слова}", "{любые слова}")
"""The fragments that pass over words; ``...`` is the first of them."""
_SIGN = re.compile(  # twice as quick as the `regex` package here
    r"""\ *(?:
        (?P<gap> \.\.\. | … | \{слова\} | \{любые\ слова\})
      | (?P<word> [\w'-]+\*? | \*)
      | (?P<lemma> <[а-яё-]+>)
      | (?P<fragment> \{[а-яё][а-яё\ -]*\})
      | (?P<open> [(\[])
      | (?P<close> [)\]])
      | (?P<bar> \|)
      | (?P<end> $)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_CLOSING = {"(": ")", "[": "]"}
_INSTEAD = {
    **dict.fromkeys("<>", "лемма пишется так: <слово>"),
    **dict.fromkeys("{}", "фрагмент пишется так: {название}"),
    ".": "для других слов посередине напишите ...",
    "?": "вопросительного знака не видно; удалите его, а необязательное заключите в [скобки]",
    "\u00a0": "напишите обычный пробел",
    **dict.fromkeys("\u200b\u00ad", "удалите его"),
    "\\": "это фраза; регулярные выражения пишутся под ключом patterns:",
    ",": "знаков препинания не видно; удалите его",
    **dict.fromkeys("«»„“”", "кавычек не видно; удалите их, а всю фразу возьмите в 'одинарные'"),
}
"""What to write instead of a sign that means nothing in a phrase."""
_NEVER_PARTS = {"lemma", "fragment", "gap"}
"""What is never part of a word; where it touches one, a space was forgotten."""
_OPTIONAL = {"option", "gap"}
"""What need not stand there."""

_Sequence = list["_Item"]


class _Item(NamedTuple):
    """A part of a phrase, at its place: a word, lemma, fragment or gap; or a group or option of several sequences."""

    kind: str
    start: int
    stop: int
    text: str
    inner: list[_Sequence]


def phrase_to_pattern(phrase: str) -> str:
    """The phrase as a regular expression that still holds its ``{fragments}`` and ``<lemmas>``.

    Raises `PatternError` with the place of what is wrong in the phrase.
    """
    check_size(phrase)
    if not phrase.strip():
        raise PatternError("фраза пуста", 0, advice="удалите этот пункт")
    return "|".join(_sequence(sequence) for sequence in _parse(phrase))


def _parse(phrase: str) -> list[_Sequence]:
    """The phrase's alternatives."""
    around: list[tuple[int, list[_Sequence]]] = []
    """The brackets that are open: where each stands, and the alternatives that it stands in."""
    alternatives: list[_Sequence] = [[]]
    place = 0
    while True:
        sign = _SIGN.match(phrase, place)
        if sign is None:
            raise _misplaced(phrase, len(phrase) - len(phrase[place:].lstrip(" ")))
        kind = str(sign.lastgroup)
        start, place = sign.span(kind)
        if kind in {"bar", "close"} and not alternatives[-1]:
            raise _lost(sign[kind], start)
        if kind == "open":
            around.append((start, alternatives))
            alternatives = [[]]
        elif kind == "bar":
            alternatives.append([])
        elif kind == "close":
            if not around or _CLOSING[phrase[around[-1][0]]] != sign[kind]:
                raise _lost(sign[kind], start)
            opened, outer = around.pop()
            bracket = "group" if sign[kind] == ")" else "option"
            outer[-1].append(_Item(bracket, opened, place, "", alternatives))
            alternatives = outer
        elif kind == "end":
            break
        else:
            alternatives[-1].append(_Item(kind, start, place, sign[kind].lower(), []))
    if around:
        opened = around[-1][0]
        close = _CLOSING[phrase[opened]]
        raise PatternError(f"скобка {phrase[opened]} не закрыта", opened, advice=f"добавьте {close}")
    if not alternatives[-1]:
        raise PatternError("после | ничего нет", len(phrase), advice="удалите | или напишите другой вариант")
    return alternatives


def _lost(sign: str, place: int) -> PatternError:
    what = "или нечего закрывать" if sign != "|" else "чего-то не хватает"
    return PatternError(f"перед {sign} ничего нет, {what}", place, advice=f"удалите {sign}")


def _misplaced(phrase: str, place: int) -> PatternError:
    """What is wrong with a sign that means nothing where it stands."""
    char = phrase[place]
    name = regex.match(r"\{[\w -]+\}|<[\w-]+>", phrase, pos=place)
    if name is None:
        usual = "фраза — это слова и знаки <> {} [] () | * ..."
        message = f"{sign_name(char)} во фразе ничего не значит"
        return PatternError(message, place, advice=_INSTEAD.get(char, usual))
    for remark in mixed_letters(name[0]):
        written = f"{char}{remark.mended}{name[0][-1]}"
        return PatternError(remark.message, place + remark.offset, advice=f"напишите {written}")
    what = "название фрагмента" if char == "{" else "лемма"
    return PatternError(f"{name[0]}: {what} пишется русскими буквами", place)


def _sequence(items: _Sequence, after_word: bool = False, before_word: bool = False) -> str:
    """Words with one space between them; the space before or after an optional part is part of it.

    Next to a word, a sequence may begin or end with words to pass over.
    """
    words = _words(items)
    needed = [number for number, word in enumerate(words) if word[0].kind not in _OPTIONAL or len(word) > 1]
    if not needed:
        raise PatternError(
            "всё здесь необязательно", items[0].start, advice="хотя бы одно слово оставьте без скобок []"
        )
    pattern = ""
    for number, word in enumerate(words):
        item, first, follows, precedes = word[0], number == needed[0], number > needed[0], number < needed[-1]
        if item.kind == "gap":
            at_end = (number == 0 and after_word) or (number == len(words) - 1 and before_word)
            if not at_end and not (follows and precedes):
                raise PatternError("... стоит между словами, а не с краю", item.start)
            pattern += (item.text if item.text in GAPS else GAPS[0]) + ("" if follows else " ")
        elif len(word) > 1:
            pattern += ("" if first else " ") + "".join(map(_part, word))
        elif item.inner:
            inner = [_sequence(sequence, follows, precedes) for sequence in item.inner]
            if item.kind == "group":
                pattern += _one_of(inner) if first else _after_space(inner)
            else:
                pattern += f"(?:{_after_space(inner)})?" if follows else f"(?:{_one_of(inner)} )?"
        else:
            pattern += ("" if first else " ") + _word(item)
    return pattern


def _words(items: _Sequence) -> list[_Sequence]:
    """The items of a sequence, those together that touch."""
    words = [[items[0]]]
    for before, after in pairwise(items):
        if before.stop < after.start:
            words.append([after])
        elif before.kind in _NEVER_PARTS or after.kind in _NEVER_PARTS:
            raise PatternError("это не часть слова", after.start, advice="поставьте перед этим пробел")
        else:
            words[-1].append(after)
    for word in words:
        if len(word) > 1 and all(item.kind == "option" or item.text == "*" for item in word):
            raise PatternError(
                "все части этого слова необязательны",
                word[0].start,
                advice="одну часть сделайте обязательной",
            )
    return words


def _one_of(alternatives: list[str]) -> str:
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


def _after_space(alternatives: list[str]) -> str:
    """One of the alternatives, with the space before it; words to pass over bring their own."""
    if not any(text.startswith(GAPS) for text in alternatives):
        return f" {_one_of(alternatives)}"
    return _one_of([text if text.startswith(GAPS) else f" {text}" for text in alternatives])


def _part(item: _Item) -> str:
    """A part of a word."""
    if not item.inner:
        return _word(item) if item.text != "*" else r"\w*"
    for sequence in item.inner:
        parts = _words(sequence)
        if len(parts) > 1:
            raise PatternError(
                "в слове нет пробелов",
                parts[1][0].start,
                advice="удалите этот или поставьте ещё один перед скобкой",
            )
        if parts[0][0].kind in _NEVER_PARTS:
            raise PatternError("у слова не бывает такой части", parts[0][0].start)
    texts = ["".join(map(_part, sequence)) for sequence in item.inner]
    return f"(?:{'|'.join(texts)})" + ("?" if item.kind == "option" else "")


def _word(item: _Item) -> str:
    """A word, lemma or fragment by itself."""
    if item.text == "*":
        return r"\w+"
    return item.text[:-1] + r"\w*" if item.text.endswith("*") else item.text
