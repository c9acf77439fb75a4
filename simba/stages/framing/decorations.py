"""Before stage 1: what decorates a name is put where the models of the parse know it.

"Когда родился один из величайших поэтов Пушкин?" is read as "Когда родился поэт Пушкин?", "Где умер родившийся в Баку
Ростропович?" as "Где умер Ростропович, родившийся в Баку?", "Где жил автор «Идиота» Достоевский?" as "Где жил
Достоевский, автор «Идиота»?", and "Что открыли Мария и Пьер Кюри?" as "Что открыли Мария
Кюри и Пьер Кюри?". The words are data, ``rules/words.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from simba.russian.morphology import CASES, GENDERS, in_dictionary, inflections, may_be, readings
from simba.russian.text import fold
from simba.stages.lexicon import Words

_WORD = regex.compile(r"[\w’'-]+")
_TITLE = regex.compile(r"«[^«»]*»|\"[^\"]*\"")
_LIFE = regex.compile(
    r"(?<=[\p{L}»\"]) \(\s*(?:(?:\p{Ll}{1,4}\.\s*)?\d{3,4}\s*[-–—]\s*(?:\d{3,4})?|\p{Ll}{1,4}\.\s*\d{3,4})"
    r"(?:\s*\p{Ll}{1,4}\.?)*\s*\)"
)
"""From what year to what year somebody lived, or the year of his birth, in brackets behind his name."""
_MAKER = regex.compile(
    rf"(?<=(?P<before>\p{{L}}+) )(?P<noun>\p{{Ll}}{{4,}})(?: \p{{Ll}}+)? (?:{_TITLE.pattern}) "
    r"(?P<name>\p{Lu}[\p{L}’'-]+)"
)
"""Who made a work, before his name, and the word before that."""
_PAIR = regex.compile(
    r"(?<!\w)(?<!\p{Lu}[\p{L}-]* )(\p{Lu}\p{Ll}+) и (\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?)(?! \p{Lu})"
)
"""Two first names that "и" joins, with what may be the surname of both."""
ANIMACY = frozenset({"anim", "inan"})
NAMES = frozenset({"Name", "Surn", "Patr"})
MARKS, QUOTES = frozenset(",:;()"), frozenset('«"')
DEEDS = ("VERB", "ADJS", "PRTS")
PARTICLE = 3
"""Letters of the longest word without a capital within a name."""
MAX_CLAUSE = 12
"""Words between a participle and the name that it describes."""


class Decorations:
    """Puts decorations of names elsewhere."""

    def __init__(self, words: Words) -> None:
        """Take the words for one of many."""
        self._one_of = regex.compile(rf"(?<!\w)({words.one_of}) (?P<rest>[«\"\w -]+)")

    def plain(self, question: str) -> str:
        """The question with its names first."""
        question = _LIFE.sub("", question) if "(" in question else question
        return _named_first(_made_after_name(_each_with_surname(self._one(question))))

    def _one(self, question: str) -> str:
        """The question with a noun for the one of many that a name behind it is."""
        folded = fold(question)
        found = self._one_of.search(folded)
        if found is None:
            return question
        words = list(_WORD.finditer(question, found.start("rest")))
        adjectives = 0
        for word in words:
            if not may_be(fold(word[0]), "ADJF"):
                break
            adjectives += 1
        if not 0 < adjectives < len(words) - 1:
            return question
        noun, name = words[adjectives], words[adjectives + 1]
        between = question[noun.end() : name.start()]
        cases = frozenset().union(*_forms(found[1].split()[0])) & CASES
        titled = bool(between.strip())
        if not noun[0].islower() or (not titled and not name[0][:1].isupper()):
            return question
        if "nomn" not in cases:
            return question  # whose "один из" may be another's: "одного из учеников Пушкина"
        of_name = [one for one in _forms(fold(name[0])) if one & (NAMES | {"Geox"})]
        own = any("nomn" in one for one in of_name) and not any("gent" in one for one in of_name)
        forms = inflections(noun[0], {"sing", "nomn"}, "NOUN", "plur", "gent", *(["inan"] if titled else []))
        if not (titled or own):
            return question
        if not forms:
            return question
        return f"{question[: found.start()]}{forms[0]}{question[noun.end() :]}"


def _made_after_name(question: str) -> str:
    """The question with what somebody made behind his name: "где жил автор «Идиота» Достоевский"."""
    matches = _MAKER.finditer(question, overlapped=True) if QUOTES & set(question) else ()
    found = next(filter(_is_made_by, matches), None)
    if found is None:
        return question
    words = list(_WORD.finditer(question, found.start("name")))
    end = words[_last_of_name(question, words, 0)].end()
    made, rest = question[found.start() : found.start("name")].rstrip(), question[end:]
    closes = "," if rest.strip()[:1].isalnum() else ""
    return f"{question[: found.start()]}{question[found.start('name') : end]}, {made}{closes}{rest}"


def _is_made_by(found: regex.Match[str]) -> bool:
    """Whether a work's maker, in the same case, is named behind it, and a verb before says something of him, or a noun
    is in a case of its own: "умер в 1993 году режиссёр ...".
    """
    before, name = fold(found["before"]), fold(found["name"])
    deed = any(may_be(before, one) for one in DEEDS)
    aside = may_be(before, "NOUN", 1) and not any({"nomn", "accs"} & one for one in _forms(before))
    if not (deed or aside):
        return False
    makers = [
        one for one in _forms(fold(found["noun"])) if {"NOUN", "anim", "sing"} <= one and not one & NAMES
    ]
    return bool(makers) and (not in_dictionary(name) or any(_agree(makers, _forms(name))))


def _each_with_surname(question: str) -> str:
    """The question with the surname that two people share after each of their names."""
    found = _PAIR.search(question)
    if found is None or _is_within([match.span() for match in _TITLE.finditer(question)], found.start()):
        return question
    surname = fold(found[3])
    family = [one for one in _forms(surname) if "Surn" in one]
    names = [[one for one in _forms(fold(name)) if "Name" in one] for name in found.groups()[:2]]
    if (
        not all(names)
        or not all(in_dictionary(fold(name)) for name in found.groups()[:2])
        or (not family and in_dictionary(surname))
    ):
        return question
    shared = [
        one
        for one in family
        if all(
            any(_agree(own, [one])) or ({"plur", "Fixd"} & one and _share_case(own, [one])) for own in names
        )
    ]
    if family and not shared:
        return question
    whole = []
    for name, own in zip(found.groups()[:2], names, strict=True):
        # What is in the plural, or of the other sex, takes the form of the name: "Борис и Аркадий Стругацкие".
        wanted = [CASES & one | GENDERS & one | {"sing"} for one in own if _share_case([one], shared)]
        agreed = (next(iter(inflections(surname, one, "Surn")), "") for one in wanted)
        whole.append(f"{name} {next(filter(None, agreed), surname).title() if family else found[3]}")
    return f"{question[: found.start()]}{' и '.join(whole)}{question[found.end() :]}"


def _forms(word: str) -> list[frozenset[str]]:
    """The grammemes of each reading of a folded word."""
    return [frozenset(tag.replace(" ", ",").split(",")) for _, tag in readings(word)]


def _named_first(question: str) -> str:
    """The question with the clause of a participle behind the name that it describes."""
    words = list(_WORD.finditer(question))
    for place, word in enumerate(words[:-2]):
        if place and word[0].islower() and len(word[0]) > 5 and may_be(fold(word[0]), "PRTF", 1):
            moved = _moved(question, words, place)
            if moved is not None:
                return moved
    return question


def _moved(question: str, words: Sequence[regex.Match[str]], place: int) -> str | None:
    start = words[place].start()
    titles = [match.span() for match in _TITLE.finditer(question)] if QUOTES & set(question) else []
    if question[:start].rstrip()[-1:] == "," or _is_within(titles, start):
        return None
    described = [one for one in _forms(fold(words[place][0])) if "PRTF" in one]
    after, of_after = words[place + 1][0], _forms(fold(words[place + 1][0]))
    names = [one for one in of_after if after[:1].isupper() and one & NAMES]
    if not may_be(fold(after), "PREP", 1) and (
        any(_agree(described, of_after)) or _share_case(described, names)
    ):
        return None  # an adjective like others: "выдающийся русский поэт"
    for number in range(place + 2, min(place + MAX_CLAUSE, len(words))):
        noun, name = words[number], words[number]
        if _is_within(titles, noun.start()):
            continue
        if MARKS & set(question[words[number - 1].end() : noun.start()]):
            return None
        if noun[0].islower() and number + 1 < len(words):
            agreeing = [one for one in _agree(described, _forms(fold(noun[0]))) if "NOUN" in one]
            if agreeing and "anim" not in agreeing[0]:
                return None  # "город Дарвин" is told apart by its noun
            name = words[number + 1] if agreeing else noun
        if not name[0][:1].isupper() or may_be(fold(words[number - 1][0]), "PREP", 1):
            continue
        if question[noun.end() : name.start()].strip() or not any(
            one & NAMES for one in _agree(described, _forms(fold(name[0])))
        ):
            continue
        last = _last_of_name(question, words, words.index(name))
        beyond = _forms(fold(words[last + 1][0])) if last + 1 < len(words) else []
        if any("inan" in one and "NOUN" in one for one in _agree(described, beyond)):
            return None  # "Летний сад", "Старо-Голутвин монастырь"
        end = words[last].end()
        clause, rest = question[start : noun.start()].rstrip(), question[end:]
        closes = "," if rest.strip()[:1].isalnum() else ""
        return f"{question[:start]}{question[noun.start() : end]}, {clause}{closes}{rest}"
    return None


def _is_within(titles: Sequence[tuple[int, int]], place: int) -> bool:
    return any(start <= place < end for start, end in titles)


def _last_of_name(question: str, words: Sequence[regex.Match[str]], last: int) -> int:
    """The word with which a name ends that goes on with capitals, with short words between: "Леонардо да Винчи"."""
    while last + 1 < len(words):
        further = last + 1
        if words[further][0].islower() and len(words[further][0]) <= PARTICLE and further + 1 < len(words):
            further += 0 if may_be(fold(words[further][0]), "PREP", 1) else 1
        between = question[words[last].end() : words[further].start()]
        if words[further][0].islower() or (MARKS | QUOTES) & set(between):
            break
        last = further
    return last


def _share_case(some: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> bool:
    return any(CASES & one & other and len(ANIMACY & (one | other)) < 2 for one in some for other in others)


def _agree(some: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The other readings that agree with one of some."""
    for other in others:
        for one in some:
            same = CASES & one & other
            number = {"sing", "plur"} & one & other
            gender = "plur" in one or GENDERS & one & other or not GENDERS & other
            animacy = len(ANIMACY & (one | other)) < 2
            if same and number and gender and animacy:
                yield other
                break
