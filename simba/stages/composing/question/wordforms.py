"""What a dictionary says of words: participles, common nouns, other forms."""

from __future__ import annotations

import re
from functools import lru_cache

from simba.russian.morphology import CASES, Case, gender, in_dictionary, inflection, may_be, readings
from simba.stages.parse import Token

PROPER = re.compile(r"\b(?:Name|Surn|Patr|Geox|Orgn|Trad|Abbr|UNKN|LATN|Init)\b")
"""Marks of what a dictionary knows as a name, or does not know."""


def is_participle(token: Token) -> bool:
    """Whether a word that the tagger took for an adjective or verb, or at the start for a name, is a participle."""
    if token.pos not in {"ADJ", "VERB"} and (token.pos != "PROPN" or token.index):
        return False
    return may_be(token.folded, "PRTF")


def is_passive(token: Token) -> bool:
    """Whether a word is a passive participle: "снятый", "снят"."""
    return any("pssv" in tag for _, tag in readings(token.folded))


def is_common(folded: str) -> bool:
    """Whether a dictionary has a word as no name: its capital is then the question's, not its own."""
    return bool(found := readings(folded)) and not any(PROPER.search(tag) for _, tag in found)


@lru_cache(maxsize=10_000)
def inflected(word: str, *grammemes: str) -> str:
    """A folded word in another form, or as it was."""
    found = inflection(word, grammemes)
    return found.replace("ё", "е") if found is not None else word


def agreeing(adjective: str, noun: Token, case: Case | None = None) -> str:
    """An adjective or pronoun, by its lemma, as it stands beside a noun, in its case or another one: "какая река"."""
    sex = () if noun.number == "plur" else (gender(noun.lemma, "NOUN") or "masc",)
    return inflected(adjective, case or noun.case, noun.number, *sex)


def agrees(participle: Token, noun: Token) -> bool:
    """Whether some reading of a participle has the case and number of a noun."""
    return any(
        tag.startswith(("PRTF", "ADJF")) and noun.case in tag and noun.number in tag
        for _, tag in readings(participle.folded)
    )


def may_agree(participle: Token, noun: Token) -> bool:
    """Whether the dictionary knows a participle and a noun in the same case and number: a tagger errs on the first
    noun of a bare phrase.
    """
    said = [tag for _, tag in readings(participle.folded) if tag.startswith(("PRTF", "ADJF"))]
    called = [tag for _, tag in readings(noun.folded) if tag.startswith("NOUN")]
    return any(
        case in tag and case in other and number in tag and number in other
        for tag in said
        for other in called
        for case in CASES
        for number in ("sing", "plur")
    )


def longer_name(adjective: Token, noun: Token) -> str:
    """What an adjective right before a noun, with it, is called: "вантовые мосты" — "вантовый мост"."""
    return f"{inflected(adjective.lemma, 'nomn', gender(noun.lemma, 'NOUN') or 'masc')} {noun.lemma}"


def is_animate(token: Token) -> bool:
    """Whether the dictionary has the noun as one for living beings; of a word that it lacks it only guesses."""
    return _lives(token.folded, token.lemma)


@lru_cache(maxsize=10_000)
def _lives(folded: str, noun: str) -> bool:
    tags = [tag for lemma, tag in readings(folded) if lemma == noun]
    return bool(tags) and "NOUN,anim" in tags[0] and in_dictionary(folded)
