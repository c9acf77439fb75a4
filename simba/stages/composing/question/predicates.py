"""What picks one of the asked noun without a verb of its own: "какая река самая длинная в Африке?".

That asks for the same as "самая длинная река в Африке", whatever tree a parser makes of it, and is read as that.
"""

from __future__ import annotations

from dataclasses import replace

from simba.russian.morphology import readings
from simba.russian.numerals import ordinal
from simba.stages.composing.question.constructions import Constructions
from simba.stages.parse import ROOT, Parse, Token

NOMINAL = frozenset({"NOUN", "PROPN", "X"})
ADJECTIVAL = frozenset({"ADJ", "NUM", "VERB"})
"""What a tagger takes a superlative for: "населённый" may be a participle."""
LOOSE = frozenset({"DET", "AUX", "VERB"})
"""On what a parser hangs a place that belongs to the asked noun: "какая в Африке", "был в серии"."""


def attributed(parse: Parse, asked: Token | None, known: Constructions) -> Parse:
    """The parse with the superlative that is said of the asked noun on it, and with the place beside it."""
    if asked is None:
        return parse
    verbs = [
        one for one in parse.tokens if one.pos in {"VERB", "AUX"} and one.features.get("VerbForm") == "Fin"
    ]
    if any(one.lemma not in known.words.copulas for one in verbs):
        return parse
    case = "Ins" if verbs else asked.features.get("Case")
    pick = next((one for one in parse.tokens if _picks(parse, one, asked, case, known)), None)
    if pick is None:
        return parse
    moved = {asked.index: (ROOT, "root"), pick.index: (asked.index, "amod")}
    moved |= {verb.index: (asked.index, "cop") for verb in verbs if verb.head == ROOT}
    if _most(parse, pick, known):
        moved[pick.index - 1] = (pick.index, "amod")
    for token in parse.tokens:
        if token.pos not in NOMINAL or token.index in moved or not _is_loose(parse, token, pick):
            continue
        before = {parse.tokens[kid].folded for kid in parse.children[token.index] if kid < token.index}
        if not before and token.features.get("Case") != "Gen":
            return parse  # "какая команда первой стала чемпионом"
        moved[token.index] = (pick.index if "по" in before else asked.index, "nmod")
    linking = {verb.index for verb in verbs if moved.get(verb.index, (ROOT, ""))[1] == "cop"}
    tokens = tuple(
        replace(
            one,
            head=moved[one.index][0],
            relation=moved[one.index][1],
            pos="AUX"
            if one.index in linking
            else one.pos,  # "оказался самым кассовым": it tells nothing more
        )
        if one.index in moved and moved[one.index][0] != one.head
        else one
        for one in parse.tokens
    )
    return replace(parse, tokens=tokens)


def _is_loose(parse: Parse, token: Token, pick: Token) -> bool:
    """Whether a noun hangs on what is no noun."""
    return token.head in {ROOT, pick.index} or parse.tokens[token.head].pos in LOOSE


def _picks(parse: Parse, token: Token, asked: Token, case: str | None, known: Constructions) -> bool:
    """Whether an adjective picks one of what the asked noun names, rather than of what the noun after it names."""
    if token.pos not in ADJECTIVAL or token.features.get("Case") != case:
        return False
    among = asked.features.get("Case") == "Gen" and asked.features.get("Number") == "Plur"
    alike = ("Gender",) if among and case == "Ins" else ("Gender", "Number")  # "какой из фильмов был лучшим"
    if any(token.features.get(one) != asked.features.get(one) for one in alike):
        return False
    after = parse.tokens[token.index + 1] if token.index + 1 < len(parse.tokens) else None
    if (
        after is not None
        and after is not asked
        and after.pos in {*NOMINAL, "ADJ"}
        and after.features.get("Case") == case
    ):
        return False
    said = readings(token.folded)[:4]
    lemmas = {token.lemma, *(lemma for lemma, _ in said)}
    if ordinal([token.lemma]) is not None or not lemmas.isdisjoint(known.words.outright):
        return True
    supreme = _most(parse, token, known) or any("Supr" in tag for _, tag in said)
    return supreme and not lemmas.isdisjoint(known.superlatives)


def _most(parse: Parse, token: Token, known: Constructions) -> bool:
    """Whether "самый" stands before an adjective."""
    before = readings(parse.tokens[token.index - 1].folded) if token.index else []
    return not known.words.most.isdisjoint(lemma for lemma, _ in before)
