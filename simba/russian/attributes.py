"""Participles with what hangs on them are put behind their noun, where parsers know them better.

"Кто из похороненных на Арбате писателей родился в Киеве?" is read as "Кто из писателей, похороненных на Арбате, родился
в Киеве?".
"""

from __future__ import annotations

import regex

from simba.russian.morphology import CASES, inflection, readings
from simba.russian.text import fold

_PARTICIPLE = regex.compile(
    r"(?<![\w-])\p{L}\p{Ll}*(?:[вуюая]ш|[уюая]щ|нн|т|[еио]м)"
    r"(?:[иы]й|ой|[ая]я|[ое]е|[иы]е|[ое]го|[ое]й|[иы]х|[ое]му|[иы]ми?|[ое]м|ую|юю)(?:ся)?"
    r"(?= (?:\p{Lu}|[«\"]|\p{Ll}{1,5} ))"
)
"""What may be a full participle with a name or a preposition behind it, by its letters."""
_AMONG = regex.compile(
    r"(?i:(?<!\w)как(?:ой|ая|ое|ую|ого|ому|ом|им) )(?P<noun>\p{Ll}+) из (?P<said>(?P<participle>\p{Ll}+[иы]х(?:ся)?) "
    r"(?:\p{Ll}{1,4} )?(?:\p{Lu}[\w-]*|«[^»]*»)(?: \p{Lu}[\w-]*)*)(?P<more>(?= ))?"
)
"""One that is asked for of those that a participle tells of: "какой роман из написанных Толстым"."""
_PIECE = regex.compile(r"«[^»]*»|\"[^\"]*\"|[\w-]+|\S")
_MORE = regex.compile(r" [\w«\"]")
MAX_PHRASE = 9
"""Most words between a participle and its noun."""


def behind_nouns(question: str) -> str:
    """The question with its first such participle behind its noun; any other question as it is."""
    if (among := _AMONG.search(question)) is not None and (put := _with_noun(question, among)) is not None:
        return put
    for found in _PARTICIPLE.finditer(question):
        put = _put(question, found.start())
        if put is not None:
            return put
    return question


def _with_noun(question: str, among: regex.Match[str]) -> str | None:
    """The question with the noun among those of whom a participle tells: "какой из романов, написанных Толстым"."""
    nouns = inflection(among["noun"], {"gent", "plur"}) if _forms(among["noun"], "NOUN", 1) else None
    if nouns is None or ("gent", "plur") not in _forms(among["participle"], "PRTF"):
        return None
    comma = "," if among["more"] is not None else ""
    before, rest = question[: among.start("noun")], question[among.end() :]
    return f"{before}из {nouns}, {among['said']}{comma}{rest}"


def _put(question: str, start: int) -> str | None:
    before = _PIECE.findall(question[:start])
    if question.count("«", 0, start) > question.count("»", 0, start) or question.count('"', 0, start) % 2:
        return None
    pieces = [(one[0], one.start() + start, one.end() + start) for one in _PIECE.finditer(question[start:])]
    words = [one for one, _, _ in pieces]
    forms = _forms(words[0], "PRTF")
    if not forms or (words[0][:1].isupper() and before) or (before and not _may_precede(before[-1], forms)):
        return None
    noun = _noun(words, forms)
    if noun is None:
        return None
    first = noun
    while first > 1 and _agrees(words[first - 1], forms):
        first -= 1  # "из открытых Шееле химических элементов"
    phrase = words[1:first]
    if not any(one[:1].isupper() or not one[:1].isalpha() for one in phrase):
        return None  # it names nothing
    last = noun + _owned(words[noun + 1 :])
    negated = bool(before) and before[-1] == "не"
    begin = question.rindex("не", 0, start) if negated else start
    told = question[begin : pieces[first - 1][2]]
    called = question[pieces[first][1] : pieces[last][2]]
    rest = question[pieces[last][2] :]
    if not begin:
        told, called = told[:1].lower() + told[1:], called[:1].upper() + called[1:]
    comma = "," if _MORE.match(rest) else ""
    return f"{question[:begin]}{called}, {told}{comma}{rest}"


def _noun(words: list[str], forms: frozenset[tuple[str, str]]) -> int | None:
    """The place of the noun that a participle with such forms describes, with something between them."""
    governed = False
    for place, word in enumerate(words[1 : MAX_PHRASE + 2], 1):
        if not word[:1].isalnum() and word[:1] not in '«"':
            return None  # a mark ends the phrase
        tags = [tag for _, tag in readings(fold(word))]
        if any(tag.startswith("PREP") for tag in tags[:1]):
            governed = True
        elif word[:1].isupper() or word[:1] in '«"':
            governed = False
        elif tags and tags[0].startswith(("VERB", "PRTS", "PRED")):
            return None
        elif tags and tags[0].startswith("NOUN"):
            if not governed and place > 1 and not forms.isdisjoint(_forms(word, "NOUN")):
                return place
            governed = False
    return None


def _owned(words: list[str]) -> int:
    """How many words behind a noun say whose it is: names, with their adjectives."""
    count = 0
    for word in words:
        if (
            word[:1].isupper()
            or word[:1] in '«"'
            or (not count and len(words) > 1 and words[1][:1].isupper() and _forms(word, "ADJF"))
        ):
            count += 1
        else:
            break
    return count


def _may_precede(word: str, forms: frozenset[tuple[str, str]]) -> bool:
    """Whether a participle of such forms begins a noun phrase behind a word: that is no noun that it describes."""
    return word[:1].isalpha() and forms.isdisjoint(_forms(word, "NOUN", 1))


def _agrees(word: str, forms: frozenset[tuple[str, str]]) -> bool:
    """Whether an adjective has one of the forms."""
    return not forms.isdisjoint(_forms(word, "ADJF", 1))


def _forms(word: str, kind: str, most: int | None = None) -> frozenset[tuple[str, str]]:
    """The cases and numbers that a word may have as such a kind of word, by so many readings."""
    return frozenset(
        (case, number)
        for _, tag in readings(fold(word))[:most]
        if tag.startswith(kind)
        for case in CASES
        if case in tag
        for number in ("sing", "plur")
        if number in tag
    )
