"""What a sentence before the question introduces: "Есть такой роман — «Бесы». Кто его написал?"."""

from __future__ import annotations

from typing import NamedTuple

import regex

from simba.russian.declension import declined
from simba.russian.morphology import Case, readings
from simba.russian.text import fold

_END = regex.compile(r"(?<=[\p{Ll}\d»\")]|\b\p{Lu}{2,}|\b[IVXLC])[.!…]+\s+(?=\p{Lu})")
"""The end of a sentence, and of no initial."""
_TITLE = regex.compile(
    r"(?:(?P<kind>\p{Ll}+(?:-\p{Ll}+)*)(?: [-–—]|:)? )?(?P<title>«[^«»]+»|\"[^\"]+\")"
    r"(?: [-–—] (?P<told>\p{Ll}[\p{L} -]*))?"
)
_LINK = r"(?: (?:(?:де|да|фон|ван|дер|дель|ди|ла|ибн|аль) )?)"
_NAME = rf"\p{{Lu}}[\w’'-]*(?:{_LINK}\p{{Lu}}[\w’'-]*){{0,4}}"
_AT_START = regex.compile(rf"(?P<name>{_NAME}) [-–—] (?=[\p{{Ll}}\d])")
_AT_END = regex.compile(rf"(?P<before>\p{{Ll}}+)(?: [-–—]|:)? (?P<name>{_NAME})$")


class Topic(NamedTuple):
    """What a question is about, as it is named before that: a title, with what that is, or a name."""

    name: str
    kind: str | None = None

    def in_case(self, case: Case) -> str | None:
        """It in a case by OpenCorpora's name; None where that is not known."""
        titled = self.name[:1] in '«"'
        if titled and not self.kind:
            return self.name
        other = declined(self.kind if titled else self.name, case)
        return other and (f"{other} {self.name}" if titled else other)


def introduced(question: str) -> tuple[Topic, str] | None:
    """The topic that the sentence before a question introduces, and the question; None where none does."""
    end = _END.search(question)
    if end is None:
        return None
    said = question[: end.start()]
    topic = None if "?" in said else _topic_of(said)
    return None if topic is None else (topic, question[end.end() :])


def _topic_of(said: str) -> Topic | None:
    if start := _AT_START.match(said):
        return Topic(start["name"])
    titles = list(_TITLE.finditer(said))
    if titles:
        one = titles[0]
        told = (one["told"] or "").split()
        kind = _noun(one["kind"]) or next((noun for word in told if (noun := _noun(word))), None)
        return Topic(one["title"], kind) if len(titles) == 1 or one.start() == 0 else None
    named = _AT_END.search(said)
    return Topic(named["name"]) if named and _is_nominative(named["before"]) else None


def _noun(word: str | None) -> str | None:
    """A common noun in the nominative; None of any other word."""
    lemma, tag = readings(fold(word))[0] if word else ("", "")
    return lemma if tag.startswith("NOUN") else None


def _is_nominative(word: str) -> bool:
    """Whether a noun introduces a name: it is in the nominative."""
    tag = readings(fold(word))[0][1]
    return tag.startswith("NOUN") and "nomn" in tag
