"""Asking words that ask nothing, as they look back at a noun: "столица страны, где находится Этна"."""

from __future__ import annotations

from collections.abc import Collection

from simba.russian.text import Span
from simba.stages.interrogative.askednoun import MAX_LEAD
from simba.stages.parse import Parse, Token

NOMINAL = frozenset({"NOUN", "ADJ", "PRON", "DET", "NUM"})
PAIR = 2
"""Commas around a clause."""


def describes_below(parse: Parse, span: Span, first: int) -> bool:
    """Whether a clause describes what another noun is of, which is asked for: "столица страны, где находится Этна".

    The first tokens may belong to a request.
    """
    comma = next((token.index for token in parse.tokens if token.text == ","), 0)
    asking = next((token.index for token in parse.within(span) if token.index > comma), 0)
    before = parse.tokens[first:comma]
    begins = (
        before[:1] if not first else ()
    )  # a tagger takes it for a name: "Год рождения режиссёра, которым"
    if not 0 < asking - comma <= MAX_LEAD or any(
        token.pos not in NOMINAL for token in before if token not in begins
    ):
        return False
    nouns = [
        token
        for token in before
        if token.pos in {"NOUN", "PRON"} or token.lemma == before[-1].lemma or token in begins
    ]
    cases = [token.features.get("Case") for token in nouns]
    return len(cases) > 1 and cases[0] in {"Nom", "Acc"} and cases[-1] == "Gen"


def describes(parse: Parse, span: Span, start: int) -> bool:
    """Whether "который" right behind a comma looks back at a noun, of those behind a place."""
    inside = [one for one in parse.within(span) if one.looks_back]
    before = [one for one in parse.tokens if start <= one.span.start and one.span.stop <= span.start]
    return bool(inside and before) and before[-1].text == "," and any(one.pos == "NOUN" for one in before)


def of_standing(parse: Parse, span: Span) -> bool:
    """Whether a word leads what is said of "тот": "того, кто", "то, что"."""
    before = [one for one in parse.tokens if one.span.stop <= span.start]
    return len(before) > 1 and before[-1].text == "," and before[-2].lemma == "тот"


def is_told_of(parse: Parse, noun: Token) -> bool:
    """Whether a verb behind a noun's clause tells something of it: "город, в котором родился X, стоит на Неве?"."""
    commas = [t.index for t in parse.tokens if t.text == "," and not parse.quotes_hold(t.span)]
    if len(commas) < PAIR or commas[0] < noun.index:
        return False
    behind = parse.tokens[commas[-1] + 1 :]
    return any(
        t.pos == "VERB" and t.features.get("VerbForm") == "Fin" for t in behind[:MAX_LEAD]
    ) and not any(t.looks_back for t in behind[:MAX_LEAD])


def looks_back(parse: Parse, start: int, described: Token | None, relative: Collection[str]) -> bool:
    """Whether "который" joins a clause to another one: "фильмы, в которых играл X и которые снял Y".

    So does "где" right behind "и", of a noun that such clauses describe: "фильмы, в которых играл X и где играл Y".
    """
    number = next(n for n, one in enumerate(parse.tokens) if one.span.stop > start)
    token, before = parse.tokens[number], parse.tokens[max(number - 2, 0) : number]
    if token.looks_back:
        return any(one.text == "," for one in parse.tokens[:number])
    joined = len(before) > 1 and before[1].pos == "CCONJ" and before[0].text != ","
    return described is not None and joined and token.folded in relative
