"""Verbs that are left out where something is denied, said again: "играл в «А», но не в «Б»"."""

from __future__ import annotations

import regex

from simba.russian.morphology import may_be, readings
from simba.russian.text import fold

_NAMED = r"(?:\p{Ll}{1,4} )?(?:\p{Lu}|[«\"])[^,?!]*?"
_DENIED = regex.compile(
    rf", (?:но не (?P<not>{_NAMED})|(?:а|но) (?P<no>{_NAMED}) (?:[—–-] )?нет)(?=\s*[?!,.]*$)"
)
"""What is denied at the end: a name, with its preposition, in place of another one."""
_WORD = regex.compile(r"\p{L}+")
_NAME = regex.compile(r" (?:\p{Ll}{1,3} )?(?:\p{Lu}|[«\"])")


def filled(question: str) -> str:
    """The question with the verb said again that a denial left out; any other question as it is."""
    denied = _DENIED.search(question) if "не" in question else None
    if denied is None:
        return question
    said = question[: denied.start()]
    verb = next((one for one in reversed([*_WORD.finditer(said)]) if _is_verb(one[0])), None)
    name = _NAME.search(said, verb.end()) if verb is not None else None
    if verb is None or name is None:
        return question
    again, other = said[verb.start() : name.start()], denied["not"] or denied["no"]
    return f"{said}, но не {again} {other}{question[denied.end() :]}"


def _is_verb(word: str) -> bool:
    folded = fold(word)
    said = readings(folded)[0][1].startswith(("VERB", "PRTS"))
    return word.islower() and (said or may_be(folded, "PRTF"))
