"""A surname in the plural that two given names share is said of each: "Юрий и Виталий Соломины"."""

from __future__ import annotations

import regex

from simba.russian.morphology import CASES, inflection, readings
from simba.russian.text import fold

_PAIR = regex.compile(
    r"(?<!\p{Lu}[\p{L}.-]* |[«\"])(?P<one>\p{Lu}\p{Ll}+) (?P<joint>и|или) (?P<other>\p{Lu}\p{Ll}+) "
    r"(?P<surname>\p{Lu}\p{Ll}+)(?! \p{Lu}|[»\"-])"
)
_POSSESSIVE = ("ины", "ыны", "овы", "евы")
"""How surnames end of which the dictionary knows few."""


def each_named(question: str) -> str:
    """The question with both named in full; any other question as it is."""
    found = _PAIR.search(question)
    if found is None:
        return question
    one, other, surname = found["one"], found["other"], fold(found["surname"])
    cases = _cases(one) & _cases(other)
    both = [_of_one(surname, cases, name) for name in (one, other)]
    if not all(both):
        return question
    put = f"{one} {both[0]} {found['joint']} {other} {both[1]}"
    return question[: found.start()] + put + question[found.end() :]


def _cases(name: str) -> frozenset[str]:
    """The cases in which a word may be a given name."""
    return frozenset(
        case for _, tag in readings(fold(name)) if "Name" in tag for case in CASES if case in tag
    )


def _of_one(surname: str, cases: frozenset[str], name: str) -> str | None:
    """A surname in the plural as one bears it who is called by a given name in one of some cases."""
    female = any("Name" in tag and "femn" in tag for _, tag in readings(fold(name))[:1])
    if "nomn" in cases and surname.endswith(_POSSESSIVE):
        return (surname[:-1] + ("а" if female else "")).capitalize()
    tags = [tag for _, tag in readings(surname)]
    if any("sing" in tag for tag in tags[:1]) or not any(
        "Surn" in tag or tag.startswith("ADJF") for tag in tags
    ):
        return None
    case = next((one for one in sorted(cases) if any(one in tag and "plur" in tag for tag in tags)), None)
    found = inflection(surname, {"sing", case, "femn" if female else "masc"}) if case is not None else None
    return found.capitalize() if found else None
