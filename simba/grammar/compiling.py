"""One regular expression of a rule, compiled; or what is wrong with it, at its place in what its author wrote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import regex

from simba.errors import PatternError
from simba.grammar.bounds import MAX_SIGNS, layout
from simba.grammar.fragments import fill_in, with_letters
from simba.grammar.programs import Programs

MAX_KNOWN = 20_000
"""Compiled patterns that are kept: two sets of rules have most in common."""
_SAID = {
    "missing )": ("скобка ( не закрыта", "закройте эту скобку"),
    "unbalanced parenthesis": (
        "эта ) не закрывает никакой скобки",
        "удалите её или откройте скобку перед ней",
    ),
    **dict.fromkeys(
        ("unterminated character set", "bad set", "missing ]"),
        ("набор букв не закрыт", "закройте набор знаком ]"),
    ),
    "nothing to repeat": ("нечего повторять", "поставьте перед этим знаком то, что повторяется"),
    "multiple repeat": ("два знака повтора подряд", "удалите один из них"),
    "repeat count too big": ("слишком много повторов", "повторяйте меньше"),
    "min repeat greater than max repeat": (
        "повторов не меньше, чем больше",
        "напишите {от,до} по возрастанию",
    ),
    "bad escape (end of pattern)": ("\\ в конце ничего не значит", "удалите её"),
    "bad character range": ("буквы набора идут не по порядку", "напишите их от меньшей к большей: а-я"),
    "unknown property": ("такого свойства знаков нет", "напишите, например, \\p{Cyrillic}"),
    **dict.fromkeys(
        ("unknown extension", "missing group name", "bad character in group name"),
        ("неизвестный вид скобок (?", "напишите (?:...), (?=...) или (?!...)"),
    ),
    **dict.fromkeys(
        ("invalid group reference", "unknown group"), ("такой группы нет", "выпишите то, что повторяется")
    ),
}
"""What the `regex` package says, in Russian, and what to do."""


_TOO_COMPLEX = OverflowError, ValueError, RecursionError, MemoryError
"""What the package raises where it gives up; PatternError is a ValueError, but it does not raise that."""
_PROGRAMS = Programs()


@lru_cache(maxsize=MAX_KNOWN)
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern to match whole words of folded text; raises `PatternError`."""
    whole = rf"(?<!\w)(?:{pattern})(?!\w)"
    if kept := _PROGRAMS.get(whole):
        return kept
    try:
        compiled = regex.compile(whole, cache_pattern=False)
    except regex.error as error:
        said = str(error).partition(" at position")[0]
        message, advice = _SAID.get(said, (f"это не регулярное выражение: {said}", ""))
        raise PatternError(message, 0, advice=advice) from None
    except _TOO_COMPLEX:
        raise PatternError("это выражение слишком сложно", 0, advice="напишите проще") from None
    _PROGRAMS.add(whole, compiled)
    return compiled


def keep_compiled() -> None:
    """Put all that was compiled so far into the cache folder, for whoever is to be spared that."""
    _PROGRAMS.write()


def checked(pattern: str, fragments: Mapping[str, str]) -> str:
    """`fill_in`, and the result compiles; raises `PatternError`."""
    filled = fill_in(pattern, fragments)
    letters = with_letters(pattern)
    own = layout(letters)
    if (own if filled == letters else layout(filled)).signs > MAX_SIGNS:
        message = f"со всеми повторами и формами это больше {MAX_SIGNS} знаков"
        raise PatternError(message, own.place, advice="повторяйте меньше или сделайте несколько выражений")
    try:
        compile_pattern(filled)
    except PatternError as error:
        raise PatternError(str(error), _own_place(pattern), advice=error.advice) from None
    return filled


def _own_place(pattern: str) -> int:
    """Where in the author's text the mistake stands: with fragments as single letters the places are the author's."""
    letters = with_letters(pattern)
    try:
        regex.compile(letters)
    except regex.error as own:
        place = min(getattr(own, "pos", None) or 0, len(pattern))
        return _unclosed(letters) if str(own).startswith("missing )") else place
    except _TOO_COMPLEX:
        pass
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
