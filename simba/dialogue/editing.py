"""Whole questions out of pieces: texts put into others, verbs that agree with their new subjects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simba.context import Naming
from simba.dialogue.referents import Referent
from simba.dialogue.words import Agreement
from simba.russian.morphology import inflections
from simba.russian.text import Span
from simba.stages.parse import ROOT, Parse, Token

ENDS = "?!. …"


class Edit(NamedTuple):
    """What stands in a text instead of a span; an empty span is where something is put in."""

    span: Span
    text: str


class WholeQuestion(NamedTuple):
    """A follow-up as a question that needs no other, with what its names are known to mean."""

    text: str
    names: tuple[Naming, ...]
    referents: tuple[Referent, ...] = ()
    """What was taken up of the earlier question or answer."""
    expected: str | None = None
    """What alone may answer it, if that is known: how many there are of what was told."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits that do not overlap."""
    for edit in sorted(edits, key=lambda one: one.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.stop :]
    return text


def as_question(text: str) -> str:
    """With a capital, single spaces and a question mark."""
    plain = " ".join(text.split()).rstrip(ENDS)
    return f"{plain[:1].upper()}{plain[1:]}?"


def rewritten(
    text: str, edits: Iterable[Edit], names: Iterable[Naming], referents: Iterable[Referent] = ()
) -> WholeQuestion:
    """The text with edits that do not overlap, as a whole question."""
    return WholeQuestion(as_question(edited(text, edits)), tuple(names), tuple(referents))


def place_of(name: Naming, parse: Parse) -> tuple[Span, list[Token]] | None:
    """Where a name stands in a question, and its words there; None where it does not."""
    start = parse.text.find(name.text)
    span = Span(start, start + len(name.text))
    inside = [token for token in parse.within(span) if token.is_word]
    return (span, inside) if start >= 0 and inside else None


def without_end(parse: Parse) -> int:
    """Where the question ends but for its question mark."""
    return len(parse.text.rstrip(f"{ENDS}\n\t"))


def verb_of(parse: Parse, token: Token) -> Token | None:
    """The verb that a token depends on, directly or through what it describes."""
    for index in (token.index, *parse.ancestors(token.index)):
        if _changes(parse.tokens[index]):
            return parse.tokens[index]
    return None


def predicate(parse: Parse) -> Token | None:
    """The verb in the past tense or short participle that says something of the subject."""
    roots = [token for token in parse.tokens if token.head == ROOT]
    return next((token for token in (*roots, *parse.tokens) if _changes(token)), None)


def _changes(token: Token) -> bool:
    features = token.features
    past = features.get("Tense") == "Past" and features.get("VerbForm") == "Fin"
    return token.pos in {"VERB", "AUX"} and (past or features.get("Variant") == "Short")


def agreement_of(token: Token) -> frozenset[Agreement]:
    """What a verb in the past tense or a short participle agrees with; nothing of another word."""
    if not _changes(token):
        return frozenset()
    if token.features.get("Number") == "Plur":
        return frozenset({"plur"})
    genders: dict[str | None, Agreement] = {"Masc": "masc", "Fem": "femn", "Neut": "neut"}
    found = genders.get(token.features.get("Gender"))
    return frozenset({found}) if found else frozenset()


def agreed(token: Token | None, wanted: Sequence[Agreement] | frozenset[Agreement]) -> list[Edit]:
    """The edit that makes a verb agree; none where it does, or cannot."""
    if token is None or len(wanted) != 1 or agreement_of(token) == set(wanted):
        return []
    (to,) = wanted
    grammemes = {"plur"} if to == "plur" else {"sing", to}
    forms = [form for kind in ("VERB", "PRTS") for form in inflections(token.text, grammemes, kind)]
    return [Edit(token.span, forms[0])] if forms else []
