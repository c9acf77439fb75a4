r"""Phrases and patterns told in words: ``(?:{какой} )?столиц\w+`` is "[какой] столиц…".

The notation is that of phrases: ``[...]`` is optional, ``( | )`` one of several, ``…`` any ending or, alone, any word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import regex

from simba.grammar.phrases import GAPS

_TOKEN = regex.compile(
    r"""(?P<gap>\((?:\?P<gap>|\?:)\(\?:\\W\+\\w\+\)\{0,\d\}\??\)|\(\?:\\W\+\\w\+\)\{0,\d\}\??)
    |(?P<named>\{[а-яё][а-яё -]*\}|(?<!\(\?P?)<[а-яё][а-яё-]*>)
    |(?P<open>\((?:\?(?:P?<\w+>|<?[=!]|[\w-]*:|>))?)|(?P<close>\))
    |(?P<set>\[(?:\\.|[^]\\])+\])|(?P<repeat>(?:[?*+]|\{\d*,?\d*\})[?+]?)|(?P<char>\\.|.)""",
    regex.VERBOSE | regex.IGNORECASE,
)
_LOOK = {"(?=": "дальше: ", "(?!": "дальше не: ", "(?<=": "перед этим: ", "(?<!": "перед этим не: "}
_SIGNS = {r"\w": "*", r"\d": "цифра", r"\b": "", r"\W": " ", r"\s": " ", "|": " | ", "^": "^ ", "$": " $"}
_PIECE = regex.compile(r"\{([^{}]*)\}|<([^<>]*)>|(\.\.\.)|(\*)")


@dataclass(frozen=True, slots=True)
class Told:
    """A part of what is told: words as they stand, a lemma, a fragment's name, or a gap."""

    kind: Literal["text", "lemma", "fragment", "gap"]
    text: str


def explain(kind: str, text: str) -> Iterator[Told]:
    """A phrase, a slot's words or a pattern, as its author wrote it, in words."""
    phrase = text if kind != "patterns" else " ".join(_as_phrase(text).split())
    start = 0
    for match in _PIECE.finditer(phrase):
        yield Told("text", phrase[start : match.start()])
        fragment, lemma, gap, star = match.groups()
        if gap or match[0] in GAPS:
            yield Told("gap", "…")
        elif star:
            alone = phrase[: match.start()][-1:] in {"", " ", "(", "[", "|"}
            yield Told("text", "любое слово" if alone else "…")
        else:
            yield Told("lemma", lemma) if lemma else Told("fragment", fragment)
        start = match.end()
    yield Told("text", phrase[start:])


def _as_phrase(pattern: str) -> str:
    """A pattern in the notation of phrases, as far as that goes."""
    stack: list[tuple[str, list[str]]] = [("", [])]
    for token in _TOKEN.finditer(pattern):
        kind, text, atoms = token.lastgroup, token[0], stack[-1][1]
        if kind == "open":
            stack.append((_LOOK.get(text, ""), []))
        elif kind == "close" and len(stack) > 1:
            look, inside = stack.pop()
            text = "".join(inside)
            stack[-1][1].append(f" ({look}{text.strip()}){' ' * ('этим' in look)}" if look else f"({text})")
        elif kind == "repeat" and atoms:
            atoms.append(_repeated(atoms.pop(), text))
        elif kind == "set":
            members = [
                _SIGNS.get(char, char.removeprefix("\\")) for char in regex.findall(r"\\.|.-.|.", text[1:-1])
            ]
            atoms.append(f"({' | '.join(members)})")
        else:
            atoms.append(
                {"gap": " ... ", "named": text}.get(kind or "", _SIGNS.get(text, text.removeprefix("\\")))
            )
    return "".join("".join(atoms) for _, atoms in stack)


def _repeated(atom: str, sign: str) -> str:
    """An atom with a sign of repetition behind it."""
    if atom in {"*", " ", ""}:
        return atom
    inside = atom[1:-1] if atom.startswith("(") else atom
    if sign.startswith(("?", "*", "{0,")):
        before, after = " " * inside.startswith(" "), " " * inside.endswith(" ")
        return f"{before}[{inside.strip()}]{after}"
    return f"{atom} (и ещё раз)"
